import { describe, expect, test } from 'vitest';
import { dateOf } from '#server/import/dates.ts';
import { priceOf } from '#server/import/prices.ts';
import type { Cell } from '#server/import/cells.ts';
import { faultsOf, readDevice, readRows, type TestCell } from '#tests/support/workbooks.ts';

const text = (value: string): Cell => ({ kind: 'text', text: value });
const number = (value: number): Cell => ({ kind: 'number', value, format: 'General', isDate: false });
const dateCell = (value: number): Cell => ({ kind: 'number', value, format: 'dd/mm/yyyy', isDate: true });
const DATE_FAULT = 'Installation date must be a real date between 1950 and 2100, day first (31/12/2020).';

describe('4.5 placeholders and errors leave a required cell missing', () => {
  test.each<TestCell>([
    '',
    '   ',
    '\u00a0',
    '-',
    '--',
    '---',
    'NA',
    'n/a',
    'N.A.',
    'Nil',
    ' NIL ',
    'none',
    'NULL',
    'Not Available',
    'not  applicable',
    'Unknown',
    '?',
    '#N/A',
    { t: 'e', v: 0x2a },
    { t: 'e', v: 0x17 },
  ])('%j is not a model', async (cell) => {
    expect(faultsOf(await readDevice({ Model: cell }))).toEqual(['Model is required.']);
  });

  test.each(['0', 'Nile', 'N', '-1', 'X-'])('%j is a model', async (cell) => {
    expect(faultsOf(await readDevice({ Model: cell }))).toEqual([]);
  });
});

describe('4.6 a serial is text', () => {
  test.each<[TestCell, string]>([
    [181203227, '181203227'],
    [202_010_150_123, '202010150123'],
    [123, '123'],
    [123.5, '123.5'],
    [123_456_789_012_345, '123456789012345'],
    [{ t: 'n', v: 1234, z: '00000000' }, '00001234'],
    [{ t: 'n', v: 1234, z: '@' }, '1234'],
    [{ t: 'n', v: 1234, z: '0.00' }, '1234.00'],
    [{ t: 'n', v: 202_010_150_123, z: '0.00E+00' }, '202010150123'],
    ['00123', '00123'],
    ['400/457', '400/457'],
    ['  JMX8966 E ', 'JMX8966 E'],
    ['123.0', '123.0'],
    ['2.02E+11', '2.02E+11'],
  ])('%j is stored as %j', async (cell, serialNumber) => {
    for (const bookType of ['xlsx', 'biff8'] as const) {
      expect(await readDevice({ 'Serial Number': cell }, { bookType })).toMatchObject({ device: { serialNumber } });
    }
  });
});

describe('P166 a number keeps 15 digits in a spreadsheet', () => {
  const lost =
    'has more than 15 digits and was stored as a number, so its last digits are lost: format the column as text.';
  test.each([1e15, 1_234_567_890_123_450, 1e21])('the serial %d fails its row', async (value) => {
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const row = await readDevice({ 'Serial Number': value }, { bookType });
      expect(faultsOf(row)).toEqual([`Serial number ${lost}`]);
    }
  });

  test('any other text fails too, and a serial typed as text is unchanged', async () => {
    expect(faultsOf(await readDevice({ Model: 4_006_381_333_931_000 }))).toEqual([`Model ${lost}`]);
    expect(await readDevice({ 'Serial Number': '1234567890123456' })).toMatchObject({
      device: { serialNumber: '1234567890123456' },
    });
  });

  test('two that lost their distinguishing digits are not reported as duplicates', async () => {
    const parsed = await readRows([
      ['Serial', 'Equipment', 'Make', 'Model'],
      [1_234_567_890_123_450, 'Pump', 'BPL', 'X1'],
      [1_234_567_890_123_450, 'Pump', 'BPL', 'X1'],
    ]);
    expect(parsed.rows.map(faultsOf)).toEqual([[`Serial number ${lost}`], [`Serial number ${lost}`]]);
  });
});

describe('4.7 a serial occurs once', () => {
  test('a duplicate in the file, trimmed and in any case, fails and names the first row', async () => {
    const parsed = await readRows([
      ['Serial', 'Equipment', 'Make', 'Model'],
      ['ab1', 'Pump', 'BPL', 'X1'],
      [' AB1 ', 'Pump', 'BPL', 'X1'],
      ['AB2', 'Pump', 'BPL', 'X1'],
      ['ab1', 'Pump', 'BPL', null],
    ]);
    expect(parsed.rows.map(faultsOf)).toEqual([
      [],
      ['Serial number is already on row 2 of this file.'],
      [],
      ['Serial number is already on row 2 of this file.', 'Model is required.'],
    ]);
  });
});

describe('4.8 a date is read day first', () => {
  test.each([
    ['3/4/2020', '2020-04-03'],
    ['03-04-2020', '2020-04-03'],
    ['03.04.2020', '2020-04-03'],
    ['3/4/20', '2020-04-03'],
    ['3-4-97', '1997-04-03'],
    ['3 Apr 2020', '2020-04-03'],
    ['19-Feb-20', '2020-02-19'],
    ['19-feb-2020', '2020-02-19'],
    ['5 September 2019', '2019-09-05'],
    ['29/02/2020', '2020-02-29'],
    ['2020-04-03', '2020-04-03'],
    [' 03/04/2020\u00a0', '2020-04-03'],
    ['01/01/1950', '1950-01-01'],
    ['31/12/2100', '2100-12-31'],
  ])('text %j is %s', (value, day) => {
    expect(dateOf(text(value), false)).toBe(day);
  });

  test.each([
    '31-02-2019',
    '29/02/2019',
    '00-00-0000',
    '12/25/2020',
    '2015',
    'Not known',
    '3/4-2020',
    '3 Foo 2020',
    '31/12/1949',
    '01/01/2101',
    '3/4/020',
    'Apr 2020',
    '43995',
  ])('text %j is not a day', (value) => {
    expect(dateOf(text(value), false)).toBeUndefined();
  });

  test.each([
    [dateCell(43_995), false, '2020-06-13'],
    [dateCell(43_995.75), false, '2020-06-13'],
    [dateCell(42_533), true, '2020-06-13'],
    [number(43_995), false, '2020-06-13'],
    [number(42_533), true, '2020-06-13'],
    [number(20_000), false, '1954-10-03'],
    [number(60_000), false, '2064-04-08'],
    [dateCell(18_264), false, '1950-01-01'],
    [number(19_999), false, undefined],
    [number(60_001), false, undefined],
    [number(2015), false, undefined],
    [dateCell(2015), false, undefined],
    [dateCell(90_000), false, undefined],
    [dateCell(-5), false, undefined],
    [dateCell(1e300), false, undefined],
    [{ kind: 'boolean', value: true } as const, false, undefined],
  ])('cell %j, 1904 system %s, is %s', (cell, date1904, day) => {
    expect(dateOf(cell, date1904)).toBe(day);
  });

  test.each(['xlsx', 'biff8'] as const)('a %s workbook of the 1904 system keeps its days', async (bookType) => {
    const cell = { t: 'n', v: 42_533, z: 'dd/mm/yyyy' } as const;
    expect(await readDevice({ 'Purchase Date': cell }, { bookType, date1904: true })).toMatchObject({
      device: { purchaseDate: '2020-06-13' },
    });
  });

  test.each(['', 'NIL', '-', { t: 'e', v: 0x2a } as const])('%j is neither a date nor a fault', async (cell) => {
    const row = await readDevice({ 'Installation Date': cell });
    expect(row).toMatchObject({ ok: true });
    expect(row.ok && row.device.installationDate).toBeUndefined();
  });

  test('an invalid date fails the row', async () => {
    expect(faultsOf(await readDevice({ 'Installation Date': 'last year' }))).toEqual([DATE_FAULT]);
  });
});

describe('4.9 a price is a number of 0 or more', () => {
  test.each([
    ['0', 0],
    ['1500', 1500],
    ['1500.45', 1500.45],
    ['12 000', 12_000],
    ['₹ 1,25,000', 125_000],
    ['Rs 125,000', 125_000],
    ['Rs. 1,25,000.50/-', 125_000.5],
    ['Rs.500', 500],
    ['INR 2,500', 2500],
    ['$1,000,000.00', 1_000_000],
    ['12,34,567/-', 1_234_567],
    ['1,00,00,000', 10_000_000],
    ['450 INR', 450],
  ])('text %j is %d', (value, price) => {
    expect(priceOf(text(value))).toBe(price);
  });

  test.each([
    '-4500',
    '(5,000)',
    'approx 2 lakhs',
    '2.5E5',
    '1,2,3',
    '1.234,56',
    '1500.456',
    '0,5',
    '1234,50',
    '12.345',
    'Rs.',
    '5,000 only',
    '1e999',
  ])('text %j is not a price', (value) => {
    expect(priceOf(text(value))).toBeUndefined();
  });

  test.each([
    [10_150, 10_150],
    [0.1 + 0.2, 0.3],
    [0.005, undefined],
    [99.999, undefined],
    [-1, undefined],
    [1e15, undefined],
  ])('number %d is %s', (value, price) => {
    expect(priceOf(number(value))).toBe(price);
  });

  test.each([
    ['0.00', 100],
    ['#,##0', 100],
    ['_-"₹"* #,##0.00_-;-"₹"* #,##0.00_-', 100],
    ['[$₹-4009] #,##0.00', 100],
    ['General', undefined],
    ['@', undefined],
    ['0.000', undefined],
  ])('the number 99.999 in the format %s, rounded or not, is %s', (format, price) => {
    expect(priceOf({ kind: 'number', value: 99.999, format, isDate: false })).toBe(price);
  });

  test('an invalid price fails the row, a placeholder does not', async () => {
    expect(faultsOf(await readDevice({ Price: '(5,000)' }))).toEqual(['Price must be a number of 0 or more.']);
    expect(faultsOf(await readDevice({ Price: true }))).toEqual(['Price must be a number of 0 or more.']);
    expect(faultsOf(await readDevice({ Price: 'N/A' }))).toEqual([]);
  });

  test('an ambiguous price, or one with too many decimals, says so', async () => {
    expect(faultsOf(await readDevice({ Price: '1.000,50' }))).toEqual([
      'Price “1.000,50” could mean 1000.50 or 1.00050. Please write one of them.',
    ]);
    expect(faultsOf(await readDevice({ Price: 99.999 }))).toEqual(['Price has at most 2 decimals.']);
    expect(faultsOf(await readDevice({ Price: '99.9999' }))).toEqual(['Price has at most 2 decimals.']);
  });
});
