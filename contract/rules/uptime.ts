import { millisecondsInDay } from 'date-fns/constants';
import { severity } from './device-status.ts';
import type { RoundStatus } from '../records/observation.ts';
import { instantMs, isLocalDay, startOfHospitalDay, type LocalDay } from './hospital-day.ts';

/**
 * A period in which a device was down; `to` is null while it still is. A date without a time means the start of that
 * day.
 */
export interface Downtime {
  readonly from: string;
  readonly to: string | null;
}

/** Returns the downtimes of a device's record. */
export function downtimesOf(device: { readonly downtimes: readonly (readonly [string, string | null])[] }): Downtime[] {
  return device.downtimes.map(([from, to]) => ({ from, to }));
}

/** The facts from which uptime is computed. */
export interface UptimeInput {
  readonly downtimes: readonly Downtime[];
  readonly installedOn?: LocalDay | null;
  readonly now: Date | string;
  readonly timeZone: string;
}

interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

const windowMs = 365 * millisecondsInDay;
const dayLength = 'yyyy-MM-dd'.length;

/**
 * Returns the share of the last 365 days, or of the time since installation if shorter, in which a device was not down.
 * Units: percent, 2 decimals.
 * Source: docs/product.md P26.
 */
export function uptimePercentage(input: UptimeInput): number {
  if (input.downtimes.length === 0) return 100;
  const nowMs = instantMs(input.now);
  const startMs = Math.max(nowMs - windowMs, installedMs(input, nowMs - windowMs));
  const lengthMs = nowMs - startMs;
  if (lengthMs <= 0) return 100;
  const downMs = unionMs(
    input.downtimes.map(({ from, to }) => ({
      fromMs: Math.max(startMs, edgeMs(from, input.timeZone)),
      toMs: Math.min(nowMs, to === null ? nowMs : edgeMs(to, input.timeZone)),
    })),
  );
  return roundTo2(100 * (1 - downMs / lengthMs));
}

/**
 * Returns the downtime percentage: 100 minus the uptime.
 * Units: percent, 2 decimals.
 */
export function downtimePercentage(input: UptimeInput): number {
  return roundTo2(100 - uptimePercentage(input));
}

/**
 * Returns the mean uptime over devices: those with a percentage and, at 100 %, those that were never down. 100 when
 * there are none. Units: percent, 2 decimals.
 */
export function averageUptime(percentages: readonly number[], neverDown = 0): number {
  const devices = percentages.length + neverDown;
  if (devices === 0) return 100;
  // In hundredths: the sum of fractions would depend on the order of the devices.
  const hundredths = percentages.reduce((sum, percentage) => sum + Math.round(percentage * 100), neverDown * 10_000);
  return Math.round(hundredths / devices) / 100;
}

/**
 * Returns the time covered by intervals, counting overlaps once; empty and reversed intervals count as zero. Units:
 * milliseconds.
 */
export function unionMs(intervals: readonly Interval[]): number {
  const ordered = intervals.filter(({ fromMs, toMs }) => toMs > fromMs).sort((a, b) => a.fromMs - b.fromMs);
  let coveredMs = 0;
  let reachedMs = -Infinity;
  for (const { fromMs, toMs } of ordered) {
    coveredMs += Math.max(0, toMs - Math.max(fromMs, reachedMs));
    reachedMs = Math.max(reachedMs, toMs);
  }
  return coveredMs;
}

/** Returns the downtimes that tickets cause: those with System Down, from report to close. */
export function downtimesFromTickets(
  tickets: readonly {
    readonly machineStatus: string;
    readonly reportedDate: string;
    readonly closedDate: string | null;
  }[],
): Downtime[] {
  return tickets
    .filter((ticket) => ticket.machineStatus === 'System Down')
    .map((ticket) => ({ from: ticket.reportedDate, to: ticket.closedDate }));
}

/**
 * Returns the downtimes of a device as reported by its rounds, which may come in any order: from a Not Working entry to
 * the next entry that is not. Of several entries at the same instant, the worst counts.
 */
export function downtimesFromRounds(
  entries: readonly { readonly status: RoundStatus; readonly observedAt: string }[],
): Downtime[] {
  const worstAt = new Map<number, RoundStatus>();
  for (const { status, observedAt } of entries) {
    const atMs = instantMs(observedAt);
    const known = worstAt.get(atMs);
    if (known === undefined || severity(status) > severity(known)) worstAt.set(atMs, status);
  }
  const downtimes: Downtime[] = [];
  let from: string | null = null;
  for (const [atMs, status] of [...worstAt].sort(([a], [b]) => a - b)) {
    const at = new Date(atMs).toISOString();
    if (status === 'Not Working') {
      from ??= at;
    } else if (from !== null) {
      downtimes.push({ from, to: at });
      from = null;
    }
  }
  if (from !== null) downtimes.push({ from, to: null });
  return downtimes;
}

/** Avoids a time-zone lookup (10 µs) for devices installed long before the window, which is most of them. */
function installedMs({ installedOn, timeZone }: UptimeInput, windowStartMs: number): number {
  if (!installedOn || Date.parse(installedOn) + 2 * millisecondsInDay < windowStartMs) return -Infinity;
  return startOfHospitalDay(installedOn, timeZone).getTime();
}

function edgeMs(edge: string, timeZone: string): number {
  return edge.length === dayLength && isLocalDay(edge) ? startOfHospitalDay(edge, timeZone).getTime() : instantMs(edge);
}

function roundTo2(value: number): number {
  return Math.round(value * 100) / 100;
}
