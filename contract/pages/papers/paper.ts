import type { LocalDay } from '../../rules/hospital-day.ts';

/**
 * The content of a cell on paper or in an exported sheet: text, a number, a day (yyyy-MM-dd), an instant (ISO, shown in
 * the hospital's time), a duration in milliseconds, or nothing.
 */
export type PaperValue =
  | string
  | number
  | null
  | { readonly day: LocalDay }
  | { readonly at: string }
  | { readonly ms: number };

/** A column of a table on paper. */
export interface PaperColumn {
  header: string;
  /** Share of the table's width, beside those of the other columns. */
  width: number;
  /** Numbers are amounts. Units: INR. */
  isMoney?: true;
  /** Only the exported sheet has it. */
  isSheetOnly?: true;
  /** Long texts, printed below the row across the width of the table. */
  isBelow?: true;
  /** Texts are short lines, each on its own. */
  isLines?: true;
  /** Longer texts are cut on paper; the sheet has the whole text. Units: characters. */
  most?: number;
}

/** Maximum length of a text in a table, in case somebody has written pages. */
export const mostOfText = 500;
/** Note about a text that was cut. */
export const cutLegend = `A text of more than ${mostOfText} characters is cut here (…); the history file of the device has all of it.`;

/** Numbers over time, drawn small beside the table that has them. */
export interface PaperChart {
  unit: string;
  /** In the order of their days. */
  points: readonly { readonly on: LocalDay; readonly value: number; readonly isOut: boolean }[];
  /** Limits that are drawn as lines. */
  lower: number | null;
  upper: number | null;
}

/** A table with its own heading; its column heads are repeated on each of its pages. */
export interface PaperTable {
  title: string;
  columns: readonly PaperColumn[];
  rows: readonly (readonly PaperValue[])[];
  /** Shown instead of rows if there are none. */
  empty: string;
  chart?: PaperChart;
  /** Rows have room for handwriting. */
  isToFill?: true;
}

/** A question answered by hand, with boxes to tick and lines to write on. */
export interface PaperQuestion {
  title: string;
  choices: readonly string[];
  lines: number;
  /** Printed after the tables. */
  isLast?: true;
}

/** Printed for every user. */
export interface Paper {
  title: string;
  /** The scope of the paper: a year, a period, the state on a day. */
  period: string;
  facts: readonly (readonly [label: string, value: string])[];
  /** Explains words and marks of the tables. */
  legend?: string;
  tables: readonly PaperTable[];
  questions?: readonly PaperQuestion[];
  /** Signature lines. */
  signatures: readonly string[];
  /** Landscape. */
  isWide?: true;
  /** The exported sheet, if it differs from the tables. */
  sheet?: { header: string[]; rows: PaperValue[][] };
  /** The heading for the tables' titles, which become the first column of the sheet. */
  dividedBy?: string;
}

/** The tables of a paper as one sheet; tables whose columns differ from the first one's are left out. */
export function paperSheet({ tables, dividedBy, sheet }: Pick<Paper, 'tables' | 'dividedBy' | 'sheet'>): {
  header: string[];
  rows: PaperValue[][];
} {
  if (sheet) return sheet;
  const columns = tables[0]?.columns ?? [];
  const alike = tables.filter((table) => table.columns === columns);
  const header = columns.map((column) => column.header);
  if (dividedBy === undefined) return { header, rows: alike.flatMap(({ rows }) => rows.map((row) => [...row])) };
  return {
    header: [dividedBy, ...header],
    rows: alike.flatMap(({ title, rows }) => rows.map((row) => [title, ...row])),
  };
}

/** The day as a cell; nothing if there is none. */
export function dayValue(day: LocalDay | null): PaperValue {
  return day === null ? null : { day };
}
