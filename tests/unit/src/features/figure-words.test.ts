import { describe, expect, test } from 'vitest';
import {
  changeWords,
  hoursText,
  labelWords,
  timeUnitOf,
  timeUnitOfFigure,
  valueWords,
} from '#contract/rules/figures/figure-words.ts';
import type { FigureUnit } from '#contract/rules/figures/figure.ts';
import { linkOf } from '#ui/features/figures/figure-question.ts';
import { relationWords, rowsWords, targetWords } from '#ui/features/figures/figure-words.ts';
import { lineOf, placeOf } from '#ui/features/figures/spark-line.ts';

test.each<[number | null, FigureUnit, string]>([
  [null, 'percent', 'No data'],
  [0, 'percent', '0 %'],
  [93.333, 'percent', '93.33 %'],
  [12_345, 'count', '12,345'],
  [0.417, 'rate', '0.417'],
  [876, 'days', '876 days'],
  [1_234_567, 'inr', '₹12,34,567'],
])('%s in %s is %s', (value, unit, words) => {
  expect(valueWords(value, unit)).toBe(words);
});

test.each([
  [0.5, '30 min'],
  [1.49, '89 min'],
  [1.5, '1.5 h'],
  [47.9, '47.9 h'],
  [72, '3 days'],
])('%s hours are %s', (hours, words) => {
  expect(hoursText(hours)).toBe(words);
});

test.each<[string, (number | null)[], string[]]>([
  ['minutes, all below an hour and a half', [0.5, null, 1.25], ['30 min', 'No data', '75 min']],
  ['days, all two or more', [48, 84], ['2 days', '3.5 days']],
  ['hours otherwise, long and short', [0.25, 36, 72], ['0.25 h', '36 h', '72 h']],
  ['hours, one of them none', [0, 72], ['0 h', '72 h']],
  ['nothing to compare', [null], ['No data']],
])('times shown together use one unit: %s', (_what, times, words) => {
  const unit = timeUnitOf(times);
  expect(times.map((hours) => valueWords(hours, 'hours', unit))).toEqual(words);
});

test('a figure made of hours uses hours for related times', () => {
  const part = { set: 'waiting.any', label: 'hours waited', amount: 96, unit: 'hours', rows: 3 } as const;
  const tickets = { set: 'response.measured', label: 'with an arrival', amount: 3, unit: 'count', rows: 3 } as const;
  expect(timeUnitOfFigure({ numerator: part }, [{ value: 96 }])).toBe('h');
  expect(timeUnitOfFigure({ numerator: tickets }, [{ value: 96 }])).toBe('days');
});

describe('a target', () => {
  test('is met from its value on, not met below, and undecided without data', () => {
    const at = (value: number | null) => targetWords({ value, target: 95, unit: 'percent' });
    expect(at(95)).toEqual({ text: 'Target 95 %: met', tone: 'ok' });
    expect(at(94.99)).toEqual({ text: 'Target 95 %: not met', tone: 'warn' });
    expect(at(null)).toEqual({ text: 'Target 95 %', tone: 'neutral' });
    expect(targetWords({ value: 3, target: null, unit: 'percent' })).toBeNull();
  });
});

test('part labels agree with their number, and hours and money show how many rows they open', () => {
  expect(labelWords({ label: 'devices in service', amount: 1 })).toBe('device in service');
  expect(labelWords({ label: 'devices in service', amount: 0 })).toBe('devices in service');
  expect(labelWords({ label: 'entries', amount: 1 })).toBe('entry');
  const part = { label: '', amount: 20 };
  expect(rowsWords({ ...part, set: 'availability.down', unit: 'hours', rows: 2 })).toBe('2 devices');
  expect(rowsWords({ ...part, set: 'cost.tickets', unit: 'inr', rows: 1 })).toBe('1 ticket');
  expect(rowsWords({ ...part, set: 'cost.contracts', unit: 'inr', rows: 2 })).toBe('2 contracts');
  const contracts = { ...part, set: 'cost.contracts' as const, unit: 'inr' as const, rows: 2 };
  expect(relationWords({ unit: 'inr', denominator: contracts })).toBe('+');
  // A page stored by an earlier version has devices in that place.
  expect(relationWords({ unit: 'inr', denominator: { ...contracts, unit: 'count' } })).toBe('of');
  expect(rowsWords({ ...part, set: 'job.due', unit: 'count', rows: 20 })).toBe('');
});

test('a link keeps the query', () => {
  const question = { period: 'quarter', at: '2026-Q4', split: 'risk', value: 'Critical' } as const;
  expect(linkOf('/figures/cost', question)).toBe('/figures/cost?period=quarter&at=2026-Q4&split=risk&value=Critical');
  expect(linkOf('/figures', { period: 'month' })).toBe('/figures');
});

test.each([
  [82, 95.25, 'percent', 'Down 13.25 points from October 2026'],
  [95, 94, 'percent', 'Up 1 point from October 2026'],
  [2, 1.5, 'hours', 'Up 0.5 h from October 2026'],
  [1200, 90_000, 'inr', 'Down ₹88,800 from October 2026'],
  [7, 7, 'count', 'Same as October 2026'],
  [0.3331, 0.3332, 'rate', 'Same as October 2026'],
  [null, 7, 'count', null],
  [7, null, 'count', null],
] as const)('P293: %s after %s, in %s: %s', (value, before, unit, words) => {
  expect(changeWords(value, { value: before, words: 'October 2026' }, unit, 'h')).toBe(words);
});

test('P293: a month without a value interrupts the line, and one alone is a dot', () => {
  const place = placeOf([0, 10]);
  expect([place(0), place(10), place(5)]).toEqual([37, 3, 20]);
  expect(placeOf([4, 4])(4)).toBe(20);
  expect(lineOf([0, 10, null, 5], place)).toBe('M3 37L41 3M117 20L117 20');
  expect(lineOf([], place)).toBe('');
});
