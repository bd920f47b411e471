import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRegister } from '#server/import/read-register.ts';
import { cleanRegister, legacyRegister, messyRegister } from '#tests/support/registers.ts';
import { refusalOf } from '#tests/support/workbooks.ts';

describe('Registers in the shapes that hospitals send', () => {
  test.each([cleanRegister(), legacyRegister(), messyRegister()])(
    '$file: $added rows are imported',
    async (register) => {
      const { rows } = await readRegister(register.bytes);
      expect(rows.flatMap((row) => (row.ok ? [] : [{ row: row.rowNumber, errors: row.errors }]))).toEqual(
        register.failures,
      );
      expect(rows.filter((row) => row.ok)).toHaveLength(register.added);
      const devices = new Map(rows.map((row) => [row.rowNumber, row.ok ? row.device : undefined]));
      for (const { row, device } of register.read) expect(devices.get(row)).toMatchObject(device);
    },
  );

  test('a messy register is read from its list, below the titles', async () => {
    expect(await readRegister(messyRegister().bytes)).toMatchObject({ sheetName: 'EQUIPMENT LIST', headerRow: 4 });
  });
});

/** Real files that cannot be in this repository; read too if they are next to it. */
const DATA = new URL('../../../../../shared/data/', import.meta.url);

if (existsSync(DATA)) {
  describe('Registers of real hospitals', () => {
    const file = (name: string) => readFileSync(new URL(name, DATA));

    test.each([
      ['demo-inventory-clean.xlsx', 365, 0],
      ['demo-inventory-legacy.xls', 60, 0],
      ['messy-inventory-india.xlsx', 130, 26],
      ['wild-radiology-register.xls', 12, 0],
    ])('%s: %d rows are imported, %d fail', async (name, imported, failed) => {
      const { rows } = await readRegister(file(name));
      expect(rows.filter((row) => row.ok)).toHaveLength(imported);
      expect(rows.filter((row) => !row.ok)).toHaveLength(failed);
    });

    test('the failing rows of the messy one are the expected ones', async () => {
      const expected: { headerRow: number; failures: { row: number; errors: unknown[] }[] } = JSON.parse(
        file('messy-inventory-india.expected.json').toString(),
      );
      const { headerRow, rows } = await readRegister(file('messy-inventory-india.xlsx'));
      expect(headerRow).toBe(expected.headerRow);
      expect(rows.flatMap((row) => (row.ok ? [] : [[row.rowNumber, row.errors.length]]))).toEqual(
        expected.failures.map(({ row, errors }) => [row, errors.length]),
      );
    });

    test('a Spanish workbook is refused with the names of the columns', async () => {
      const refusal = await refusalOf(() => readRegister(file('wild-inventory-es.xlsx')));
      expect(refusal.message).toContain('These columns are missing: Serial Number, Equipment Name, Make, Model.');
    });
  });
}
