import type { Cell } from './cells.ts';
import { dateOf } from './dates.ts';
import { priceOf, priceRule } from './prices.ts';
import { shownText, textOf, textRule } from './texts.ts';

/**
 * The declaration of a column. `strictness` decides what an empty or unreadable cell does: `required` and `strict` fail
 * the row, `lenient` leaves the value out with a note, `contract` is strict where the row has a contract and lenient
 * elsewhere.
 */
export type Column = {
  /** The column in a sentence, as in "Serial number is required." */
  label: string;
  /** Normalised headers that mean this column, between commas; the earlier one wins where two columns fit. */
  names: string;
  /** A value that the column takes, for the template. */
  example: string;
  strictness: 'required' | 'strict' | 'lenient' | 'contract';
  read: (cell: Cell, date1904: boolean) => unknown;
  /** Why a cell is not read, after the label. */
  rule?: string | ((cell: Cell) => string | undefined);
  /** Whether a ditto mark stands for the cell above. */
  ditto?: true;
  /** The cell with what only its header says of it. */
  underHeader?: (cell: Cell, header: string) => Cell;
  /** The text that goes back to the user, where it is not that of the cell. */
  shown?: (cell: Cell, date1904: boolean) => string | undefined;
};

/** How texts are read. */
export const text = { strictness: 'strict', read: textOf, rule: textRule, shown: shownText } as const;
/** How prices are read. */
export const price = { read: priceOf, rule: priceRule } as const;
/** How days are read. */
export const day = {
  example: '31/12/2020',
  read: dateOf,
  rule: 'must be a real date between 1950 and 2100, day first (31/12/2020).',
  // Its own format may put the month first, and its bare number means nothing to a reader.
  shown: (cell: Cell, date1904: boolean) => (cell.kind === 'number' ? dateOf(cell, date1904) : undefined),
} as const;
