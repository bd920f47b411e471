import * as XLSX from '@e965/xlsx';
import type { Cell, Sheet } from './cells.ts';
import { containerOf, notASpreadsheet } from './file-check.ts';
import { HEADER_SEARCH_ROWS } from './header.ts';
import { mergedRows } from './merged-rows.ts';
import { isDateFormat } from './number-format.ts';
import { ApiError } from '../problem.ts';
import { damaged } from './refused.ts';
import { encrypted, unzip, type ZipLimits } from './zip.ts';

declare module '@e965/xlsx' {
  /** Reads a workbook from unpacked zip entries. The library exports it without a type. */
  export function parse_zip(zip: ZipContainer, options: ParsingOptions): WorkBook;
}
type ZipContainer = { FullPaths: string[]; FileIndex: { name: string; data: string }[] };

/** A workbook whose sheets are read one at a time; hidden sheets are not listed. */
export type Workbook = {
  /** Names in workbook order. */
  visibleSheets: string[];
  /** Returns the rows of a sheet that are searched for its header. */
  top(sheetName: string): Sheet;
  whole(sheetName: string): Sheet;
};

/** A sheet of 100,000 rows and 15 columns unpacks to 54 MB, its texts to 9 MB (measured). */
const ZIP_LIMITS: ZipLimits = { entries: 1_000, entryBytes: 72 * 1024 * 1024, totalBytes: 88 * 1024 * 1024 };

/** Parts of an .xlsx without cells, which are never unpacked. */
const PARTS_WITHOUT_CELLS =
  /^(?:customXml|docProps|xl\/(?:activeX|charts|comments|ctrlProps|drawings|embeddings|externalLinks|media|pivotCache|pivotTables|printerSettings|queryTables|slicers|slicerCaches|tables|threadedComments|worksheets\/_rels))\/|^xl\/comments\d*\.xml$/i;
const SPREADSHEET_CONTENT_TYPE =
  /application\/vnd\.(?:openxmlformats-officedocument\.spreadsheetml\.(?:sheet|template)|ms-excel\.(?:sheet|template)\.macroEnabled)\.main\+xml/i;

/** Excel's limits: rows and columns beyond them are ignored, whatever a sheet claims. */
const maxSheetRows = 1_048_576;
const maxColumns = 16_384;

const ERROR_TEXTS: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
]);

const BIFF_BOF = 0x0809;
const BIFF_EOF = 0x000a;
const BIFF_FILEPASS = 0x002f;
const BIFF8_VERSION = 0x0600;

/**
 * Opens an .xlsx or .xls. Only what `unzip` bounded reaches the parser, and formulas are not read, only their values.
 * Throws: ApiError. Source: docs/product.md P55 and P61.
 */
export async function openWorkbook(file: Buffer): Promise<Workbook> {
  return containerOf(file) === 'zip' ? openXlsx(file) : openXls(file);
}

async function openXlsx(file: Buffer): Promise<Workbook> {
  const parts = await unzip(
    file,
    ZIP_LIMITS,
    (name) => /\.(?:xml|rels)$/i.test(name) && !PARTS_WITHOUT_CELLS.test(name),
  );
  const contentTypes = [...parts].find(([name]) => name.toLowerCase() === '[content_types].xml')?.[1];
  if (contentTypes === undefined || !SPREADSHEET_CONTENT_TYPE.test(contentTypes.toString('latin1'))) {
    throw notASpreadsheet();
  }
  const zip: ZipContainer = {
    FullPaths: [...parts.keys()],
    // The parser expects one character per byte; as strings, the parts are held once, not once per read.
    FileIndex: [...parts].map(([name, content]) => ({ name, data: content.toString('latin1') })),
  };
  return workbookFrom((options) => XLSX.parse_zip(zip, options));
}

function openXls(file: Buffer): Workbook {
  const container: unknown = guarded(() => XLSX.CFB.read(file, { type: 'buffer' }));
  if (streamOf(container, 'EncryptedPackage') !== undefined || streamOf(container, '/encryption') !== undefined) {
    throw encrypted();
  }
  const stream = streamOf(container, '/Workbook');
  if (stream === undefined) throw notASpreadsheet();
  checkBiff8(stream);
  return workbookFrom((options) => XLSX.read(file, { ...options, type: 'buffer' }));
}

function streamOf(container: unknown, path: string): Buffer | undefined {
  const entry: unknown = XLSX.CFB.find(container, path);
  if (typeof entry !== 'object' || entry === null || !('content' in entry)) return undefined;
  return entry.content instanceof Uint8Array ? Buffer.from(entry.content) : undefined;
}

function checkBiff8(stream: Buffer): void {
  if (stream.length < 8 || stream.readUInt16LE(0) !== BIFF_BOF) throw damaged();
  if (stream.readUInt16LE(4) !== BIFF8_VERSION) throw notASpreadsheet();
  for (let at = 0; at + 4 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    const record = stream.readUInt16LE(at);
    if (record === BIFF_FILEPASS) throw encrypted();
    if (record === BIFF_EOF) return;
  }
}

function workbookFrom(parse: (options: XLSX.ParsingOptions) => XLSX.WorkBook): Workbook {
  const options = {
    dense: true,
    nodim: true,
    cellNF: true,
    cellText: false,
    cellFormula: false,
    cellHTML: false,
  } satisfies XLSX.ParsingOptions;
  const outline = guarded(() => parse({ ...options, sheetRows: HEADER_SEARCH_ROWS }));
  return {
    visibleSheets: outline.SheetNames.filter((_, index) => !outline.Workbook?.Sheets?.[index]?.Hidden),
    top: (name) => sheetFrom(outline, name),
    whole: (name) =>
      sheetFrom(
        guarded(() => parse({ ...options, sheets: name })),
        name,
      ),
  };
}

function sheetFrom(book: XLSX.WorkBook, name: string): Sheet {
  const worksheet = book.Sheets[name];
  // The parser skips a sheet that it cannot read; continuing without it would lose rows silently.
  if (worksheet === undefined) throw damaged();
  const rows: readonly (readonly XLSX.CellObject[] | undefined)[] = worksheet['!data'] ?? [];
  const masterRow = mergedRows(worksheet['!merges'] ?? []);
  return {
    name,
    date1904: book.Workbook?.WBProps?.date1904 === true,
    rowCount: Math.min(rows.length, maxSheetRows),
    columnCount: (row) => Math.min(rows[row]?.length ?? 0, maxColumns),
    cellAt: (row, column) => cellFrom(rows[masterRow(row, column)]?.[column]),
  };
}

function cellFrom(cell: XLSX.CellObject | undefined): Cell | undefined {
  if (cell === undefined) return undefined;
  if (cell.t === 'e') return { kind: 'error', text: errorText(cell.v) };
  if (typeof cell.v === 'string') return { kind: 'text', text: cell.v };
  if (typeof cell.v === 'boolean') return { kind: 'boolean', value: cell.v };
  if (typeof cell.v !== 'number' || !Number.isFinite(cell.v)) return undefined;
  const format = typeof cell.z === 'string' ? cell.z : 'General';
  return { kind: 'number', value: cell.v, format, isDate: isDateFormat(format) };
}

function errorText(code: unknown): string {
  return (typeof code === 'number' ? ERROR_TEXTS.get(code) : undefined) ?? '#VALUE!';
}

/** Runs the parser: files come from many programs, so whatever it throws is a fault of the file, not of this server. */
function guarded<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw error instanceof ApiError ? error : damaged();
  }
}
