import { describe, expect, test } from 'vitest';
import { createImportParser, parseImport } from '#server/import/parse.ts';
import { readRegister } from '#server/import/read-register.ts';
import { bookOf, HEADER, sheetXml, xlsxParts, xmlRow, zipOf } from '#tests/support/workbooks.ts';

const register = (serial: string) => bookOf([{ name: 'S', rows: [HEADER, [serial, 'Pump', 'BPL', 'X1']] }]);
/** Enough cells to exceed a small heap, with texts too varied to look like a zip bomb. */
const heavy = (rows: number) =>
  zipOf(
    xlsxParts(
      sheetXml(
        xmlRow(1, HEADER) +
          Array.from({ length: rows }, (_, i) =>
            xmlRow(i + 2, [`S${i}`, `Pump ${(i * 7919) % 9973}`, 'BPL', 'X1']),
          ).join(''),
      ),
    ),
  );

describe('4.1 a file is read off the request thread', { timeout: 60_000 }, () => {
  test('with the same result', async () => {
    expect(await parseImport(register('A1'))).toEqual(await readRegister(register('A1')));
  });

  test('and a refusal is returned with its code and message', async () => {
    await expect(parseImport(bookOf([{ name: 'S', rows: [['x']] }]))).rejects.toMatchObject({
      name: 'ApiError',
      code: 'import.refused',
      problem: { status: 422 },
    });
    await expect(parseImport(Buffer.from('a,b,c'))).rejects.toMatchObject({ code: 'file.wrong_type' });
  });

  test('while the request thread stays responsive', async () => {
    let turns = 0;
    const beat = setInterval(() => (turns += 1), 5);
    await parseImport(heavy(5_000));
    clearInterval(beat);
    expect(turns).toBeGreaterThan(5);
  });

  test('one at a time, in order of arrival', async () => {
    const parse = createImportParser();
    const ended: string[] = [];
    await Promise.all(
      ['A1', 'A2', 'A3'].map(async (serial) => {
        const parsed = await parse(serial === 'A1' ? heavy(3_000) : register(serial));
        ended.push(serial === 'A1' ? 'A1' : (parsed.rows[0]?.cells.serialNumber ?? ''));
      }),
    );
    expect(ended).toEqual(['A1', 'A2', 'A3']);
  });

  test('within a time limit, and the next file is still read', async () => {
    const limits = { timeMs: 1, heapMb: 320 };
    const parse = createImportParser(limits);
    await expect(parse(heavy(3_000))).rejects.toMatchObject({
      message: expect.stringMatching(/could not be read within 1 seconds/),
    });
    limits.timeMs = 60_000;
    await expect(parse(register('A1'))).resolves.toMatchObject({ rows: [{ ok: true }] });
  });

  test('within a memory limit, and the next file is still read', async () => {
    const limits = { timeMs: 60_000, heapMb: 24 };
    const parse = createImportParser(limits);
    await expect(parse(heavy(60_000))).rejects.toMatchObject({ code: 'file.too_large' });
    limits.heapMb = 320;
    await expect(parse(register('A1'))).resolves.toMatchObject({ rows: [{ ok: true }] });
  });

  test('and a fourth file is refused while three are in progress', async () => {
    const parse = createImportParser();
    const read = ['A1', 'A2', 'A3'].map((serial) => parse(register(serial)));
    await expect(parse(register('A4'))).rejects.toMatchObject({ code: 'server.busy', retryAfter: 10 });
    await expect(Promise.all(read)).resolves.toHaveLength(3);
    await expect(parse(register('A4'))).resolves.toMatchObject({ rows: [{ ok: true }] });
  });
});
