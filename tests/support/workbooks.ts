import { crc32, deflateRawSync } from 'node:zlib';
import * as XLSX from '@e965/xlsx';
import { readRegister } from '#server/import/read-register.ts';
import { ApiError } from '#server/problem.ts';
import type { ParsedImport, ParsedRow } from '#server/import/types.ts';

/** A cell in a test: a plain value, or a whole cell of the library with its format. */
export type TestCell = string | number | boolean | null | XLSX.CellObject;

export type TestSheet = {
  name: string;
  rows: TestCell[][];
  hidden?: 0 | 1 | 2;
  /** Merged ranges, such as `B2:B4`. */
  merges?: readonly string[];
};

type BookOptions = { bookType?: 'xlsx' | 'biff8' | 'biff5'; date1904?: boolean };

export const HEADER = ['Serial Number', 'Equipment Name', 'Make', 'Model'];

/** Builds a workbook file with the given sheets. */
export function bookOf(sheets: TestSheet[], { bookType = 'xlsx', date1904 = false }: BookOptions = {}): Buffer {
  const book = XLSX.utils.book_new();
  for (const { name, rows, merges = [] } of sheets) {
    const sheet = worksheetOf(rows);
    sheet['!merges'] = merges.map((range) => XLSX.utils.decode_range(range));
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = {
    WBProps: { date1904 },
    Sheets: sheets.map(({ name, hidden = 0 }) => ({ name, Hidden: hidden })),
  };
  const bytes: unknown = XLSX.write(book, { type: 'buffer', bookType, compression: true });
  if (!Buffer.isBuffer(bytes)) throw new TypeError('no bytes');
  return bytes;
}

function worksheetOf(rows: TestCell[][]): XLSX.WorkSheet {
  const sheet: XLSX.WorkSheet = {};
  let columns = 1;
  rows.forEach((row, r) => {
    columns = Math.max(columns, row.length);
    row.forEach((value, c) => {
      if (value !== null) sheet[XLSX.utils.encode_cell({ r, c })] = cellOf(value);
    });
  });
  sheet['!ref'] = XLSX.utils.encode_range({
    s: { r: 0, c: 0 },
    e: { r: Math.max(0, rows.length - 1), c: columns - 1 },
  });
  return sheet;
}

function cellOf(value: Exclude<TestCell, null>): XLSX.CellObject {
  if (typeof value === 'string') return { t: 's', v: value };
  if (typeof value === 'number') return { t: 'n', v: value };
  return typeof value === 'boolean' ? { t: 'b', v: value } : value;
}

/** Returns what the import reads from a sheet of rows. */
export function readRows(rows: TestCell[][], options?: BookOptions): Promise<ParsedImport> {
  return readRegister(bookOf([{ name: 'Register', rows }], options));
}

/** Imports one device row with named columns and returns the result. */
export async function readDevice(columns: Record<string, TestCell>, options?: BookOptions): Promise<ParsedRow> {
  const whole = { 'Serial Number': 'A1', 'Equipment Name': 'Pump', Make: 'BPL', Model: 'X1', ...columns };
  const [row] = (await readRows([Object.keys(whole), Object.values(whole)], options)).rows;
  if (row === undefined) throw new Error('the row was skipped');
  return row;
}

/** Returns the faults of a row; empty if it is imported. */
export function faultsOf(row: ParsedRow): string[] {
  return row.ok ? [] : row.errors;
}

/** Returns the refusal that an action throws. */
export async function refusalOf(act: () => unknown): Promise<ApiError> {
  try {
    await act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

type RawEntry = { name: string; content: string | Buffer; declaredBytes?: number; flags?: number };

/** Builds a zip byte by byte, so that a test can falsify its directory. */
export function zipOf(entries: RawEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declaredBytes, flags = 0 } of entries) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const size = declaredBytes ?? raw.length;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32(raw), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(crc32(raw), 16);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directoryBytes, end]);
}

const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>';
const WORKBOOK =
  '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Register" sheetId="1" r:id="rId1"/></sheets></workbook>';
const WORKBOOK_RELS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>';

/** Builds the parts of an .xlsx with the given sheet XML. */
export function xlsxParts(sheetXml: string, sharedStringsXml = '<sst/>'): RawEntry[] {
  return [
    { name: '[Content_Types].xml', content: CONTENT_TYPES },
    { name: 'xl/workbook.xml', content: WORKBOOK },
    { name: 'xl/_rels/workbook.xml.rels', content: WORKBOOK_RELS },
    { name: 'xl/sharedStrings.xml', content: sharedStringsXml },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml },
  ];
}

/** Wraps XML rows in a worksheet. */
export function sheetXml(rows: string, before = ''): string {
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${before}<sheetData>${rows}</sheetData></worksheet>`;
}

/** Returns an XML row of texts, starting at column A. */
export function xmlRow(row: number, texts: string[]): string {
  const cells = texts.map(
    (text, index) => `<c r="${columnName(index)}${row}" t="inlineStr"><is><t>${text}</t></is></c>`,
  );
  return `<row r="${row}">${cells.join('')}</row>`;
}

function columnName(index: number): string {
  return XLSX.utils.encode_col(index);
}
