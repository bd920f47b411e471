import { describe, expect, test } from 'vitest';
import {
  chartSpans,
  figureSpan,
  nextPeriod,
  periodAt,
  type PeriodFault,
  type PeriodQuestion,
  periodWords,
  spanBefore,
  stateDay,
} from '#contract/rules/figures/period.ts';

const today = '2026-11-24';
const firstDay = '2026-03-10';

describe('the days of a period', () => {
  test.each<[PeriodQuestion, string, string]>([
    [{}, '2026-11-01', '2026-11-30'],
    [{ period: 'month', at: '2026-04' }, '2026-04-01', '2026-04-30'],
    [{ period: 'quarter' }, '2026-10-01', '2026-12-31'],
    [{ period: 'quarter', at: '2026-Q1' }, '2026-01-01', '2026-03-31'],
    [{ period: 'year' }, '2026-01-01', '2026-12-31'],
    [{ period: 'custom', from: '2026-11-24', to: '2026-11-24' }, '2026-11-24', '2026-11-24'],
    [{ period: 'custom', from: '2026-01-01', to: '2026-03-10' }, '2026-01-01', '2026-03-10'],
  ])('%j', (question, from, to) => {
    expect(figureSpan(question, today, firstDay)).toEqual({ from, to });
  });

  test('a month of a leap year has its 29 February', () => {
    expect(figureSpan({ period: 'month', at: '2028-02' }, '2028-03-01', firstDay)).toEqual({
      from: '2028-02-01',
      to: '2028-02-29',
    });
  });
});

describe('an invalid period is refused at its field', () => {
  const before = 'The record of this hospital begins on 10 Mar 2026: there are no figures before it.';
  test.each<[PeriodQuestion, PeriodFault['field'], string]>([
    [{ period: 'month', at: '2026-13' }, 'at', 'Please enter a month such as 2026-11.'],
    [{ period: 'month', at: '2026-Q1' }, 'at', 'Please enter a month such as 2026-11.'],
    [{ period: 'quarter', at: '2026-Q5' }, 'at', 'Please enter a quarter such as 2026-Q4.'],
    [{ period: 'year', at: '26' }, 'at', 'Please enter a year such as 2026.'],
    [{ period: 'year', at: '0001' }, 'at', 'Please enter a year such as 2026.'],
    [{ period: 'month', at: '2026-12' }, 'at', 'This period has not begun yet.'],
    [{ period: 'custom', from: '2026-11-25', to: '2026-11-26' }, 'from', 'This period has not begun yet.'],
    [{ period: 'month', at: '2026-02' }, 'at', before],
    [{ period: 'custom', from: '2026-01-01', to: '2026-03-09' }, 'to', before],
    [{ period: 'custom', to: '2026-11-01' }, 'from', 'Please enter the first day.'],
    [{ period: 'custom', from: '2026-11-01', to: '2026-11-31' }, 'to', 'Please enter the last day.'],
    [
      { period: 'custom', from: '2026-11-02', to: '2026-11-01' },
      'to',
      'The last day must not be before the first day.',
    ],
    [{ period: 'custom', from: '2023-01-01', to: '2026-11-01' }, 'to', 'A period has at most 1,096 days.'],
  ])('%j: %s', (question, field, sentence) => {
    expect(figureSpan(question, today, firstDay)).toEqual({ field, sentence });
  });
});

test.each([
  [{ from: '2026-11-01', to: '2026-11-30' }, 'November 2026'],
  [{ from: '2026-10-01', to: '2026-12-31' }, 'October to December 2026'],
  [{ from: '2026-11-01', to: '2027-01-31' }, '1 Nov 2026 to 31 Jan 2027'],
  [{ from: '2026-01-01', to: '2026-12-31' }, '2026'],
  [{ from: '2026-11-03', to: '2026-11-03' }, '3 Nov 2026'],
])('%j is called %s', (span, words) => {
  expect(periodWords(span)).toBe(words);
});

test("next and previous step by the period's own length, across years", () => {
  expect(nextPeriod('month', { from: '2026-12-01', to: '2026-12-31' }, 1)).toBe('2027-01');
  expect(nextPeriod('quarter', { from: '2026-01-01', to: '2026-03-31' }, -1)).toBe('2025-Q4');
  expect(nextPeriod('year', { from: '2026-01-01', to: '2026-12-31' }, -1)).toBe('2025');
  expect(periodAt('quarter', '2026-09-30')).toBe('2026-Q3');
});

test('a chart of a running period ends with the current month, and begins with the record', () => {
  const months = chartSpans({ from: '2026-01-01', to: '2026-12-31' }, today, firstDay);
  expect(months.map(({ from }) => from.slice(0, 7))).toEqual([
    '2026-03',
    '2026-04',
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
    '2026-09',
    '2026-10',
    '2026-11',
  ]);
  expect(months.at(-1)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(chartSpans({ from: '2026-05-01', to: '2026-05-31' }, today, '2020-01-01')).toHaveLength(12);
});

test('a state is given for today in a running period, otherwise for its last day', () => {
  expect(stateDay({ from: '2026-11-01', to: '2026-11-30' }, today)).toBe(today);
  expect(stateDay({ from: '2026-10-01', to: '2026-10-31' }, today)).toBe('2026-10-31');
});

test.each([
  ['month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['quarter', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
  ['year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
  ['custom', '2026-03-01', '2026-03-10', '2026-02-19', '2026-02-28'],
  ['custom', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
] as const)('P293: the period before the %s from %s to %s is %s to %s', (period, from, to, earlier, end) => {
  expect(spanBefore(period, { from, to })).toEqual({ from: earlier, to: end });
});
