import type { Page } from '@playwright/test';

/** One line of the table: what was measured, its comparison, its limit. */
export interface BenchRow {
  what: string;
  /** Median and spread. */
  ours: string;
  /** The comparison, with median and spread; empty for a limit. */
  peer?: string;
  /** Ours over the peer's, median of the pairs. */
  ratio?: number;
  /** In words; empty where a number is only said. */
  target?: string;
  /** Whether the target is met; null if there is none. */
  met: boolean | null;
}

/** What a bench may use. */
export interface BenchContext {
  /** A fresh page with the real modules of `tests/bench/page` in a headless Chromium with a profile on disk. */
  openPage: () => Promise<Page>;
  /** The same on another server. */
  openProfile: (options?: ProfileOptions) => Promise<Page>;
  /** Restarts the browser of a page with the same profile. */
  reopen: (page: Page) => Promise<Page>;
  /** The built bench page, for a server of another origin. */
  pageFolder: string;
  /** How often to repeat: the first in a short run, the second in a long one. */
  times: (short: number, long: number) => number;
  /** Whether this is the long run. */
  long: boolean;
  /** What several benches of a run use: opened by the first, closed at the end. */
  kept: <T>(name: string, open: () => Promise<{ value: T; close: () => Promise<void> }>) => Promise<T>;
  /** Prints the progress. */
  say: (text: string) => void;
}

/** How a profile differs from the usual. */
export interface ProfileOptions {
  viewport?: { width: number; height: number };
  hasTouch?: boolean;
  userAgent?: string;
}

/** A measurement; it never fails for being slow. */
export interface Bench {
  name: string;
  /** Only when a word of the command line asks for it. */
  onRequest?: true;
  /** An extra of the long run. */
  long?: true;
  run(context: BenchContext): Promise<BenchRow[]>;
}

/** The middle of a list of numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** A percentile: the number below which this share of all numbers is. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** A number as short as its size allows. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** Median and spread of some numbers. */
export function figures(numbers: readonly number[], unit: string): string {
  const spread = numbers.length > 1 ? ` (${short(Math.min(...numbers))}-${short(Math.max(...numbers))})` : '';
  return `${short(median(numbers))} ${unit}${spread}`;
}

/** Two measurements of the same work, taken in turn. */
export interface Compared {
  what: string;
  /** Who stands beside. */
  peerName: string;
  unit: string;
  ours: readonly number[];
  peer: readonly number[];
  /** The largest ratio that is met, or the smallest. */
  atMost?: number;
  atLeast?: number;
  note?: string;
}

/** A row of ours beside a peer: the ratio is the median of the ratios of the pairs. */
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

/** A row of ours beside a limit. */
export function limitRow(what: string, numbers: readonly number[], unit: string, limit?: { atMost: number }): BenchRow {
  return {
    what,
    ours: figures(numbers, unit),
    ...(limit && { target: `<= ${limit.atMost} ${unit}` }),
    met: limit ? median(numbers) <= limit.atMost : null,
  };
}
