import { describe, expect, test } from 'vitest';
import { noteFutureDays } from '#server/import/future-days.ts';
import { readRegister } from '#server/import/read-register.ts';
import type { ParsedImport } from '#server/import/types.ts';
import { bookOf, faultsOf, HEADER, readDevice, readRows, refusalOf, type TestCell } from '#tests/support/workbooks.ts';

/** The import stores what a person sees in the cell, or fails the row. Source: docs/product.md P225 and P226. */

const number = (v: number, z: string): TestCell => ({ t: 'n', v, z });
const columnOf = (parsed: ParsedImport, field: 'serialNumber' | 'departmentName' | 'makeName') =>
  parsed.rows.map((row) => (row.ok ? (row.device[field] ?? '') : row.errors.join(' ')));

describe('P225 A number in a column of texts', () => {
  test.each([
    ['"SN-"00000', 123, 'SN-00123'],
    ['0000-0000', 12_345_678, '1234-5678'],
    ['000000', 4321, '004321'],
    ['0.0', 4, '4.0'],
    ['0" B"', 7, '7 B'],
    ['General', 12_345_678_901, '12345678901'],
    ['#,##0', 12_345, '12345'],
    ['0.00E+00', 123_456_789_012, '123456789012'],
    ['@', 42, '42'],
  ])('with the format %s is stored as displayed: %d', async (format, value, stored) => {
    const row = await readDevice({ 'Serial Number': number(value, format) });
    expect(row.ok && row.device.serialNumber).toBe(stored);
  });

  test.each([
    ['d-mmm', 45_261, 'Model is a date in the sheet.'],
    ['mmm-yy', 45_292, 'Model is a date in the sheet.'],
    ['h:mm', 0.5, 'Model is a date in the sheet.'],
    ['0%', 0.5, 'Model is a percentage in the sheet.'],
  ])('with the format %s fails its row', async (format, value, fault) => {
    expect(faultsOf(await readDevice({ Model: number(value, format) }))).toEqual([fault]);
  });

  test('that is hidden by its format is missing', async () => {
    expect(faultsOf(await readDevice({ Model: number(5, ';;;') }))).toEqual(['Model is required.']);
  });
});

describe('P225 An empty price', () => {
  const accounting = '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)';
  test.each([[number(0, accounting)], [number(0, '0;-0;;@')], [' $ -   '], ['₹ -'], ['Rs. --']])(
    'is an accounting zero: %j',
    async (Price) => {
      const row = await readDevice({ Price });
      expect(row).toMatchObject({ ok: true, notes: [] });
      expect(row.ok && row.device.price).toBeUndefined();
    },
  );

  test('is not a displayed 0', async () => {
    const row = await readDevice({ Price: number(0, '0.00') });
    expect(row.ok && row.device.price).toBe(0);
  });

  test('is an error value, with a note', async () => {
    const error: TestCell = { t: 'e', v: 0x2a };
    const row = await readDevice({ Price: error, Department: '#DIV/0!', 'Serial Number': 'A1' });
    expect(row).toMatchObject({
      ok: true,
      notes: ['Department shows #DIV/0! and was left empty.', 'Price shows #N/A and was left empty.'],
    });
    expect(faultsOf(await readDevice({ Model: error }))).toEqual(['Model is required.']);
  });

  test.each(['1.234', '99.999', '1,00,000.005'])('is not a text with three decimals: %s', async (Price) => {
    expect(faultsOf(await readDevice({ Price }))[0]).toMatch(/^Price /);
  });
});

describe('P226 A column that counts the rows', () => {
  const rows = [1, 2, 3, 4].map((place): TestCell[] => [place, 'Pump', 'BPL', 'X1', `B-${place}`]);
  const header = ['Serial No.', 'Equipment Name', 'Make', 'Model', 'Equipment Serial No.'];

  test('is not the serial number: the matching other column is read, and the report says so', async () => {
    const parsed = await readRows([header, ...rows]);
    expect(columnOf(parsed, 'serialNumber')).toEqual(['B-1', 'B-2', 'B-3', 'B-4']);
    expect(parsed.guesses).toEqual([
      'The column "Serial No." only counts the rows: serial numbers were read from "Equipment Serial No.".',
    ]);
  });

  test('refuses the file if no other column has serial numbers', async () => {
    const only = rows.map((row) => row.slice(0, 4));
    const refusal = await refusalOf(() => readRows([header.slice(0, 4), ...only]));
    expect([refusal.code, refusal.message]).toEqual([
      'import.refused',
      'The column "Serial No." only counts the rows, and no other column has serial numbers. Name the column of serial numbers "Serial Number".',
    ]);
  });

  test.each([
    ['with a gap', [1, 2, 4, 5]],
    ['of one delivery', [202_101, 202_102, 202_103, 202_104]],
  ])('is not one %s', async (_what, serials) => {
    const parsed = await readRows([HEADER, ...serials.map((serial): TestCell[] => [serial, 'Pump', 'BPL', 'X1'])]);
    expect(columnOf(parsed, 'serialNumber')).toEqual(serials.map(String));
  });
});

describe('P226 A cell that stands for several rows', () => {
  const header = ['Department', 'Equipment Name', 'Make', 'Model', 'Serial Number'];

  test('applies to each row of a merged cell; a blank cell beside it stays blank', async () => {
    const rows: TestCell[][] = [
      ['INTENSIVE CARE UNIT', null, null, null, null],
      header,
      ['ICU', 'Pump', 'BPL', 'X1', 'A1'],
      [null, 'Pump', 'BPL', 'X1', 'A2'],
      [null, 'Pump', 'BPL', 'X1', 'A3'],
      ['WARD 4', null, null, null, null],
      ['NICU', 'Pump', 'BPL', 'X1', 'A4'],
      [null, null, null, null, 'A5'],
    ];
    const merges = ['A1:E1', 'A3:A4', 'A6:E6', 'A7:A8', 'B7:B8', 'C7:C8', 'D7:D8'];
    const parsed = await readRegister(bookOf([{ name: 'Register', rows, merges }]));
    expect(columnOf(parsed, 'serialNumber')).toEqual(['A1', 'A2', 'A3', 'A4', 'A5']);
    expect(columnOf(parsed, 'departmentName')).toEqual(['ICU', 'ICU', '', 'NICU', 'NICU']);
  });

  test.each(['"', "''", 'do', '-do-', '--do--', '- do -', 'Ditto', 'same as above', 'SAME', '〃', 'do.'])(
    'is the cell above a ditto mark: %s',
    async (mark) => {
      const parsed = await readRows([
        header,
        ['ICU', 'Monitor', 'Philips', 'MX450', 'A1'],
        [mark, mark, mark, mark, 'A2'],
        [mark, mark, mark, mark, 'A3'],
        [mark, 'Pump', 'BPL', 'X1', mark],
      ]);
      expect(columnOf(parsed, 'makeName')).toEqual(['Philips', 'Philips', 'Philips', 'Serial number is required.']);
      expect(columnOf(parsed, 'departmentName').slice(0, 3)).toEqual(['ICU', 'ICU', 'ICU']);
    },
  );

  test('cannot be above the first row', async () => {
    expect(faultsOf(await readDevice({ Make: '-do-' }))).toEqual(['Make is required.']);
  });
});

describe('P226 Several devices in a row', () => {
  test.each(['B2001, B2002', 'C3001 to C3005', 'D4001 & D4002', '18202 , 18394'])('get a note: %s', async (serial) => {
    expect(await readDevice({ 'Serial Number': serial, Qty: 1 })).toMatchObject({
      ok: true,
      notes: [`Serial number "${serial}" may name several devices: give each device its own row.`],
    });
  });

  test.each([3, '3 Nos.', '02'])('get a note for a quantity of %s', async (Qty) => {
    expect(await readDevice({ Qty })).toMatchObject({
      notes: [`Quantity is ${parseInt(String(Qty), 10)}, but one row is one device: give each device its own row.`],
    });
  });

  test.each([1, '1', '-', null])('are not assumed from a quantity of %s', async (Qty) => {
    expect(await readDevice({ Qty })).toMatchObject({ ok: true, notes: [] });
  });
});

describe('P226 Other sheets', () => {
  const rows = (count: number): TestCell[][] => [
    HEADER,
    ...Array.from({ length: count }, (_, place): TestCell[] => [`S${count}-${place}`, 'Pump', 'BPL', 'X1']),
  ];
  const book = bookOf([
    { name: 'Cover', rows: [['Register of 2025']] },
    { name: 'PPM', rows: rows(2) },
    { name: 'OCM', rows: [...rows(3), [null, null, null, null], ['', '', '', '']] },
    { name: 'Old', rows: rows(4), hidden: 1 },
  ]);

  test('with a header row are named with their rows', async () => {
    const parsed = await readRegister(book);
    expect([parsed.sheetName, parsed.rows.length, parsed.otherSheets]).toEqual(['PPM', 2, [{ name: 'OCM', rows: 3 }]]);
  });

  test('can be chosen', async () => {
    const parsed = await readRegister(book, 'OCM');
    expect([parsed.sheetName, parsed.rows.length, parsed.otherSheets]).toEqual(['OCM', 3, [{ name: 'PPM', rows: 2 }]]);
    expect((await refusalOf(() => readRegister(book, 'Cover'))).message).toMatch(
      /^The sheet "Cover" does not have a header row in its first 20 rows\./,
    );
  });
});

describe('P226 A date as text', () => {
  test.each([
    '2019-03-15 02:40:18',
    '2019-03-15T00:00:00',
    '2019-03-15T10:00:00.000Z',
    '2019/03/15',
    '2019-3-15',
    '20190315',
    '15/Mar/2019',
    '15.Mar.2019',
    '15 Mar, 2019',
    '15th March 2019',
    '15th of March, 2019',
    '15 / 03 / 2019',
    '15-03- 2019',
    '15.03.2019.',
    '15-Mar-2019 ',
    '15/03/2019 00:00',
    '15/03/2019 10:30 AM',
    '15\u201303\u20132019',
    '15-MAR-19',
    ' 15/3/19',
    '15\u00a0Mar\u00a02019',
    '15 Mar. 2019',
    'March 15, 2019',
    'Mar 15th 2019',
  ])('is one real day: %s', async (text) => {
    const row = await readDevice({ 'Installation Date': text });
    expect(row.ok && row.device.installationDate).toBe('2019-03-15');
  });

  test.each([
    'Mar-19',
    'March 2019',
    '2019',
    '15-03-2019 (approx)',
    '31/02/2019',
    '2019/15/03',
    '15/13/2019',
    'Mar 15',
  ])('that is not a real day fails its row: %s', async (text) => {
    expect(faultsOf(await readDevice({ 'Installation Date': text }))).toEqual([
      'Installation date must be a real date between 1950 and 2100, day first (31/12/2020).',
    ]);
  });

  test('more than a year from today gets a note', async () => {
    const parsed = await readRows([
      [...HEADER, 'Purchase Date', 'Installation Date'],
      ['A1', 'Pump', 'BPL', 'X1', '01/07/2026', '02/07/2027'],
      ['A2', 'Pump', 'BPL', 'X1', '15/03/49', '01/07/2027'],
    ]);
    const noted = noteFutureDays(parsed, '2026-07-01');
    expect(noted.rows.map((row) => row.ok && row.notes)).toEqual([
      ['Installation date "02/07/2027" is more than a year from now.'],
      ['Purchase date "15/03/49" is more than a year from now.'],
    ]);
  });
});
