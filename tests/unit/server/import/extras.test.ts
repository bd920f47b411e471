import { expect, test } from 'vitest';
import type { Cell } from '#server/import/cells.ts';
import { warrantyMonthsOf } from '#server/import/extras.ts';

const cellOf = (value: string | number): Cell =>
  typeof value === 'string'
    ? { kind: 'text', text: value }
    : { kind: 'number', value, format: 'General', isDate: false };

test.each<[string | number, number | undefined]>([
  [3, 36],
  [1.5, 18],
  ['3 years', 36],
  ['1 yr', 12],
  ['1.5 years', 18],
  ['18 months', 18],
  ['18 Mths', 18],
  ['1 year 6 months', 18],
  ['2 yrs, 3 months', 27],
  ['1 year and 1 month', 13],
  ['50 years', 600],
  ['600 months', 600],
  [0, undefined],
  ['0 months', undefined],
  [0.01, undefined],
  ['1.3 years', undefined],
  ['51', undefined],
  ['601 months', undefined],
  ['50 years 1 month', undefined],
  ['18 6 months', undefined],
  ['months', undefined],
  ['two years', undefined],
  ['-1', undefined],
])('a duration of %j in months is %j', (value, months) => {
  expect(warrantyMonthsOf(cellOf(value))).toBe(months);
});
