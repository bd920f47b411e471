import type { ImportLayout } from '#contract/calls/import.ts';
import { withoutCounters } from './counter-column.ts';
import { type ChosenColumns, findDeviceRows, findHeader, type Header } from './header.ts';
import { layoutOf } from './layout.ts';
import { COLUMNS, headerOf, REQUIRED_FIELDS, type ImportField } from './columns.ts';
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
export async function readRegister(file: Buffer, wanted?: string, chosen: ChosenColumns = []): Promise<ParsedImport> {
  const workbook = await openWorkbook(file);
  const { sheetName, header: found } = findSheet(workbook, chosen, wanted);
  const layout = layoutOf(workbook, sheetName);
  if (found.missing.length > 0) throw missingColumns(sheetName, found, layout);
  const sheet = workbook.whole(sheetName);
  const { header, guess } = withoutCounters(sheet, found);
  return {
    sheetName,
    guesses: guess === undefined ? [] : [guess],
    otherSheets: otherSheets(workbook, sheetName, chosen),
    headerRow: header.row + 1,
    columns: namedColumns(header),
    layout,
    rows: readRows(sheet, header),
  };
}

/**
 * Lists other sheets that the import could read; the Admin chooses one during the check. Source: docs/product.md P226.
 */
function otherSheets(workbook: Workbook, sheetName: string, chosen: ChosenColumns): ParsedImport['otherSheets'] {
  return workbook.visibleSheets.flatMap((name) => {
    const header = name === sheetName ? undefined : findHeader(workbook.top(name), chosen).header;
    return header ? [{ name, rows: findDeviceRows(workbook.whole(name), header).length }] : [];
  });
}

function namedColumns({ columns }: Header): ParsedImport['columns'] {
  return columns.map(({ field, header }) => ({ field, label: COLUMNS[field].label, header }));
}

function findSheet(workbook: Workbook, chosen: ChosenColumns, wanted?: string): { sheetName: string; header: Header } {
  let closestSheet: { sheetName: string; header: Header } | undefined;
  for (const sheetName of workbook.visibleSheets) {
    if (wanted !== undefined && sheetName !== wanted) continue;
    const { header, closest } = findHeader(workbook.top(sheetName), chosen);
    if (header !== undefined) return { sheetName, header };
    if (!closestSheet || closest.missing.length < closestSheet.header.missing.length) {
      closestSheet = { sheetName, header: closest };
    }
  }
  throw refused(
    `${wanted === undefined ? 'No visible sheet has' : `The sheet "${wanted}" does not have`} a header row in its first 20 rows. ${missingText(closestSheet?.header.missing ?? REQUIRED_FIELDS)} Download the template to see the columns.`,
    'import.refused',
    closestSheet && { columns: namedColumns(closestSheet.header), layout: layoutOf(workbook, closestSheet.sheetName) },
  );
}

function missingColumns(sheetName: string, header: Header, layout: ImportLayout): ApiError {
  return refused(
    `${missingText(header.missing)} The headers were read from row ${header.row + 1} of the sheet "${sheetName}".`,
    'import.refused',
    { columns: namedColumns(header), layout },
  );
}

function missingText(fields: readonly ImportField[]): string {
  const names = fields.map(headerOf).join(', ');
  return fields.length === 1 ? `The column ${names} is missing.` : `These columns are missing: ${names}.`;
}
