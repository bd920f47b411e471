import type { Page } from '@playwright/test';

/** One line of the table: the measurement, its comparison, its limit. */
export interface BenchRow {
  what: string;
  /** Median and spread. */
  ours: string;
  /** The comparison, with median and spread; empty for a limit. */
  peer?: string;
  /** Ours over the peer's, median of the pairs. */
  ratio?: number;
  /** The target in words; empty for a number without one. */
  target?: string;
  /** Whether the target is met; null if there is none. */
  met: boolean | null;
}

/** The tools of a bench. */
export interface BenchContext {
  /** Opens a fresh page with the real modules of `tests/bench/page`, in headless Chromium with a profile on disk. */
  openPage: () => Promise<Page>;
  /** The same for another server. */
  openProfile: (options?: ProfileOptions) => Promise<Page>;
  /** Restarts the browser of a page with the same profile. */
  reopen: (page: Page) => Promise<Page>;
  /** The built bench page, for a server with another origin. */
  pageFolder: string;
  /** Returns how often to repeat, in a short and in a long run. */
  times: (short: number, long: number) => number;
  /** Whether this is the long run. */
  long: boolean;
  /** Shares something between the benches of a run: opened by the first, closed at the end. */
  kept: <T>(name: string, open: () => Promise<{ value: T; close: () => Promise<void> }>) => Promise<T>;
  /** Prints the progress. */
  say: (text: string) => void;
}

/** Settings in which a profile differs from the default. */
export interface ProfileOptions {
  viewport?: { width: number; height: number };
  hasTouch?: boolean;
  userAgent?: string;
}

/** A measurement; slow results do not make it fail. */
export interface Bench {
  name: string;
  /** Runs only if a word on the command line asks for it. */
  onRequest?: true;
  /** Runs only in the long run. */
  long?: true;
  run(context: BenchContext): Promise<BenchRow[]>;
}

/** Returns the median of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Returns the value below which the given share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Formats a number with as few digits as its size allows. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** Formats the median, the spread and how often it was measured. */
export function figures(numbers: readonly number[], unit: string): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const spread = numbers.length > 1 ? ` (${short(least)}-${short(most)}; ${numbers.length} times)` : '';
  return `${short(median(numbers))} ${unit}${spread}`;
}

/** Two alternating measurements of the same work. */
export interface Compared {
  what: string;
  /** Name of the comparison. */
  peerName: string;
  unit: string;
  ours: readonly number[];
  peer: readonly number[];
  /** The largest ratio that meets the target, or the smallest. */
  atMost?: number;
  atLeast?: number;
  note?: string;
}

/** Builds a row that compares ours with a peer: the ratio is the median of the pairs' ratios. */
export function comparedRow({ what, peerName, unit, ours, peer, atMost, atLeast, note }: Compared): BenchRow {
  const ratio = median(ours.map((value, at) => value / (peer[at] ?? NaN)));
  const target = atMost === undefined ? (atLeast === undefined ? undefined : `>= ${atLeast} x`) : `<= ${atMost} x`;
  const isMet = atMost === undefined ? ratio >= (atLeast ?? NaN) : ratio <= atMost;
  return {
    what,
    ours: `${figures(ours, unit)}${note === undefined ? '' : `; ${note}`}`,
    peer: `${peerName} ${figures(peer, unit)}`,
    ratio,
    ...(target !== undefined && { target }),
    met: target === undefined ? null : isMet,
  };
}

/** Builds a row that compares ours with a limit. */
export function limitRow(what: string, numbers: readonly number[], unit: string, limit?: { atMost: number }): BenchRow {
  return {
    what,
    ours: figures(numbers, unit),
    ...(limit && { target: `<= ${limit.atMost} ${unit}` }),
    met: limit ? median(numbers) <= limit.atMost : null,
  };
}
