import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { type FigureQuestion, figureSplits } from '#contract/calls/figures.ts';
import { figureIds, type FigureSet, figureSets } from '#contract/rules/figures/figure.ts';
import { defaultFigureSettings } from '#contract/rules/figures/settings.ts';
import { hospital, installation, task, warranty } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
let office: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  office = await server.as(server.city.users.hospital);
  await server.database.db
    .update(hospital)
    .set({ createdAt: new Date('2026-03-10T06:00:00Z') })
    .where(eq(hospital.id, server.city.id));
});
afterAll(() => server.close());

const july = { period: 'month', at: '2026-07' } as const;

/** Reads one figure of July. */
async function figureOf(id: (typeof figureIds)[number], client = bme) {
  const { answer } = await client.call('figures', { query: july });
  return answer.groups.flatMap(({ figures }) => figures).find((figure) => figure.id === id);
}

test('every figure answers for every split, and every set for its rows', { timeout: 60_000 }, async () => {
  for (const figure of figureIds) {
    for (const split of figureSplits) {
      const detail = await bme.call('figureDetail', { query: { figure, period: 'year', split } });
      expect([figure, split, detail.status, detail.answer.figure.id]).toEqual([figure, split, 200, figure]);
    }
  }
  for (const set of figureSets) {
    const rows = await bme.call('figureRows', { query: { set, ...july, page: 1, pageSize: 10 } });
    expect([set, rows.status, rows.answer.items.length]).toEqual([set, 200, Math.min(10, rows.answer.totalCount)]);
  }
});

test('the months begin with the first record of the hospital', async () => {
  const { answer } = await bme.call('figureDetail', { query: { figure: 'availability', period: 'month' } });
  expect(answer.months.map(({ month }) => month)).toEqual(['2026-03', '2026-04', '2026-05', '2026-06', '2026-07']);
  expect(answer.months.at(-1)?.label).toBe('July 2026');
});

test('P293: the months of all figures, and the previous period, equal those requested one by one', async () => {
  const alone = async (query: FigureQuestion) => {
    const { answer } = await bme.call('figures', { query });
    const all = answer.groups.flatMap(({ figures }) => figures);
    return all.map(({ id, value, soFar }) => [id, (soFar ?? { value }).value]);
  };
  const { answer: ofMonth } = await bme.call('figureTrends', { query: july });
  expect(ofMonth.figures.map(({ id, before }) => [id, before])).toEqual(
    await alone({ period: 'month', at: '2026-06' }),
  );
  for (const at of ['2026-03', '2026-06', '2026-07']) {
    const values = ofMonth.figures.map(({ id, months }) => [id, months.find(({ month }) => month === at)?.value]);
    expect([at, values]).toEqual([at, await alone({ period: 'month', at })]);
  }
  expect(ofMonth.before).toBe('June 2026');

  const days = { period: 'custom', from: '2026-06-11', to: '2026-06-20' } as const;
  const { answer: ofDays } = await bme.call('figureTrends', { query: days });
  const earlier = await alone({ period: 'custom', from: '2026-06-01', to: '2026-06-10' });
  expect([ofDays.before, ofDays.figures.map(({ id, before }) => [id, before])]).toEqual([
    '1 Jun 2026 to 10 Jun 2026',
    earlier,
  ]);
  const { answer: first } = await bme.call('figureTrends', { query: { period: 'month', at: '2026-03' } });
  expect([first.before, first.figures[0]?.before, first.figures[0]?.months.length]).toEqual([null, null, 1]);
});

test.each<[string, Record<string, string>, string, string]>([
  [
    'a month before the hospital existed',
    { period: 'month', at: '2026-02' },
    'at',
    'The record of this hospital begins on 10 Mar 2026: there are no figures before it.',
  ],
  [
    'an end before the start',
    { period: 'custom', from: '2026-06-02', to: '2026-06-01' },
    'to',
    'The last day must not be before the first day.',
  ],
  ['a future period', { period: 'month', at: '2026-08' }, 'at', 'This period has not begun yet.'],
  ['an invalid day', { period: 'custom', from: '2026-06-31', to: '2026-07-01' }, 'from', 'Please enter the first day.'],
  ['an unknown length', { period: 'week' }, 'period', 'Please choose a month, a quarter, a year or custom days.'],
  ['an unknown split', { split: 'floor' }, 'split', 'Figures are split by department, type, model, vendor or risk.'],
  ['a value without a split', { value: 'none' }, 'split', 'Please say what the value belongs to.'],
  ['an unknown value of the split', { split: 'risk', value: 'High' }, 'value', 'This hospital has no such risk.'],
])('%s is refused at its field', async (_name, query, field, sentence) => {
  const { status, problem } = await bme.call('figures', { query });
  expect([status, problem.errors]).toEqual([400, { [field]: [sentence] }]);
});

test('a department of another hospital is unknown', async () => {
  const [foreign] = Object.values(server.lake.departments);
  const { status, problem } = await bme.call('figures', { query: { split: 'department', value: foreign ?? '' } });
  expect([status, problem.errors]).toEqual([400, { value: ['This hospital has no such department.'] }]);
});

test('work that is done, late, attempted or open adds up to what was due, and each part opens its rows', async () => {
  const { db } = server.database;
  const [device] = await db.select().from(installation).where(eq(installation.hospitalId, server.city.id));
  const jobs = [
    { closedOn: '2026-07-20' },
    { closedOn: '2026-08-01' },
    {
      attemptedAt: new Date('2026-07-09T06:00:00Z'),
      attemptReason: 'in-use' as const,
      dueOn: '2026-07-05',
      taskDate: '2026-08-09',
    },
    {},
    { cancelledAt: new Date('2026-07-01T06:00:00Z'), cancelReason: 'Sold' },
  ];
  const before = await figureOf('completion');
  await db.insert(task).values(
    jobs.map((job, place) => ({
      hospitalId: server.city.id,
      id: randomUUID(),
      deviceId: device?.id ?? '',
      type: 'PM' as const,
      taskDate: '2026-07-05',
      sourceKind: 'schedule' as const,
      sourceId: 'none',
      occurrence: place,
      ...job,
    })),
  );
  const after = await figureOf('completion');
  const rowsOf = (figure: typeof after, set: string) => figure?.parts.find((part) => part.set === set)?.rows ?? 0;
  for (const set of ['job.done', 'job.late', 'job.attempted', 'job.open', 'job.cancelled'] as const) {
    expect([set, rowsOf(after, set) - rowsOf(before, set)]).toEqual([set, 1]);
    const { answer } = await bme.call('figureRows', { query: { set, ...july, page: 1, pageSize: 100 } });
    expect(answer.totalCount).toBe(rowsOf(after, set));
  }
  expect((after?.denominator?.rows ?? 0) - (before?.denominator?.rows ?? 0)).toBe(4);
  const { answer } = await bme.call('figureRows', { query: { set: 'job.attempted', ...july, page: 1, pageSize: 10 } });
  expect(answer.items[0]).toMatchObject({
    kind: 'task',
    day: '2026-07-05',
    words: 'Preventive maintenance: attempted (in use), next try 9 Aug 2026',
  });
});

test('P144 the cost to date of a priced contract is shared among its devices, and opens its rows', async () => {
  const { db } = server.database;
  const june = { period: 'month', at: '2026-06' } as const;
  const costOf = async (query: FigureQuestion) => {
    const { answer } = await bme.call('figures', { query });
    return answer.groups.flatMap(({ figures }) => figures).find(({ id }) => id === 'cost');
  };
  const [before, soFar] = [await costOf(june), await costOf(july)];
  const terms = { ...blankTerms(), yearlyPrice: 73_000, taxPercent: 18 };
  await db.update(warranty).set({ terms }).where(eq(warranty.id, server.city.warrantyId));
  const after = await costOf(june);
  expect(after?.denominator).toMatchObject({ set: 'cost.contracts', amount: 30 * 200 * 1.18, rows: 1 });
  expect((after?.value ?? 0) - (before?.value ?? 0)).toBe(7_080);
  // In the hospital's time zone it is 1 July.
  expect(((await costOf(july))?.value ?? 0) - (soFar?.value ?? 0)).toBe(236);
  const rowsOf = async (set: FigureSet) =>
    (await bme.call('figureRows', { query: { set, ...june, page: 1, pageSize: 100 } })).answer.items;
  expect(await rowsOf('cost.contracts')).toEqual([
    {
      key: server.city.warrantyId,
      kind: 'contract',
      id: server.city.warrantyId,
      serialNumber: '',
      name: 'Warranty AMC-1',
      department: '',
      day: null,
      words: '2 devices',
      amount: expect.closeTo(7_080, 6) as number,
      unit: 'inr',
    },
  ]);
  const devices = await rowsOf('cost.devices');
  expect(devices.filter(({ words }) => words.endsWith('1 contract'))).toHaveLength(2);
  // A device that was entered by mistake gets no share of the cost.
  const isOne = eq(installation.serialNumber, 'VENT-0002');
  await db.update(installation).set({ removalReason: 'mistake', retiredAt: server.clock.now }).where(isOne);
  expect(await rowsOf('cost.contracts')).toMatchObject([{ words: '1 device', amount: expect.closeTo(7_080, 6) }]);
  await db.update(installation).set({ removalReason: null, retiredAt: null }).where(isOne);
  await db.update(warranty).set({ retiredAt: server.clock.now }).where(eq(warranty.id, server.city.warrantyId));
  expect(await rowsOf('cost.contracts')).toEqual([]);
  await db.update(warranty).set({ retiredAt: null }).where(eq(warranty.id, server.city.warrantyId));
});

test('settings belong to the hospital: stored with since and by whom, logged, and applied at once', async () => {
  const before = await bme.call('figureSettings');
  expect(before.answer).toMatchObject({ ...defaultFigureSettings, since: {} });
  const { revision, since: _none, ...settings } = before.answer;
  const body = { ...settings, revision, availabilityTarget: 90, facilityKind: 'community' as const };
  const saved = await bme.call('updateFigureSettings', { body, key: randomUUID() });
  const change = { at: server.clock.now.toISOString(), by: 'A. Rao' };
  expect(saved.answer).toMatchObject({
    availabilityTarget: 90,
    since: { availabilityTarget: change, facilityKind: change },
  });
  expect(Object.keys(saved.answer.since)).toHaveLength(2);
  expect((await figureOf('availability', office))?.target).toBe(90);
  const log = await office.call('auditPage', { query: { page: 1, pageSize: 10, search: 'settings of the hospital' } });
  expect(log.answer.items[0]).toMatchObject({ what: 'Change the settings of the hospital', userName: 'A. Rao' });
  const lake = await server.as(server.lake.users.bme);
  expect((await lake.call('figureSettings')).answer.availabilityTarget).toBe(defaultFigureSettings.availabilityTarget);
});

test('a second change based on the same settings gets a conflict', async () => {
  const { answer } = await bme.call('figureSettings');
  const { since: _since, ...settings } = answer;
  expect((await bme.call('updateFigureSettings', { body: { ...settings, restrictiveWeight: 20 } })).status).toBe(200);
  const late = await office.call('updateFigureSettings', { body: { ...settings, restrictiveWeight: 70 } });
  expect([late.status, late.problem.code, late.problem.context?.['current']]).toMatchObject([
    409,
    'record.conflict',
    { restrictiveWeight: 20 },
  ]);
});

test('saving unchanged settings keeps their since', async () => {
  const { answer } = await bme.call('figureSettings');
  const { since, ...settings } = answer;
  server.clock.advance(60_000);
  const again = await office.call('updateFigureSettings', { body: settings, key: randomUUID() });
  expect(again.answer.since).toEqual(since);
});

test.each<[Partial<typeof defaultFigureSettings>, string, string]>([
  [{ availabilityTarget: 101 }, 'availabilityTarget', 'Please enter a number from 0 to 100.'],
  [{ restrictiveWeight: -1 }, 'restrictiveWeight', 'Please enter a number from 0 to 100.'],
  [{ hoursFrom: '17:00', hoursTo: '09:00' }, 'hoursTo', 'The hours must end after they begin.'],
  [{ hoursFrom: '00:60' }, 'hoursFrom', 'Please enter a time such as 09:00.'],
  [{ workDays: [] }, 'workDays', 'Please choose at least one day.'],
  [{ workDays: [1, 1] }, 'workDays', 'Each day may be chosen only once.'],
  [{ endSteps: [90, 60, 30] }, 'endSteps', 'Please enter 4 steps.'],
  [{ endSteps: [90, 90, 30, 7] }, 'endSteps.1', 'Each step must have fewer days than the one before.'],
  [{ endSteps: [367, 60, 30, 7] }, 'endSteps.0', 'Please enter whole days from 1 to 366.'],
  [{ endSteps: [90, 60, 30, 0] }, 'endSteps.3', 'Please enter whole days from 1 to 366.'],
  [{ endSteps: [90, 60, 30.5, 7] }, 'endSteps.2', 'Please enter whole days from 1 to 366.'],
])('settings %j are refused at their field', async (change, field, sentence) => {
  const { status, problem } = await bme.call('updateFigureSettings', { body: { ...defaultFigureSettings, ...change } });
  expect([status, problem.errors]).toEqual([400, { [field]: [sentence] }]);
});

test('a hospital whose devices were all entered by mistake has no data, not 0 or 100 %', async () => {
  const walker = await server.as(server.lake.users.bme);
  const seen = (serialNumber: string, status: 'Operational' | 'Not Working') => ({
    serialNumber,
    status,
    date: server.clock.now.toISOString().slice(0, 10),
    dailyRoundTemplateId: server.lake.templateId,
    ...(status === 'Not Working' && { description: 'Dark' }),
  });
  const serials = Object.keys(server.lake.devices);
  const round = await walker.call('submitRound', {
    body: serials.map((serial, place) => seen(serial, place === 0 ? 'Not Working' : 'Operational')),
  });
  expect(round.status).toBe(201);
  await server.database.db.execute(sql`
    update installation set removal_reason = 'mistake', retired_at = created_at where hospital_id = ${server.lake.id}`);
  const lake = await server.as(server.lake.users.bme);
  const { answer } = await lake.call('figures', { query: { period: 'month' } });
  const told = answer.groups.flatMap(({ figures }) => figures.map(({ id, value }) => [id, value]));
  expect(told.filter(([id, value]) => value !== null && id !== 'rounds')).toEqual([]);
});
