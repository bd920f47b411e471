import { maxDays, maxHours } from '#contract/calls/agreement/terms.ts';
import { agreementKinds, coverages } from '#contract/records/agreement-terms.ts';
import { whole } from '#contract/rules/read-number.ts';
import { sameKey } from '#contract/rules/text.ts';
import { cleanSerial, hasLineBreak, saysSerial } from '#contract/rules/typed-text.ts';
import { cellText, hasLostDigits, isErrorValue, isMissing, type Cell, type Sheet } from './cells.ts';
import { dittoReader } from './ditto.ts';
import {
  agreementKindOf,
  coversOf,
  repairDaysOf,
  responseHoursOf,
  shareOf,
  uptimeOf,
  visitsOf,
} from './agreement-cells.ts';
import { dateOf } from './dates.ts';
import { calibrationCountOf, frequencyOf, importanceOf, warrantyMonthsOf, yesOrNo } from './extras.ts';
import { IMPORT_FIELDS, leftOutNote, REQUIRED_FIELDS, type ImportField } from './fields.ts';
import { findDeviceRows, type Header } from './header.ts';
import { formatKind } from './number-format.ts';
import { numberIn, numberRule } from './numbers.ts';
import { priceOf, priceRule } from './prices.ts';
import { ImportRefused } from './refused.ts';
import { agreementNumberOf } from '../device/agreement-columns.ts';
import type { CellsOfRow, ImportedDevice, OriginalCells, ParsedRow } from './types.ts';

/** Source: docs/product.md P55. */
const maxDeviceRows = 100_000;
/** Units: characters. Source: docs/product.md P12. */
const maxImportedTextLength = 255;
const digitsRule =
  'has more than 15 digits and was stored as a number, so its last digits are lost: format the column as text.';
const severalSerials = 'has a line break or a tab: give each device its own row.';
const lengthRule = `must be at most ${maxImportedTextLength} characters.`;

type TextField =
  | (typeof REQUIRED_FIELDS)[number]
  | 'departmentName'
  | 'location'
  | 'vendorName'
  | 'description'
  | 'warrantyNumber';

const DATE_FIELDS: ReadonlySet<ImportField> = new Set([
  'purchaseDate',
  'installationDate',
  'lastCalibrationOn',
  'lastPmOn',
  'warrantyStart',
]);
const OPTIONAL_TEXTS = ['departmentName', 'location', 'vendorName'] as const;

/**
 * Every device row under the header, each one ready to write or failed alone with all its faults.
 * Throws: ImportRefused too-many-rows. Source: docs/product.md P57 to P62.
 */
export function readRows(sheet: Sheet, header: Header, maxRows = maxDeviceRows): ParsedRow[] {
  const rows: ParsedRow[] = [];
  const firstRowOf = new Map<string, number>();
  const resolved = dittoReader();
  for (const row of findDeviceRows(sheet, header)) {
    const cells = resolved(cellsOf(sheet, row, header));
    if (rows.length === maxRows) {
      throw new ImportRefused(
        'too-many-rows',
        `The sheet has more than ${maxRows.toLocaleString('en')} device rows. Split it into several files.`,
      );
    }
    rows.push(readRow(cells, { rowNumber: row + 1, date1904: sheet.date1904, firstRowOf }));
  }
  return rows;
}

function cellsOf(sheet: Sheet, row: number, header: Header): CellsOfRow {
  const cells = new Map<ImportField, Cell>();
  for (const { field, column, header: words } of header.columns) {
    const cell = sheet.cellAt(row, column);
    if (cell !== undefined) cells.set(field, field === 'warrantyDuration' ? withUnitOf(words, cell) : cell);
  }
  return cells;
}

/** A bare number under a header that names months, such as `Warranty Duration (months)`, says so itself. */
function withUnitOf(header: string, cell: Cell): Cell {
  const text = cellText(cell);
  return /\b(?:months?|mths?)\b/i.test(header) && /^\d+$/.test(text) ? { kind: 'text', text: `${text} months` } : cell;
}

type RowContext = { rowNumber: number; date1904: boolean; firstRowOf: Map<string, number> };

function readRow(cells: CellsOfRow, { rowNumber, date1904, firstRowOf }: RowContext): ParsedRow {
  const errors: string[] = [];
  const notes: string[] = [];

  const text = (field: TextField): string | undefined => {
    const cell = cells.get(field);
    if (cell === undefined || isMissing(cell)) return undefined;
    const value = cellText(cell);
    if (value === '') return undefined;
    const kind = cell.kind === 'number' ? formatKind(cell.format) : 'shown';
    if (kind === 'date' || kind === 'percentage') {
      errors.push(`${IMPORT_FIELDS[field].label} is a ${kind} in the sheet.`);
      return value;
    }
    if (hasLostDigits(cell)) errors.push(`${IMPORT_FIELDS[field].label} ${digitsRule}`);
    if (value.length <= maxImportedTextLength) return value;
    errors.push(`${IMPORT_FIELDS[field].label} ${lengthRule}`);
    return value;
  };
  const required = (field: (typeof REQUIRED_FIELDS)[number]): string => {
    const value = text(field);
    if (value === undefined || (field === 'serialNumber' && !saysSerial(value)))
      errors.push(`${IMPORT_FIELDS[field].label} is required.`);
    return value ?? '';
  };
  const strict = <Value>(
    field: ImportField,
    read: (cell: Cell) => Value | undefined,
    rule: string | ((cell: Cell) => string),
  ) => {
    const cell = cells.get(field);
    if (cell === undefined || isMissing(cell)) return undefined;
    const value = read(cell);
    if (value === undefined)
      errors.push(`${IMPORT_FIELDS[field].label} ${typeof rule === 'string' ? rule : rule(cell)}`);
    return value;
  };
  const lenient = <Value>(field: ImportField, read: (cell: Cell) => Value | undefined) => {
    const cell = cells.get(field);
    if (cell === undefined || isMissing(cell)) return undefined;
    const value = read(cell);
    const found = cellText(cell);
    if (found.length > maxImportedTextLength) {
      errors.push(`${IMPORT_FIELDS[field].label} ${lengthRule}`);
    } else if (value === undefined) {
      notes.push(`${IMPORT_FIELDS[field].label} "${found}" was not understood and left empty.`);
    }
    return value;
  };
  const day = (cell: Cell) => dateOf(cell, date1904);
  const dayRule = 'must be a real date between 1950 and 2100, day first (31/12/2020).';

  const serialNumber = cleanSerial(required('serialNumber'));
  const serialCell = cells.get('serialNumber');
  if (serialCell?.kind === 'text' && hasLineBreak(serialCell.text)) errors.push(`Serial number ${severalSerials}`);
  // Two serials may have lost the digits in which they differ.
  const isKnown = serialNumber !== '' && !hasLostDigits(serialCell);
  if (/,\s|\s(?:to|&)\s/i.test(serialNumber)) {
    notes.push(`Serial number "${serialNumber}" may name several devices: give each device its own row.`);
  }
  const quantity = cells.get('quantity');
  const count = quantity && numberIn(quantity, /\s*(?:nos?\.?|pcs?\.?|units?|sets?)?$/i);
  if (count !== undefined && count > 1) {
    notes.push(`Quantity is ${count}, but one row is one device: give each device its own row.`);
  }
  const firstRow = isKnown ? firstRowOf.get(sameKey(serialNumber)) : undefined;
  if (firstRow !== undefined) errors.push(`Serial number is already on row ${firstRow} of this file.`);
  else if (isKnown) firstRowOf.set(sameKey(serialNumber), rowNumber);

  const device: ImportedDevice = {
    serialNumber,
    equipmentName: required('equipmentName'),
    makeName: required('makeName'),
    modelName: required('modelName'),
  };
  for (const field of OPTIONAL_TEXTS) setIfKnown(device, field, text(field));
  setIfKnown(device, 'purchaseDate', strict('purchaseDate', day, dayRule));
  setIfKnown(device, 'installationDate', strict('installationDate', day, dayRule));
  setIfKnown(device, 'price', strict('price', priceOf, priceRule));
  setIfKnown(device, 'importance', lenient('importance', importanceOf));
  setIfKnown(device, 'description', text('description'));
  setIfKnown(device, 'calibrationRequired', lenient('calibrationRequired', yesOrNo));
  setIfKnown(device, 'calibrationFrequency', lenient('calibrationFrequency', frequencyOf));
  setIfKnown(device, 'calibrationCount', lenient('calibrationCount', calibrationCountOf));
  setIfKnown(device, 'lastCalibrationOn', lenient('lastCalibrationOn', day));
  setIfKnown(device, 'lastPmOn', lenient('lastPmOn', day));
  setIfKnown(device, 'warrantyNumber', text('warrantyNumber'));
  setIfKnown(device, 'warrantyStart', lenient('warrantyStart', day));
  setIfKnown(device, 'warrantyDuration', lenient('warrantyDuration', warrantyMonthsOf));

  // A contract with a promise left out would be taken for the whole of it, so a value that is not understood fails the row.
  const hasAgreement = agreementNumberOf(device) !== undefined;
  const leaveOut = (field: ImportField) => {
    const cell = cells.get(field);
    if (cell === undefined || isMissing(cell)) return;
    const found = cellText(cell);
    if (found.length > maxImportedTextLength) errors.push(`${IMPORT_FIELDS[field].label} ${lengthRule}`);
    else notes.push(leftOutNote(field, found, 'a contract needs a warranty number, or its start and duration'));
  };
  const ofAgreement: typeof strict = (field, read, rule) => {
    if (hasAgreement) return strict(field, read, rule);
    leaveOut(field);
    return undefined;
  };
  const kindRule = `must be one of ${agreementKinds.join(', ')}.`;
  const coversRule = `must be made of ${coverages.join(', ')}, with commas between them.`;
  setIfKnown(device, 'contractKind', ofAgreement('contractKind', agreementKindOf, kindRule));
  setIfKnown(device, 'contractVendor', ofAgreement('contractVendor', shortText, lengthRule));
  setIfKnown(device, 'contractCovers', ofAgreement('contractCovers', coversOf, coversRule));
  setIfKnown(
    device,
    'visitsPerYear',
    ofAgreement('visitsPerYear', visitsOf, numberRule(`must be a whole number from 0 to ${maxDays}.`, whole)),
  );
  setIfKnown(device, 'contractPrice', ofAgreement('contractPrice', priceOf, priceRule));
  setIfKnown(
    device,
    'responseHours',
    ofAgreement(
      'responseHours',
      responseHoursOf,
      numberRule(`must be a number of hours above 0, at most ${maxHours}.`),
    ),
  );
  setIfKnown(
    device,
    'repairDays',
    ofAgreement('repairDays', repairDaysOf, numberRule(`must be a number of days above 0, at most ${maxDays}.`)),
  );
  setIfKnown(
    device,
    'uptimePercent',
    ofAgreement('uptimePercent', uptimeOf, numberRule('must be above 1 and at most 100, as 98 or 98%.')),
  );

  for (const [field, cell] of cells) {
    if (!REQUIRED_FIELDS.some((each) => each === field) && isErrorValue(cell)) {
      notes.push(`${IMPORT_FIELDS[field].label} shows ${cellText(cell)} and was left empty.`);
    }
  }
  const original = originalCells(cells, date1904);
  return errors.length > 0
    ? { rowNumber, ok: false, errors, cells: original }
    : { rowNumber, ok: true, device, cells: original, notes };
}

function shortText(cell: Cell): string | undefined {
  const text = cellText(cell);
  return text.length > maxImportedTextLength ? undefined : text;
}

function setIfKnown<Key extends keyof ImportedDevice>(
  device: ImportedDevice,
  key: Key,
  value: ImportedDevice[Key] | undefined,
): void {
  if (value !== undefined) device[key] = value;
}

function originalCells(cells: CellsOfRow, date1904: boolean): OriginalCells {
  const original: OriginalCells = {};
  for (const [field, cell] of cells) {
    // A date goes back as yyyy-MM-dd: its own format may put the month first, its bare number means nothing to a
    // reader.
    const day = DATE_FIELDS.has(field) && cell.kind === 'number' ? dateOf(cell, date1904) : undefined;
    // A share goes back as 98%, since its number alone is 0.98.
    const share = field === 'uptimePercent' ? shareOf(cell) : undefined;
    original[field] =
      day ?? (share === undefined ? undefined : `${share}%`) ?? (cell.kind === 'text' ? cell.text : cellText(cell));
  }
  return original;
}
