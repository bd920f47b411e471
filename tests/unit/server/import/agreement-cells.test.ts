import { describe, expect, test } from 'vitest';
import type { Cell } from '#server/import/cells.ts';
import {
  agreementKindOf,
  coversOf,
  repairDaysOf,
  responseHoursOf,
  uptimeOf,
  visitsOf,
} from '#server/import/agreement-cells.ts';
import { priceOf } from '#server/import/prices.ts';

const cellOf = (value: string | number, format = 'General'): Cell =>
  typeof value === 'string' ? { kind: 'text', text: value } : { kind: 'number', value, format, isDate: false };

describe('the kind of a contract', () => {
  test.each([
    ['Warranty', 'Warranty'],
    ['Under Warranty', 'Warranty'],
    ['AMC', 'AMC'],
    ['A.M.C.', 'AMC'],
    ['Annual maintenance', 'AMC'],
    ['ANNUAL MAINTENANCE CONTRACT', 'AMC'],
    ['Non-Comprehensive', 'AMC'],
    ['AMC (Labour)', 'AMC'],
    ['cmc', 'CMC'],
    ['CAMC', 'CMC'],
    ['Comprehensive', 'CMC'],
    ['Comprehensive Maintenance Contract (CMC)', 'CMC'],
    ['Per call', 'Per call'],
    ['On-call basis', 'Per call'],
    ['Rental', 'Rental'],
    ['lease', 'Rental'],
    ['CONTRACT DUE', undefined],
    ['AMC / CMC', undefined],
    ['INHOUSE', undefined],
    ['Semi comprehensive', undefined],
    ['(AMC)', 'AMC'],
    ['()', undefined],
  ])('%j is %j', (text, kind) => {
    expect(agreementKindOf(cellOf(text))).toBe(kind);
  });
});

describe('what a contract covers', () => {
  test.each([
    ['labour', ['labour']],
    ['Parts, Labour', ['labour', 'parts']],
    ['labor and spare parts', ['labour', 'parts']],
    ['Labour + Spares + Accessories', ['labour', 'parts', 'accessories']],
    ['labour; parts / consumables', ['labour', 'parts', 'consumables']],
    ['parts, spares,', ['parts']],
    ['labour, tubes', undefined],
    ['everything', undefined],
    [',', undefined],
  ])('%j is %j', (text, covers) => {
    expect(coversOf(cellOf(text))).toEqual(covers);
  });
});

describe('numbers of a contract', () => {
  test.each<[string | number, number | undefined]>([
    [4, 4],
    ['0', 0],
    ['4 visits', 4],
    ['2 per year', 2],
    ['4 visits / annum', 4],
    [366, 366],
    [367, undefined],
    [2.5, undefined],
    [-1, undefined],
    ['quarterly', undefined],
  ])('%j visits are %j', (value, visits) => {
    expect(visitsOf(cellOf(value))).toBe(visits);
  });

  test.each<[string | number, number | undefined]>([
    [48_000, 48_000],
    ['₹ 1,25,000.50', 125_000.5],
    [0, 0],
    [999_999_999_999, 999_999_999_999],
    [999_999_999_999.5, undefined],
    [-5, undefined],
    ['as per PO', undefined],
  ])('a price of %j is %j', (value, price) => {
    expect(priceOf(cellOf(value))).toBe(price);
  });

  test.each<[string | number, number | undefined]>([
    [4, 4],
    [0.5, 0.5],
    ['4 hrs', 4],
    ['4,5 hrs', undefined],
    ['1.5 Hours', 1.5],
    ['24h', 24],
    [8784, 8784],
    [8785, undefined],
    [0, undefined],
    ['4 days', undefined],
    ['immediate', undefined],
  ])('a response of %j is %j', (value, hours) => {
    expect(responseHoursOf(cellOf(value))).toBe(hours);
  });

  test.each<[string | number, number | undefined]>([
    [2, 2],
    ['3 days', 3],
    ['1 day', 1],
    ['2 working days', 2],
    [366, 366],
    [366.5, undefined],
    [0, undefined],
    ['48 hrs', undefined],
  ])('a repair of %j is %j', (value, days) => {
    expect(repairDaysOf(cellOf(value))).toBe(days);
  });

  test.each<[string | number, string, number | undefined]>([
    [98, 'General', 98],
    ['98%', 'General', 98],
    ['95.5 %', 'General', 95.5],
    [0.98, '0%', 98],
    [0.955, '0.0%', 95.5],
    [1, '0%', 100],
    [100, 'General', 100],
    [0.98, 'General', undefined],
    [1, 'General', undefined],
    [98, '0%', undefined],
    [100.1, 'General', undefined],
    ['best effort', 'General', undefined],
  ])('an uptime of %j shown as %s is %j', (value, format, percent) => {
    expect(uptimeOf(cellOf(value, format))).toBe(percent);
  });
});
