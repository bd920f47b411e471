import { expect, test } from 'vitest';
import { noteFutureDays } from '#server/import/future-days.ts';
import { readRegister } from '#server/import/read-register.ts';
import { sameKey } from '#contract/rules/text.ts';
import { bookOf, faultsOf, readRows, type TestCell } from '#tests/support/workbooks.ts';

/** Registers in the shapes of public bug reports, with made-up texts. Source: docs/product.md P225 and P226. */

const header = [
  'Sl No',
  'Department',
  'Equipment Name',
  'Make',
  'Model',
  'Serial Number',
  'Installation Date',
  'Price',
];
const pump = (serial: TestCell, more: Record<string, TestCell> = {}): TestCell[] => {
  const cells: Record<string, TestCell> = {
    'Sl No': 1,
    Department: 'ICU',
    'Equipment Name': 'Infusion pump',
    Make: 'B Braun',
    Model: 'Infusomat',
    'Serial Number': serial,
    'Installation Date': '',
    Price: '',
    ...more,
  };
  return Object.values(cells);
};
const number = (v: number, z: string): TestCell => ({ t: 'n', v, z });
const noDay = 'Installation date must be a real date between 1950 and 2100, day first (31/12/2020).';
const digits =
  'Serial number has more than 15 digits and was stored as a number, so its last digits are lost: format the column as text.';
const outcomes = async (rows: TestCell[][], field: 'serialNumber' | 'installationDate' = 'serialNumber') =>
  (await readRows(rows)).rows.map((row) => (row.ok ? row.device[field] : row.errors.join(' ')));

test('two registers on two sheets: the first is read, the other is reported with its rows', async () => {
  const head = (model: string) => [
    'NO',
    'Department',
    'Name',
    model,
    model === 'MODEL' ? 'SERIAL' : 'Serial',
    'Manufacturer',
  ];
  const row = (serial: string) => [1, '4A', 'CTG machine', 'F3', serial, 'Edan'];
  const parsed = await readRegister(
    bookOf([
      { name: 'PPM', rows: [head('MODEL'), row('S01-1'), row('S01-2')] },
      { name: 'OCM', rows: [head('Model'), row('S01-3'), row('S01-4'), row('S01-5')] },
    ]),
  );
  expect([parsed.rows.filter(({ ok }) => ok).length, parsed.otherSheets]).toEqual([2, [{ name: 'OCM', rows: 3 }]]);
});

test('a column “Serial No.” that counts the rows is ignored, and the report says so', async () => {
  const rows = [1, 2, 3, 4, 5].map((place) => [place, 'Syringe pump', 'Top', '5300', `S03-${place}`, 'NICU']);
  const parsed = await readRows([
    ['Serial No.', 'Name of Equipment', 'Make', 'Model', 'Equipment Serial No.', 'Department'],
    ...rows,
  ]);
  expect(parsed.rows.map((row) => row.ok && row.device.serialNumber)).toEqual(rows.map((row) => row[4]));
  expect(parsed.guesses.join()).toContain('"Serial No." only counts the rows');
});

test('merged cells give their value to each row', async () => {
  const rows: TestCell[][] = [
    header,
    pump('S04-1'),
    pump('S04-2', { Department: '' }),
    pump('S04-3', { Department: '' }),
    pump('S04-4', { Department: 'NICU' }),
    [5, null, null, null, null, 'S04-5', null, null],
    pump('S04-6', { Department: '' }),
  ];
  const merges = ['B2:B4', 'B5:B6', 'C5:C6', 'D5:D6', 'E5:E6'];
  const parsed = await readRegister(bookOf([{ name: 'Sheet1', rows, merges }]));
  expect(parsed.rows.map((row) => row.ok && row.device.departmentName)).toEqual([
    'ICU',
    'ICU',
    'ICU',
    'NICU',
    'NICU',
    undefined,
  ]);
});

test('dates as text are one real day, or fail at the field', async () => {
  const cases: [string, string][] = [
    ['2019-03-04 02:40:18', '2019-03-04'],
    ['2019-03-04T00:00:00', '2019-03-04'],
    ['2019/03/04', '2019-03-04'],
    ['15/Mar/2019', '2019-03-15'],
    ['15.Mar.2019', '2019-03-15'],
    ['15 Mar, 2019', '2019-03-15'],
    ['15th March 2019', '2019-03-15'],
    ['15 / 03 / 2019', '2019-03-15'],
    ['15-03- 2019', '2019-03-15'],
    ['15.03.2019.', '2019-03-15'],
    ['15-Mar-2019 ', '2019-03-15'],
    ['15/03/2019 00:00', '2019-03-15'],
    ['15\u201303\u20132019', '2019-03-15'],
    ['Mar-19', noDay],
    ['March 2019', noDay],
    ['15-MAR-19', '2019-03-15'],
    [' 15/3/19', '2019-03-15'],
    ['15\u00a0Mar\u00a02019', '2019-03-15'],
    ['15 Sept. 2019', '2019-09-15'],
    ['15-03-2019 (approx)', noDay],
    ['13/02/30', '2030-02-13'],
    ['15/03/50', '1950-03-15'],
    ['20190315', '2019-03-15'],
    ['31/02/2019', noDay],
  ];
  const rows = [header, ...cases.map(([text], place) => pump(`S05-${place}`, { 'Installation Date': text }))];
  expect(await outcomes(rows, 'installationDate')).toEqual(cases.map(([, day]) => day));
  const noted = noteFutureDays(await readRows(rows), '2026-07-01').rows.filter((row) => row.ok && row.notes.length > 0);
  expect(noted.map(({ rowNumber }) => rowNumber)).toEqual([22]);
});

test('formatted numbers are stored as displayed, or their row fails', async () => {
  expect(
    await outcomes([
      header,
      pump(number(45_261, 'd-mmm')),
      pump(number(123, '"SN-"00000')),
      pump('S06-3', { Model: number(4, '0.0') }),
      pump(number(12_345_678, '0000-0000')),
      pump('S06-5', { Model: number(45_292, 'mmm-yy') }),
      pump(number(0.5, '0%')),
      pump(number(4321, '000000')),
      pump(number(1_000_000_000_000_007, '0')),
    ]),
  ).toEqual([
    'Serial number is a date in the sheet.',
    'SN-00123',
    'S06-3',
    '1234-5678',
    'Model is a date in the sheet.',
    'Serial number is a percentage in the sheet.',
    '004321',
    digits,
  ]);
});

test('several serials in a cell fail or get a note', async () => {
  const cases: [serial: string, quantity: number, outcome: string, notes: number][] = [
    ['A1001\nA1002\nA1003', 3, 'Serial number has a line break or a tab: give each device its own row.', 0],
    ['B2001, B2002', 2, 'B2001, B2002', 2],
    ['C3001 to C3005', 5, 'C3001 to C3005', 2],
    ['D4001 & D4002', 2, 'D4001 & D4002', 2],
    ['E5001\n', 1, 'E5001', 0],
    ['X9\tY', 1, 'Serial number has a line break or a tab: give each device its own row.', 0],
  ];
  const rows = [[...header, 'Qty'], ...cases.map(([serial, quantity]) => [...pump(serial), quantity])];
  expect(await outcomes(rows)).toEqual(cases.map(([, , outcome]) => outcome));
  const notes = (await readRows(rows)).rows.map((row) => (row.ok ? row.notes.length : 0));
  expect(notes).toEqual(cases.map(([, , , count]) => count));
});

test('invisible characters create neither another serial nor another name', async () => {
  const known = 'Serial number is already on row 2 of this file.';
  const rows = [
    header,
    pump('S08-1'),
    ...['S08-1\u200b', '\u200eS08-1', '\ufeffS08-1', 'S08\u00ad-1', '\u200b'].map((serial) => pump(serial)),
    pump('\u00a0S08-9'),
    pump('S08-10', { Department: 'Radio\u200blogy' }),
    pump('S08-11', { Department: 'Radiology' }),
    pump('S08-12', { Department: 'Cardiología' }),
    pump('S08-13', { Department: 'Cardiologi\u0301a' }),
    ...['Siemens  Healthineers', 'Siemens Healthineers', 'Siemens\u00a0Healthineers', 'Siemens\nHealthineers'].map(
      (Make, place) => pump(`S08-${place + 14}`, { Make }),
    ),
  ];
  const parsed = await readRows(rows);
  expect(parsed.rows.slice(1, 6).map(faultsOf)).toEqual([
    [known],
    [known],
    [known],
    [known],
    ['Serial number is required.'],
  ]);
  const devices = parsed.rows.flatMap((row) => (row.ok ? [row.device] : []));
  expect(devices[1]?.serialNumber).toBe('S08-9');
  const keys = (names: (string | undefined)[]) => [...new Set(names.map((name) => sameKey(name ?? '')))];
  expect(keys(devices.map(({ departmentName }) => departmentName))).toEqual(keys(['ICU', 'Radiology', 'Cardiología']));
  expect(keys(devices.map(({ makeName }) => makeName))).toEqual(keys(['B Braun', 'Siemens Healthineers']));
});

test('serials of 16 or more digits stored as numbers fail', async () => {
  const numbers = [8_939_010_102_358_470_000, 820_244_123_456_789_000, 123_456_789_012_345, 1_234_567_890_123_450];
  expect(await outcomes([header, ...[...numbers, 90_071_992_547_409_890].map((serial) => pump(serial))])).toEqual([
    digits,
    digits,
    '123456789012345',
    digits,
    digits,
  ]);
});

test('ditto marks stand for the cell above', async () => {
  const parsed = await readRows([
    ['Sl No', 'Equipment Name', 'Make', 'Model', 'Serial Number', 'Department'],
    [1, 'Monitor', 'Philips', 'MX450', 'S19-11', 'ICU'],
    ...['-do-', '"', 'Ditto'].map((mark, place) => [place + 2, mark, mark, mark, `S19-${place + 12}`, mark]),
  ]);
  const same = { equipmentName: 'Monitor', makeName: 'Philips', modelName: 'MX450', departmentName: 'ICU' };
  expect(parsed.rows).toMatchObject(Array.from({ length: 4 }, () => ({ ok: true, device: same })));
});
