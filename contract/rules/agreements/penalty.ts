import { percentOfInr, sumInr } from '../money.ts';
import type { PenaltyClause, PenaltyMeasure } from '../../records/agreement-terms.ts';

/** The extent of a breach. */
export interface Breach {
  measure: PenaltyMeasure;
  /**
   * Time beyond the promise within the contract's hours; for uptime, downtime beyond the allowance. Units:
   * milliseconds.
   */
  lateMs: number;
  /** The length of a day of the contract's window. Units: milliseconds. */
  dayMs: number;
  /** Percentage points of uptime missed; null for response and repair. */
  missedPoints: number | null;
}

/** The prices that a penalty is a share of; null if unknown. Units: INR. */
export interface PenaltyPrices {
  /** Price of the device. */
  price: number | null;
  /** Price of the contract for a year. */
  yearlyPrice: number | null;
}

/** A number of days, points or cases at one rate. */
export interface RatePart {
  count: number;
  rate: number;
  isDoubled: boolean;
}

/** The penalty of a breach by one clause. */
export interface Penalty {
  clause: PenaltyClause;
  /** In order; those before the first step are not included. */
  parts: RatePart[];
  /** Before and after the cap, in the clause's unit. */
  uncapped: number;
  total: number;
  isCapped: boolean;
  /** Null for an extension, or if the price is unknown. Units: INR. */
  amount: number | null;
  /** Extension of the contract; null for a penalty in money. Units: days. */
  extensionDays: number | null;
  /** Why there is no amount; null if there is one or none is due. */
  missing: 'price' | 'yearlyPrice' | 'basis' | null;
}

/** The sum of the penalties of several breaches. */
export interface PenaltyTotals {
  /** Sum of the known amounts. Units: INR. */
  amount: number;
  /** Units: days, each begun day counted in full. */
  extensionDays: number;
  /** Number of penalties without an amount because a price is unknown. */
  withoutAmount: number;
}

const hourMs = 3_600_000;
/** Rates have up to four decimals and are computed as integers, so that ten times 0.1 is 1. */
const rateParts = 10_000;

/**
 * Computes the penalty of a breach by a clause. Each begun day of delay, or each begun percentage point, is charged at
 * the rate of the last step reached when it began; a case is charged once, at the last step reached. Beyond the limit
 * in days late, the rate doubles. Source: docs/product.md P129.
 */
export function penaltyOf(clause: PenaltyClause, breach: Breach, prices: PenaltyPrices): Penalty {
  const parts = partsOf(clause, breach);
  if (parts === null) {
    return {
      clause,
      parts: [],
      uncapped: 0,
      total: 0,
      isCapped: false,
      amount: null,
      extensionDays: null,
      missing: 'basis',
    };
  }
  const uncapped = sumOf(parts);
  const isCapped = clause.cap !== null && uncapped > clause.cap;
  const total = isCapped && clause.cap !== null ? clause.cap : uncapped;
  return { clause, parts, uncapped, total, isCapped, ...amountOf(clause, total, prices) };
}

/** Adds penalties up. */
export function totalsOf(penalties: readonly Penalty[]): PenaltyTotals {
  const days = penalties.reduce((sum, { extensionDays }) => sum + Math.round((extensionDays ?? 0) * rateParts), 0);
  return {
    amount: sumInr(penalties.map(({ amount }) => amount ?? 0)),
    extensionDays: Math.ceil(days / rateParts),
    withoutAmount: penalties.filter(({ missing }) => missing !== null).length,
  };
}

function amountOf(
  { unit }: PenaltyClause,
  total: number,
  { price, yearlyPrice }: PenaltyPrices,
): Pick<Penalty, 'amount' | 'extensionDays' | 'missing'> {
  const ofPrice = (whole: number | null, name: 'price' | 'yearlyPrice') => {
    // A share of zero is zero even if the price is unknown.
    if (total === 0) return { amount: 0, extensionDays: null, missing: null };
    if (whole === null) return { amount: null, extensionDays: null, missing: name };
    return { amount: percentOfInr(whole, total), extensionDays: null, missing: null };
  };
  switch (unit) {
    case 'percent of price':
      return ofPrice(price, 'price');
    case 'percent of contract':
      return ofPrice(yearlyPrice, 'yearlyPrice');
    case 'INR':
      return { amount: sumInr([total]), extensionDays: null, missing: null };
    case 'days of extension':
      return { amount: null, extensionDays: total, missing: null };
  }
}

/** Returns the rates of a breach; null if the clause counts points and the promise has none. */
function partsOf(clause: PenaltyClause, breach: Breach): RatePart[] | null {
  const { basis } = clause;
  if (basis === 'point' && breach.missedPoints === null) return null;
  const isBroken = breach.lateMs > 0 || (breach.missedPoints ?? 0) > 0;
  if (!isBroken) return [];
  if (basis === 'case') {
    const rate = rateAt(clause, reachOf(breach));
    return rate === null ? [] : joinedParts([partOf(rate, breach.lateMs > doublingMs(clause, breach))]);
  }
  const count = Math.ceil(basis === 'day' ? breach.lateMs / breach.dayMs : (breach.missedPoints ?? 0));
  return joinedParts(
    Array.from({ length: count }, (_begun, index) => {
      const rate = rateAt(clause, basis === 'day' ? reachOf({ ...breach, lateMs: index * breach.dayMs }) : index);
      return rate === null ? null : partOf(rate, basis === 'day' && isAfter(clause, index));
    }),
  );
}

/** Units of a measure's steps: hours late, days late, points missed. */
function reachOf({ measure, lateMs, dayMs, missedPoints }: Breach): number {
  if (measure === 'uptime') return missedPoints ?? 0;
  return lateMs / (measure === 'response' ? hourMs : dayMs);
}

/** Returns the rate of the last step reached; null before the first. */
function rateAt({ steps }: PenaltyClause, reached: number): number | null {
  return steps.findLast(({ from }) => from <= reached)?.rate ?? null;
}

function doublingMs({ doublesAfterDays }: PenaltyClause, { dayMs }: Breach): number {
  return doublesAfterDays === null ? Infinity : doublesAfterDays * dayMs;
}

function isAfter({ doublesAfterDays }: PenaltyClause, days: number): boolean {
  return doublesAfterDays !== null && days >= doublesAfterDays;
}

function partOf(rate: number, isDoubled: boolean): RatePart {
  return { count: 1, rate: isDoubled ? (Math.round(rate * rateParts) * 2) / rateParts : rate, isDoubled };
}

/** Joins adjacent parts that have the same rate. */
function joinedParts(parts: readonly (RatePart | null)[]): RatePart[] {
  const joined: RatePart[] = [];
  for (const part of parts) {
    if (part === null) continue;
    const last = joined.at(-1);
    if (last && last.rate === part.rate && last.isDoubled === part.isDoubled) last.count += part.count;
    else joined.push({ ...part });
  }
  return joined;
}

function sumOf(parts: readonly RatePart[]): number {
  return parts.reduce((sum, { count, rate }) => sum + count * Math.round(rate * rateParts), 0) / rateParts;
}
