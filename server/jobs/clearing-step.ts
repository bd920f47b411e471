import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { Executor } from '../db/database.ts';

/** Number of rows that one batch reads or changes: few enough that the hospital's writers wait only milliseconds. */
export const rowsPerBatch = 200;
const dayMs = 24 * 60 * 60 * 1000;

/** Returns the instant this many days ago, as ISO text. */
export const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString();

/** The scope of a batch. */
export interface Clearing {
  hospitalId: string;
  timeZone: string;
  /** The last day of the hospital whose night was cleared; null: none yet. */
  clearedOn: LocalDay | null;
  now: Date;
}

/**
 * Runs one batch of a step in its own transaction, from the position that the previous batch reached; returns the next
 * position, or undefined after the last batch. Promises: repeating a batch changes nothing.
 */
export type ClearingStep = (tx: Executor, clearing: Clearing, after: string) => Promise<string | undefined>;

/** Returns the position after a page; undefined if it was the last one. */
export const placeAfter = (rows: readonly { place: string }[]): string | undefined =>
  rows.length < rowsPerBatch ? undefined : rows.at(-1)?.place;
