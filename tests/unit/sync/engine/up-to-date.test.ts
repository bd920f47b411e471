import { expect, test } from 'vitest';
import type { WardEngine } from '#sync/types.ts';
import { closing, createBench, offline } from '../bench.ts';
import type { Bench } from '../bench.ts';

const writes: Record<'entry' | 'direct', (engine: WardEngine) => Promise<unknown>> = {
  entry: async (engine) => {
    const { id } = await engine.save('closeTask', closing('7'));
    return engine.outcome(id, 5_000);
  },
  direct: (engine) => engine.call('closeTask', { body: closing('7'), idempotencyKey: engine.newKey() }),
};

/** Creates a tablet that has pulled everything and whose next pulls get no answer. */
async function upToDate() {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  await bench.during(engine.save('escalateTask', { taskId: '9' }));
  await bench.time.run(90_000);
  expect(engine.status()).toMatchObject({ label: 'Sync: up to date', tone: 'ok' });
  bench.network = ({ path }) => (path.includes('/Sync/changes') ? 'hang' : undefined);
  return { bench, engine };
}

async function settle(bench: Bench) {
  bench.network = () => undefined;
  await bench.time.run(90_000);
}

test.each(Object.entries(writes))(
  'OB11 after a write (%s) the tablet is up to date once a pull has included it',
  async (_what, write) => {
    const { bench, engine } = await upToDate();
    await bench.during(write(engine));
    const labels: string[] = [];
    engine.subscribe(() => labels.push(engine.status().label));
    expect(engine.status()).toMatchObject({ label: 'Sync: receiving changes', tone: 'receiving', waiting: 0 });
    await bench.time.run(15_000);
    expect(labels).not.toContain('Sync: up to date');
    await settle(bench);
    expect(engine.status().label).toBe('Sync: up to date');
  },
);

test.each(Object.entries(writes))(
  'PL6 a write (%s) without a live event is pulled within seconds',
  async (_what, write) => {
    const { bench, engine } = await upToDate();
    bench.network = () => undefined;
    await bench.during(write(engine));
    await bench.time.run(5_000);
    expect(engine.status().label).toBe('Sync: up to date');
  },
);

/** Answers each direct write with the next of these versions, or refuses it; pulls get no answer. */
function answering(bench: Bench, status: number, ...versions: number[]): void {
  bench.network = ({ path, headers: sent }) => {
    if (path.includes('/Sync/changes')) return 'hang';
    if (!path.includes('/task/close')) return undefined;
    const echo = { 'Idempotency-Key': sent['idempotency-key'] ?? '' };
    const headers = { ...echo, 'X-Ward-Protocol': '1', 'X-Ward-Version': String(versions.shift()) };
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    return { status, headers: { ...headers, 'Content-Type': type }, body: JSON.stringify({ code: 'record.unknown' }) };
  };
}

test('OB11 a refused write is not waited for, whatever version its response names', async () => {
  const { bench, engine } = await upToDate();
  answering(bench, 404, 1000);
  await bench.during(writes.direct(engine).catch(() => undefined));
  expect(engine.status().label).toBe('Sync: up to date');
});

test('OB11 if responses arrive out of order, the later version is waited for', async () => {
  const { bench, engine } = await upToDate();
  answering(bench, 200, 1000, 1);
  for (let write = 0; write < 2; write += 1) await bench.during(writes.direct(engine));
  expect(engine.status().label).toBe('Sync: receiving changes');
});

test('OB11 being offline is shown before pending versions, and after a restored backup none is pending', async () => {
  const { bench, engine } = await upToDate();
  await bench.during(writes.direct(engine));
  bench.network = offline;
  await bench.time.run(90_000);
  expect(engine.status().label).toBe('Sync: offline');
  bench.server.restore();
  await settle(bench);
  expect(engine.status().label).toBe('Sync: up to date');
});
