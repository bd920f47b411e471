import { formatShortDay } from './dates-format.ts';
import type { RoundStatus } from './device-status.ts';
import { hospitalDay, instantMs, startOfHospitalDay, type LocalDay } from './hospital-day.ts';
import type { TaskType } from './task-status.ts';

/** Something that happened to a device; it carries no names and no free text, so that the public page can show it. */
export type Activity =
  | { readonly kind: 'installed'; readonly on: LocalDay }
  | {
      readonly kind: 'warranty-started';
      readonly on: LocalDay;
      readonly warrantyNumber: string;
      readonly endsOn: LocalDay;
    }
  | { readonly kind: 'round'; readonly at: string; readonly status: RoundStatus }
  | { readonly kind: 'ticket-reported'; readonly at: string; readonly ticketNumber: string; readonly issueType: string }
  | { readonly kind: 'ticket-pending'; readonly at: string; readonly ticketNumber: string }
  | { readonly kind: 'ticket-closed'; readonly at: string; readonly ticketNumber: string }
  | { readonly kind: 'task-action-required'; readonly at: string; readonly type: TaskType }
  | { readonly kind: 'task-closed'; readonly at: string; readonly type: TaskType };

const maxActivities = 20;

const taskNames = {
  PM: 'Preventive maintenance',
  CM: 'Corrective maintenance',
  Ins: 'Installation',
  Cal: 'Calibration',
} satisfies Record<TaskType, string>;

/**
 * Writes the recent activities of a device, newest first, at most 20; what is dated after today is not yet told.
 * Source: document 3, rules 3.9 and 3.10.
 */
export function recentActivities(
  activities: readonly Activity[],
  { now, timeZone }: { readonly now: Date | string; readonly timeZone: string },
): string[] {
  const today = hospitalDay(now, timeZone);
  return activities
    .map((activity) => {
      const day = 'on' in activity ? activity.on : hospitalDay(activity.at, timeZone);
      const atMs = 'on' in activity ? startOfHospitalDay(day, timeZone).getTime() : instantMs(activity.at);
      return { day, atMs, text: `${formatShortDay(day)}: ${sentence(activity)}` };
    })
    .filter(({ day }) => day <= today)
    .sort((a, b) => b.atMs - a.atMs || (a.text < b.text ? -1 : Number(a.text > b.text)))
    .slice(0, maxActivities)
    .map(({ text }) => text);
}

function sentence(activity: Activity): string {
  switch (activity.kind) {
    case 'installed':
      return 'Installed';
    case 'warranty-started':
      return `Warranty ${activity.warrantyNumber} started, ends ${formatShortDay(activity.endsOn)}`;
    case 'round':
      return `Daily round: ${activity.status}`;
    case 'ticket-reported':
      return `Breakdown ${activity.ticketNumber} reported (${activity.issueType})`;
    case 'ticket-pending':
      return `Breakdown ${activity.ticketNumber} pending follow-up`;
    case 'ticket-closed':
      return `Breakdown ${activity.ticketNumber} closed`;
    case 'task-action-required':
      return `${taskNames[activity.type]} needs further action`;
    case 'task-closed':
      return `${taskNames[activity.type]} completed`;
  }
}
