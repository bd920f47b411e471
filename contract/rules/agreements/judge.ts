import { type FigureSpan, periodAt } from '../figures/period.ts';
import {
  addDays,
  addMonthsKeepingDay,
  hospitalDay,
  instantMs,
  type LocalDay,
  startOfHospitalDay,
} from '../hospital-day.ts';
import type { FailureClass, MachineStatus } from '../../records/values.ts';
import { type ClockedTicket, downUntil, ticketWaits } from '../ticket-clock.ts';
import { type Breach, type Penalty, penaltyOf, type PenaltyTotals, totalsOf } from './penalty.ts';
import type { AgreementTerms, PenaltyMeasure } from '../../records/agreement-terms.ts';
import { isStopping, vendorClock, type VendorPromise } from './vendor-clock.ts';
import {
  type AgreementPlace,
  joined,
  lengthMs,
  type Span,
  windowDayMs,
  windowSpans,
  within,
  without,
} from './window-hours.ts';

/** A ticket that keeps terms of the contract. */
export interface JudgedTicket extends ClockedTicket {
  id: string;
  deviceId: string;
  machineStatus: MachineStatus;
  failureClass: FailureClass | null;
  /** The terms in force when it was reported. */
  terms: AgreementTerms;
}

/** A device of the contract. */
export interface JudgedDevice {
  id: string;
  /** Units: INR. */
  price: number | null;
  /** The day it went into service; null if that was before the contract. */
  inServiceFrom: LocalDay | null;
  /** The instant of its removal; null while it is in service. */
  removedAt: string | null;
  /**
   * Whether the contract still names the device. Uptime is judged only for these devices; tickets of others keep the
   * terms.
   */
  isNamed: boolean;
}

/** The facts by which a contract's promises are judged. */
export interface AgreementFacts {
  startOn: LocalDay;
  endOn: LocalDay;
  /** The present terms, by which uptime is judged. */
  terms: AgreementTerms;
  devices: readonly JudgedDevice[];
  /** Tickets of any time; the rule selects those of the period. */
  tickets: readonly JudgedTicket[];
}

/** A promise about one ticket, with its outcome. */
export interface TicketJudgement {
  ticketId: string;
  deviceId: string;
  promise: VendorPromise;
  dayMs: number;
  /** Not fulfilled yet: the time is counted up to now. */
  isOpen: boolean;
  penalties: Penalty[];
}

/** The uptime of a device, with its outcome. */
export interface UptimeJudgement {
  deviceId: string;
  span: FigureSpan;
  promised: number;
  /** Units: percent, 2 decimals. */
  uptime: number;
  missedPoints: number;
  coveredMs: number;
  downMs: number;
  /** Downtime beyond the allowed downtime. */
  lateMs: number;
  dayMs: number;
  /** The tickets that account for the downtime. */
  ticketIds: string[];
  /** The span is still running. */
  isRunning: boolean;
  penalties: Penalty[];
}

/** A case that is excluded, and the failure class that excludes it. */
export interface Exclusion {
  ticketId: string;
  deviceId: string;
  failureClass: FailureClass;
}

/** The judged promises of a contract in a period. */
export interface PenaltySheet {
  /** Broken promises. */
  tickets: TicketJudgement[];
  uptimes: UptimeJudgement[];
  excluded: Exclusion[];
  /** Number of promises judged, including those that were kept. */
  judged: Record<PenaltyMeasure, number>;
  /** Uptime is promised for a longer time than the period, so it is judged on the sheet of the year. */
  isUptimeOfYear: boolean;
  totals: PenaltyTotals;
}

/**
 * Returns the failure class that excludes a case from repair and uptime, or null. A case without a class counts, so
 * that leaving it out excuses nobody. Response is promised for every call, because the cause is not known yet. Source:
 * docs/product.md P129.
 */
export function excludingClass(
  failureClass: FailureClass | null,
  { covers }: Pick<AgreementTerms, 'covers'>,
): FailureClass | null {
  switch (failureClass) {
    case 'use-error':
    case 'physical-damage':
    case 'environment':
    case 'could-not-reproduce':
    case 'no-fault':
      return failureClass;
    case 'accessory':
      return covers.includes('accessories') || covers.includes('consumables') ? null : failureClass;
    default:
      return null;
  }
}

/**
 * Judges the promises of a contract in a period: response and repair of the tickets reported in it, and the uptime of
 * each device. It deducts nothing. Source: docs/product.md P129.
 */
export function judgeAgreement(
  facts: AgreementFacts,
  span: FigureSpan,
  place: AgreementPlace,
  now: string,
): PenaltySheet {
  const devices = new Map(facts.devices.map((device) => [device.id, device]));
  const prices = (deviceId: string) => ({
    price: devices.get(deviceId)?.price ?? null,
    yearlyPrice: facts.terms.yearlyPrice,
  });
  const judged = { response: 0, repair: 0, uptime: 0 };
  const tickets: TicketJudgement[] = [];
  const excluded: Exclusion[] = [];
  for (const ticket of facts.tickets.toSorted(byReport)) {
    const day = hospitalDay(ticket.reportedDate, place.timeZone);
    if (day < span.from || day > span.to) continue;
    const failureClass = excludingClass(ticket.failureClass, ticket.terms);
    if (failureClass !== null) excluded.push({ ticketId: ticket.id, deviceId: ticket.deviceId, failureClass });
    const dayMs = windowDayMs(ticket.terms.window);
    for (const promise of vendorClock(ticket, ticket.terms, place, now).promises) {
      if (promise.measure === 'repair' && failureClass !== null) continue;
      judged[promise.measure]++;
      if (promise.state !== 'broken') continue;
      const breach = { measure: promise.measure, lateMs: promise.lateMs, dayMs, missedPoints: null };
      tickets.push({
        ticketId: ticket.id,
        deviceId: ticket.deviceId,
        promise,
        dayMs,
        isOpen: promise.endedAt === null,
        penalties: penaltiesOf(ticket.terms, breach, {
          ...prices(ticket.deviceId),
          yearlyPrice: ticket.terms.yearlyPrice,
        }),
      });
    }
  }
  const uptimes: UptimeJudgement[] = [];
  const spans = uptimeSpans(span, facts.terms.uptimePer);
  for (const device of facts.devices.filter(({ isNamed }) => isNamed)) {
    for (const each of spans) {
      const uptime = judgeUptime(facts, device, each, place, now);
      if (uptime === null) continue;
      judged.uptime++;
      if (uptime.missedPoints <= 0) continue;
      const { lateMs, dayMs, missedPoints } = uptime;
      const breach: Breach = { measure: 'uptime', lateMs, dayMs, missedPoints };
      uptimes.push({ ...uptime, penalties: penaltiesOf(facts.terms, breach, prices(device.id)) });
    }
  }
  const all = [...tickets, ...uptimes].flatMap(({ penalties }) => penalties);
  const isUptimeOfYear = facts.terms.uptimePercent !== null && spans.length === 0;
  return { tickets, uptimes, excluded, judged, isUptimeOfYear, totals: totalsOf(all) };
}

function penaltiesOf(
  { penalties }: AgreementTerms,
  breach: Breach,
  prices: { price: number | null; yearlyPrice: number | null },
): Penalty[] {
  return penalties
    .filter(({ measure }) => measure === breach.measure)
    .map((clause) => penaltyOf(clause, breach, prices));
}

/** Returns the quarters, or the year, within a period for which uptime is promised; none if the period is shorter. */
export function uptimeSpans(span: FigureSpan, per: AgreementTerms['uptimePer']): FigureSpan[] {
  const months = per === 'year' ? 12 : 3;
  const spans: FigureSpan[] = [];
  for (let from = span.from; from <= span.to;) {
    const next = addMonthsKeepingDay(from, months);
    const to = addDays(next, -1);
    if (to > span.to || periodAt(per, from) !== periodAt(per, to)) break;
    spans.push({ from, to });
    from = next;
  }
  return spans;
}

/**
 * Returns the uptime of a device in a span, or null if the span has no covered hours. Covered hours are the contract's
 * hours up to now while the contract ran and the device was in service. Downtime is the time of System Down tickets up
 * to Restored, without excluded tickets and without waits for access or approval; overlaps count once.
 */
function judgeUptime(
  { startOn, endOn, terms, tickets }: AgreementFacts,
  device: JudgedDevice,
  span: FigureSpan,
  place: AgreementPlace,
  now: string,
): UptimeJudgement | null {
  if (terms.uptimePercent === null) return null;
  const firstDay = [span.from, startOn, device.inServiceFrom ?? startOn].toSorted().at(-1) ?? span.from;
  const lastDay = span.to < endOn ? span.to : endOn;
  if (lastDay < firstDay) return null;
  const start = (day: LocalDay): number => startOfHospitalDay(day, place.timeZone).getTime();
  const nowMs = instantMs(now);
  const removedMs = device.removedAt === null ? Infinity : instantMs(device.removedAt);
  const covered = windowSpans(terms.window, place, {
    fromMs: start(firstDay),
    toMs: Math.min(start(addDays(lastDay, 1)), nowMs, removedMs),
  });
  const coveredMs = lengthMs(covered);
  if (coveredMs === 0) return null;
  const ticketIds: string[] = [];
  const downs: Span[] = [];
  for (const ticket of tickets.toSorted(byReport)) {
    if (ticket.deviceId !== device.id || ticket.machineStatus !== 'System Down') continue;
    if (excludingClass(ticket.failureClass, terms) !== null) continue;
    const down = within(downSpans(ticket, now), covered);
    if (lengthMs(down) === 0) continue;
    ticketIds.push(ticket.id);
    downs.push(...down);
  }
  const downMs = lengthMs(joined(downs));
  // Rounded to hundredths of a percent, so that the figures on the sheet can be checked by hand.
  const uptimeParts = Math.round(10_000 * (1 - downMs / coveredMs));
  return {
    deviceId: device.id,
    span,
    promised: terms.uptimePercent,
    uptime: uptimeParts / 100,
    missedPoints: Math.max(0, Math.round(terms.uptimePercent * 100) - uptimeParts) / 100,
    coveredMs,
    downMs,
    lateMs: Math.max(0, Math.round(downMs - (coveredMs * (100 - terms.uptimePercent)) / 100)),
    dayMs: windowDayMs(terms.window),
    ticketIds,
    isRunning: start(addDays(lastDay, 1)) > nowMs,
    penalties: [],
  };
}

/** Returns when a ticket kept its device down, without the waits for which the hospital was responsible. */
function downSpans(ticket: JudgedTicket, now: string): Span[] {
  const whole = { fromMs: instantMs(ticket.reportedDate), toMs: instantMs(downUntil(ticket) ?? now) };
  const stops = ticketWaits(ticket, now).filter(({ reason }) => isStopping(reason));
  return without([whole], joined(stops));
}

function byReport(a: JudgedTicket, b: JudgedTicket): number {
  return instantMs(a.reportedDate) - instantMs(b.reportedDate) || (a.id < b.id ? -1 : Number(a.id > b.id));
}
