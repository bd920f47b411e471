import { afterEach, expect, test, vi } from 'vitest';
import { createBench, offline } from '../bench.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser with a subscription and a shown notice; `unsubscribe` is how its push service answers. */
function shows(unsubscribe: () => Promise<boolean>) {
  const did: string[] = [];
  const subscription = {
    unsubscribe() {
      did.push('unsubscribed');
      return unsubscribe();
    },
  };
  const registration = {
    getNotifications: async () => [{ close: () => did.push('closed') }],
    pushManager: { getSubscription: async () => subscription },
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  return { did: () => did.splice(0).toSorted() };
}
const both = ['closed', 'unsubscribed'];

test('AU14 a logout stops push and closes shown notifications, offline and whatever the push service does', async () => {
  for (const answer of [
    async () => true,
    () => Promise.reject(new Error('no')),
    () => new Promise<never>(() => undefined),
  ]) {
    const bench = createBench();
    const { engine } = await bench.signIn('asha');
    const browser = shows(answer);
    bench.network = offline;
    await bench.during(engine.logout());
    expect([engine.session().kind, browser.did()]).toEqual(['signed-out', both]);
  }
});

test("AU14 another user's sign-in on a locked tablet does too, even with a one-time password; the same user keeps push", async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const browser = shows(async () => true);
  await bench.during(engine.lock());
  await bench.during(engine.login('asha@ward.test', 'secret1'));
  expect(browser.did()).toEqual([]);
  await bench.during(engine.lock());
  await bench.during(engine.login('binu@ward.test', 'secret1'));
  expect(browser.did()).toEqual(both);
  bench.server.resetPassword('asha', 'k7mp-2xqa-9rtw');
  await bench.during(engine.login('asha@ward.test', 'k7mp-2xqa-9rtw'));
  expect(browser.did()).toEqual(both);
});

test('AU14 a logout in another tab keeps the push of the user who has signed in since', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const later = await bench.signIn('binu');
  const browser = shows(async () => true);
  await bench.during(engine.logout());
  expect([browser.did(), later.engine.session().kind]).toEqual([[], 'signed-in']);
});
