import { findHeader, type Header } from './header.ts';
import { IMPORT_FIELDS, REQUIRED_FIELDS, type ImportField } from './fields.ts';
import { ImportRefused } from './refused.ts';
import { readRows } from './rows.ts';
import type { ParsedImport } from './types.ts';
import { openWorkbook, type Workbook } from './workbook.ts';

/**
 * The devices of an uploaded register, from the first visible sheet with a header row.
 * Computes for seconds without a pause: the server calls it in a worker (parse.ts).
 * Throws: ImportRefused. Source: docs/product.md P55 to P63.
 */
export async function readRegister(file: Buffer): Promise<ParsedImport> {
  const workbook = await openWorkbook(file);
  const { sheetName, header } = findSheet(workbook);
  if (header.missing.length > 0) throw missingColumns(sheetName, header);
  return {
    sheetName,
    headerRow: header.row + 1,
    columns: header.columns.map(({ field, header: text }) => ({ field, header: text })),
    rows: readRows(workbook.whole(sheetName), header),
  };
}

function findSheet(workbook: Workbook): { sheetName: string; header: Header } {
  let missing: ImportField[] = [...REQUIRED_FIELDS];
  for (const sheetName of workbook.visibleSheets) {
    const { header, closest } = findHeader(workbook.top(sheetName));
    if (header !== undefined) return { sheetName, header };
    if (closest.missing.length < missing.length) missing = closest.missing;
  }
  throw new ImportRefused(
    'no-header-row',
    `No visible sheet has a header row in its first 20 rows. ${missingText(missing)} Download the template to see the columns.`,
  );
}

function missingColumns(sheetName: string, header: Header): ImportRefused {
  return new ImportRefused(
    'missing-columns',
    `${missingText(header.missing)} The headers were read from row ${header.row + 1} of the sheet "${sheetName}".`,
  );
}

function missingText(fields: readonly ImportField[]): string {
  const names = fields.map((field) => IMPORT_FIELDS[field].header).join(', ');
  return fields.length === 1 ? `The column ${names} is missing.` : `These columns are missing: ${names}.`;
}
