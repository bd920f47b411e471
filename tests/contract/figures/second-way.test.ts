import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FigureQuestion, figureSplits } from '#contract/calls/figures.ts';
import type { Figure, FigurePart } from '#contract/rules/figures/figure.ts';
import { defaultFigureSettings, type FigureSettings } from '#contract/rules/figures/settings.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { appUser, hospital } from '#server/db/schema.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { seeded } from '#server/demo/seeded.ts';
import { changeColumn } from '#tests/support/change-rows.ts';
import { dayOfRun, isLongRun, shareOfDay } from '#tests/support/day.ts';
import { addFigureFacts } from '#tests/support/figure-facts.ts';
import { clockSecondWay, storedClock } from '#tests/support/clock-second-way.ts';
import {
  figuresSecondWay,
  type HospitalRows,
  readHospitalRows,
  type SecondAsk,
  type Told,
} from '#tests/support/figures-second-way.ts';
import { planHospital } from '#tests/support/seeded-hospital.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { writeHospital } from '#tests/support/write-hospital.ts';

/** Hospitals whose figures are computed twice; each run takes a daily share, because all of them take 8 minutes. */
const hospitalCount = 300;
const seeds = shareOfDay(
  Array.from({ length: hospitalCount }, (_, at) => at + 1001),
  isLongRun() ? 5 : 3,
);

const variants: readonly FigureSettings[] = [
  defaultFigureSettings,
  {
    ...defaultFigureSettings,
    hours: 'department',
    workDays: [1, 2, 4, 6],
    hoursFrom: '08:30',
    hoursTo: '16:15',
    restrictiveWeight: 30,
    completionWindow: 'last-event',
  },
  { ...defaultFigureSettings, restrictiveWeight: 100, completionWindow: 'percent' },
];
/** Periods around the tests' date, 1 July 2026. */
const periods: readonly FigureQuestion[] = [
  { period: 'month', at: '2026-06' },
  { period: 'month' },
  { period: 'quarter', at: '2026-Q2' },
  { period: 'year', at: '2026' },
  { period: 'custom', from: '2026-05-20', to: '2026-06-09' },
];

/** What may change after the fact, by table. */
const changedLater = {
  installation: ['installation_date', 'price', 'record_from', 'removal_reason'],
  task: ['task_date', 'due_on', 'closed_on', 'attempt_reason', 'cancelled_at'],
  ticket: ['reported_at', 'closed_at', 'restored_at', 'part_cost', 'failure_class', 'machine_status', 'priority'],
  work_event: ['at', 'kind'],
  downtime: ['from_at', 'to_at'],
  round_entry: ['status', 'not_seen_reason'],
  test_record: ['tested_on', 'device_id'],
  warranty: ['start_on', 'pm_frequency'],
  schedule: ['window_days', 'every'],
} as const;

let server: TestServer;
const total = { figures: 0, rows: 0, withValue: 0, lines: 0, moved: 0 };
beforeAll(async () => {
  server = await startTestServer({ demo: true });
});
afterAll(async () => {
  const { figures, rows, withValue, lines, moved } = total;
  console.log(
    `Hospitals ${seeds[0]} to ${seeds.at(-1)} of ${hospitalCount}: ${figures} figures computed twice, ${withValue} of them not empty; ${lines} lines by priority; ${moved} devices moved; ${rows} rows counted behind them.`,
  );
  expect(withValue).toBeGreaterThan(figures / 4);
  await server.close();
});

test.each(seeds)(
  'hospital %i: both computations give the same figures, and each number opens that many rows',
  { timeout: 120_000 },
  async (seed) => {
    const { now } = server.clock;
    const { db } = server.database;
    const plan = planHospital(seed, now);
    await writeHospital(db, plan, now);
    await addFigureFacts(db, plan, now);
    await db.update(appUser).set({ hospitalId: plan.id }).where(eq(appUser.id, server.city.users.bme.id));
    const bme = await server.as(server.city.users.bme);
    const rows = await readHospitalRows(db, plan);
    const settings = variants[seed % variants.length] ?? defaultFigureSettings;
    expect((await bme.call('updateFigureSettings', { body: settings })).status).toBe(200);
    await comparePeriods(bme, { rows, now, timeZone: plan.timeZone, settings }, seed);
    // The server keeps the facts of these periods; changes must reach them.
    const random = seeded(seed);
    for (const [table, columns] of Object.entries(changedLater)) {
      await changeColumn({ db, hospitalId: plan.id, random }, table, random.pick(columns));
    }
    const changed = await readHospitalRows(db, plan);
    await comparePeriods(bme, { rows: changed, now, timeZone: plan.timeZone, settings }, seed + 1);
    await moveDevices(bme, changed);
    const moved = await readHospitalRows(db, plan);
    await compareSplits(bme, { rows: moved, now, timeZone: plan.timeZone, settings }, seed);
  },
);

/** Moves every second device in use to a new department, which takes its history along. */
async function moveDevices(bme: TestClient, { devices }: HospitalRows): Promise<void> {
  const body = { name: 'Step-down ward', location: 'Floor 3' };
  const { answer: department } = await bme.call('createDepartment', { body });
  const inUse = devices.filter(({ retiredAt }) => retiredAt === null).filter((_device, place) => place % 2 === 0);
  for (const { id } of inUse) {
    const { answer: device } = await bme.call('installation', { params: { id } });
    // The form asks for values that an import may leave out.
    const { hospitalId, price, vendorId, purchaseDate, installationDate } = device;
    const stated = {
      price: price ?? 50_000,
      vendorId: vendorId ?? `${hospitalId}-vendor`,
      purchaseDate: purchaseDate ?? '2024-01-01',
      installationDate: installationDate ?? '2024-01-01',
      departmentId: department.id,
    };
    const { status, problem } = await bme.call('updateDevice', { params: { id }, body: { ...device, ...stated } });
    expect([status, problem.errors]).toEqual([200, undefined]);
  }
  total.moved += inUse.length;
}

test('the demo hospital: both computations give the same figures', { timeout: 120_000 }, async () => {
  const [facts] = await server.database.db.select().from(hospital).where(eq(hospital.id, 'demo-hospital'));
  const bme = await server.as(demoSignIns.bme);
  const { answer: settings } = await bme.call('figureSettings');
  const { name, timeZone } = facts ?? { name: '', timeZone: '' };
  const rows = await readHospitalRows(server.database.db, { id: 'demo-hospital', name, timeZone });
  for (const ticket of rows.tickets) expect(storedClock(ticket)).toEqual(clockSecondWay(ticket, rows.events));
  await comparePeriods(bme, { rows, now: server.clock.now, timeZone, settings }, dayOfRun());
});

type SecondBase = Pick<SecondAsk, 'rows' | 'now' | 'timeZone' | 'settings'>;

/** Compares each figure of each period, and the rows behind one of them. */
async function comparePeriods(bme: TestClient, base: SecondBase, seed: number): Promise<void> {
  for (const [place, question] of periods.entries()) {
    const { answer, status } = await bme.call('figures', { query: question });
    expect(status).toBe(200);
    const second = figuresSecondWay({ ...base, ...answer.period });
    const figures = answer.groups.flatMap((group) => group.figures);
    for (const figure of figures) {
      compare(figure, second[figure.id], figure.parts, [seed, question]);
      compareLines(figure, second[figure.id], [seed, question]);
      const { soFar } = second[figure.id];
      expect([figure.id, figure.soFar !== null]).toEqual([
        figure.id,
        soFar !== undefined && answer.period.to > hospitalDay(base.now, base.timeZone),
      ]);
      if (figure.soFar && soFar) compare({ id: figure.id, ...figure.soFar }, soFar, [], [seed, question, 'so far']);
    }
    if (place === seed % periods.length) await countRows(bme, question, figures);
  }
}

/** Compares each figure by each split, in a randomly drawn period, and one value of the split on its own. */
async function compareSplits(bme: TestClient, base: SecondBase, seed: number) {
  const { answer: page } = await bme.call('figures', { query: { period: 'quarter', at: '2026-Q2' } });
  const ids = page.groups.flatMap(({ figures }) => figures.map(({ id }) => id));
  for (const [place, id] of ids.entries()) {
    const split = figureSplits[(place + seed) % figureSplits.length] ?? 'department';
    const question = { period: 'quarter', at: '2026-Q2', split } as const;
    const { answer } = await bme.call('figureDetail', { query: { figure: id, ...question } });
    expect(answer.figure).toEqual(page.groups.flatMap(({ figures }) => figures).find((figure) => figure.id === id));
    for (const { key, ...figure } of answer.splits) {
      const second = figuresSecondWay({ ...base, ...page.period, split, key });
      compare({ id, ...figure }, second[id], [], [id, split, key]);
    }
    const [first] = answer.splits;
    if (!first) continue;
    const narrowed = await bme.call('figures', { query: { ...question, value: first.key } });
    const alone = narrowed.answer.groups.flatMap(({ figures }) => figures).find((figure) => figure.id === id);
    expect(alone).toMatchObject({ value: first.value, numerator: first.numerator, denominator: first.denominator });
    expect(narrowed.answer.narrowed).toEqual({ split, value: first.key, label: first.label });
    if (alone) await countRows(bme, { ...question, value: first.key }, [alone]);
    for (const { month, value } of answer.months) {
      if (month > hospitalDay(base.now, base.timeZone).slice(0, 7)) continue;
      const { answer: alike } = await bme.call('figures', { query: { period: 'month', at: month } });
      expect([
        id,
        month,
        alike.groups.flatMap(({ figures }) => figures).find((figure) => figure.id === id)?.value,
      ]).toEqual([id, month, value]);
      break;
    }
  }
}

type Compared = Pick<Figure, 'id' | 'value' | 'numerator' | 'denominator'>;

/** Rounds values as the screens do: hours and percentages to hundredths, rates to thousandths, days to tenths. */
function compare(figure: Compared, second: Told, parts: readonly FigurePart[], where: unknown): void {
  const near = figure.id === 'mtbf' ? 0.051 : figure.id === 'failures' ? 0.000_51 : 0.0051;
  total.figures += 1;
  if (figure.value !== null) total.withValue += 1;
  const told = [figure.value, figure.numerator?.amount ?? null, figure.denominator?.amount ?? null];
  const wanted = [second.value, second.numerator, second.denominator];
  told.push(...parts.map(({ amount }) => amount));
  if (parts.length > 0) wanted.push(...(second.parts ?? []));
  const equal =
    told.length === wanted.length &&
    told.every((value, place) => isNear(value, wanted[place] ?? null, place === 0 ? near : 0.0051));
  if (!equal) expect([figure.id, where, told]).toEqual([figure.id, where, wanted]);
}

const isNear = (a: number | null | undefined, b: number | null, tolerance: number): boolean =>
  a === b || (typeof a === 'number' && b !== null && Math.abs(a - b) <= tolerance);

/** Compares the counts, medians and 90th percentiles by priority. */
function compareLines({ id, lines }: Pick<Figure, 'id' | 'lines'>, second: Told, where: unknown): void {
  const wanted = second.lines ?? [];
  const told = lines.map(({ label, rows, median, p90 }) => ({ label, rows, median, p90 }));
  const isEqual = ({ label, rows, median, p90 }: (typeof wanted)[number], place: number): boolean => {
    const line = told[place];
    const isSame = line?.label === label && line.rows === rows;
    return isSame && isNear(line.median, median, 0.0051) && isNear(line.p90, p90, 0.0051);
  };
  if (told.length !== wanted.length || !wanted.every(isEqual)) expect([id, where, told]).toEqual([id, where, wanted]);
  total.lines += told.filter(({ p90 }) => p90 !== null).length;
}

/** Requests the rows behind every number: their count must equal the number, and their sum its amount. */
async function countRows(bme: TestClient, question: FigureQuestion, figures: readonly Figure[]): Promise<void> {
  const seen = new Set<string>();
  for (const { numerator, denominator, soFar, parts, lines } of figures) {
    for (const part of [numerator, denominator, soFar?.numerator, soFar?.denominator, ...parts, ...lines]) {
      if (!part || seen.has(part.set)) continue;
      seen.add(part.set);
      const { answer, status } = await bme.call('figureRows', {
        query: { ...question, set: part.set, page: 1, pageSize: 100 },
      });
      expect([part.set, status, answer.totalCount]).toEqual([part.set, 200, part.rows]);
      expect([part.set, answer.items.length]).toEqual([part.set, Math.min(100, part.rows)]);
      expect(new Set(answer.items.map(({ key }) => key)).size).toBe(answer.items.length);
      total.rows += answer.totalCount;
      if (!('unit' in part) || (part.unit !== 'hours' && part.unit !== 'inr') || part.rows > 100) continue;
      const sum = answer.items.reduce((all, { amount }) => all + (amount ?? 0), 0);
      expect(Math.abs(sum - part.amount), part.set).toBeLessThan(0.006 * (part.rows + 1));
    }
  }
}
