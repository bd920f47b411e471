import { expect, test } from 'vitest';
import { openOutboxDatabase } from '#sync/outbox/database.ts';
import { createBench, offline } from '../bench.ts';
import type { Interception } from '../bench.ts';

const open: () => Interception = () => undefined;
const pin = '280519';

/** Signs in, sets a PIN, and locks the tablet without network. */
async function lockedWithPin() {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  expect(await bench.during(engine.hasPin())).toBe(false);
  expect(await bench.during(engine.setPin('secret1', pin))).toBe('set');
  expect(await bench.during(engine.hasPin())).toBe(true);
  await bench.during(engine.lock());
  bench.network = offline;
  return { bench, engine, tab };
}

test('AU13 a PIN unlocks the tablet offline, and its session works with the server again', async () => {
  const { bench, engine } = await lockedWithPin();
  expect(engine.session()).toMatchObject({ kind: 'locked', hasPin: true });
  expect(await bench.during(engine.unlock(pin, 'pin'))).toBe(true);
  expect(engine.session()).toMatchObject({ kind: 'signed-in' });
  bench.network = open;
  await bench.time.run(61_000);
  expect(engine.session()).toMatchObject({ kind: 'signed-in', offline: false });
});

test('AU13 the password still unlocks a tablet with a PIN, and the PIN stays', async () => {
  const { bench, engine } = await lockedWithPin();
  expect(await bench.during(engine.unlock(pin))).toBe(false);
  expect(await bench.during(engine.unlock('secret1'))).toBe(true);
  await bench.during(engine.lock());
  expect(engine.session()).toMatchObject({ hasPin: true, triesLeft: 5 });
});

test('AU13 PIN and password share five attempts; then only the password unlocks it, online', async () => {
  const { bench, engine } = await lockedWithPin();
  for (const by of ['pin', 'password', 'pin', 'pin', 'pin'] as const)
    expect(await bench.during(engine.unlock('000001', by))).toBe(false);
  expect(engine.session()).toMatchObject({ kind: 'locked', triesLeft: 0, hasPin: false });
  expect(await bench.during(engine.unlock(pin, 'pin'))).toBe(false);
  bench.network = open;
  expect(await bench.during(engine.unlock(pin, 'pin'))).toBe(false);
  expect(await bench.during(engine.unlock('secret1'))).toBe(true);
  expect(await bench.during(engine.hasPin())).toBe(false);
});

test('AU13 a wrong PIN is never sent to the server', async () => {
  const { bench, engine } = await lockedWithPin();
  const asked: string[] = [];
  bench.network = (request) => {
    if (request.path.includes('/login')) asked.push(request.path);
    return undefined;
  };
  expect(await bench.during(engine.unlock('000001', 'pin'))).toBe(false);
  expect(asked).toEqual([]);
  expect(await bench.during(engine.unlock('000001'))).toBe(false);
  expect(asked).toHaveLength(1);
});

test('AU13 setting a PIN requires the password of its user, whose failed attempts count', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  for (let tries = 0; tries < 4; tries += 1)
    expect(await bench.during(engine.setPin('wrong', pin))).toBe('wrong-password');
  expect(await bench.during(engine.setPin('wrong', pin))).toBe('cannot-check');
  expect(await bench.during(engine.setPin('secret1', pin))).toBe('cannot-check');
  expect(await bench.during(engine.hasPin())).toBe(false);
});

test('AU13 a logout, a changed password and Remove delete the PIN', async () => {
  const { bench, engine } = await lockedWithPin();
  bench.network = open;
  await bench.during(engine.unlock(pin, 'pin'));
  await bench.during(engine.removePin());
  expect(await bench.during(engine.hasPin())).toBe(false);
  await bench.during(engine.setPin('secret1', pin));
  const body = { currentPassword: 'secret1', newPassword: 'secret2' };
  await bench.during(engine.call('changePassword', { body, idempotencyKey: engine.newKey() }));
  await bench.time.run(1000);
  expect(await bench.during(engine.hasPin())).toBe(false);
  expect(await bench.during(engine.setPin('secret2', pin))).toBe('set');
  await bench.during(engine.logout());
  await bench.during(engine.login('asha@ward.test', 'secret2'));
  expect(await bench.during(engine.hasPin())).toBe(false);
});

test('AU13 neither the PIN nor its unlock key is stored in plain text', async () => {
  const { bench, tab } = await lockedWithPin();
  const db = await openOutboxDatabase(tab.ports.databases);
  const rows = await bench.during(db.read(async ({ meta }) => meta.toArray()));
  db.close();
  const text = JSON.stringify(rows);
  expect(text).toContain('"pin"');
  expect(text).not.toContain(pin);
  expect(text).not.toContain('"unlockKeys":{"asha"');
});
