import { serialize } from 'node:v8';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { horizonOf } from '#contract/rules/plan.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { replicaKinds } from '#contract/records/replica.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { createMemory, segmentsOf } from '#sync/replica/memory.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

/** Most that the care programme may add to the replica per device. Source: issue 17. */
const mostGrowth = 0.15;
/** Fields and events added by the programme. */
const added: Readonly<Record<string, readonly string[]>> = {
  device: ['plans'],
  task: ['dueOn', 'attempt', 'cancelledAt', 'title', 'vendorId'],
  ticket: ['failureClass'],
};
/** Kinds added by other parts of the programme: procedures and tests, contracts. */
const newKinds = new Set(['procedure', 'tester', 'test', 'contract', 'holiday']);
const addedEvents = new Set(['accepted', 'arrived', 'waiting', 'resumed', 'restored', 'attempted', 'cancelled']);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
});
afterAll(() => server.close());

type Row = Record<string, unknown>;

/** Returns all records that a tablet of the demo hospital pulls, by kind. */
async function pulled(): Promise<Map<string, Row[]>> {
  const bme = await server.as(demoSignIns.bme);
  const found = new Map<string, Row[]>();
  let cursor = 0;
  for (;;) {
    const { answer } = await bme.call('syncChanges', { query: { cursor } });
    for (const { kind, rows } of answer.rows) found.set(kind, [...(found.get(kind) ?? []), ...(rows as Row[])]);
    if (!answer.more) return found;
    cursor = answer.next;
  }
}

const bytesOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0);

/** Returns a record as tablets had it before. */
function withoutCare(kind: string, row: Row): Row {
  const left = Object.fromEntries(Object.entries(row).filter(([field]) => !added[kind]?.includes(field)));
  const { events } = row as { events?: readonly { kind: string }[] };
  return events ? { ...left, events: events.filter((event) => !addedEvents.has(event.kind)) } : left;
}

test('clock, plans, attempts and failure classes add at most 15 % to the replica', async () => {
  const all = await pulled();
  const devices = all.get('device')?.length ?? 0;
  expect(devices).toBeGreaterThan(300);
  const sizes = [...all]
    .filter(([kind]) => !newKinds.has(kind))
    .map(([kind, rows]) => {
      const before = rows.map((row) => withoutCare(kind, row));
      return { kind, now: bytesOf(rows), before: bytesOf(before) };
    });
  expect(sizes.filter(({ now, before }) => now > before).map(({ kind }) => kind)).toEqual(Object.keys(added));
  // The horizon of tasks: before, they were created to the end of each plan.
  const horizon = horizonOf(hospitalDay(server.clock.now, 'Asia/Kolkata'));
  const latest = (all.get('task') ?? [])
    .map(({ taskDate }) => String(taskDate))
    .toSorted()
    .at(-1);
  expect(latest! <= horizon).toBe(true);
  const sum = (of: 'now' | 'before') => sizes.reduce((total, size) => total + size[of], 0);
  const words = sizes
    .filter(({ now, before }) => now > before)
    .map(({ kind, now, before }) => `${kind} ${before} to ${now}`)
    .join(', ');
  const growth = sum('now') / sum('before') - 1;
  console.log(
    `Bytes of the replica of ${devices} devices: ${words}; in all, for each device ${Math.round(sum('before') / devices)} to ${Math.round(sum('now') / devices)}, ${(growth * 100).toFixed(1)} % more.`,
  );
  expect(growth).toBeGreaterThan(0.01);
  expect(growth).toBeLessThanOrEqual(mostGrowth);
});

test('what a tablet stores of the hospital reads back as it was pulled', async () => {
  const all = await pulled();
  const sizes = replicaKinds.map((kind) => {
    const rows = all.get(kind) ?? [];
    const segments = segmentsOf({ rows: [{ kind, versions: [...rows.keys()], rows }], tombstones: [] });
    const memory = createMemory();
    for (const [at, segment] of structuredClone(segments).entries()) memory.apply(at + 1, segment);
    expect(memory.tables[kind].all()).toEqual(rows);
    return { kind, count: rows.length, pulled: bytesOf(rows), stored: serialize(segments).byteLength };
  });
  console.log(
    sizes
      .map(({ kind, count, pulled: json, stored }) => `${count} ${kind}: ${json} as JSON, ${stored} stored`)
      .join('; '),
  );
});
