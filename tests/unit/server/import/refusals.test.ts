import * as XLSX from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { maxRegisterBytes } from '#server/import/file-check.ts';
import { readRegister } from '#server/import/read-register.ts';
import { ApiError } from '#server/problem.ts';
import { readRows as readSheetRows } from '#server/import/rows.ts';
import { findHeader } from '#server/import/header.ts';
import { openWorkbook } from '#server/import/workbook.ts';
import { bookOf, HEADER, refusalOf, sheetXml, xlsxParts, xmlRow, zipOf } from '#tests/support/workbooks.ts';

const DEVICE = ['A1', 'Pump', 'BPL', 'X1'];
const GOOD_SHEET = sheetXml(xmlRow(1, HEADER) + xmlRow(2, DEVICE));
/** How the message of each refusal begins. */
const refusals = {
  'file-empty': 'The file is empty.',
  'file-too-large': 'The file is larger than 10 MB.',
  'file-type': 'The file is not an Excel workbook.',
  'file-encrypted': 'The file is protected with a password.',
  'file-damaged': 'The file could not be read. It may be damaged.',
};
const codeOf = async (file: Buffer) => {
  const { message } = await refusalOf(() => readRegister(file));
  return Object.entries(refusals).find(([, start]) => message.startsWith(start))?.[0] ?? message;
};

describe('4.1 a file is identified by its content, not by its name', () => {
  const csv = 'Serial Number,Equipment Name,Make,Model\nA1,Pump,BPL,X1\n';
  const html = '<html><table><tr><td>Serial</td><td>Name</td><td>Make</td><td>Model</td></tr></table></html>';
  test.each([
    ['CSV', csv],
    ['CSV with a byte order mark', `\ufeff${csv}`],
    ['HTML', html],
    ['XML of Excel 2003', `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>`],
    ['PDF', '%PDF-1.7'],
    ['a lone P', 'P'],
  ])('%s is refused', async (_, content) => {
    expect(await refusalOf(() => readRegister(Buffer.from(content)))).toMatchObject({
      code: 'file.wrong_type',
      problem: { status: 415 },
      message: 'The file is not an Excel workbook. Save it in Excel as .xlsx or .xls and upload it again.',
    });
  });

  test('an empty file is refused', async () => {
    expect(await codeOf(Buffer.alloc(0))).toBe('file-empty');
  });

  test('a file over 10 MB is refused, one of 10 MB is read', async () => {
    expect(await codeOf(Buffer.alloc(maxRegisterBytes + 1))).toBe('file-too-large');
    expect(await codeOf(Buffer.alloc(maxRegisterBytes))).toBe('file-type');
  });

  test.each(['xlsb', 'ods'] as const)('a workbook of the kind %s is refused', async (bookType) => {
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([HEADER, DEVICE]), 'S');
    const bytes: unknown = XLSX.write(book, { type: 'buffer', bookType });
    expect(Buffer.isBuffer(bytes) && (await codeOf(bytes))).toBe('file-type');
  });

  test('an .xls older than Excel 97 is refused', async () => {
    expect(await codeOf(bookOf([{ name: 'S', rows: [HEADER, DEVICE] }], { bookType: 'biff5' }))).toBe('file-type');
  });

  test('an .xls of Excel 97 and an .xlsx are read', async () => {
    for (const bookType of ['biff8', 'xlsx'] as const) {
      expect((await readRegister(bookOf([{ name: 'S', rows: [HEADER, DEVICE] }], { bookType }))).rows).toHaveLength(1);
    }
  });
});

describe('4.1 a file with a password is refused as such', () => {
  test('an encrypted .xlsx, which is a compound file', async () => {
    const container: unknown = XLSX.CFB.utils.cfb_new();
    XLSX.CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(64));
    XLSX.CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(5000));
    const bytes: unknown = XLSX.CFB.write(container, { type: 'buffer' });
    expect(Buffer.isBuffer(bytes) && (await codeOf(bytes))).toBe('file-encrypted');
  });

  test('an encrypted .xls, which says so in its first records', async () => {
    const bof = Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00, ...Array.from({ length: 12 }, () => 0)]);
    const filePass = Buffer.from([0x2f, 0x00, 0x06, 0x00, 0x01, 0x00, 0x01, 0x00, 0x01, 0x00]);
    const container: unknown = XLSX.CFB.utils.cfb_new();
    XLSX.CFB.utils.cfb_add(container, '/Workbook', Buffer.concat([bof, filePass, Buffer.alloc(5000, 7)]));
    const bytes: unknown = XLSX.CFB.write(container, { type: 'buffer' });
    expect(Buffer.isBuffer(bytes) && (await codeOf(bytes))).toBe('file-encrypted');
  });

  test.each([
    ['encrypted', 1],
    ['strongly encrypted', 0x41],
    ['strongly encrypted, without the common flag', 0x40],
  ])('a zip with entries that are %s', async (_, flags) => {
    expect(await codeOf(zipOf(xlsxParts(GOOD_SHEET).map((entry) => Object.assign(entry, { flags }))))).toBe(
      'file-encrypted',
    );
  });
});

describe('4.1 a broken file is refused', () => {
  const good = zipOf(xlsxParts(GOOD_SHEET));

  test('wherever it is truncated', async () => {
    for (let size = 4; size < good.length; size += 97)
      expect(await codeOf(good.subarray(0, size))).toBe('file-damaged');
  });

  test('or read, but never a server error, whichever byte is changed', async () => {
    for (let at = 4; at < good.length; at += 5) {
      const changed = Buffer.from(good);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      const outcome = await readRegister(changed).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ApiError);
      else expect(outcome).toHaveProperty('rows');
    }
  });

  test('with a truncated .xls', async () => {
    const xls = bookOf([{ name: 'S', rows: [HEADER, DEVICE] }], { bookType: 'biff8' });
    expect(await codeOf(xls.subarray(0, 600))).toBe('file-damaged');
  });

  test('with a sheet that refers to missing texts', async () => {
    const sheet = sheetXml('<row r="1"><c r="A1" t="s"><v>99</v></c></row>');
    expect(await codeOf(zipOf(xlsxParts(sheet)))).toBe('file-damaged');
  });

  test('with a duplicate part', async () => {
    const parts = xlsxParts(GOOD_SHEET);
    expect(await codeOf(zipOf([...parts, ...parts.slice(-1)]))).toBe('file-damaged');
  });

  test('with a sheet that is missing', async () => {
    expect(await codeOf(zipOf(xlsxParts(GOOD_SHEET).slice(0, -1)))).toBe('file-damaged');
  });
});

describe('4.1 a zip bomb is refused while it is unpacked', () => {
  const bomb = sheetXml(`<row r="1">${'<c><v>1</v></c>'.repeat(3_000_000)}</row>`);

  test.each([
    ['declares 45 MB of one repeated cell', zipOf(xlsxParts(bomb))],
    [
      'declares a false small size',
      zipOf(xlsxParts(bomb).map((entry) => Object.assign(entry, entry.content === bomb ? { declaredBytes: 100 } : {}))),
    ],
    ['declares a gigabyte', zipOf([...xlsxParts(GOOD_SHEET), { name: 'x.bin', content: 'x', declaredBytes: 2 ** 30 }])],
    [
      'has 1,001 parts',
      zipOf([
        ...xlsxParts(GOOD_SHEET),
        ...Array.from({ length: 996 }, (_, i) => ({ name: `p${i}.xml`, content: 'x' })),
      ]),
    ],
  ])('one that %s', async (_, file) => {
    const startedAt = performance.now();
    expect(await refusalOf(() => readRegister(file))).toMatchObject({
      code: 'file.too_large',
      message: expect.stringMatching(/^The file becomes too large when it is unpacked/),
    });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('while pictures and other parts without cells are not unpacked', async () => {
    const parts = [...xlsxParts(GOOD_SHEET), { name: 'xl/media/image1.png', content: Buffer.alloc(20_000_000) }];
    expect((await readRegister(zipOf(parts))).rows).toHaveLength(1);
  });
});

describe('4.1 the declared extent of a sheet is not trusted', () => {
  test('a stray cell in XFD1048576 neither hangs the import nor adds a row', async () => {
    const stray = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    const startedAt = performance.now();
    const parsed = await readRegister(zipOf(xlsxParts(sheetXml(xmlRow(1, HEADER) + xmlRow(2, DEVICE) + stray))));
    expect(parsed.rows.map((row) => row.rowNumber)).toEqual([2]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test("cells beyond Excel's last row and column are ignored", async () => {
    const stray =
      '<row r="99999999"><c r="ZZZZZZ99999999"><v>1</v></c></row><row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>';
    const parsed = await readRegister(zipOf(xlsxParts(sheetXml(xmlRow(1, HEADER) + xmlRow(2, DEVICE) + stray))));
    expect(parsed.rows).toHaveLength(1);
  });

  test('rows outside an outdated dimension are read', async () => {
    const rows = [2, 3, 4].map((row) => xmlRow(row, [`A${row}`, 'Pump', 'BPL', 'X1'])).join('');
    const sheet = sheetXml(xmlRow(1, HEADER) + rows, '<dimension ref="A1:D2"/>');
    expect((await readRegister(zipOf(xlsxParts(sheet)))).rows).toHaveLength(3);
  });

  test('more device rows than allowed refuse the file', async () => {
    const workbook = await openWorkbook(
      bookOf([{ name: 'S', rows: [HEADER, ['1', 'P', 'B', 'X'], [], ['2', 'P', 'B', 'X'], ['3', 'P', 'B', 'X']] }]),
    );
    const sheet = workbook.whole('S');
    const { header } = findHeader(sheet);
    if (header === undefined) throw new Error('no header');
    expect(readSheetRows(sheet, header, 3)).toHaveLength(3);
    expect(await refusalOf(() => readSheetRows(sheet, header, 2))).toMatchObject({
      code: 'file.too_large',
      message: 'The sheet has more than 2 device rows. Split it into several files.',
    });
  });
});
