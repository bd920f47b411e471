import { expect, test } from 'vitest';
import { problem } from '#contract/errors.ts';
import { createClient } from '#sync/transport/client.ts';
import { openOutboxDatabase } from '#sync/outbox/database.ts';
import { createMeta } from '#sync/outbox/meta.ts';
import { memoryMeta } from '#sync/outbox/no-storage.ts';
import { createOutbox } from '#sync/outbox/outbox.ts';
import { learnPassword, openWith, verifierRounds } from '#sync/session/password.ts';
import type { Crypto, Transport } from '#sync/ports/ports.ts';
import { createServerStatus } from '#sync/transport/server-status.ts';
import { createSessions } from '#sync/session/session.ts';
import { toResponse } from '#tests/faults/wire-answer.ts';
import { closing, createBench, offline } from '../bench.ts';
import type { Bench, Interception } from '../bench.ts';
import type { Tab } from '#tests/faults/tablet.ts';

const open: () => Interception = () => undefined;
const day = 24 * 3600_000;

const expiredAnswer = () => ({
  status: 401,
  headers: { 'X-Ward-Protocol': '1', 'Content-Type': 'application/problem+json' },
  body: JSON.stringify(problem('auth.expired')),
});
const expired = (): Interception => expiredAnswer();

test('AU1 no token is ever written to IndexedDB or localStorage', async () => {
  const bench = createBench();
  const store = new Map<string, string>();
  const { engine, tab } = await bench.openTab(store);
  const session = await bench.during(engine.login('asha@ward.test', 'secret1'));
  await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(5000);
  const db = await openOutboxDatabase(tab.ports.databases);
  const rows = await bench.during(
    db.read(async ({ meta, commands }) => [await meta.toArray(), await commands.toArray()]),
  );
  db.close();
  expect(store.get('authToken')).toBe(session.token);
  expect(store.get('userRole')).toBe('BME');
  expect(JSON.stringify([rows, [...bench.tablet.canary]])).not.toContain(session.token);
});

test("AU6 a late refusal ends the session of its own user, not the next one's", async () => {
  const bench = createBench();
  const { tab } = await bench.openTab();
  const { ports } = tab;
  const late: ((answer: Response) => void)[] = [];
  const transport: Transport = {
    ...ports.transport,
    fetch: (input, init) =>
      input instanceof Request && input.url.includes('/Sync/digest')
        ? new Promise((resolve) => late.push(resolve))
        : ports.transport.fetch(input, init),
  };
  const serverStatus = createServerStatus(ports, { clockOffsetMs: 0, notBeforeMs: 0 });
  const slow = { ...ports, transport };
  const events = { onChange: () => undefined, onFreshSession: () => undefined };
  const sessions = createSessions(slow, memoryMeta(), serverStatus, events);
  const client = createClient(slow, sessions, serverStatus);
  await bench.during(sessions.login('asha@ward.test', 'secret1'));
  const call = client.callApi('syncDigest').catch((error: unknown) => error);
  await bench.time.settle();
  await bench.during(sessions.logout(0));
  await bench.during(sessions.login('ben@ward.test', 'secret1'));
  for (let answers = 0; answers < 2; answers += 1) {
    late.shift()?.(toResponse(expiredAnswer()));
    await bench.time.settle();
  }
  expect(await bench.during(call)).toMatchObject({ kind: 'signed-out' });
  expect(sessions.current()?.userId).toBe('ben');
});

test('AU2 the last session continues offline for 7 days', async () => {
  const bench = createBench();
  const { tab } = await bench.signIn('asha');
  bench.network = offline;
  await bench.time.run(3600_000);
  tab.kill();
  const later = await bench.openTab();
  expect(later.engine.session()).toMatchObject({
    kind: 'signed-in',
    offline: true,
    session: { userName: 'Engineer asha', userRole: 'BME', hospital: { id: 'hospital-1' }, token: '' },
  });
  const { id } = await bench.during(later.engine.save('closeTask', closing('7')));
  bench.network = open;
  await bench.time.run(61_000);
  expect(later.engine.session()).toMatchObject({ kind: 'signed-in', offline: false });
  expect(bench.server.effects()).toMatchObject([{ key: id, userId: 'asha' }]);
});

test('AU2 after 7 days, or after a logout, the tablet asks for a sign-in', async () => {
  const bench = createBench();
  const { tab, engine } = await bench.signIn('asha');
  bench.network = offline;
  for (let passed = 0; passed < 7.1 * day; passed += 11 * 3600_000) {
    bench.tablet.clockOffsetMs += 11 * 3600_000;
    await bench.during(engine.writeDraft('x', passed));
  }
  tab.kill();
  const later = await bench.openTab();
  expect(later.engine.session()).toMatchObject({ kind: 'signed-out' });
  bench.network = open;
  await bench.during(later.engine.login('asha@ward.test', 'secret1'));
  await bench.during(later.engine.logout());
  later.tab.kill();
  const last = await bench.openTab();
  expect(last.engine.session()).toMatchObject({ kind: 'signed-out' });
});

test('AU2 seven days without the server end the session even in a tab that is never closed', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  for (let passed = 0; passed < 7.1 * day; passed += 11 * 3600_000) {
    bench.tablet.clockOffsetMs += 11 * 3600_000;
    await bench.during(engine.writeDraft('x', passed).catch(() => undefined));
    await bench.time.run(61_000);
  }
  expect(engine.session()).toMatchObject({ kind: 'signed-out' });
});

test('AU5 a logout call that hangs does not delay the entries of the next user', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  await bench.during(engine.logout());
  bench.network = (request) => (request.path.endsWith('/logout') ? 'hang' : undefined);
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  const { id } = await bench.during(engine.save('closeTask', closing('8')));
  await bench.time.run(2_000);
  expect(bench.server.effects()).toMatchObject([{ key: id, userId: 'ben' }]);
});

const lockOfAsha = { kind: 'locked', userName: 'Engineer asha', email: 'asha@ward.test', hasPin: false };

test('AU3 a tablet unused for 12 hours asks for the password', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  await bench.time.run(12 * 3600_000 - 120_000);
  expect(engine.session()).toMatchObject({ kind: 'signed-in' });
  await bench.time.run(180_000);
  expect(engine.session()).toEqual({ ...lockOfAsha, triesLeft: 5 });
  expect(await bench.during(engine.unlock('secret1'))).toBe(true);
  expect(engine.session()).toMatchObject({ kind: 'signed-in' });
}, 60_000);

test('AU3 a locked tablet stays locked after a reload, and still sends', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.lock());
  tab.kill();
  bench.network = open;
  const later = await bench.openTab();
  expect(later.engine.session()).toMatchObject({ kind: 'locked' });
  await bench.time.run(61_000);
  expect(bench.server.effects()).toMatchObject([{ key: id }]);
});

test('AU4 five wrong passwords lock the tablet until it is online', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  await bench.time.run(1000);
  await bench.during(engine.lock());
  bench.network = offline;
  for (let tries = 0; tries < 5; tries += 1) expect(await bench.during(engine.unlock('wrong'))).toBe(false);
  expect(engine.session()).toMatchObject({ kind: 'locked', triesLeft: 0 });
  await expect(bench.during(engine.unlock('secret1'))).rejects.toMatchObject({ kind: 'offline' });
  bench.network = open;
  expect(await bench.during(engine.unlock('secret1'))).toBe(true);
});

test('AU4 a tablet that does not know the password says so when locked, and unlocks online', async () => {
  const bench = createBench();
  const { tab } = await bench.signIn('asha');
  const db = await openOutboxDatabase(tab.ports.databases);
  await bench.during(createMeta(db).change('verifier', () => undefined));
  db.close();
  tab.kill();
  const later = await bench.openTab();
  bench.network = offline;
  await bench.during(later.engine.lock());
  expect(later.engine.session()).toEqual({ ...lockOfAsha, triesLeft: null });
  await expect(bench.during(later.engine.unlock('secret1'))).rejects.toMatchObject({ kind: 'offline' });
  bench.network = open;
  expect(await bench.during(later.engine.unlock('wrong'))).toBe(false);
  expect(await bench.during(later.engine.unlock('secret1'))).toBe(true);
  await bench.during(later.engine.lock());
  expect(later.engine.session()).toMatchObject({ kind: 'locked', triesLeft: 5 });
});

test('AU4 the verifier costs at least 600,000 rounds and does not contain the password', async () => {
  const rounds: number[] = [];
  const crypto: Crypto = {
    sha256: async () => '',
    pbkdf2: async (password, salt, count) => {
      rounds.push(count);
      return `${password.length} ${salt.length}`;
    },
  };
  const random = { next: () => 0, uuid: () => '0d6e4079-e367-4a55-8f5b-3f1b5c1a6a11' };
  const verifier = (await learnPassword({ crypto, random }, 'secret1'))('asha');
  expect(verifierRounds).toBeGreaterThanOrEqual(600_000);
  expect(rounds).toEqual([verifierRounds]);
  expect(JSON.stringify(verifier)).not.toContain('secret1');
  expect(await openWith({ crypto }, verifier, 'secret1')).not.toBeNull();
  expect(await openWith({ crypto }, verifier, 'secret')).toBeNull();
});

test('AU5 an offline logout ends the session immediately and is reported later', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  expect(engine.unsentCount()).toBe(1);
  await bench.during(engine.logout());
  expect(engine.session()).toEqual({ kind: 'signed-out', reason: null });
  bench.network = open;
  await bench.time.run(61_000);
  const logouts = bench.requests.filter((request) => request.path.endsWith('/logout') && request.body !== undefined);
  const told = logouts.map((request) => request.body);
  expect(told.at(-2)).toBe('{"keepOutbox":true}');
  expect(told.at(-1)).toBe('{"keepOutbox":false}');
  expect(bench.server.effects()).toMatchObject([{ key: id, userId: 'asha' }]);
});

test('AU5 a logout interrupted by a dying tab is completed on the server', async () => {
  const outcomes = new Set<boolean>();
  for (let stepsLeft = 1; stepsLeft <= 20; stepsLeft += 1) {
    const bench = createBench();
    const { engine, tab } = await bench.signIn('asha');
    bench.network = offline;
    tab.fuse.stepsLeft = stepsLeft;
    engine.logout().catch(() => undefined);
    await bench.time.run(2000);
    tab.kill();
    bench.network = open;
    const again = await bench.openTab();
    await bench.time.run(61_000);
    const isTold = bench.requests.some(({ path, body }) => path.endsWith('/logout') && body === '{"keepOutbox":false}');
    expect(again.engine.session().kind, `killed at step ${stepsLeft}`).toBe(isTold ? 'signed-out' : 'signed-in');
    outcomes.add(isTold);
  }
  expect([...outcomes]).toEqual([false, true]);
}, 20_000);

test('AU6 a call with an expired session is retried once, then the user is asked to sign in', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.server.expireTokens();
  await expect(bench.during(engine.call('syncDigest'))).resolves.toMatchObject({ epoch: 'model' });
  bench.server.expireTokens();
  bench.network = (request) => (request.path.startsWith('/api/Auth/refresh') ? expired() : undefined);
  await expect(bench.during(engine.call('syncDigest'))).rejects.toMatchObject({ kind: 'signed-out' });
  expect(engine.session()).toMatchObject({
    kind: 'signed-out',
    reason: 'Your session has ended. Please sign in again.',
  });
});

test('AU7 a user whom the server has refused does not continue offline', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  bench.server.expireTokens();
  bench.network = (request) => (request.path.startsWith('/api/Auth/refresh') ? expired() : undefined);
  await bench.during(engine.call('syncDigest').catch(() => undefined));
  await bench.time.run(1000);
  tab.kill();
  bench.network = offline;
  const later = await bench.openTab();
  expect(later.engine.session()).toMatchObject({ kind: 'signed-out' });
});

test("a wrong password is reported with the server's message", async () => {
  const bench = createBench();
  const { engine } = await bench.openTab();
  await expect(bench.during(engine.login('asha@ward.test', 'wrong'))).rejects.toThrow('Invalid email or password.');
  bench.network = offline;
  await expect(bench.during(engine.login('asha@ward.test', 'secret1'))).rejects.toMatchObject({ kind: 'offline' });
});

test('AU8 a refusal older than the last sign-in does not set entries aside', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(5000);
  tab.kill();
  const storage = bench.tablet.storageOfContext();
  const db = await openOutboxDatabase(storage);
  const outbox = createOutbox(db, () => 0);
  const error = { class: 'sign-in', status: 401, code: 'auth.expired', message: '', at: '' } as const;
  const begun = await bench.during(outbox.begin(1));
  await bench.during(createMeta(db).set('signIns', { asha: 2 }));
  await bench.during(outbox.signedOut('asha', begun?.signIns ?? 0, error));
  expect(await bench.during(outbox.byId(id))).toMatchObject({ state: 'waiting' });
  await bench.during(outbox.signedOut('asha', 2, error));
  expect(await bench.during(outbox.byId(id))).toMatchObject({ state: 'signed-out' });
  db.close();
});

/** Sends a refresh with this tablet's cookie and stored data, as the person who holds the tablet could. */
async function refreshByHand(bench: Bench, tab: Tab): Promise<string> {
  const db = await openOutboxDatabase(tab.ports.databases);
  const key = (await bench.during(createMeta(db).get('unlockKeys')))?.['asha'];
  db.close();
  const headers = key === undefined ? undefined : { 'X-Ward-Unlock': key };
  const request = new Request('http://ward.test/api/Auth/refresh/asha', {
    method: 'POST',
    ...(headers && { headers }),
  });
  const answer = await bench.during(tab.ports.transport.fetch(request));
  return ((await answer.json()) as { scope: string }).scope;
}

test('AU11 a locked tablet can only send, whoever uses its cookie; the password restores the rest', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  await bench.time.run(1000);
  expect(await refreshByHand(bench, tab)).toBe('full');
  bench.network = offline;
  await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.lock());
  bench.network = open;
  expect(await refreshByHand(bench, tab)).toBe('outbox');
  await bench.time.run(61_000);
  expect(bench.server.effects()).toMatchObject([{ userId: 'asha' }]);
  bench.network = offline;
  expect(await bench.during(engine.unlock('secret1'))).toBe(true);
  bench.network = open;
  await bench.time.run(61_000);
  expect(engine.session()).toMatchObject({ kind: 'signed-in', offline: false, session: { scope: 'full' } });
  expect(await refreshByHand(bench, tab)).toBe('full');
});

test('AU11 an idle tablet forgets its key when opened, and the password restores it', async () => {
  const bench = createBench();
  const { tab } = await bench.signIn('asha');
  await bench.time.run(1000);
  tab.kill();
  bench.tablet.clockOffsetMs += 13 * 3600_000;
  const later = await bench.openTab();
  expect(later.engine.session()).toMatchObject({ kind: 'locked' });
  expect(await refreshByHand(bench, later.tab)).toBe('outbox');
  expect(await bench.during(later.engine.unlock('secret1'))).toBe(true);
  await bench.time.run(5000);
  expect(later.engine.session()).toMatchObject({ kind: 'signed-in', offline: false });
});

test('AU11 neither the tab nor the verifier stores the unlock key in plain text', async () => {
  const bench = createBench();
  const store = new Map<string, string>();
  const { engine, tab } = await bench.openTab(store);
  await bench.during(engine.login('asha@ward.test', 'secret1'));
  await bench.time.run(5000);
  const db = await openOutboxDatabase(tab.ports.databases);
  const meta = createMeta(db);
  const key = (await bench.during(meta.get('unlockKeys')))?.['asha'];
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  const verifier = JSON.stringify(await bench.during(meta.get('verifier')));
  expect(verifier).toContain('wrappedKey');
  for (const kept of [verifier, JSON.stringify([...store, ...bench.tablet.canary])]) expect(kept).not.toContain(key);
  await bench.during(engine.lock());
  const rows = await bench.during(db.read(({ meta: facts }) => facts.toArray()));
  expect(JSON.stringify(rows)).not.toContain(key);
  db.close();
});

test('AU11 a session that the server restricts to sending, though nobody locked it, asks for a sign-in', async () => {
  const bench = createBench();
  const { tab } = await bench.signIn('asha');
  await bench.time.run(1000);
  const db = await openOutboxDatabase(tab.ports.databases);
  await bench.during(createMeta(db).set('unlockKeys', { asha: '0'.repeat(64) }));
  db.close();
  tab.kill();
  const later = await bench.openTab();
  await bench.time.run(5000);
  expect(later.engine.session()).toMatchObject({ kind: 'signed-out', reason: 'Please sign in again.' });
});

test('AU11 a tablet that was signed in before keys existed unlocks as before', async () => {
  const crypto: Crypto = {
    sha256: async (bytes) => `sum of ${bytes.byteLength}`,
    pbkdf2: async (password) => `hash of ${password}`,
  };
  const verifier = { userId: 'asha', salt: '00', rounds: verifierRounds, hash: 'hash of secret1', triesLeft: 5 };
  expect(await openWith({ crypto }, verifier, 'secret1')).toEqual({});
  expect(await openWith({ crypto }, verifier, 'secret2')).toBeNull();
});
