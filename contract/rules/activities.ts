import { formatShortDay } from './dates-format.ts';
import type { RoundStatus } from '../records/observation.ts';
import { hospitalDay, instantMs, startOfHospitalDay, type LocalDay } from './hospital-day.ts';
import { type RemovalReason, removalWords } from './removal.ts';
import { taskNames } from './task-status.ts';
import type { TaskType } from '../records/values.ts';
import type { WarrantyCover } from '../records/plan.ts';
import { eventSentence } from './work-events.ts';
import type { WorkEvent } from '../records/work-event.ts';

/** An event in a device's life, without names or free text, so that the public page can show it. */
export type Activity =
  | { readonly kind: 'installed'; readonly on: LocalDay }
  | { readonly kind: 'removed'; readonly on: LocalDay; readonly reason: RemovalReason | null }
  | {
      readonly kind: 'warranty-started';
      readonly on: LocalDay;
      readonly warrantyNumber: string;
      readonly endsOn: LocalDay;
      /** Absent for a warranty. */
      readonly contract?: NonNullable<WarrantyCover['kind']>;
    }
  | { readonly kind: 'round'; readonly at: string; readonly status: RoundStatus }
  | {
      readonly kind: 'ticket-reported';
      readonly at: string;
      readonly ticketNumber: TicketName;
      readonly issueType: string;
    }
  | { readonly kind: 'ticket-pending'; readonly at: string; readonly ticketNumber: TicketName }
  | { readonly kind: 'ticket-closed'; readonly at: string; readonly ticketNumber: TicketName }
  | { readonly kind: 'ticket-visit'; readonly at: string; readonly ticketNumber: TicketName }
  | { readonly kind: 'ticket-note'; readonly at: string; readonly ticketNumber: TicketName }
  | { readonly kind: 'ticket-step'; readonly at: string; readonly ticketNumber: TicketName; readonly step: StepEvent }
  | { readonly kind: 'task-step'; readonly at: string; readonly type: TaskType; readonly step: StepEvent }
  | { readonly kind: 'task-action-required'; readonly at: string; readonly type: TaskType }
  | { readonly kind: 'task-closed'; readonly at: string; readonly type: TaskType }
  | { readonly kind: 'task-note'; readonly at: string; readonly type: TaskType };

/** A step of a ticket, or an event of a task before it was closed. */
type StepEvent = Extract<
  WorkEvent,
  { kind: 'accepted' | 'arrived' | 'waiting' | 'resumed' | 'restored' | 'attempted' | 'moved' | 'cancelled' }
>;

/** The ticket number; null until the server has assigned one. */
type TicketName = string | null;

/** Number of activities known to be missing and, if known, an instant before which all of them happened. */
export interface MissingActivities {
  readonly count: number;
  readonly before: string | null;
}

/** The activities of a device in words, and whether older ones were left out because facts are missing. */
export interface RecentActivities {
  lines: string[];
  olderMissing: boolean;
}

/** Lines of the recent activity. Source: docs/product.md P28. */
export const maxActivities = 20;

/**
 * Lists the recent activities of a device, newest first, at most 20; those dated after today are left out. If some are
 * missing, only those certain to be among the 20 are listed.
 * Source: docs/product.md P28 and P29.
 */
export function recentActivities(
  activities: readonly Activity[],
  { now, timeZone }: { readonly now: Date | string; readonly timeZone: string },
  missing: MissingActivities = { count: 0, before: null },
): RecentActivities {
  const today = hospitalDay(now, timeZone);
  const beforeMs = missing.before === null ? Infinity : instantMs(missing.before);
  const told = activities
    .map((activity) => {
      const day = 'on' in activity ? activity.on : hospitalDay(activity.at, timeZone);
      const atMs = 'on' in activity ? startOfHospitalDay(day, timeZone).getTime() : instantMs(activity.at);
      return { day, atMs, text: `${formatShortDay(day)}: ${activitySentence(activity)}` };
    })
    .filter(({ day }) => day <= today)
    .sort((a, b) => b.atMs - a.atMs || (a.text < b.text ? -1 : Number(a.text > b.text)));
  const places = (atMs: number): number => (atMs < beforeMs ? missing.count : 0);
  const certain = told.filter(({ atMs }, place) => place + places(atMs) < maxActivities);
  const isFull = certain.length === maxActivities && certain.every(({ atMs }) => places(atMs) === 0);
  return { lines: certain.map(({ text }) => text), olderMissing: missing.count > 0 && !isFull };
}

/** Describes an event in words that a visitor may read. */
export function activitySentence(activity: Activity): string {
  switch (activity.kind) {
    case 'installed':
      return 'Installed';
    case 'removed':
      return activity.reason === null ? 'Removed' : `Removed: ${removalWords[activity.reason]}`;
    case 'warranty-started':
      return `${activity.contract ? `${activity.contract} contract` : 'Warranty'} ${activity.warrantyNumber} started, ends ${formatShortDay(activity.endsOn)}`;
    case 'round':
      return `Daily round: ${activity.status}`;
    case 'ticket-reported':
      return `${breakdown(activity)} reported (${activity.issueType})`;
    case 'ticket-pending':
      return `${breakdown(activity)} pending follow-up`;
    case 'ticket-closed':
      return `${breakdown(activity)} closed`;
    case 'ticket-visit':
      return `Further visit on ${breakdown(activity)}`;
    case 'ticket-note':
      return `Note on ${breakdown(activity)}`;
    case 'ticket-step':
      return `${breakdown(activity)}: ${stepWords(activity.step)}`;
    case 'task-step':
      return `${taskNames[activity.type]}: ${stepWords(activity.step)}`;
    case 'task-action-required':
      return `${taskNames[activity.type]} needs further action`;
    case 'task-closed':
      return `${taskNames[activity.type]} completed`;
    case 'task-note':
      return `Note on ${taskNames[activity.type]}`;
  }
}

/** Words that a visitor may read, as part of a sentence. */
function stepWords(step: StepEvent): string {
  const words = eventSentence(step, 'visitor');
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function breakdown({ ticketNumber }: { readonly ticketNumber: TicketName }): string {
  return ticketNumber === null ? 'Breakdown' : `Breakdown ${ticketNumber}`;
}

/** The start of a warranty or contract. */
export function coverStarted({ number, start, end, kind }: WarrantyCover): Activity {
  return {
    kind: 'warranty-started',
    on: start,
    warrantyNumber: number,
    endsOn: end,
    ...(kind !== undefined && { contract: kind }),
  };
}
