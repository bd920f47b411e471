import type { Page } from '@playwright/test';

/** One line of the table: what was measured, what it should be, what it is. */
export interface BenchRow {
  what: string;
  /** In words; `-` where a number is only said. */
  target: string;
  result: string;
  /** Whether the target is met; null where there is none. */
  met: boolean | null;
}

/** What a bench may use. */
export interface BenchContext {
  /** A fresh page with the real modules of `tests/bench/page` in a headless Chromium. */
  openPage: () => Promise<Page>;
  /** The built bench page, for a server of another origin. */
  pageFolder: string;
  /** Prints the progress. */
  say: (text: string) => void;
}

/** A measurement; it never fails for being slow. */
export interface Bench {
  name: string;
  run(context: BenchContext): Promise<BenchRow[]>;
}

/** The middle of a list of numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The number below which so large a share of all numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** A row whose target is a ratio that should not be passed. */
export function ratioRow(what: string, atMost: number, ratios: readonly number[], note: string): BenchRow {
  const ratio = median(ratios);
  const spread = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
  return {
    what,
    target: `at most ${atMost} x`,
    result: `${ratio.toFixed(2)} x (${ratios.length} pairs, ${spread}); ${note}`,
    met: ratio <= atMost,
  };
}
