import { millisecondsInDay } from 'date-fns/constants';
import { counted } from './counted.ts';
import type { ClassFinding } from './class-findings.ts';
import { type Deadline, firstEndStep, nextDeadline } from './agreements/end-steps.ts';
import type { AgreementKind } from '../records/agreement-terms.ts';
import type { MissedVisits } from './agreements/visits.ts';
import type { RoundStatus } from '../records/observation.ts';
import { failureClassWords } from './failure-class.ts';
import { formatShortDay } from './dates-format.ts';
import { firstOf } from './first-of.ts';
import { addDays, daysBetween, instantMs, type LocalDay } from './hospital-day.ts';

/** The facts of a device that suggestions use. */
export interface SuggestionDevice {
  readonly name: string;
  readonly serialNumber: string;
  readonly isCritical: boolean;
  /** The open PM and calibration tasks with their dates. */
  readonly openTasks: readonly { readonly type: 'PM' | 'Cal'; readonly taskDate: LocalDay }[];
  readonly ticketsIn90Days: number;
  /** The last day of its longest warranty or contract, or null. */
  readonly warrantyEndsOn: LocalDay | null;
  /** The kind of that warranty or contract. */
  readonly coverKind: AgreementKind | null;
  /** Notice period before its end; null if none was agreed. Units: days. */
  readonly noticeDays: number | null;
  readonly uptimePercentage: number;
  readonly isInRoundTemplate: boolean;
  /** Number of consecutive latest rounds that said Needs Attention. */
  readonly needsAttentionRun: number;
  /** Findings from the failure classes of its tickets. */
  readonly finding: ClassFinding | null;
  /** Visits that the vendor of its contract still owes. */
  readonly missedVisits: MissedVisits | null;
}

/** The facts from which suggestions are composed. */
export interface SuggestionFacts {
  readonly devices: readonly SuggestionDevice[];
  /** How many days before its end a contract is suggested. */
  readonly endSteps: readonly number[];
}

interface RuleDays {
  readonly today: LocalDay;
  /** The latest end dates to suggest, for warranties and for other contracts. */
  readonly warrantyNotice: LocalDay;
  readonly contractNotice: LocalDay;
}

/** A finding of a rule; its sentence is composed only for the devices that are shown. */
interface Hit {
  readonly weight: number;
  readonly text: () => string;
}

type Rule = (device: SuggestionDevice, days: RuleDays) => Hit | null;

/** Maximum number of suggestions, in total and for each rule. */
export const maxSuggestions = 10;
const ticketWindowMs = 90 * millisecondsInDay;
/** A device is suggested from this number of tickets in 90 days. */
export const manyTickets = 3;
/** A device is suggested this long before its last warranty ends. Units: days. */
const warrantyNoticeDays = 30;
/**
 * Returns how many days before its end a warranty or contract is suggested: 30 for a warranty, as in the documents, and
 * the hospital's first reminder for anything that has to be renewed. Source: docs/product.md P136.
 */
export const noticeDaysOf = (kind: AgreementKind | null, endSteps: readonly number[]): number =>
  kind === null || kind === 'Warranty' ? warrantyNoticeDays : firstEndStep(endSteps);
/**
 * Returns the next deadline of a device's cover, or null without current cover. A warranty needs no notice: only its
 * end counts. Source: docs/product.md P143.
 */
export function coverDeadline(
  { warrantyEndsOn, coverKind, noticeDays }: Pick<SuggestionDevice, 'warrantyEndsOn' | 'coverKind' | 'noticeDays'>,
  today: LocalDay,
): Deadline | null {
  if (warrantyEndsOn === null || warrantyEndsOn < today) return null;
  const isWarranty = coverKind === null || coverKind === 'Warranty';
  return nextDeadline(warrantyEndsOn, isWarranty ? null : noticeDays, today);
}
/** A device with a lower uptime is suggested. Units: percent. */
export const goodUptimePercentage = 95;
const attentionRounds = 3;
/** Training is suggested from this number of use errors of an equipment type in 90 days. */
const manyUseErrors = 3;

const overdue: Rule = ({ openTasks }, { today }) => {
  if (openTasks.length === 0) return null;
  const [oldest] = openTasks
    .filter((task) => task.taskDate < today)
    .sort((a, b) => compareTexts(a.taskDate, b.taskDate) || compareTexts(b.type, a.type));
  if (!oldest) return null;
  const days = daysBetween(oldest.taskDate, today);
  const what = oldest.type === 'PM' ? 'PM' : 'calibration';
  return { weight: days, text: () => `${what} overdue by ${counted(days, 'day')}.` };
};

const manyBreakdowns: Rule = ({ ticketsIn90Days }) =>
  ticketsIn90Days >= manyTickets
    ? { weight: ticketsIn90Days, text: () => `${counted(ticketsIn90Days, 'breakdown ticket')} in the last 90 days.` }
    : null;

/** Says that the cover of a device ends soon, in the words of its kind. */
const ending =
  (isOf: (kind: AgreementKind) => boolean): Rule =>
  (device, { today, warrantyNotice, contractNotice }) => {
    const { warrantyEndsOn, coverKind } = device;
    const kind = coverKind ?? 'Warranty';
    const next = isOf(kind) ? coverDeadline(device, today) : null;
    if (warrantyEndsOn === null || next === null) return null;
    if (next.on > (kind === 'Warranty' ? warrantyNotice : contractNotice)) return null;
    const text = () => {
      const days = daysBetween(today, warrantyEndsOn);
      const when = days === 0 ? 'today' : `in ${counted(days, 'day')}`;
      const what = kind === 'Warranty' ? 'warranty' : kind;
      const ends = `${what} ends ${when}, on ${formatShortDay(warrantyEndsOn)}`;
      return next.kind === 'notice' ? `${ends}; give notice by ${formatShortDay(next.on)}.` : `${ends}.`;
    };
    return { weight: -daysBetween(today, next.on), text };
  };

const warrantyEnding = ending((kind) => kind === 'Warranty');
const agreementEnding = ending((kind) => kind !== 'Warranty');

const lowUptime: Rule = ({ uptimePercentage }) =>
  uptimePercentage < goodUptimePercentage
    ? {
        weight: -uptimePercentage,
        text: () => `uptime is ${uptimePercentage.toFixed(2)} %, below ${goodUptimePercentage} %.`,
      }
    : null;

const criticalUncovered: Rule = ({ isCritical, warrantyEndsOn }, { today }) => {
  if (!isCritical || (warrantyEndsOn !== null && warrantyEndsOn >= today)) return null;
  if (warrantyEndsOn === null) return { weight: 0, text: () => 'critical equipment without a warranty.' };
  const days = daysBetween(warrantyEndsOn, today);
  return { weight: days, text: () => `critical equipment without warranty for ${counted(days, 'day')}.` };
};

const unvisited: Rule = ({ isInRoundTemplate }) =>
  isInRoundTemplate ? null : { weight: 0, text: () => 'in 0 daily round templates.' };

const keepsNeedingAttention: Rule = ({ needsAttentionRun }) =>
  needsAttentionRun >= attentionRounds
    ? { weight: needsAttentionRun, text: () => `Needs Attention for ${counted(needsAttentionRun, 'round')} running.` }
    : null;

const comesBack: Rule = ({ finding }) => {
  if (!finding?.repeat) return null;
  const { failureClass, days } = finding.repeat;
  const what = failureClassWords[failureClass].toLowerCase();
  const when = days === 0 ? 'on the day its ticket was closed' : `${counted(days, 'day')} after its ticket was closed`;
  return { weight: -days, text: () => `failed again ${when} (${what}).` };
};

const wantsTraining: Rule = ({ finding }) =>
  finding !== null && finding.useErrors >= manyUseErrors
    ? {
        weight: finding.useErrors,
        text: () => `${finding.useErrors} use errors on this equipment type in the last 90 days: plan training.`,
      }
    : null;

const vendorBehind: Rule = ({ missedVisits }) => {
  if (missedVisits === null) return null;
  const { number, vendorName, done, due, promised } = missedVisits;
  const contract = vendorName === '' ? number : `${number} (${vendorName})`;
  return {
    weight: due - done,
    text: () => `${done} of ${counted(promised, 'visit')} of ${contract} done, ${counted(due, 'visit')} due by today.`,
  };
};

/** The rules in order, each with the heading of its suggestions. */
const rulesInOrder = {
  overdue: ['Overdue PM or calibration', overdue],
  breakdowns: ['Many breakdowns', manyBreakdowns],
  'warranty-ends': ['Warranty ends soon', warrantyEnding],
  'contract-ends': ['Contract ends soon', agreementEnding],
  uptime: ['Low uptime', lowUptime],
  uncovered: ['Critical equipment without warranty', criticalUncovered],
  'no-template': ['In no daily round template', unvisited],
  attention: ['Keeps needing attention', keepsNeedingAttention],
  repeat: ['Repeat failure', comesBack],
  'use-errors': ['Use errors', wantsTraining],
  visits: ['Vendor behind with visits', vendorBehind],
} as const satisfies Readonly<Record<string, readonly [title: string, rule: Rule]>>;

/** The rules in order, under their names in addresses. */
export type SuggestionRule = keyof typeof rulesInOrder;
/** See `SuggestionRule`. */
export const suggestionRules = Object.keys(rulesInOrder) as SuggestionRule[];

/** Returns the heading of a rule. */
export const suggestionTitle = (rule: SuggestionRule): string => rulesInOrder[rule][0];

/** The suggestions of one rule. */
export interface SuggestionGroup {
  rule: SuggestionRule;
  title: string;
  /** Number of devices that the rule finds, shown in `lines` or not. */
  count: number;
  lines: { serialNumber: string; text: string }[];
}

/**
 * Composes the smart suggestions of the dashboard: rule by rule, the worst figure first, at most 10 in all. A rule
 * whose devices find no room among them has no lines. Source: docs/product.md P47.
 */
export function suggestionGroups({ devices, endSteps }: SuggestionFacts, today: LocalDay): SuggestionGroup[] {
  let room = maxSuggestions;
  return suggestionRules.flatMap((rule) => {
    const found = foundBy(rule, { devices, endSteps }, today);
    if (found.length === 0) return [];
    const worst = firstOf(
      found,
      room,
      (a, b) => b.hit.weight - a.hit.weight || compareTexts(a.device.serialNumber, b.device.serialNumber),
    );
    const lines = worst.map(({ device: { name, serialNumber }, hit }) => {
      return { serialNumber, text: `${name} (${serialNumber}): ${hit.text()}` };
    });
    room -= lines.length;
    return [{ rule, title: suggestionTitle(rule), count: found.length, lines }];
  });
}

/**
 * Returns the devices that a rule finds, unordered; their number is that of its group. Source: docs/product.md P141.
 */
export function suggestedDevices(
  rule: SuggestionRule,
  facts: SuggestionFacts,
  today: LocalDay,
): readonly SuggestionDevice[] {
  return foundBy(rule, facts, today).map(({ device }) => device);
}

function foundBy(rule: SuggestionRule, { devices, endSteps }: SuggestionFacts, today: LocalDay) {
  const days = {
    today,
    warrantyNotice: addDays(today, noticeDaysOf('Warranty', endSteps)),
    contractNotice: addDays(today, noticeDaysOf('AMC', endSteps)),
  };
  const [, hitOf] = rulesInOrder[rule];
  const found: { hit: Hit; device: SuggestionDevice }[] = [];
  for (const device of devices) {
    const hit = hitOf(device, days);
    if (hit) found.push({ hit, device });
  }
  return found;
}

/** Returns the lines of all groups in order. */
export function smartSuggestions(facts: SuggestionFacts, today: LocalDay): string[] {
  return suggestionGroups(facts, today).flatMap(({ lines }) => lines.map(({ text }) => text));
}

/** Counts the tickets reported in the 90 days before an instant. */
export function ticketsIn90Days(reportedAt: readonly string[], now: Date | string): number {
  if (reportedAt.length === 0) return 0;
  const nowMs = instantMs(now);
  return reportedAt.filter((at) => instantMs(at) <= nowMs && nowMs - instantMs(at) <= ticketWindowMs).length;
}

/** Counts the consecutive latest rounds of a device that said Needs Attention. */
export function needsAttentionRun(
  entries: readonly { readonly status: RoundStatus; readonly observedAt: string }[],
): number {
  const newestFirst = [...entries].sort(
    (a, b) => instantMs(b.observedAt) - instantMs(a.observedAt) || compareTexts(b.status, a.status),
  );
  const end = newestFirst.findIndex(({ status }) => status !== 'Needs Attention');
  return end === -1 ? newestFirst.length : end;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
