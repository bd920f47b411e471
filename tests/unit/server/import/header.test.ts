import { describe, expect, test } from 'vitest';
import { fieldOfHeader, normaliseHeader } from '#server/import/header.ts';
import { bookOf, HEADER, readRows, refusalOf } from '#tests/support/workbooks.ts';
import { readRegister } from '#server/import/read-register.ts';

const DEVICE = ['A1', 'Pump', 'BPL', 'X1'];

describe('4.3 a header is compared without case, white space, brackets and punctuation', () => {
  test.each([
    ['  Serial  No ', 'serial no'],
    ['Date of\nInstallation', 'date of installation'],
    ['Serial\u00a0Number', 'serial number'],
    ['Cost (Rs.)', 'cost'],
    ['Price [INR]', 'price'],
    ['Model No./Type', 'model no type'],
    ['*Make / Manufacturer:', 'make manufacturer'],
    ['Equipment-name', 'equipment name'],
    ['Price ₹', 'price'],
    ['D.O.I.', 'd o i'],
  ])('%j reads %j', (header, normalised) => {
    expect(normaliseHeader(header)).toBe(normalised);
  });

  test.each(['S.No', 'S. No.', 'Sl. No', 'Sl. No.', 'Sr No', 'Sr. No.', 'S.N.', 'S.N', 's. n.', '#', ''])(
    '%j counts rows and is not the serial',
    (header) => {
      expect(fieldOfHeader(header)).toBeUndefined();
    },
  );

  test.each(['S/N', 'SN', 's/n', 'S N', 'Serial No.', 'Serial Number', 'Machine Sl. No.', 'SERIAL NR'])(
    '%j is the serial',
    (header) => {
      expect(fieldOfHeader(header)).toBe('serialNumber');
    },
  );

  test.each([
    ['Nomenclature', 'equipmentName'],
    ['OEM', 'makeName'],
    ['Dept./Ward', 'departmentName'],
    ['Room No.', 'location'],
    ['Supplied By', 'vendorName'],
    ['DOP', 'purchaseDate'],
    ['Commissioning Date', 'installationDate'],
    ['Value', 'price'],
    ['Criticality', 'importance'],
    ['Calibrations per Year', 'calibrationCount'],
    ['Contract Number', 'warrantyNumber'],
    ['Asset ID', undefined],
  ])('%j means %s', (header, field) => {
    expect(fieldOfHeader(header)).toBe(field);
  });
});

describe('4.2 and 4.3 the header row is found where registers have it', () => {
  test('below titles, down to row 20 of the sheet', async () => {
    const parsed = await readRows([...Array.from({ length: 19 }, () => ['GENERAL HOSPITAL']), HEADER, DEVICE]);
    expect(parsed).toMatchObject({ headerRow: 20, rows: [{ rowNumber: 21, ok: true }] });
  });

  test('but not on row 21', async () => {
    const refusal = await refusalOf(() => readRows([...Array.from({ length: 20 }, () => ['Title']), HEADER, DEVICE]));
    expect(refusal.message).toMatch(/^No visible sheet has a header row in its first 20 rows\./);
  });

  test('on the first visible sheet that has one; other sheets are not read', async () => {
    const parsed = await readRegister(
      bookOf([
        { name: 'Hidden', rows: [HEADER, ['H1', 'Pump', 'BPL', 'X1']], hidden: 1 },
        { name: 'Very hidden', rows: [HEADER, ['H2', 'Pump', 'BPL', 'X1']], hidden: 2 },
        { name: 'Cover', rows: [['Master list']] },
        { name: 'Register', rows: [HEADER, DEVICE] },
        { name: 'Old', rows: [HEADER, ['O1', 'Pump', 'BPL', 'X1']] },
      ]),
    );
    expect(parsed.sheetName).toBe('Register');
    expect(parsed.rows.map((row) => row.cells.serialNumber)).toEqual(['A1']);
  });

  test('if one required column is missing, the file is refused and the column is named', async () => {
    const refusal = await refusalOf(() =>
      readRows([
        ['S.No', 'Equipment', 'Make', 'Model'],
        ['1', 'Pump', 'BPL', 'X1'],
      ]),
    );
    expect(refusal).toMatchObject({ code: 'import.refused', problem: { status: 422 } });
    expect(refusal.message).toContain('The column Serial Number is missing.');
  });

  test('if only two of four columns exist, no row is a header row and the other two are named', async () => {
    const refusal = await refusalOf(() =>
      readRows([
        ['Make', 'Model', 'Ort'],
        ['BPL', 'X1', 'ICU'],
      ]),
    );
    expect(refusal.message).toContain('These columns are missing: Serial Number, Equipment Name.');
  });

  test('of two columns for one field the earlier synonym wins, regardless of position', async () => {
    const parsed = await readRows([
      ['SN', 'Name', 'Equipment Name', 'Brand', 'Make', 'Model', 'Serial Number', 'Asset ID'],
      ['7', 'n', 'Pump', 'b', 'BPL', 'X1', 'A1', 'ME1'],
    ]);
    expect(parsed.rows[0]).toMatchObject({ device: { serialNumber: 'A1', equipmentName: 'Pump', makeName: 'BPL' } });
    expect(parsed.columns.map(({ header }) => header)).not.toContain('Asset ID');
  });

  test('4.4 blank rows, titles, totals, notes and repeated headers are skipped', async () => {
    const parsed = await readRows([
      ['Sl. No.', ...HEADER, 'Price'],
      ['ICU'],
      ['1', ...DEVICE, '100'],
      [],
      ['Sl. No.', ...HEADER, 'Price'],
      [null, ' ', null, null, null, 'note'],
      ['Total', null, null, null, null, '100'],
      ['2', 'A2', 'Pump', 'BPL', 'X1', '5'],
    ]);
    expect(parsed.rows.map((row) => row.rowNumber)).toEqual([3, 8]);
  });
});
