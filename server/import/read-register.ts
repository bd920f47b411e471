import { withoutCounters } from './counter-column.ts';
import { findDeviceRows, findHeader, type Header } from './header.ts';
import { headerOf, REQUIRED_FIELDS, type ImportField } from './columns.ts';
import type { ApiError } from '../problem.ts';
import { refused } from './refused.ts';
import { readRows } from './rows.ts';
import type { ParsedImport } from './types.ts';
import { openWorkbook, type Workbook } from './workbook.ts';

/**
 * The devices of an uploaded register, from the sheet that is wanted, or the first visible one with a header row.
 * Computes for seconds without a pause: the server calls it in a worker (parse.ts).
 * Throws: ApiError. Source: docs/product.md P55 to P63.
 */
export async function readRegister(file: Buffer, wanted?: string): Promise<ParsedImport> {
  const workbook = await openWorkbook(file);
  const { sheetName, header: found } = findSheet(workbook, wanted);
  if (found.missing.length > 0) throw missingColumns(sheetName, found);
  const sheet = workbook.whole(sheetName);
  const { header, guess } = withoutCounters(sheet, found);
  return {
    sheetName,
    guesses: guess === undefined ? [] : [guess],
    otherSheets: otherSheets(workbook, sheetName),
    headerRow: header.row + 1,
    columns: header.columns.map(({ field, header: text }) => ({ field, header: text })),
    rows: readRows(sheet, header),
  };
}

/** Other sheets that an import can read as well; the Admin chooses one at the check. Source: docs/product.md P226. */
function otherSheets(workbook: Workbook, sheetName: string): ParsedImport['otherSheets'] {
  return workbook.visibleSheets.flatMap((name) => {
    const header = name === sheetName ? undefined : findHeader(workbook.top(name)).header;
    return header ? [{ name, rows: findDeviceRows(workbook.whole(name), header).length }] : [];
  });
}

function findSheet(workbook: Workbook, wanted?: string): { sheetName: string; header: Header } {
  let missing: ImportField[] = [...REQUIRED_FIELDS];
  for (const sheetName of workbook.visibleSheets) {
    if (wanted !== undefined && sheetName !== wanted) continue;
    const { header, closest } = findHeader(workbook.top(sheetName));
    if (header !== undefined) return { sheetName, header };
    if (closest.missing.length < missing.length) missing = closest.missing;
  }
  throw refused(
    `${wanted === undefined ? 'No visible sheet has' : `The sheet "${wanted}" does not have`} a header row in its first 20 rows. ${missingText(missing)} Download the template to see the columns.`,
  );
}

function missingColumns(sheetName: string, header: Header): ApiError {
  return refused(
    `${missingText(header.missing)} The headers were read from row ${header.row + 1} of the sheet "${sheetName}".`,
  );
}

function missingText(fields: readonly ImportField[]): string {
  const names = fields.map(headerOf).join(', ');
  return fields.length === 1 ? `The column ${names} is missing.` : `These columns are missing: ${names}.`;
}
