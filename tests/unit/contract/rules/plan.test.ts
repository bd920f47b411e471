import { describe, expect, test } from 'vitest';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import {
  firstFrom,
  floatingJob,
  horizonOf,
  type Interval,
  intervalAfter,
  isLongerInterval,
  type Plan,
  plannedJobs,
} from '#contract/rules/plan.ts';
import { intervalUnits } from '#contract/records/plan.ts';
import { intervalWords } from '#contract/rules/plan-words.ts';
import { seeded } from './seeded.ts';

const plan = (anchor: LocalDay, interval: Interval, more: Partial<Plan> = {}): Plan => ({
  anchor,
  offset: 0,
  interval,
  until: null,
  count: null,
  ...more,
});
const days = (of: Plan, from: LocalDay | null, to: LocalDay) => plannedJobs(of, { from, to }).map(({ on }) => on);
const monthly: Interval = { every: 1, unit: 'month' };

describe('an interval after a day', () => {
  test.each([
    ['2026-01-31', { every: 1, unit: 'month' }, 1, '2026-02-28'],
    ['2026-01-31', { every: 1, unit: 'month' }, 2, '2026-03-31'],
    ['2028-01-31', { every: 1, unit: 'month' }, 1, '2028-02-29'],
    ['2028-02-29', { every: 1, unit: 'year' }, 1, '2029-02-28'],
    ['2028-02-29', { every: 1, unit: 'year' }, 4, '2032-02-29'],
    ['2026-12-31', { every: 2, unit: 'month' }, 1, '2027-02-28'],
    ['2026-12-28', { every: 2, unit: 'week' }, 1, '2027-01-11'],
    ['2028-02-28', { every: 1, unit: 'day' }, 1, '2028-02-29'],
    ['2026-06-15', { every: 18, unit: 'month' }, 1, '2027-12-15'],
    ['2096-02-29', { every: 4, unit: 'year' }, 1, '2100-02-28'],
  ] as const)('%s and %o, time %i, is %s', (day, interval, k, after) => {
    expect(intervalAfter(day, interval, k)).toBe(after);
  });
});

describe('the jobs of a fixed plan', () => {
  test.each<[string, Plan, LocalDay | null, LocalDay, LocalDay[]]>([
    [
      'the first on the anchor',
      plan('2026-01-31', monthly),
      null,
      '2026-04-30',
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
    ],
    [
      'the first one interval later',
      plan('2026-01-31', monthly, { offset: 1 }),
      null,
      '2026-03-31',
      ['2026-02-28', '2026-03-31'],
    ],
    ['none before the record', plan('2026-01-31', monthly), '2026-03-01', '2026-04-30', ['2026-03-31', '2026-04-30']],
    ['one on the day of the record', plan('2026-01-31', monthly), '2026-02-28', '2026-03-01', ['2026-02-28']],
    [
      'none after its end',
      plan('2026-01-31', monthly, { until: '2026-02-28' }),
      null,
      '2026-12-31',
      ['2026-01-31', '2026-02-28'],
    ],
    [
      'none after its count',
      plan('2026-01-31', monthly, { count: 2 }),
      null,
      '2026-12-31',
      ['2026-01-31', '2026-02-28'],
    ],
    [
      'the count counts from the first, not from the record',
      plan('2026-01-31', monthly, { count: 2 }),
      '2026-02-01',
      '2026-12-31',
      ['2026-02-28'],
    ],
    [
      'none when the count was used up before the record',
      plan('2020-01-31', monthly, { count: 2 }),
      '2026-02-01',
      '2026-12-31',
      [],
    ],
    ['none when it begins after the horizon', plan('2030-01-31', monthly), null, '2026-12-31', []],
    ['one on the horizon', plan('2026-12-31', monthly), null, '2026-12-31', ['2026-12-31']],
    [
      'leap days come back every fourth year',
      plan('2024-02-29', { every: 1, unit: 'year' }),
      '2027-01-01',
      '2028-12-31',
      ['2027-02-28', '2028-02-29'],
    ],
    [
      'a plan of 1950 does not walk through its past',
      plan('1950-01-01', { every: 1, unit: 'day' }),
      '2026-12-30',
      '2026-12-31',
      ['2026-12-30', '2026-12-31'],
    ],
  ])('%s', (_what, of, from, to, expected) => {
    expect(days(of, from, to)).toEqual(expected);
  });

  test('a job keeps its index whatever day the record begins', () => {
    const random = seeded(17);
    for (let round = 0; round < 200; round += 1) {
      const unit = random.pick(intervalUnits);
      const of = plan(
        addDays('2000-01-31', random.int(0, 4000)),
        { every: random.int(1, 40), unit },
        {
          offset: random.int(0, 1) as 0 | 1,
          count: random.int(0, 1) === 0 ? null : random.int(1, 60),
        },
      );
      const to = addDays(of.anchor, random.int(0, 9000));
      const from = addDays(of.anchor, random.int(-100, 9000));
      const all = plannedJobs(of, { from: null, to });
      expect(plannedJobs(of, { from, to })).toEqual(all.filter(({ on }) => on >= from));
      const endless = { ...of, count: null, until: null };
      expect(firstFrom(endless, from)).toBe(
        plannedJobs(endless, { from, to: addDays(from > endless.anchor ? from : endless.anchor, 20_000) })[0]?.on,
      );
    }
  });
});

describe('the one job of a floating plan', () => {
  const quarterly = plan('2026-01-31', { every: 3, unit: 'month' });
  test.each<[string, Plan, LocalDay | null, { count: number; lastOn: LocalDay } | null, LocalDay | null]>([
    ['its first day', quarterly, null, null, '2026-01-31'],
    ['its first day from the record on', quarterly, '2026-05-01', null, '2026-07-31'],
    ['an interval after it was done late', quarterly, null, { count: 1, lastOn: '2026-02-20' }, '2026-05-20'],
    ['an interval after it was done early', quarterly, null, { count: 1, lastOn: '2026-01-02' }, '2026-04-02'],
    ['the end of a short month', quarterly, null, { count: 1, lastOn: '2026-11-30' }, '2027-02-28'],
    ['none after its end', { ...quarterly, until: '2026-05-19' }, null, { count: 1, lastOn: '2026-02-20' }, null],
    ['none after its count', { ...quarterly, count: 1 }, null, { count: 1, lastOn: '2026-02-20' }, null],
  ])('is %s', (_what, of, from, finished, on) => {
    expect(floatingJob(of, from, finished)?.on ?? null).toBe(on);
  });

  test('has the index after those that were done', () => {
    expect(floatingJob(quarterly, null, { count: 4, lastOn: '2026-02-20' })?.place).toBe(5);
  });
});

test.each([
  ['2026-11-24', '2027-12-24'],
  ['2026-01-31', '2027-02-28'],
  ['2027-01-29', '2028-02-29'],
])('on %s jobs are created up to %s', (today, last) => {
  expect(horizonOf(today)).toBe(last);
});

test.each<[Interval, Interval, boolean]>([
  [{ every: 1, unit: 'year' }, { every: 12, unit: 'month' }, false],
  [{ every: 13, unit: 'month' }, { every: 1, unit: 'year' }, true],
  [{ every: 4, unit: 'week' }, { every: 1, unit: 'month' }, false],
  [{ every: 5, unit: 'week' }, { every: 1, unit: 'month' }, true],
  [{ every: 6, unit: 'month' }, { every: 6, unit: 'month' }, false],
  [{ every: 31, unit: 'day' }, { every: 1, unit: 'month' }, true],
])('%o is longer than %o: %s', (one, other, isLonger) => {
  expect(isLongerInterval(one, other)).toBe(isLonger);
});

test('an interval is written in words', () => {
  expect(intervalWords({ every: 1, unit: 'month' })).toBe('every month');
  expect(intervalWords({ every: 3, unit: 'month' })).toBe('every 3 months');
});
