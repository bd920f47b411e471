/** The layout of labels on an A4 sheet. Units: mm. */
export interface SheetLayout {
  columns: number;
  rows: number;
  labelWidth: number;
  labelHeight: number;
  /** Distance of the first label from the left edge. */
  left: number;
  top: number;
  /** Side of the QR code, including its quiet zone. */
  qrSide: number;
  /** Space between the edge of a label and its content. */
  padding: number;
  /** Text size of the serial number; the name is smaller. */
  textSize: number;
  /** Text to the right of the code rather than below it. */
  textBeside: boolean;
}

export const a4 = { width: 210, height: 297 };

/** Source: docs/product.md P30. */
export const perRowLimits = { least: 1, most: 10, usual: 3 };

/** The free grid and the pre-cut label sheets. */
const sheetChoices = ['grid', '24', '40'] as const;
export type SheetChoice = (typeof sheetChoices)[number];

/** The margin that most printers cannot print on, and a little more. */
const gridMargin = 8;
/** A single code across a sheet would be too large for a label. */
const largestQr = 90;

/** Common pre-cut sheets: 3 x 8 labels without margin, and 4 x 10 within one. */
const presets: Record<Exclude<SheetChoice, 'grid'>, SheetLayout> = {
  '24': {
    columns: 3,
    rows: 8,
    labelWidth: 70,
    labelHeight: 37,
    left: 0,
    top: 0.5,
    qrSide: 29,
    padding: 4,
    textSize: 3.6,
    textBeside: true,
  },
  '40': {
    columns: 4,
    rows: 10,
    labelWidth: 48.5,
    labelHeight: 25.4,
    left: 8,
    top: 21.5,
    qrSide: 22.4,
    padding: 1.5,
    textSize: 2.9,
    textBeside: true,
  },
};

/** Parses the number of QR codes per row: at least 1, at most 10, and 3 for an empty text. */
export function clampPerRow(text: string): number {
  const value = Math.trunc(Number(text));
  if (text.trim() === '' || Number.isNaN(value)) return perRowLimits.usual;
  return Math.min(perRowLimits.most, Math.max(perRowLimits.least, value));
}

/** Returns the sheet that the URL names, or the free grid. */
export function sheetChoiceOf(text: string): SheetChoice {
  return sheetChoices.find((choice) => choice === text) ?? 'grid';
}

/** The kinds of label: the name of a device, or the result of a test. */
export const labelKinds = ['device', 'test'] as const;
export type LabelKind = (typeof labelKinds)[number];

/** Returns the kind of label that the URL names. */
export function labelKindOf(text: string): LabelKind {
  return labelKinds.find((kind) => kind === text) ?? 'device';
}

/** Text size of a result label relative to a device label, which has fewer lines. */
const resultText = 0.78;
/**
 * Space under a code, in line heights: two lines of serial number and two of name; or serial number, result,
 * limitation, test date, overdue work in two lines and the procedure.
 */
const textLines = { device: 4.4, test: 9.5 } as const;
/** Space of one of the hospital's lines, which takes two rows of small type at most. Units: line heights. */
const ownLine = 2.3;

/**
 * Returns the layout of a pre-cut sheet, or of as many labels in a row as requested, with room for the hospital's lines
 * under the name.
 */
export function sheetLayout(
  choice: SheetChoice,
  perRow: number,
  kind: LabelKind = 'device',
  ownLines = 0,
): SheetLayout {
  if (choice === 'grid') return gridLayout(perRow, textLines[kind] + ownLines * ownLine);
  const preset = presets[choice];
  return kind === 'device' ? preset : { ...preset, textSize: preset.textSize * resultText };
}

function gridLayout(columns: number, lines: number): SheetLayout {
  const labelWidth = (a4.width - 2 * gridMargin) / columns;
  const padding = Math.min(3, labelWidth * 0.05);
  const qrSide = Math.min(largestQr, labelWidth - 2 * padding);
  const textSize = Math.min(5, Math.max(1.9, labelWidth * 0.06));
  const labelHeight = qrSide + 2 * padding + lines * textSize;
  const rows = Math.max(1, Math.floor((a4.height - 2 * gridMargin) / labelHeight));
  return {
    columns,
    rows,
    labelWidth,
    labelHeight,
    left: gridMargin,
    top: gridMargin,
    qrSide,
    padding,
    textSize,
    textBeside: false,
  };
}

/** Returns the first free place of a half-used sheet that the URL names, counted from 1; 1 if it names none. */
export function startPlaceOf(text: string, { columns, rows }: Pick<SheetLayout, 'columns' | 'rows'>): number {
  const place = Number(text);
  return Number.isInteger(place) && place >= 1 && place <= columns * rows ? place : 1;
}

/** A label and its place on a sheet, counted from 0 row by row. */
export interface Placed<T> {
  item: T;
  place: number;
}

/**
 * Distributes labels over sheets, row by row; the first sheet begins at `start`, counted from 1, for a half-used sheet.
 */
export function sheetsOf<T>(
  labels: readonly T[],
  { columns, rows }: Pick<SheetLayout, 'columns' | 'rows'>,
  start = 1,
): Placed<T>[][] {
  const perSheet = columns * rows;
  const used = start - 1;
  const sheets: Placed<T>[][] = Array.from({ length: Math.ceil((labels.length + used) / perSheet) }, () => []);
  labels.forEach((item, index) => {
    const at = used + index;
    sheets[Math.floor(at / perSheet)]?.push({ item, place: at % perSheet });
  });
  return labels.length === 0 ? [] : sheets;
}
