import * as XLSX from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { failedRowsSheet, templateWorkbook, textWorkbook } from '#server/import/sheets-out.ts';
import { readRegister } from '#server/import/read-register.ts';
import { unzip } from '#server/import/zip.ts';
import { faultsOf, HEADER, readDevice, readRows } from '#tests/support/workbooks.ts';

const rowsOf = (file: Buffer, name?: string): unknown[][] => {
  const book = XLSX.read(file, { type: 'buffer' });
  const sheet = book.Sheets[name ?? book.SheetNames[0] ?? ''];
  return sheet === undefined ? [] : XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' });
};

describe('the template', () => {
  test('has the columns of the register and can itself be imported, without rows', async () => {
    expect(rowsOf(templateWorkbook())).toEqual([
      [
        'Serial Number',
        'Equipment Name',
        'Make',
        'Model',
        'Importance',
        'Department',
        'Location',
        'Vendor',
        'Purchase Date',
        'Installation Date',
        'Price',
        'Calibration Required',
        'Calibration Frequency',
        'Calibration Count',
        'Description',
        'Last Calibration',
        'Last PM',
        'Quantity',
        'Warranty Number',
        'Warranty Start',
        'Warranty Duration',
        'Contract Kind',
        'Contract Vendor',
        'Contract Covers',
        'Visits Per Year',
        'Contract Price Per Year',
        'Response Hours',
        'Repair Days',
        'Uptime %',
      ],
    ]);
    const parsed = await readRegister(templateWorkbook());
    expect(parsed.columns).toHaveLength(29);
    expect(parsed.rows).toEqual([]);
    expect(parsed.otherSheets).toEqual([]);
  });

  test('has an example for each column, which the import accepts', async () => {
    const examples = rowsOf(templateWorkbook(), 'Examples');
    expect(examples.slice(0, 2)).toEqual([
      ['Column', 'Required', 'Example'],
      ['Serial Number', 'Yes', 'MON-00123'],
    ]);
    const columns = Object.fromEntries(examples.slice(1).map(([column, , example]) => [column, example]));
    const row = await readDevice(columns as Record<string, string>);
    expect(row).toMatchObject({ ok: true, notes: [] });
    expect(Object.keys(row.ok ? row.device : {})).toHaveLength(28);
  });
});

describe('the sheet of failed rows', async () => {
  const parsed = await readRows([
    ['S/N', 'Equipment', 'Brand', 'Model No', 'DOI', 'Purchase Date', 'Cost', 'Contract number'],
    [123_456_789_012, 'Pump', 'BPL', 'NIL', { t: 'n', v: 43_995, z: 'm/d/yy' }, 43_900, 'Rs. 1,25,000/-', 'W1'],
    ['A2', 'Pump', 'BPL', 'X1', null, null, '5', null],
    ['A3', 'Pump', 'BPL', 'X1', null, null, -5, null],
  ]);

  test('contains each failed row as found, and the reasons in the last column', () => {
    const rows = rowsOf(textWorkbook(failedRowsSheet(parsed.rows)));
    expect(rows[0]).toEqual([
      'Serial Number',
      'Equipment Name',
      'Make',
      'Model',
      'Purchase Date',
      'Installation Date',
      'Price',
      'Warranty Number',
      'Reason',
    ]);
    expect(rows.slice(1).map((row) => row.at(-1))).toEqual([
      'Model is required.',
      'Price must be a number of 0 or more.',
    ]);
    expect(rows[1]).toEqual(
      expect.arrayContaining(['123456789012', 'NIL', '2020-06-13', '2020-03-10', 'Rs. 1,25,000/-']),
    );
  });

  test('fails with the same reasons if imported unchanged; corrected, it is imported', async () => {
    const again = textWorkbook(failedRowsSheet(parsed.rows));
    expect((await readRegister(again)).rows.map(faultsOf)).toEqual(parsed.rows.filter((row) => !row.ok).map(faultsOf));
    const corrected = rowsOf(again).map((row) =>
      row.map((cell) => (cell === 'NIL' ? 'X9' : cell === '-5' ? '5' : String(cell))),
    );
    expect((await readRegister(textWorkbook({ name: 'Corrected', rows: corrected }))).rows).toMatchObject([
      { ok: true, device: { serialNumber: '123456789012', installationDate: '2020-06-13', price: 125_000 } },
      { ok: true, device: { serialNumber: 'A3', price: 5 } },
    ]);
  });
});

describe('4.11 an exported spreadsheet runs no formula', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y")', "=cmd|' /C calc'!A0", '\t=1'])(
    '%j is text',
    async (value) => {
      const file = textWorkbook({ name: 'Out', rows: [HEADER, [value]] });
      const cell: unknown = XLSX.read(file, { type: 'buffer', cellNF: true }).Sheets['Out']?.['A2'];
      expect(cell).toMatchObject({ t: 's', v: value, z: '@' });
      const parts = await unzip(file, { entries: 50, entryBytes: 1e6, totalBytes: 1e6 }, (name) =>
        name.includes('sheet1'),
      );
      const xml = [...parts.values()].join('');
      expect(xml).toContain('t="s"');
      expect(xml).not.toContain('<f');
    },
  );
});
