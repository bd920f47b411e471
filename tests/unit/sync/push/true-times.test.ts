import { expect, test } from 'vitest';
import { clockEstimateHeader, clockOffsetHeader, idempotencyHeader, madeAtHeader } from '#contract/calls/sync.ts';
import { modelPassword } from '#tests/faults/model-server.ts';
import { closing, createBench, offline } from '../bench.ts';
import type { Bench } from '../bench.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Creates a tablet that starts offline, three days behind, an hour after its last contact, with one entry saved since.
 */
async function savedBehind() {
  const bench = createBench();
  const { tab } = await bench.signIn('asha');
  const contactMs = bench.time.now();
  bench.network = offline;
  tab.kill();
  await bench.time.run(hourMs);
  bench.tablet.clockOffsetMs = -3 * dayMs;
  const opened = await bench.openTab(tab.session);
  const { id } = await bench.during(opened.engine.save('closeTask', closing('8')));
  return { bench, ...opened, id, contactMs, madeMs: bench.time.now() };
}

async function reachServer(bench: Bench, network: Bench['network'] = () => undefined): Promise<void> {
  bench.network = network;
  bench.tablet.signOfLife();
  await bench.time.run(180_000);
}

/** Returns the times sent with each attempt of an entry. Units: ms since 1970, milliseconds. */
const sentTimes = (bench: Bench, id: string) =>
  bench.requests
    .map(({ headers }) => new Headers(headers))
    .filter((headers) => headers.get(idempotencyHeader) === id)
    .map((headers) => ({
      atMs: Date.parse(headers.get(madeAtHeader) ?? '') + Number(headers.get(clockOffsetHeader)),
      offset: headers.get(clockOffsetHeader),
      estimate: headers.get(clockEstimateHeader),
    }));

const isEstimated = (engine: Awaited<ReturnType<typeof savedBehind>>['engine'], id: string) =>
  engine.outbox().find((entry) => entry.id === id)?.timeEstimated;

test('ST9 server contact corrects the time of an entry made by a slow clock, before it is sent', async () => {
  const { bench, engine, id, contactMs, madeMs } = await savedBehind();
  await bench.time.run(60_000);
  expect(sentTimes(bench, id)).toEqual([]);
  expect(isEstimated(engine, id)).toBe(true);
  await reachServer(bench);
  const [sent, ...more] = sentTimes(bench, id);
  expect(more).toEqual([]);
  expect(Math.abs((sent?.atMs ?? 0) - madeMs)).toBeLessThan(5_000);
  // The server also receives the tablet's estimate of the current time, about an hour earlier.
  expect(Number(sent?.offset) - Number(sent?.estimate)).toBeGreaterThan(madeMs - contactMs - 120_000);
  expect(isEstimated(engine, id)).toBe(false);
});

test('ST9 an estimate stands if the clock was set before the contact', async () => {
  const { bench, engine, id, contactMs } = await savedBehind();
  bench.tablet.clockOffsetMs = 0;
  await reachServer(bench);
  const [sent] = sentTimes(bench, id);
  expect(sent?.offset).toBe(sent?.estimate);
  expect(Math.abs((sent?.atMs ?? 0) - contactMs)).toBeLessThan(120_000);
  expect(isEstimated(engine, id)).toBe(true);
});

test('ST9 an estimate stands if the clock was set back again, even by less than the age of the entry', async () => {
  const { bench, engine, id } = await savedBehind();
  await bench.time.run(2 * hourMs);
  await bench.during(engine.save('closeTask', closing('7')));
  // An hour less than at the second entry but an hour more than at the first: only the second proves the change.
  bench.tablet.clockOffsetMs = -3 * dayMs - hourMs;
  await reachServer(bench);
  const [sent] = sentTimes(bench, id);
  expect(sent).toBeDefined();
  expect(sent?.offset).toBe(sent?.estimate);
});

test('ST9 entries made by a clock that fell behind, but not behind the last contact, are estimated', async () => {
  const bench = createBench();
  const { tab } = await bench.signIn('asha');
  bench.network = offline;
  await bench.time.run(4 * hourMs);
  tab.kill();
  // Two days without power, during which the clock stood still.
  await bench.time.run(2 * dayMs);
  bench.tablet.clockOffsetMs = -2 * dayMs;
  const { engine } = await bench.openTab(tab.session);
  await bench.during(engine.unlock(modelPassword));
  const { id } = await bench.during(engine.save('closeTask', closing('8')));
  expect(isEstimated(engine, id)).toBe(false);
  await reachServer(bench);
  const [sent] = sentTimes(bench, id);
  expect([sent?.offset, isEstimated(engine, id)]).toEqual([sent?.estimate, true]);
});

test('ST9 an entry older than a clock change keeps its time without a mark', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('8')));
  const madeMs = bench.time.now();
  bench.tablet.clockOffsetMs = -3 * dayMs;
  await reachServer(bench);
  const [sent] = sentTimes(bench, id);
  expect([sent?.estimate, isEstimated(engine, id)]).toEqual([null, false]);
  expect(Math.abs((sent?.atMs ?? 0) - madeMs)).toBeLessThan(5_000);
});

test('ST9 a retry sends the times of the first attempt', async () => {
  const { bench, id } = await savedBehind();
  let lost = 0;
  await reachServer(bench, ({ headers }) =>
    new Headers(headers).get(idempotencyHeader) === id && (lost += 1) === 1 ? 'lose-answer' : undefined,
  );
  const [first, second] = sentTimes(bench, id);
  expect(second).toEqual(first);
  expect(second).toBeDefined();
});

test('ST9 entries imported from another tablet keep the time it estimated', async () => {
  const { bench, engine, tab, id } = await savedBehind();
  const file = await bench.during(engine.exportUnsent());
  tab.kill();
  bench.network = () => undefined;
  const other = await bench.secondTablet('asha');
  await bench.during(other.importUnsent(file));
  await bench.during(other.outcome(id, 60_000));
  const [sent] = sentTimes(bench, id);
  expect(sent?.offset).toBe(sent?.estimate);
});
