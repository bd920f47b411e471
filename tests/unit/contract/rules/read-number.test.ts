import { describe, expect, test } from 'vitest';
import { decimal, money, type NumberKind, readNumber, whole, writeNumber } from '#contract/rules/read-number.ts';

const kinds = { money, whole, decimal } as const satisfies Record<string, NumberKind>;
type Kind = keyof typeof kinds;

test.each<[Kind, string, number | null]>([
  ['money', '', null],
  ['money', ' \u00a0\u200b ', null],
  ['money', '0', 0],
  ['money', '1234.50', 1234.5],
  ['money', '1,00,000', 100_000],
  ['money', '100,000', 100_000],
  ['money', '1,234', 1234],
  ['money', '12,34,567.89', 1_234_567.89],
  ['money', '1,234,567', 1_234_567],
  ['money', '1 00 000', 100_000],
  ['money', '100\u202f000', 100_000],
  ['money', '₹ 1,25,000/-', 125_000],
  ['money', 'Rs.500', 500],
  ['money', 'Rs 1,000.5', 1000.5],
  ['money', 'INR 2,500', 2500],
  ['money', '450 inr', 450],
  ['money', '-5', -5],
  ['money', '.5', 0.5],
  ['money', '5.', 5],
  ['money', '10.1234', 10.1234],
  ['money', '१,२३,४५६.५०', 123_456.5],
  ['money', '\uff11\uff12', 12],
  ['whole', '1,00,000', 100_000],
  ['whole', '1,234', 1234],
  ['whole', '2.5', 2.5],
  ['decimal', '12.345', 12.345],
  ['decimal', '1,00,000', 100_000],
  ['decimal', '1,234.5', 1234.5],
  ['decimal', '\u22120.5', -0.5],
  ['decimal', '+3', 3],
])('as %s the text %j is %s', (kind, text, value) => {
  expect(readNumber(text, kinds[kind])).toEqual({ value });
});

test.each<[Kind, string, string, string]>([
  ['money', '0,5', '0.5', '5'],
  ['money', '1234,50', '1234.50', '123450'],
  ['money', '1.000,50', '1000.50', '1.00050'],
  ['money', '12.345', '12345', '12.345'],
  ['money', '1.234.567', '1234567', '1.234567'],
  ['money', '0,125', '0.125', '125'],
  ['money', '₹ 99,9', '99.9', '999'],
  ['whole', '1.000', '1000', '1.000'],
  ['decimal', '1,234', '1234', '1.234'],
  ['decimal', '100,000', '100000', '100.000'],
  ['decimal', '-37,5', '-37.5', '-375'],
])('as %s the text %j is refused with its two possible meanings: %s and %s', (kind, text, first, second) => {
  expect(readNumber(text, kinds[kind])).toEqual({
    problem: `“${text}” could mean ${first} or ${second}. Please write one of them.`,
  });
});

test.each(['1e5', '2.5E+5'])('the exponent in %j is refused', (text) => {
  expect(readNumber(text, money)).toEqual({ problem: `“${text}” has an exponent. Please write the number out.` });
});

test('more digits than a number can hold are refused', () => {
  expect(readNumber('1234567890123456')).toEqual({
    problem: '“1234567890123456” has more than 15 digits. Please check the number.',
  });
  expect(readNumber('0.000000000000000001')).toEqual({ value: 1e-18 });
});

test.each([
  'abc',
  '12a',
  '1,23,4',
  '1,2,3',
  '12 34',
  '1.2.3',
  '(5,000)',
  'Rs.',
  '5,000 only',
  '--5',
  '5²',
  '9'.repeat(61),
])('the text %j is not a number', (text) => {
  expect(readNumber(text, money)).toEqual({ problem: null });
});

test.each(['₹5', 'Rs 5', '5/-'])('a reading has no currency: %j', (text) => {
  expect(readNumber(text, decimal)).toEqual({ problem: null });
});

describe('A field shows', () => {
  test.each<[Kind, number, string]>([
    ['money', 123_450, '1,23,450'],
    ['money', 1234.5, '1,234.50'],
    ['money', 99.999, '99.999'],
    ['money', 0, '0'],
    ['whole', 100_000, '1,00,000'],
    ['decimal', 123_450.125, '123450.125'],
    ['decimal', 1e-7, '0.0000001'],
    ['decimal', -37.5, '-37.5'],
  ])('as %s the number %d as %s', (kind, value, text) => {
    expect(writeNumber(value, kinds[kind])).toBe(text);
  });

  test('a text that parses to the same number', () => {
    let seed = 1;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let at = 0; at < 2000; at += 1) {
      const kind = ([money, whole, decimal] as const)[at % 3]!;
      const places = [2, 0, Math.floor(next() * 6)][at % 3]!;
      const value = Number((next() * 10 ** Math.floor(next() * 9)).toFixed(places)) * (at % 2 === 0 ? 1 : -1) || 0;
      expect(readNumber(writeNumber(value, kind), kind)).toEqual({ value });
    }
  });
});
