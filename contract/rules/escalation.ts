import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { AgreementWindow } from '../records/agreement-terms.ts';
import type { EscalationLevel, WorkEvent, WorkEventKind } from '../records/work-event.ts';
import type { Priority } from '../records/values.ts';
import { type AgreementPlace, lengthMs, windowDayMs, windowSpans } from './agreements/window-hours.ts';
import { counted } from './counted.ts';
import type { FigureSettings } from './figures/settings.ts';
import { instantMs } from './hospital-day.ts';

/** How long a ticket of each priority may wait until somebody accepts it, and who is notified next. */
export interface EscalationSettings {
  criticalMinutes: number;
  highMinutes: number;
  mediumHours: number;
  lowDays: number;
  /** The engineer who is told after those on duty; empty: nobody, so that the office is told instead. */
  personId: string;
}

/** The settings of a hospital that has not chosen any. Source: docs/product.md P345 to P347. */
export const defaultNoticeSettings = {
  criticalMinutes: 15,
  highMinutes: 60,
  mediumHours: 8,
  lowDays: 3,
  personId: '',
  quietFrom: '',
  quietTo: '',
  digestAt: '07:30',
};

/** Somebody has taken a ticket once it has one of these events. Source: docs/decisions/530-escalation.md */
export const takingKinds = [
  'accepted',
  'dispatched',
  'arrived',
  'waiting',
  'resumed',
  'restored',
  'left-pending',
  'closed',
] as const satisfies readonly WorkEventKind[];

/** Returns whether somebody has taken a ticket, also by assigning it to themselves. */
function isTaken(events: readonly WorkEvent[]): boolean {
  return events.some(
    (event) =>
      takingKinds.some((kind) => kind === event.kind) ||
      (event.kind === 'assigned' && event.by !== null && event.by === event.data.technicianName),
  );
}

/** A ticket that may be escalated. */
export interface EscalatedTicket {
  priority: Priority;
  /** When the server got it, before which nobody could accept it. */
  receivedAt: string;
  events: readonly WorkEvent[];
}

/** The hospital whose hours count. */
export interface EscalationPlace extends AgreementPlace {
  hours: Pick<FigureSettings, 'hours' | 'workDays' | 'hoursFrom' | 'hoursTo'>;
}

/** The next step of a ticket: whom it notifies, and the time within which nobody accepted. */
export interface EscalationStep {
  told: EscalationLevel;
  /** The number of the step: 1 is the first. */
  number: number;
  within: { amount: number; unit: 'minute' | 'hour' | 'day' };
}

/**
 * Returns the step of a ticket that is due; undefined while there is time, once somebody has taken it, and after the
 * office was told. The time begins anew with each step and with each higher priority, so that a server that was down
 * makes one step, not several. Source: docs/product.md P345.
 */
export function dueStep(
  { priority, receivedAt, events }: EscalatedTicket,
  settings: EscalationSettings,
  { hours, ...place }: EscalationPlace,
  now: Date,
): EscalationStep | undefined {
  if (isTaken(events)) return undefined;
  const steps = events.filter((event) => event.kind === 'unaccepted');
  const told = nextLevel(
    steps.map(({ data }) => data.told),
    settings,
  );
  if (!told) return undefined;
  const restarts = events.filter(({ kind }) => kind === 'unaccepted' || kind === 'escalated');
  const fromMs = Math.max(...[receivedAt, ...restarts.map((each) => each.receivedAt ?? each.at)].map(instantMs));
  const within = allowedTime(priority, settings);
  const window = windowOf(priority, hours);
  const unitMs = { minute: millisecondsInMinute, hour: millisecondsInHour, day: windowDayMs(window) }[within.unit];
  const usedMs = lengthMs(windowSpans(window, place, { fromMs, toMs: now.getTime() }));
  return usedMs >= within.amount * unitMs ? { told, number: steps.length + 1, within } : undefined;
}

function nextLevel(told: readonly EscalationLevel[], { personId }: EscalationSettings): EscalationLevel | undefined {
  if (told.includes('office')) return undefined;
  if (told.length === 0) return 'on-duty';
  return told.includes('person') || personId === '' ? 'office' : 'person';
}

function allowedTime(priority: Priority, settings: EscalationSettings): EscalationStep['within'] {
  switch (priority) {
    case 'Critical':
      return inWholeHours(settings.criticalMinutes);
    case 'High':
      return inWholeHours(settings.highMinutes);
    case 'Medium':
      return { amount: settings.mediumHours, unit: 'hour' };
    case 'Low':
      return { amount: settings.lowDays, unit: 'day' };
  }
}

const inWholeHours = (minutes: number): EscalationStep['within'] =>
  minutes % 60 === 0 ? { amount: minutes / 60, unit: 'hour' } : { amount: minutes, unit: 'minute' };

/** Critical tickets count day and night: a ventilator that fails at night cannot wait for the morning. */
function windowOf(priority: Priority, { hours, workDays, hoursFrom, hoursTo }: EscalationPlace['hours']) {
  const isAlways = priority === 'Critical' || hours === '24x7';
  return {
    hours: isAlways ? '24x7' : 'set',
    workDays,
    hoursFrom,
    hoursTo,
    onHolidays: false,
  } satisfies AgreementWindow;
}

/** Writes the time in which nobody accepted: `15 minutes`. */
export const withinWords = ({ amount, unit }: EscalationStep['within']): string => counted(amount, unit);
