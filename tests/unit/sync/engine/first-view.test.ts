import { expect, test } from 'vitest';
import { createEngine } from '#sync/engine/engine.ts';
import { openFirstView } from '#sync/engine/start/first-view.ts';
import type { OpenedReplica } from '#sync/engine/hospital-replica/opened-replica.ts';
import { peekOutbox } from '#sync/outbox/peek.ts';
import type { Ports } from '#sync/ports/ports.ts';
import { startEngine } from '#sync/engine/start/start.ts';
import type { WardEngine } from '#sync/types.ts';
import { closing, createBench, offline } from '../bench.ts';
import type { Bench } from '../bench.ts';

const hour = 3600_000;

/** Creates a tablet that has been used online: one settled entry, one refused entry, and pulled rows. */
async function usedTablet() {
  const bench = createBench();
  const { tab, engine } = await bench.signIn('asha');
  await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(10_000);
  await bench.during(engine.save('closeTask', closing('7', 'Once more')));
  await bench.time.run(90_000);
  expect(engine.outbox().map(({ state }) => state)).toEqual(['done', 'attention']);
  return { bench, tab, engine };
}

async function hasFirstView(bench: Bench, ports: Ports): Promise<boolean> {
  const first = await bench.during(openFirstView(ports));
  await first?.opened.replica.close();
  return first !== null;
}

/** Returns what screens read on their first render. */
const shown = (engine: WardEngine) => ({
  session: engine.session(),
  outbox: engine.outbox(),
  status: engine.status(),
  unsent: engine.unsentCount(),
  warnings: engine.warnings(),
  ready: engine.view().ready,
  isIdle: engine.isIdle(),
});

test('ST5 the first view shows the same as the whole engine afterwards', async () => {
  const { bench, tab } = await usedTablet();
  tab.kill();
  bench.network = offline;
  bench.tablet.looksOnline = false;
  const { tab: later } = await bench.openTab();
  const { engine, complete } = await bench.during(
    startEngine(later.ports, (opened) => createEngine(later.ports, opened)),
  );
  const before = shown(engine);
  const revision = engine.view().revision;
  expect(before).toMatchObject({ ready: true, status: { label: 'Sync: 1 need attention', waiting: 0 } });
  expect(before.outbox).toHaveLength(2);
  let changes = 0;
  engine.subscribe(() => (changes += 1));
  void complete();
  await bench.time.run(1000);
  expect(changes).toBeGreaterThan(0);
  expect(shown(engine)).toEqual(before);
  // No screen reads its rows again.
  expect(engine.view().revision).toBe(revision);
});

test('ST5 there is no first view while the effect of an entry is missing in its rows', async () => {
  const { bench, tab, engine } = await usedTablet();
  expect(await hasFirstView(bench, tab.ports)).toBe(true);
  bench.network = offline;
  await bench.during(engine.save('escalateTask', { taskId: '8' }));
  expect(await hasFirstView(bench, tab.ports)).toBe(false);
  bench.network = ({ path }) => (path.startsWith('/api/Sync/') ? 'refuse' : undefined);
  engine.sendNow();
  await bench.time.run(5000);
  expect(engine.status().waiting).toBe(0);
  expect(await hasFirstView(bench, tab.ports)).toBe(false);
  bench.network = () => undefined;
  await bench.time.run(120_000);
  expect(await hasFirstView(bench, tab.ports)).toBe(true);
});

test('ST5 a locked, idle or logged out device has no first view', async () => {
  const { bench, tab, engine } = await usedTablet();
  expect(await hasFirstView(bench, tab.ports)).toBe(true);
  bench.tablet.clockOffsetMs = 13 * hour;
  expect(await hasFirstView(bench, tab.ports)).toBe(false);
  bench.tablet.clockOffsetMs = 0;
  await bench.during(engine.lock());
  expect(await hasFirstView(bench, tab.ports)).toBe(false);
  await bench.during(engine.unlock('secret1'));
  expect(await hasFirstView(bench, tab.ports)).toBe(true);
  await bench.during(engine.logout());
  expect(await hasFirstView(bench, tab.ports)).toBe(false);
});

test('ST5 an action in the first view waits for the whole engine, whose loading is retried', async () => {
  const { bench, tab } = await usedTablet();
  tab.kill();
  bench.network = offline;
  const { tab: later } = await bench.openTab();
  let tries = 0;
  const load = async (opened?: OpenedReplica) => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return createEngine(later.ports, opened);
  };
  const { engine } = await bench.during(startEngine(later.ports, load));
  expect(tries).toBe(0);
  await expect(bench.during(engine.save('escalateTask', { taskId: '8' }))).rejects.toThrow(
    'The app could not be loaded completely. Please open it again.',
  );
  const { id } = await bench.during(engine.save('escalateTask', { taskId: '8' }));
  expect(engine.outbox().at(-1)).toMatchObject({ id, state: 'waiting' });
  expect(engine.unsentCount()).toBe(1);
});

test('ST5 looking at a tablet that was never used leaves nothing on it', async () => {
  const bench = createBench();
  const { tab } = await bench.openTab();
  const databases = { ...tab.ports.databases, namePrefix: 'unused-' };
  expect(await bench.during(peekOutbox(databases))).toBeNull();
  expect((await bench.during(databases.indexedDB.databases())).map(({ name }) => name)).not.toContain('unused-outbox');
});
