import { addDays, daysBetween, type LocalDay } from '../hospital-day.ts';
import { anniversary } from './register.ts';

/** A contract whose price is known. */
export interface PricedAgreement {
  startOn: LocalDay;
  endOn: LocalDay;
  /** Without tax. Units: INR. */
  yearlyPrice: number;
  taxPercent: number | null;
}

/**
 * Returns the cost of a contract for a span of days, first and last included: each of its years costs the yearly price with tax, spread evenly
 * over the days of that year. Units: INR. Source: docs/decisions/350-price-of-contracts.md.
 */
export function contractCost(
  { startOn, endOn, yearlyPrice, taxPercent }: PricedAgreement,
  span: { from: LocalDay; to: LocalDay },
): number {
  const from = span.from > startOn ? span.from : startOn;
  const to = span.to < endOn ? span.to : endOn;
  let cost = 0;
  let year = Math.max(0, Number(from.slice(0, 4)) - Number(startOn.slice(0, 4)) - 1);
  for (let first = anniversary(startOn, year); first <= to; year += 1) {
    const next = anniversary(startOn, year + 1);
    const days = daysBetween(from > first ? from : first, to < next ? addDays(to, 1) : next);
    if (days > 0) cost += (yearlyPrice * days) / daysBetween(first, next);
    first = next;
  }
  return (cost * (100 + (taxPercent ?? 0))) / 100;
}

/** Returns the cost of each device of a contract for a span of days; all devices cost the same. Units: INR. */
export function deviceShare(
  contract: PricedAgreement,
  devices: number,
  span: { from: LocalDay; to: LocalDay },
): number {
  return devices === 0 ? 0 : contractCost(contract, span) / devices;
}
