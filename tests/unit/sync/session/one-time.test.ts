import { expect, test } from 'vitest';
import { errorCatalogue } from '#contract/errors.ts';
import { openOutboxDatabase } from '#sync/outbox/database.ts';
import { closing, createBench, offline } from '../bench.ts';
import type { Bench, Interception } from '../bench.ts';

const open: () => Interception = () => undefined;
const oneTime = 'k7mp-2xqa-9rtw';
const own = 'own-secret-1';
const waits = { kind: 'new-password', userName: 'Engineer asha', email: 'asha@ward.test' };
const resetWords = errorCatalogue['auth.one_time_password'].text;
const pathsOf = (bench: Bench, since = 0) => bench.requests.slice(since).map(({ path }) => path);

test('AU10 a one-time password only allows choosing a new one, which then opens everything', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.openTab();
  bench.server.resetPassword('asha', oneTime);
  await bench.during(engine.login('asha@ward.test', oneTime));
  expect(engine.session()).toEqual(waits);
  await expect(bench.during(engine.save('closeTask', closing('7')))).rejects.toMatchObject({ code: 'signed-out' });
  await expect(bench.during(engine.call('syncDigest'))).rejects.toMatchObject({ kind: 'signed-out' });
  await bench.time.run(120_000);
  expect(engine.session()).toEqual(waits);
  expect(pathsOf(bench)).toEqual(['/api/Auth/login']);
  const db = await openOutboxDatabase(tab.ports.databases);
  const kept = await bench.during(db.read(async ({ meta }) => meta.toArray()));
  db.close();
  expect(kept.map(({ key }) => key)).not.toContain('verifier');
  expect(JSON.stringify([kept, [...bench.tablet.canary]])).not.toContain(oneTime);

  await bench.during(engine.choosePassword(own));
  expect(engine.session()).toMatchObject({ kind: 'signed-in', offline: false, session: { scope: 'full' } });
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(5_000);
  expect(bench.server.effects()).toMatchObject([{ key: id, userId: 'asha' }]);
  await bench.during(engine.lock());
  bench.network = offline;
  expect(await bench.during(engine.unlock(oneTime))).toBe(false);
  expect(await bench.during(engine.unlock(own))).toBe(true);
});

test('AU10 a pending choice is lost with its page: after a reload the user signs in again', async () => {
  const bench = createBench();
  bench.server.resetPassword('asha', oneTime);
  const store = new Map<string, string>();
  const { engine, tab } = await bench.openTab(store);
  await bench.during(engine.login('asha@ward.test', oneTime));
  tab.kill();
  const later = await bench.openTab(store);
  expect(later.engine.session()).toEqual({ kind: 'signed-out', reason: null });
  expect([...store.keys()]).toEqual([]);
});

test('AU10 a session reduced to a one-time password is asked to sign in again, and its work waits', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  bench.server.resetPassword('asha', oneTime);
  bench.network = open;
  await bench.time.run(120_000);
  expect(engine.session()).toEqual({ kind: 'signed-out', reason: resetWords });
  expect(engine.outbox()).toMatchObject([{ id, state: 'signed-out' }]);
  const asked = bench.requests.length;
  await bench.time.run(3600_000);
  expect(pathsOf(bench, asked).length).toBeLessThan(5);
  await bench.during(engine.login('asha@ward.test', oneTime));
  await bench.time.run(120_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'signed-out' }]);
  expect(engine.session()).toEqual(waits);
  await bench.during(engine.choosePassword(own));
  await bench.time.run(5_000);
  expect(bench.server.effects()).toMatchObject([{ key: id, userId: 'asha' }]);
});

test('AU10 a choice whose response was lost is retried under its key, with the same password or another', async () => {
  for (const second of [own, 'own-secret-2']) {
    const bench = createBench();
    bench.server.resetPassword('asha', oneTime);
    const { engine } = await bench.openTab();
    await bench.during(engine.login('asha@ward.test', oneTime));
    bench.network = ({ path }) => (path === '/api/Auth/login' ? 'refuse' : undefined);
    await expect(bench.during(engine.choosePassword(own))).rejects.toMatchObject({ kind: 'offline' });
    bench.network = open;
    await bench.during(engine.choosePassword(second));
    expect(engine.session()).toMatchObject({ kind: 'signed-in', session: { userId: 'asha' } });
  }
  const bench = createBench();
  bench.server.resetPassword('asha', oneTime);
  const { engine } = await bench.openTab();
  await bench.during(engine.login('asha@ward.test', oneTime));
  bench.network = ({ path }) => (path === '/api/Auth/password' ? 'lose-answer' : undefined);
  await expect(bench.during(engine.choosePassword(own))).rejects.toMatchObject({ kind: 'offline' });
  bench.network = open;
  await bench.during(engine.choosePassword(own));
  expect(engine.session()).toMatchObject({ kind: 'signed-in', session: { userId: 'asha' } });
});

test('AU10 a refused choice says why, and one after a change elsewhere asks to sign in', async () => {
  const bench = createBench();
  bench.server.resetPassword('asha', oneTime);
  const { engine } = await bench.openTab();
  await bench.during(engine.login('asha@ward.test', oneTime));
  await expect(bench.during(engine.choosePassword(oneTime))).rejects.toMatchObject({
    problem: { errors: { newPassword: ['Please choose another password.'] } },
  });
  expect(engine.session()).toEqual(waits);
  bench.server.resetPassword('asha', 'another-one-time');
  await expect(bench.during(engine.choosePassword(own))).rejects.toMatchObject({ kind: 'signed-out' });
  expect(engine.session()).toEqual({
    kind: 'signed-out',
    reason: 'The password has changed in the meantime. Please sign in again.',
  });
});

test('AU10 leaving the choice ends its session on the server', async () => {
  const bench = createBench();
  bench.server.resetPassword('asha', oneTime);
  const { engine } = await bench.openTab();
  await bench.during(engine.login('asha@ward.test', oneTime));
  await bench.during(engine.logout());
  expect(engine.session()).toEqual({ kind: 'signed-out', reason: null });
  await expect(bench.during(engine.choosePassword(own))).rejects.toMatchObject({ kind: 'signed-out' });
  expect(bench.requests.at(-1)).toMatchObject({
    path: '/api/Auth/refresh/asha/logout',
    body: '{"keepOutbox":false}',
  });
});

test('AU10 a locked tablet accepts the one-time password when online, and then no old one', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  await bench.time.run(1_000);
  await bench.during(engine.lock());
  bench.server.resetPassword('asha', oneTime);
  expect(await bench.during(engine.unlock(oneTime))).toBe(true);
  expect(engine.session()).toEqual(waits);
  tab.kill();
  bench.network = offline;
  const later = await bench.openTab();
  expect(later.engine.session()).toEqual({ kind: 'signed-out', reason: null });
});

test('AU4 a password changed on another tablet unlocks this one online', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  await bench.time.run(1_000);
  await bench.during(engine.lock());
  const elsewhere = await bench.secondTablet('asha');
  const body = { currentPassword: 'secret1', newPassword: own };
  await bench.during(elsewhere.call('changePassword', { body, idempotencyKey: elsewhere.newKey() }));
  expect(await bench.during(engine.unlock('wrong'))).toBe(false);
  expect(engine.session()).toMatchObject({ kind: 'locked', triesLeft: 4 });
  expect(await bench.during(engine.unlock(own))).toBe(true);
  expect(engine.session()).toMatchObject({ kind: 'signed-in', offline: false });
});

test('AU7 a locked tablet whose user the server has refused does not unlock with the old password', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.lock());
  bench.server.resetPassword('asha', oneTime);
  bench.network = open;
  await bench.time.run(61_000);
  expect(engine.session()).toEqual({ kind: 'signed-out', reason: resetWords });
  bench.network = offline;
  expect(await bench.during(engine.unlock('secret1').catch(() => false))).toBe(false);
  expect(engine.outbox()).toMatchObject([{ state: 'signed-out' }]);
});
