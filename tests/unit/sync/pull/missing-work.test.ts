import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPull } from '#sync/pull/pull.ts';
import { openReplica } from '#sync/replica/replica.ts';
import { deviceRows } from '#tests/support/device-rows.ts';
import { createChangeServer, createDeviceWorld } from '#tests/support/replica-world.ts';

const day = 24 * 60 * 60_000;

/** Creates a tab with answered work under these keys that has pulled once. */
async function tabWith(keys: readonly string[], server = createChangeServer()) {
  const world = createDeviceWorld();
  const ports = world.tab();
  const told: string[] = [];
  let isFull = false;
  server.put('device', ...deviceRows(3));
  const replica = await openReplica({ ports, hospitalId: 'h1' });
  const pull = createPull({
    ports,
    callApi: server.callApi(10),
    openEvents: () => Promise.reject(new Error('no events here')),
    replica,
    onWarning: (warning) => told.push(warning),
    answered: {
      keys: async () => keys,
      async onMissing(missing) {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
        told.push(...missing);
      },
    },
  });
  await pull.pullNow();
  return { world, server, pull, told, fill: (full: boolean) => void (isFull = full) };
}

const uuids = (count: number) => Array.from({ length: count }, () => randomUUID());

it('PU21 asks about all acknowledged work in parts, and reports exactly what is missing', async () => {
  const keys = uuids(250);
  const { world, server, pull, told } = await tabWith(keys);
  expect(server.state.keysAsked).toEqual([100, 100, 50]);
  expect(told).toEqual([]);
  const lost = [keys[3], keys[99], keys[249]].map(String);
  server.state.missingKeys = new Set(lost);
  await pull.pullNow();
  expect(told).toEqual([]);
  await world.clock.advance(day);
  await pull.pullNow();
  expect(told).toEqual(lost);
});

it('PU21 a server that refuses the request is asked again a day later, not at each pull', async () => {
  const server = createChangeServer();
  server.state.missingKeys = null;
  const { world, pull } = await tabWith(uuids(1), server);
  await pull.pullNow();
  await pull.pullNow();
  expect([server.state.keysAsked, server.state.digestCalls]).toEqual([[1], 1]);
  await world.clock.advance(day);
  await pull.pullNow();
  expect(server.state.keysAsked).toEqual([1, 1]);
});

it('PU21 what could not be put back into the queue is requested at the next pull', async () => {
  const keys = uuids(2);
  const { world, server, pull, told, fill } = await tabWith(keys);
  server.state.missingKeys = new Set(keys);
  fill(true);
  await world.clock.advance(day);
  await pull.pullNow();
  expect(told).toEqual([]);
  fill(false);
  await pull.pullNow();
  expect(told).toEqual(keys);
});

it('PU21 a key that the app did not create does not spoil the request', async () => {
  const keys = ['imported:1', ...uuids(1)];
  const { server } = await tabWith(keys);
  expect(server.state.keysAsked).toEqual([1]);
});
