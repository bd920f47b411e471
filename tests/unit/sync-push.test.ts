import { expect, test } from 'vitest';
import { closing, createBench, offline } from './sync-bench.ts';

test('PU1 a saved closing reaches the server once under its key', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  expect(await bench.during(engine.outcome(id, 10_000))).toMatchObject({ kind: 'received' });
  expect(bench.server.effects().map(({ key, userId }) => ({ key, userId }))).toEqual([{ key: id, userId: 'asha' }]);
  expect(engine.status().label).toBe('Sync: up to date');
});

test('OB1 what is saved without network is there after the tab was killed and is sent when the network is back', async () => {
  const bench = createBench();
  const { tab, engine } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  expect(await bench.during(engine.outcome(id, 10_000))).toEqual({ kind: 'saved-on-device' });
  tab.kill();
  const later = await bench.openTab();
  expect(later.engine.outbox()).toMatchObject([{ id, state: 'waiting' }]);
  expect(later.engine.status().label).toBe('Sync: offline, 1 waiting');
  bench.network = () => undefined;
  await bench.time.run(61_000);
  expect(bench.server.effects().map(({ key }) => key)).toEqual([id]);
  expect(later.engine.outbox()).toMatchObject([{ id, state: 'done' }]);
});
