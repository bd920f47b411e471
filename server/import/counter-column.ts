import { cellText, isMissing, type Sheet } from './cells.ts';
import { findDeviceRows, type Header, type HeaderColumn } from './header.ts';
import { refused } from './refused.ts';

/** With fewer rows than this, the numbers 1, 2, 3 may well be serial numbers. */
const fewestCounted = 3;
/** If the only serial column counts rows, longer numbers than this are serial numbers of one delivery. */
const longestCounter = 5;

/**
 * Returns the header with its column of serial numbers, never one that only numbers the rows; `guess` tells the user
 * which column was passed over.
 * Throws: ApiError import.refused. Source: docs/product.md P226.
 */
export function withoutCounters(sheet: Sheet, header: Header): { header: Header; guess?: string } {
  const [first, ...others] = header.serials;
  if (!first || !countsRows(sheet, header, first)) return { header };
  const other = others.find((column) => !countsRows(sheet, header, column));
  if (!other) {
    if (isLong(sheet, header, first)) return { header };
    throw refused(
      `The column "${first.header}" only counts the rows, and no other column has serial numbers. Name the column of serial numbers "Serial Number".`,
    );
  }
  return {
    header: { ...header, columns: header.columns.map((column) => (column.field === 'serialNumber' ? other : column)) },
    guess: `The column "${first.header}" only counts the rows: serial numbers were read from "${other.header}".`,
  };
}

/** Returns the values of a column in all device rows. */
function valuesIn(sheet: Sheet, header: Header, { column }: HeaderColumn): string[] {
  return findDeviceRows(sheet, header).flatMap((row) => {
    const cell = sheet.cellAt(row, column);
    return cell === undefined || isMissing(cell) ? [''] : [cellText(cell)];
  });
}

function countsRows(sheet: Sheet, header: Header, column: HeaderColumn): boolean {
  const values = valuesIn(sheet, header, column);
  const first = Number(/^\d+(?=[.)]?$)/.exec(values[0] ?? '')?.[0] ?? Number.NaN);
  return (
    values.length >= fewestCounted &&
    values.every((value, place) => value.replace(/[.)]$/, '') === String(first + place))
  );
}

function isLong(sheet: Sheet, header: Header, column: HeaderColumn): boolean {
  return (valuesIn(sheet, header, column)[0] ?? '').length > longestCounter;
}
