import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FiguresPage } from '#contract/calls/figures.ts';
import { callPath, calls } from '#contract/index.ts';
import { sumFigureMarks } from '#server/jobs/prune-keys.ts';
import type { HospitalScope } from '#server/db/scope.ts';
import { readAsk } from '#server/figures/ask.ts';
import { type FigurePart, openParts } from '#server/figures/kept-parts.ts';
import { failurePart } from '#server/figures/failures.ts';
import { completionPart } from '#server/figures/jobs.ts';
import { readMarks } from '#server/kept-counts/figure-marks.ts';
import { createPartMemory } from '#server/kept-counts/part-memory.ts';
import { changes } from '#tests/support/change-rows.ts';
import { addFigureHospital, createPartComparer } from '#tests/support/compare-parts.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let scope: HospitalScope;
let compare: ReturnType<typeof createPartComparer>;

beforeAll(async () => {
  server = await startTestServer();
  scope = await addFigureHospital(server);
  compare = createPartComparer(scope);
}, 120_000);
afterAll(() => server?.close());

const change = (statement: SQL) => changes(server.database.db, statement);

test('a repeat of June, and a step that arrives late, reach the first visits of May', async () => {
  const { db } = server.database;
  const memory = createPartMemory(100);
  const fixes = async (): Promise<number> => {
    const ask = await readAsk(scope, { period: 'month', at: '2026-05' }, server.clock.now);
    return (await (await openParts(memory, ask)).read(failurePart, ask, false)).whole.firstVisitFixes;
  };
  const report = (id: string, at: string, closed: string) =>
    db.execute(sql`
      insert into ticket (hospital_id, id, number, device_id, issue_type, problem_reported, priority, status, machine_status,
        reported_by, reported_by_id, reported_at, received_at, first_arrived_at, closed_at, failure_class)
      select hospital_id, ${id}, ${id}, id, 'Other', 'Noise', 'Low', 'Closed', 'Problem Intermittent', 'A. Rao', 'a',
        ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, ${closed}::timestamptz, 'wear'
      from installation where hospital_id = ${scope.id} and id = 'quiet'`);
  const step = (owner: string, kind: string, at: string) =>
    db.execute(sql`
      insert into work_event (hospital_id, owner_kind, owner_id, id, at, received_at, kind, data)
      values (${scope.id}, 'ticket', ${owner}, ${owner + kind}, ${at}::timestamptz, ${at}::timestamptz, ${kind}, '{}')`);
  await db.execute(sql`
    insert into installation (hospital_id, id, serial_number, model_id, equipment_id, make_id)
    select hospital_id, 'quiet', 'QUIET-1', model_id, equipment_id, make_id from installation
    where hospital_id = ${scope.id} and removal_reason is null limit 1`);
  const none = await fixes();
  await report('first', '2026-05-20T04:00:00Z', '2026-05-28T04:00:00Z');
  expect(await fixes()).toBe(none);
  await step('first', 'arrived', '2026-05-21T04:00:00Z');
  expect(await fixes()).toBe(none + 1);
  await report('again', '2026-06-20T04:00:00Z', '2026-06-20T05:00:00Z');
  expect(await fixes()).toBe(none);
  await change(sql`update ticket set reported_at = '2026-06-28T04:00:00Z', closed_at = '2026-06-28T05:00:00Z'
    where hospital_id = ${scope.id} and id = 'again'`);
  expect(await fixes()).toBe(none + 1);
  await step('first', 'waiting', '2026-05-22T04:00:00Z');
  await step('first', 'resumed', '2026-05-23T04:00:00Z');
  expect(await fixes()).toBe(none);
});

test('months that a change does not reach stay kept, and without changes nothing is counted', async () => {
  let counted = 0;
  const counting: FigurePart<object> = {
    ...completionPart,
    count: (ask, isCompared) => {
      counted += 1;
      return completionPart.count(ask, isCompared);
    },
  };
  const memory = createPartMemory(100);
  const read = async (at: string) => {
    const ask = await readAsk(scope, { period: 'month', at }, server.clock.now);
    await (await openParts(memory, ask)).read(counting, ask, false);
  };
  for (const at of ['2026-04', '2026-06', '2026-04', '2026-06']) await read(at);
  expect(counted).toBe(2);
  expect(
    await change(sql`update task set closed_on = '2026-06-20' where hospital_id = ${scope.id}
      and id = (select id from task where hospital_id = ${scope.id}
        and coalesce(due_on, task_date) between '2026-06-01' and '2026-06-30' and moved_from is null limit 1)`),
  ).toBe(true);
  await read('2026-04');
  expect(counted).toBe(2);
  await read('2026-06');
  expect(counted).toBe(3);
});

test('facts are not kept if a change arrives while they are counted', async () => {
  const ask = await readAsk(scope, { period: 'month', at: '2026-06' }, server.clock.now);
  const memory = createPartMemory(100);
  const reported = async () => (await openParts(memory, ask)).read(ticketsPart, ask, false);
  let beforeEnd = async () => undefined as unknown;
  const ticketsPart: FigurePart<{ cost: number }> = {
    name: 'tickets',
    settings: [],
    reachOf: ({ span }) => [{ source: 'ticket', ...span }],
    count: async () => {
      const [row] = await scope.rows<{ cost: number }>(
        sql`select coalesce(sum(part_cost), 0)::float8 as cost from ticket where hospital_id = ${scope.id}`,
      );
      await beforeEnd();
      return { whole: row ?? { cost: 0 }, byKey: new Map() };
    },
  };
  const one = sql`hospital_id = ${scope.id} and id = (select min(id) from ticket where hospital_id = ${scope.id})`;
  await change(sql`update ticket set reported_at = '2026-06-15T06:00:00Z', part_cost = 10 where ${one}`);
  const dearer = sql`update ticket set part_cost = part_cost + 1 where ${one}`;
  beforeEnd = () => change(dearer);
  const first = await reported();
  beforeEnd = async () => undefined;
  const second = await reported();
  expect(second.whole.cost).toBeGreaterThan(first.whole.cost);
  expect(await reported()).toBe(second);

  // An open transaction is not seen; its marks come with its changes.
  await server.database.db.transaction(async (tx) => {
    await tx.execute(dearer);
    expect(await reported()).toBe(second);
  });
  expect((await reported()).whole.cost).toBeGreaterThan(second.whole.cost);
});

test('two servers on one database give the same figures after a change by either', async () => {
  const other = await server.another();
  try {
    const { session } = await server.as(server.city.users.bme);
    await server.database.db.execute(
      sql`update app_user set hospital_id = ${scope.id} where id = ${server.city.users.bme.id}`,
    );
    const figuresOf = async (app: typeof other) => {
      const answer = await app.inject({
        url: `/api${callPath(calls.figures)}?period=quarter&at=2026-Q2`,
        headers: { authorization: `Bearer ${session?.token}` },
      });
      expect(answer.statusCode).toBe(200);
      return answer.json<FiguresPage>().groups;
    };
    const before = await figuresOf(server.app);
    expect(await figuresOf(other)).toEqual(before);
    await change(sql`update ticket set part_cost = 4321, priority = 'Critical', closed_at = reported_at + interval '9 hours'
      where hospital_id = ${scope.id} and reported_at between '2026-05-01' and '2026-06-20'`);
    const after = await figuresOf(other);
    expect(after).not.toEqual(before);
    expect(await figuresOf(server.app)).toEqual(after);
  } finally {
    await other.close();
  }
});

test('summing up the marks leaves each sum as it was', async () => {
  const { db } = server.database;
  const spans = ['2026-03', '2026-05', '2026-06'].map((month) => ({ from: `${month}-01`, to: `${month}-28` }));
  const weights = async () => {
    const marks = await readMarks(scope);
    return spans.map((span) =>
      marks.weightOf([
        { source: 'ticket', ...span },
        { source: 'use', ...span },
      ]),
    );
  };
  const lengthOf = async () =>
    Number(
      (await scope.rows<{ count: string }>(sql`select count(*) from figure_mark where hospital_id = ${scope.id}`))[0]
        ?.count,
    );
  await change(sql`update ticket set part_cost = 7 where hospital_id = ${scope.id}`);
  const [before, length] = [await weights(), await lengthOf()];
  const clearing = { hospitalId: scope.id, timeZone: scope.facts.timeZone, clearedOn: null, now: server.clock.now };
  await db.transaction((tx) => sumFigureMarks(tx, clearing, ''));
  expect(await weights()).toEqual(before);
  expect(await lengthOf()).toBeLessThan(length);
  await compare(server.clock.now, 'marks summed up');
});

test('marks of months before last year become those of their year, and no sum becomes smaller', async () => {
  const { db } = server.database;
  const months = ['2019-03', '2019-05', '2019-07', '2020-01'];
  const weights = async () => {
    const marks = await readMarks(scope);
    return months.map((month) => marks.weightOf([{ source: 'test', from: `${month}-01`, to: `${month}-28` }]));
  };
  const [march = 0, may = 0, july = 0, january = 0] = await weights();
  await db.execute(sql`insert into figure_mark (hospital_id, source, from_month, to_month, weight) values
    (${scope.id}, 'test', '2019-03-01', '2019-03-01', 5), (${scope.id}, 'test', '2019-07-01', '2019-07-01', 7)`);
  expect(await weights()).toEqual([march + 5, may, july + 7, january]);
  const clearing = { hospitalId: scope.id, timeZone: scope.facts.timeZone, clearedOn: null, now: server.clock.now };
  await db.transaction((tx) => sumFigureMarks(tx, clearing, ''));
  expect(await weights()).toEqual([march + 12, may + 12, july + 12, january]);
  const rows = await scope.rows(sql`select from_month::text as f, to_month::text as t from figure_mark
    where hospital_id = ${scope.id} and source = 'test' and to_month < '2020-01-01'`);
  expect(rows).toEqual([{ f: '2019-01-01', t: '2019-12-01' }]);
});

test('facts of a running month follow the day, and those of a month that is over stay', async () => {
  for (let day = 0; day < 3; day += 1) {
    server.clock.advance(86_400_000);
    await compare(server.clock.now, ['day', day]);
  }
});
