import { counted } from '../counted.ts';
import { formatShortDay } from '../dates-format.ts';
import { daysBetween, type LocalDay } from '../hospital-day.ts';
import { workDaysWords } from '../work-days.ts';
import type {
  AgreementKind,
  AgreementTerms,
  AgreementWindow,
  Coverage,
  PenaltyBasis,
  PenaltyClause,
  PenaltyMeasure,
  PenaltyUnit,
} from '../../records/agreement-terms.ts';
import { isPastMidnight } from './window-hours.ts';

/** Names of the costs that a contract can cover. */
export const coverageNames = {
  labour: 'Labour',
  parts: 'Parts',
  accessories: 'Accessories',
  consumables: 'Consumables',
} as const satisfies Record<Coverage, string>;

/** Names of measures in clauses. */
export const measureNames = {
  response: 'Response late',
  repair: 'Repair late',
  uptime: 'Uptime missed',
} as const satisfies Record<PenaltyMeasure, string>;

/** How often a rate counts. */
export const basisNames = {
  day: 'for each day',
  case: 'once a case',
  point: 'for each percentage point',
} as const satisfies Record<PenaltyBasis, string>;

/** Names of rate units. */
export const unitNames = {
  'percent of price': '% of the equipment’s price',
  'percent of contract': '% of the yearly price',
  INR: 'INR',
  'days of extension': 'days of extension',
} as const satisfies Record<PenaltyUnit, string>;

/** Names of the units of a clause's steps. */
export const lateUnits = {
  response: 'hours late',
  repair: 'days late',
  uptime: 'percentage points missed',
} as const satisfies Record<PenaltyMeasure, string>;

/** The coverage as one text: Labour, parts. */
export function coverageWords(covers: readonly Coverage[]): string {
  const names = Object.entries(coverageNames).flatMap(([coverage, name]) =>
    covers.some((each) => each === coverage) ? [name] : [],
  );
  return names.map((name, at) => (at === 0 ? name : name.toLowerCase())).join(', ');
}

/** Returns the state of a device's contract on a day. Source: docs/product.md P125. */
export function coverStateWords({ kind, state }: { kind: AgreementKind; state: 'in force' | 'to come' | 'ended' }) {
  if (state === 'in force') return kind === 'Per call' ? 'Pay per call' : 'Covered today';
  return state === 'to come' ? 'Not started' : 'Ended';
}

/** Returns how long a contract still runs: `124 days left`; empty if it has ended or not begun. */
export function daysLeftWords({ startOn, endOn }: { startOn: LocalDay; endOn: LocalDay }, today: LocalDay): string {
  if (endOn < today || startOn > today) return '';
  return endOn === today ? 'ends today' : `${counted(daysBetween(today, endOn), 'day')} left`;
}

/** Returns the deadline for terminating a contract, as part of a sentence. Source: docs/product.md P143. */
export function noticeWords(noticeOn: LocalDay, today: LocalDay): string {
  return `${noticeOn < today ? 'notice was due by' : 'give notice by'} ${formatShortDay(noticeOn)}`;
}

/** Returns when set hours end: 17:00, or 02:00 the next day. Source: docs/product.md P134. */
export function hoursEndWords(window: Pick<AgreementWindow, 'hoursFrom' | 'hoursTo'>): string {
  return isPastMidnight(window) ? `${window.hoursTo} the next day` : window.hoursTo;
}

/** The hours of the vendor as one text: Mon, Tue 09:00 to 17:00, not on holidays. */
export function windowWords(window: AgreementWindow): string {
  const { hours, workDays, hoursFrom, onHolidays } = window;
  if (hours === '24x7') return 'Around the clock';
  return `${workDaysWords(workDays)} ${hoursFrom} to ${hoursEndWords(window)}${onHolidays ? ', also on holidays' : ', not on holidays'}`;
}

/** A clause as one text: Repair late, % of the yearly price for each day: 1 from 2 days late, at most 10. */
export function clauseWords({ measure, basis, unit, steps, doublesAfterDays, cap }: PenaltyClause): string {
  const rates = steps.map(({ from, rate }) => `${rate} from ${from} ${lateUnits[measure]}`).join(', ');
  const doubling = doublesAfterDays === null ? '' : `, doubled after ${counted(doublesAfterDays, 'day')}`;
  const limit = cap === null ? '' : `, at most ${cap}`;
  return `${measureNames[measure]}, ${unitNames[unit]} ${basisNames[basis]}: ${rates}${doubling}${limit}`;
}

/** Lists a vendor's promises, one sentence each: Response within 4 hours. */
export function promiseWords({
  responseHours,
  repairDays,
  uptimePercent,
  uptimePer,
  visitsPerYear,
}: AgreementTerms): string[] {
  return [
    ...(responseHours === null ? [] : [`Response within ${counted(responseHours, 'hour')}`]),
    ...(repairDays === null ? [] : [`Repair within ${counted(repairDays, 'day')}`]),
    ...(uptimePercent === null ? [] : [`Uptime ${uptimePercent} % of each ${uptimePer}`]),
    ...(visitsPerYear === null ? [] : [`${counted(visitsPerYear, 'visit')} a year`]),
  ];
}
