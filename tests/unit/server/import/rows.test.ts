import { describe, expect, test } from 'vitest';
import { failKnownSerials, serialKeysOf } from '#server/import/serials.ts';
import { rowErrorText } from '#server/import/report.ts';
import { readRegister } from '#server/import/read-register.ts';
import {
  faultsOf,
  HEADER,
  readDevice,
  readRows,
  sheetXml,
  xlsxParts,
  xmlRow,
  zipOf,
} from '#tests/support/workbooks.ts';

describe('a row', () => {
  test('with every column becomes a device', async () => {
    const row = await readDevice({
      'Serial Number': 'A1',
      Department: ' ICU ',
      Location: 'Block B',
      Vendor: 'NIL',
      'Purchase Date': '01/02/2020',
      'Installation Date': '05/02/2020',
      Price: 'Rs. 1,25,000/-',
      Importance: 'non critical',
      Description: 'Pump of the ICU',
      'Calibration Required': 'Yes',
      'Calibration Frequency': 'Half Yearly',
      'Calibration Count': 2,
      'Warranty Number': 'W-7',
      'Warranty Start': '05/02/2020',
      'Warranty Duration': '3 years',
    });
    expect(row).toMatchObject({ ok: true, rowNumber: 2, notes: [] });
    expect(row.ok && row.device).toEqual({
      serialNumber: 'A1',
      equipmentName: 'Pump',
      makeName: 'BPL',
      modelName: 'X1',
      departmentName: 'ICU',
      location: 'Block B',
      purchaseDate: '2020-02-01',
      installationDate: '2020-02-05',
      price: 125_000,
      importance: 'Non-Critical',
      description: 'Pump of the ICU',
      calibrationRequired: true,
      calibrationFrequency: 'half-yearly',
      calibrationCount: 2,
      warrantyNumber: 'W-7',
      warrantyStart: '2020-02-05',
      warrantyDuration: 36,
    });
  });

  test.each([
    ['Warranty Duration (months)', 18, 18],
    ['Warranty Duration [Mths]', '18', 18],
    ['Warranty Duration (months)', '2 years', 24],
    ['Warranty Duration (years)', 2, 24],
  ])('reads a number by the unit of its header: %s, %s', async (header, cell, months) => {
    const row = await readDevice({ 'Serial Number': 'A1', 'Warranty Start': '05/02/2020', [header]: cell });
    expect(row.ok && row.device.warrantyDuration).toBe(months);
  });

  test('4.10 with several faults is one failed row that lists each', async () => {
    const parsed = await readRows([
      ...Array.from({ length: 15 }, () => ['Title']),
      [...HEADER, 'Price'],
      ['NIL', 'Pump', 'BPL', 'X1', 'free'],
    ]);
    expect(parsed.rows.map((row) => rowErrorText({ rowNumber: row.rowNumber, errors: faultsOf(row) }))).toEqual([
      'Row 17: Serial number is required. Price must be a number of 0 or more.',
    ]);
  });

  test.each(['.', '..', '-/-', '\u200b'])('with the serial number %j has none', async (serial) => {
    expect(faultsOf(await readDevice({ 'Serial Number': serial }))).toEqual(['Serial number is required.']);
  });

  test.each(['A1\nA2', 'X9\tY'])('with several serials in a cell fails: %j', async (serial) => {
    expect(faultsOf(await readDevice({ 'Serial Number': serial }))).toEqual([
      'Serial number has a line break or a tab: give each device its own row.',
    ]);
  });

  test('that is bad does not affect the good rows around it', async () => {
    const parsed = await readRows([
      HEADER,
      ['A1', 'Pump', 'BPL', 'X1'],
      ['A2', 'Pump', 'BPL', null],
      ['A3', 'Pump', 'BPL', 'X1'],
    ]);
    expect(parsed.rows.map((row) => row.ok)).toEqual([true, false, true]);
  });

  test('with an invalid optional value is imported without it, with a note', async () => {
    const row = await readDevice({ 'Calibration Frequency': 'now and then', Importance: 'High' });
    expect(row).toMatchObject({
      ok: true,
      notes: [
        'Importance "High" was not understood and left empty.',
        'Calibration frequency "now and then" was not understood and left empty.',
      ],
    });
  });

  test.each(['Serial Number', 'Equipment Name', 'Make', 'Model', 'Department', 'Location', 'Vendor', 'Description'])(
    '4.13 with a %s of more than 255 characters fails',
    async (column) => {
      expect(faultsOf(await readDevice({ [column]: ` ${'x'.repeat(255)} ` }))).toEqual([]);
      expect(faultsOf(await readDevice({ [column]: 'x'.repeat(256) }))).toEqual([
        expect.stringMatching(/ must be at most 255 characters\.$/),
      ]);
    },
  );
});

describe('4.11 formulas', () => {
  const row = (cells: string) => `<row r="2">${cells}</row>`;
  const read = async (cells: string) =>
    (await readRegister(zipOf(xlsxParts(sheetXml(xmlRow(1, [...HEADER, 'Price']) + row(cells)))))).rows[0];
  const others =
    '<c r="B2" t="str"><f>UPPER("pump")</f><v>PUMP</v></c><c r="C2" t="inlineStr"><is><t>BPL</t></is></c><c r="D2" t="inlineStr"><is><t>=1+1</t></is></c>';

  test('use their cached value, and text that looks like one stays text', async () => {
    expect(await read(`<c r="A2"><f>1+1</f><v>2</v></c>${others}`)).toMatchObject({
      ok: true,
      device: { serialNumber: '2', equipmentName: 'PUMP', modelName: '=1+1' },
    });
  });

  test.each(['<f>1+1</f>', '<f>1+1</f><v></v>', '<f>1+1</f><v/>'])(
    'without a cached value are empty: %s',
    async (formula) => {
      expect(await read(`<c r="A2">${formula}</c>${others}`)).toMatchObject({ errors: ['Serial number is required.'] });
      expect(await read(`<c r="A2" t="str">${formula}</c>${others}`)).toMatchObject({
        errors: ['Serial number is required.'],
      });
    },
  );

  test('with an error count as missing', async () => {
    expect(await read(`<c r="A2" t="e"><f>NA()</f><v>#N/A</v></c>${others}`)).toMatchObject({
      errors: ['Serial number is required.'],
      cells: { serialNumber: '#N/A' },
    });
  });
});

describe('4.7 serials that the hospital already has', async () => {
  const parsed = await readRows([
    [...HEADER, 'Price'],
    [' ab1 ', 'Pump', 'BPL', 'X1', '1'],
    ['A2', 'Pump', 'BPL', 'X1', '1'],
    ['A3', 'Pump', 'BPL', 'X1', 'free'],
  ]);

  test('are queried once each, trimmed and in lower case', () => {
    expect(serialKeysOf(parsed)).toEqual(['ab1', 'a2', 'a3']);
  });

  test('fail their rows, along with the other faults of the row', () => {
    const known = new Set(['ab1', 'a3']);
    expect(failKnownSerials(parsed, (key) => known.has(key)).rows.map(faultsOf)).toEqual([
      ['Serial number is already in this hospital.'],
      [],
      ['Serial number is already in this hospital.', 'Price must be a number of 0 or more.'],
    ]);
  });
});
