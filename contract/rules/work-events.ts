import type { FailureClass } from './failure-class.ts';
import { formatShortDay } from './dates-format.ts';
import type { LocalDay } from './hospital-day.ts';
import type { Role } from './roles.ts';
import type { Priority } from './ticket.ts';

/** What work on a ticket can wait for. Source: docs/product.md P72. */
export const waitingReasons = ['part', 'vendor', 'access', 'approval', 'other'] as const;
export type WaitingReason = (typeof waitingReasons)[number];

/** How a timeline names them. */
const waitingWords = {
  part: 'for a part',
  vendor: 'for the vendor',
  access: 'for access to the device',
  approval: 'for approval',
  other: 'for something else',
} satisfies Record<WaitingReason, string>;

/** How a form names them, after `Waiting for`. */
export const waitingLabels = {
  part: 'Part',
  vendor: 'Vendor',
  access: 'Access',
  approval: 'Approval',
  other: 'Other',
} as const satisfies Record<WaitingReason, string>;

/** Why a task could not be done. Source: docs/product.md P74. */
export const attemptReasons = ['in-use', 'not-located', 'refused', 'waiting-for-part', 'vendor-late', 'other'] as const;
export type AttemptReason = (typeof attemptReasons)[number];

/** How a timeline names them. */
export const attemptWords = {
  'in-use': 'in use',
  'not-located': 'not located',
  refused: 'refused',
  'waiting-for-part': 'waiting for a part',
  'vendor-late': 'vendor late',
  other: 'other reason',
} satisfies Record<AttemptReason, string>;

/** How a form names them. */
export const attemptLabels = {
  'in-use': 'In use',
  'not-located': 'Not located',
  refused: 'Refused',
  'waiting-for-part': 'Waiting for part',
  'vendor-late': 'Vendor late',
  other: 'Other',
} as const satisfies Record<AttemptReason, string>;

/** What one visit to the device came to, as its close form said. Nothing overwrites it. Source: docs/product.md P160. */
export interface TicketVisit {
  actionTaken: string;
  resolutionNote: string;
  partRequired: boolean;
  partDetails: string;
  /** Units: INR. */
  partCost: number | null;
  followUpAction: string;
  failureClass: FailureClass | null;
  /** SHA-256 of the files that came with it. */
  files: string[];
}

/** An event that says no more than its kind. */
type Nothing = Record<string, never>;

/** What can happen to a task or a ticket, and what each kind of event carries. */
export interface WorkEventData {
  /** `reportedBy` is the name on the report, which need not be that of the account that sent it. */
  reported: { reportedBy: string };
  assigned: { technicianId: string | null; technicianName: string | null };
  dispatched: Nothing;
  /** Somebody takes the ticket on. */
  accepted: Nothing;
  /** Somebody is at the device, or works on it by telephone. */
  arrived: { isByPhone?: true };
  waiting: { reason: WaitingReason; note: string };
  resumed: Nothing;
  /** The device is back in clinical use, which may be before the ticket is closed. */
  restored: Nothing;
  escalated: { to: Priority };
  /** A task was moved to another day: by somebody with a reason, or because its plan changed. */
  moved: { from: LocalDay; to: LocalDay; reason?: string; approver?: string };
  /** A task could not be done; it stays open and is tried again on `next`. */
  attempted: { reason: AttemptReason; note: string; next: LocalDay };
  /** A task will not be done. */
  cancelled: { reason: string };
  'action-required': { details: string };
  /** The close form asks for a follow-up; older ones did not write the visit down. */
  'left-pending': { visit?: TicketVisit };
  /**
   * Of a ticket: its visit. Of a task: the vendor who did it, named or by its schedule then, or null; absent where nobody
   * wrote it down.
   */
  closed: { vendorId?: string | null; visit?: TicketVisit };
  /** `files`: how many came with it; its text may be empty then. */
  note: { text: string; files?: number };
}

/** A kind of event. */
export type WorkEventKind = keyof WorkEventData;

/** All kinds; events of one instant stand in this order. */
export const workEventKinds = [
  'reported',
  'assigned',
  'dispatched',
  'accepted',
  'arrived',
  'waiting',
  'resumed',
  'restored',
  'escalated',
  'moved',
  'attempted',
  'cancelled',
  'action-required',
  'left-pending',
  'closed',
  'note',
] as const satisfies readonly WorkEventKind[];

/** The facts that events of all kinds have in common. */
export interface WorkEventFacts {
  /** Unique among the events of its task or ticket; the first event of a command has the command's id. */
  id: string;
  /** ISO instant at which it happened, by the corrected clock of who did it. */
  at: string;
  /** ISO instant at which the server took it; null until then. */
  receivedAt: string | null;
  /** Name and role of who did it; null for what the server did by itself. */
  by: string | null;
  byRole: Role | null;
}

/** One thing that happened to a task or ticket. */
export type WorkEvent = {
  [K in WorkEventKind]: WorkEventFacts & { kind: K; data: WorkEventData[K] };
}[WorkEventKind];

/** Makes an event of its kind, its data and the facts around it. */
export function workEvent<K extends WorkEventKind>(kind: K, data: WorkEventData[K], facts: WorkEventFacts): WorkEvent {
  return { ...facts, kind, data } as WorkEvent;
}

/** The id of a further event of a command: its first event has the id of the command itself. */
export function furtherEventId(commandId: string, kind: WorkEventKind): string {
  return `${commandId}-${kind}`;
}

/** Who reads: users of the hospital, or a visitor, who sees neither names nor what was typed. */
export type Viewer = 'staff' | 'visitor';

/** The vendor that the closing among events has written down; undefined where there is none, or it says nothing. */
export const vendorAtClosing = (events: readonly WorkEvent[]): string | null | undefined =>
  events.find((event) => event.kind === 'closed')?.data.vendorId;

/**
 * The vendor who does the work of a task, or who did it: what its closing has written down, else whom its schedule names
 * now. Source: docs/product.md P148.
 */
export const vendorOfWork = (atClosing: string | null | undefined, ofSchedule: string | null): string | null =>
  atClosing === undefined ? ofSchedule : atClosing;

/** Puts an event into words; the only place that does. Source: docs/product.md P35 and P29. */
export function eventSentence(event: WorkEvent, viewer: Viewer): string {
  const told = (words: string, more: string | null): string =>
    viewer === 'staff' && more !== null && more !== '' ? words + more : '';
  switch (event.kind) {
    case 'reported':
      return told('Reported by ', event.data.reportedBy) || 'Reported';
    case 'assigned':
      return told('Technician assigned: ', event.data.technicianName) || 'Technician assigned';
    case 'dispatched':
      return 'Technician dispatched';
    case 'accepted':
      return told('Accepted by ', event.by) || 'Accepted';
    case 'arrived':
      return event.data.isByPhone ? 'Started by phone' : 'Arrived at the device';
    case 'waiting':
      return `Waiting: ${waitingWords[event.data.reason]}${told(': ', event.data.note)}`;
    case 'resumed':
      return 'Work resumed';
    case 'restored':
      return 'Back in clinical use';
    case 'escalated':
      return `Escalated to ${event.data.to}`;
    case 'moved':
      return movedWords(event.data, viewer);
    case 'attempted':
      return `Attempted: ${attemptWords[event.data.reason]}, next try ${formatShortDay(event.data.next)}${told(': ', event.data.note)}`;
    case 'cancelled':
      return `Cancelled${told(': ', event.data.reason)}`;
    case 'action-required':
      return told('Action required: ', event.data.details) || 'Action required';
    case 'left-pending':
      return 'Left pending for a follow-up';
    case 'closed':
      return 'Closed';
    case 'note':
      return (viewer === 'staff' && noteWords(event.by, event.data)) || 'Note';
  }
}

function movedWords({ from, to, reason, approver }: WorkEventData['moved'], viewer: Viewer): string {
  const days = `Moved from ${formatShortDay(from)} to ${formatShortDay(to)}`;
  if (viewer !== 'staff') return days;
  return days + (approver ? `, approved by ${approver}` : '') + (reason ? `: ${reason}` : '');
}

function noteWords(by: string | null, { text, files = 0 }: WorkEventData['note']): string {
  const count = files === 0 ? '' : files === 1 ? '1 file' : `${files} files`;
  if (text === '') return count === '' ? '' : count + (by === null ? ' added' : ` added by ${by}`);
  return (by === null ? '' : `Note by ${by}: `) + text + (count === '' ? '' : ` (${count})`);
}

/** What a note says. */
export function noteOf(text: string, files: readonly unknown[]): WorkEventData['note'] {
  return { text, ...(files.length > 0 && { files: files.length }) };
}

/** Orders events by the time they happened; those of one instant by kind, then by id. */
export function orderEvents<E extends Pick<WorkEvent, 'at' | 'kind' | 'id'>>(events: readonly E[]): E[] {
  return events.toSorted(
    (a, b) =>
      Date.parse(a.at) - Date.parse(b.at) ||
      workEventKinds.indexOf(a.kind) - workEventKinds.indexOf(b.kind) ||
      (a.id < b.id ? -1 : Number(a.id > b.id)),
  );
}

/**
 * Changes a task or ticket and records what happened. A record that has the event already stays as it is: the command
 * was answered, and only its answer was lost.
 */
export function withEvent<R extends { events: readonly WorkEvent[] }>(
  record: R,
  event: WorkEvent,
  change: (record: R) => Partial<R> = () => ({}),
): R {
  if (record.events.some(({ id }) => id === event.id)) return record;
  return { ...record, ...change(record), events: orderEvents([...record.events, event]) };
}

/** The notes among events, in their order. */
export function notesOf(events: readonly WorkEvent[]): Extract<WorkEvent, { kind: 'note' }>[] {
  return orderEvents(events.filter((event) => event.kind === 'note'));
}
