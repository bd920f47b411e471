import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRegister } from '#server/import/read-register.ts';
import { refusalOf } from './workbooks.ts';

const DATA = new URL('../../../../../shared/data/', import.meta.url);
const present = existsSync(DATA);
if (!present) console.warn('Skipped: the registers of ../shared/data are not on this machine.');

const file = (name: string) => readFileSync(new URL(name, DATA));
const counts = async (name: string) => {
  const { rows } = await readRegister(file(name));
  return { imported: rows.filter((row) => row.ok).length, failed: rows.filter((row) => !row.ok).length };
};

type Expected = {
  headerRow: number;
  failures: { row: number; errors: { field: string; rule: string }[] }[];
  sampleImported: { row: number; serial: string; [field: string]: unknown }[];
};

describe.skipIf(!present)('registers of real hospitals', () => {
  test.each([
    ['demo-inventory-clean.xlsx', 365, 0],
    ['demo-inventory-legacy.xls', 60, 0],
    ['messy-inventory-india.xlsx', 130, 26],
    ['wild-radiology-register.xls', 12, 0],
  ])('%s: %d rows go in, %d fail', async (name, imported, failed) => {
    expect(await counts(name)).toEqual({ imported, failed });
  });

  test('every fault of the messy register is found on its row', async () => {
    const expected: Expected = JSON.parse(file('messy-inventory-india.expected.json').toString());
    const parsed = await readRegister(file('messy-inventory-india.xlsx'));
    expect(parsed).toMatchObject({ sheetName: 'EQUIPMENT LIST', headerRow: expected.headerRow });
    const faults: Record<string, string> = {
      'serial required': 'Serial number is required.',
      'make required': 'Make is required.',
      'model required': 'Model is required.',
      'installationDate bad date':
        'Installation date must be a real date between 1950 and 2100, day first (31/12/2020).',
      'price bad price': 'Price must be a number of 0 or more.',
    };
    expect(parsed.rows.flatMap((row) => (row.ok ? [] : [{ row: row.rowNumber, errors: row.errors }]))).toEqual(
      expected.failures.map(({ row, errors }) => ({
        row,
        errors: errors.map(
          ({ field, rule }) => faults[`${field} ${rule}`] ?? `Serial number is already on row ${row - 1} of this file.`,
        ),
      })),
    );
  });

  test('its good rows read as expected', async () => {
    const expected: Expected = JSON.parse(file('messy-inventory-india.expected.json').toString());
    const rows = new Map(
      (await readRegister(file('messy-inventory-india.xlsx'))).rows.map((row) => [row.rowNumber, row]),
    );
    for (const sample of expected.sampleImported) {
      const row = rows.get(sample.row);
      const device = row?.ok === true ? row.device : undefined;
      expect({
        row: row?.rowNumber,
        serial: device?.serialNumber,
        name: device?.equipmentName,
        make: device?.makeName,
        model: device?.modelName,
        purchaseDate: device?.purchaseDate ?? null,
        installationDate: device?.installationDate ?? null,
        price: device?.price ?? null,
        department: device?.departmentName ?? null,
        vendor: device?.vendorName ?? null,
        location: device?.location ?? null,
      }).toEqual(sample);
    }
  });

  test('a Spanish workbook is refused immediately, and the refusal names the columns', async () => {
    const startedAt = performance.now();
    const refusal = await refusalOf(() => readRegister(file('wild-inventory-es.xlsx')));
    expect(refusal.message).toContain('These columns are missing: Serial Number, Equipment Name, Make, Model.');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
