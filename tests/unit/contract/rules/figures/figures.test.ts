import { describe, expect, test } from 'vitest';
import { buildFigures, type FigureFrame, type GroupFacts, noFacts } from '#contract/pages/figures.ts';
import { availabilityFigures, availabilityPercentage, hoursWords } from '#contract/rules/figures/availability.ts';
import { costFigures } from '#contract/rules/figures/cost.ts';
import { failureFigures } from '#contract/rules/figures/failures.ts';
import { type Figure, type FigureId, figureIds, share, type TimeBand } from '#contract/rules/figures/figure.ts';
import { inDateFigures } from '#contract/rules/figures/in-date.ts';
import { roundFigures } from '#contract/rules/figures/rounds.ts';
import { defaultFigureSettings, settingsSince } from '#contract/rules/figures/settings.ts';
import { spanBand, timeFigures, workBand } from '#contract/rules/figures/times.ts';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
const settings = defaultFigureSettings;
const frame: FigureFrame = {
  span: { from: '2026-11-01', to: '2026-11-30' },
  today: '2026-11-24',
  firstDay: '2026-01-01',
  settings,
  narrowed: null,
};

function pageOf(change: Partial<GroupFacts> = {}): Map<FigureId, Figure> {
  const page = buildFigures({ ...noFacts(), ...change }, { value: null, devices: 0 }, frame);
  return new Map(page.groups.flatMap(({ figures }) => figures.map((figure) => [figure.id, figure])));
}

describe('a hospital without rows', () => {
  test('has every figure, in order, without a value', () => {
    const figures = pageOf();
    expect([...figures.keys()]).toEqual(figureIds);
    expect([...figures.values()].map(({ id, value }) => [id, value])).toEqual(figureIds.map((id) => [id, null]));
  });

  test('each figure states its rule and what its numbers are', () => {
    for (const { rule, numerator, denominator } of pageOf().values()) {
      expect(rule).toMatch(/^[A-Z0-9].*\.$/);
      expect(numerator?.label).toBeTruthy();
      expect(denominator?.label).toBeTruthy();
    }
  });
});

test('shares have two decimals; a share of nothing has no value', () => {
  expect([share(1, 3), share(0, 5), share(5, 5), share(0, 0)]).toEqual([33.33, 0, 100, null]);
});

describe('in date', () => {
  test('devices without an overdue task among those with a schedule', () => {
    const [inDate, lost, without] = inDateFigures(
      { inService: 10, scheduled: 8, overdue: 2, notLocated: 1 },
      '2026-11-24',
      { ...settings, inDateTarget: 95 },
    );
    expect(inDate).toMatchObject({ value: 75, target: 95, numerator: { rows: 6 }, denominator: { rows: 8 } });
    expect(inDate?.rule).toContain('24 Nov 2026');
    expect(lost).toMatchObject({ value: 1, unit: 'count', denominator: { rows: 10 } });
    expect(without).toMatchObject({ value: 2, numerator: { rows: 2 } });
  });

  test('no schedule anywhere is no data, not 100 %', () => {
    const [inDate, , without] = inDateFigures(
      { inService: 4, scheduled: 0, overdue: 0, notLocated: 0 },
      '2026-11-24',
      settings,
    );
    expect([inDate?.value, without?.value]).toEqual([null, 4]);
  });
});

describe('availability', () => {
  test.each([
    ['nothing down', 0, 0, 50, 100],
    ['System Down counts whole', 10, 0, 50, 90],
    ['Restrictive Use counts by its weight', 0, 10, 50, 95],
    ['both', 10, 10, 30, 87],
    ['Restrictive Use as System Down', 0, 10, 100, 90],
    ['Restrictive Use that does not count', 0, 10, 0, 100],
    ['down all the time', 100, 0, 50, 0],
  ])('%s', (_name, down, restricted, weight, value) => {
    const facts = { coveredMs: 100 * hourMs, downMs: down * hourMs, restrictedMs: restricted * hourMs };
    expect(availabilityPercentage(facts, weight)).toBe(value);
  });

  test('no covered hour is no data', () => {
    expect(availabilityPercentage({ coveredMs: 0, downMs: 0, restrictedMs: 0 }, 50)).toBeNull();
  });

  test('the hours link to their devices, Restrictive Use separately', () => {
    const [figure] = availabilityFigures(
      {
        devices: 4,
        coveredMs: 400 * hourMs,
        downDevices: 2,
        downMs: 20 * hourMs,
        restrictedDevices: 1,
        restrictedMs: 8 * hourMs,
      },
      settings,
    );
    expect(figure).toMatchObject({
      value: 94,
      target: 95,
      numerator: { set: 'availability.down', amount: 20, unit: 'hours', rows: 2 },
      denominator: { amount: 400, rows: 4 },
    });
    expect(figure?.parts.map(({ amount, rows }) => [amount, rows])).toEqual([
      [20, 2],
      [8, 1],
    ]);
  });

  test('the covered hours in words', () => {
    expect(hoursWords(settings)).toBe('around the clock');
    expect(hoursWords({ ...settings, hours: 'department', workDays: [6, 1] })).toBe('Mon, Sat from 09:00 to 17:00');
  });
});

describe('time ranges', () => {
  const from = '2026-11-24T17:00:00Z';
  // It is 24 November 22:30 in Kolkata.
  test.each<[string, string | null, TimeBand]>([
    ['no evidence', null, 'none'],
    ['before it began', '2026-11-24T16:59:59Z', 'none'],
    ['at once', from, 'hour'],
    ['after an hour', '2026-11-24T18:00:00Z', 'hour'],
    ['the same hospital day', '2026-11-24T18:20:00Z', 'day'],
    ['two hours later, after midnight of the hospital', '2026-11-24T19:00:00Z', 'week'],
    ['after seven days', '2026-12-01T17:00:00Z', 'week'],
    ['a second more', '2026-12-01T17:00:01Z', 'ten-days'],
    ['after ten days', '2026-12-04T17:00:00Z', 'ten-days'],
    ['a second more than ten', '2026-12-04T17:00:01Z', 'more'],
  ])('%s', (_name, to, band) => {
    expect(spanBand(from, to, 'Asia/Kolkata')).toBe(band);
  });

  test.each<[number | null, TimeBand]>([
    [null, 'none'],
    [0, 'hour'],
    [hourMs, 'hour'],
    [24 * hourMs, 'day'],
    [24 * hourMs + 1, 'week'],
    [7 * 24 * hourMs + 1, 'ten-days'],
    [10 * 24 * hourMs + 1, 'more'],
  ])('%s ms of work', (ms, band) => {
    expect(workBand(ms)).toBe(band);
  });
});

describe('repair times', () => {
  test('a median in hours over the tickets with evidence, by priority with the most urgent first', () => {
    const facts = noFacts().times;
    facts.reported = 5;
    facts.times.response = {
      ...facts.times.response,
      rows: 2,
      medianMs: 1.5 * hourMs,
      p90Ms: 3 * hourMs,
      bands: { hour: 1, day: 1, week: 0, 'ten-days': 0, more: 0, none: 3 },
    };
    facts.times.response.byPriority.High = { rows: 2, medianMs: 1.5 * hourMs, p90Ms: 3 * hourMs };
    const [response] = timeFigures(facts);
    expect(response).toMatchObject({ value: 1.5, numerator: { rows: 2 }, denominator: { rows: 5 } });
    expect(response?.parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(5);
    expect(response?.lines.map(({ label, rows, median, p90 }) => [label, rows, median, p90])).toEqual([
      ['All', 2, 1.5, 3],
      ['Critical', 0, null, null],
      ['High', 2, 1.5, 3],
      ['Medium', 0, null, null],
      ['Low', 0, null, null],
    ]);
  });

  test('waiting is summed up by reason; tickets without waiting give 0 hours', () => {
    const facts = noFacts().times;
    facts.reported = 3;
    expect(timeFigures(facts).at(-1)?.value).toBe(0);
    facts.waiting.part = { rows: 2, ms: 30 * hourMs };
    facts.waiting.vendor = { rows: 1, ms: 2 * hourMs };
    facts.waitingRows = 2;
    expect(timeFigures(facts).at(-1)).toMatchObject({ value: 32, numerator: { amount: 32, rows: 2 } });
  });
});

describe('failures', () => {
  const facts = { ...noFacts().failures, devices: 20, serviceMs: 10 * yearMs };

  test('are given per device-year, with the inverse in days', () => {
    const [rate, mtbf] = failureFigures({ ...facts, failures: 5 });
    expect([rate?.value, mtbf?.value]).toEqual([0.5, 730]);
    expect(rate?.denominator).toMatchObject({ amount: 10, unit: 'years', rows: 20 });
  });

  test('no failure gives a rate of 0 and no time between failures', () => {
    expect(failureFigures(facts).map(({ value }) => value)).toEqual([0, null, null, null]);
  });

  test('repeats among closed tickets, first visit fixes among those with an arrival', () => {
    const [, , repeat, first] = failureFigures({
      ...facts,
      closed: 8,
      repeats: 2,
      visited: 5,
      firstVisitFixes: 4,
    });
    expect(repeat?.value).toBe(25);
    expect(first).toMatchObject({ value: 80, parts: [{ set: 'first-visit.unknown', rows: 3 }] });
  });
});

describe('cost', () => {
  test('is that of the period, and for a year in relation to the prices', () => {
    const [cost, ratio] = costFigures({
      spent: { partCost: 1200.5, tickets: 3, contractCost: 800.254, contracts: 2, devices: 5 },
      year: { partCost: 5000, tickets: 9, contractCost: 2000, contracts: 3, devices: 6 },
      price: 100_000,
      pricedDevices: 4,
    });
    expect(cost).toMatchObject({
      value: 2000.75,
      numerator: { amount: 1200.5, rows: 3 },
      denominator: { amount: 800.25, rows: 2 },
      parts: [{ amount: 5, rows: 5 }],
    });
    expect(ratio).toMatchObject({
      value: 7,
      numerator: { amount: 7000, rows: 6 },
      denominator: { amount: 100_000, rows: 4 },
      parts: [{ rows: 9 }, { rows: 3 }],
    });
  });

  test('prices without a cost are 0 %, a cost without prices is no data', () => {
    const facts = noFacts().cost;
    expect(costFigures({ ...facts, price: 10, pricedDevices: 1 })[1]?.value).toBe(0);
    expect(costFigures({ ...facts, year: { ...facts.year, partCost: 10 } })[1]?.value).toBeNull();
  });
});

test('rounds: done of due, not seen by reason, findings that became tickets', () => {
  const [done, unseen, found] = roundFigures(
    {
      due: 30,
      done: 24,
      entries: 200,
      notSeen: { 'In use': 6, 'Not located': 3, Moved: 1, Other: 0 },
      findings: 8,
      becameTickets: 2,
    },
    { ...settings, roundsTarget: 100 },
  );
  expect([done?.value, done?.target, unseen?.value, found?.value]).toEqual([80, 100, 5, 25]);
  expect(unseen?.parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(unseen?.numerator?.rows);
});

test('a setting says since when it applies, and who set it', () => {
  const first = { at: '2026-01-05T10:00:00.000Z', by: 'A. Rao' };
  const second = { at: '2026-03-05T10:00:00.000Z', by: 'Office' };
  const since = settingsSince([
    { ...first, settings: { ...settings, restrictiveWeight: 40, workDays: [1, 2] } },
    { ...second, settings: { ...settings, restrictiveWeight: 60, workDays: [1, 2] } },
  ]);
  expect(since).toEqual({ restrictiveWeight: second, workDays: first });
});

test('a newer setting counts as unchanged in rows from before it existed', () => {
  const { endSteps: _steps, ...earlier } = settings;
  const at = { at: '2026-01-05T10:00:00.000Z', by: 'A. Rao' };
  const change = { at: '2026-03-05T10:00:00.000Z', by: 'Office' };
  const rows = [{ ...at, settings: { ...earlier, restrictiveWeight: 40 } }];
  expect(settingsSince([...rows, { ...change, settings: { ...settings, restrictiveWeight: 40 } }])).toEqual({
    restrictiveWeight: at,
  });
  expect(settingsSince([...rows, { ...change, settings: { ...settings, endSteps: [60, 30, 14, 7] } }])).toEqual({
    restrictiveWeight: change,
    endSteps: change,
  });
});
