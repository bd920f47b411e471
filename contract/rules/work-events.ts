import { counted, nounOf } from './counted.ts';
import {
  type AttemptReason,
  type WaitingReason,
  type WorkEvent,
  type WorkEventData,
  type WorkEventFacts,
  type WorkEventKind,
  workEventKinds,
} from '../records/work-event.ts';
import type { FileRef } from '../records/values.ts';
import { formatShortDay } from './dates-format.ts';
import { keptFiles } from './missing-file.ts';

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

/** Makes an event of its kind, its data and the facts around it. */
export function workEvent<K extends WorkEventKind>(kind: K, data: WorkEventData[K], facts: WorkEventFacts): WorkEvent {
  return { ...facts, kind, data } as WorkEvent;
}

/** Returns the id of a further event of a command; its first event has the command's own id. */
export function furtherEventId(commandId: string, kind: WorkEventKind): string {
  return `${commandId}-${kind}`;
}

/** Returns the entry of an event: a report may also assign, and both events have the same time. */
export function entryOf({ id, kind }: Pick<WorkEvent, 'id' | 'kind'>): string {
  const further = furtherEventId('', kind);
  return id.endsWith(further) ? id.slice(0, -further.length) : id;
}

/**
 * Returns whether the estimated time of a task's event can be corrected: reports, closings and notes. The time of a test's closing is
 * that of the test, and moved days, attempts and cancellations decide on each other by their order. Source: docs/product.md P233.
 */
export const isCorrectable = (event: Pick<WorkEvent, 'id' | 'kind'>): boolean =>
  ['action-required', 'closed', 'note'].includes(event.kind) && entryOf(event) === event.id;

/** The reader: a user of the hospital, or a visitor, who sees neither names nor typed text. */
export type Viewer = 'staff' | 'visitor';

const lastClosing = (events: readonly WorkEvent[]) => orderEvents(events).findLast((event) => event.kind === 'closed');

/** Returns whether one of these tests closed the task. */
export function isClosedByTest(events: readonly WorkEvent[], testIds: readonly string[]): boolean {
  const closing = lastClosing(events);
  return closing !== undefined && testIds.some((id) => closing.id === furtherEventId(id, 'closed'));
}

/** Returns the vendor recorded by the closing among events; undefined without a closing or if it names none. */
export const vendorAtClosing = (events: readonly WorkEvent[]): string | null | undefined =>
  lastClosing(events)?.data.vendorId;

/**
 * Returns the vendor who does or did the work of a task: the one recorded by its closing, else the one that its schedule names
 * now. Source: docs/product.md P148.
 */
export const vendorOfWork = (atClosing: string | null | undefined, ofSchedule: string | null): string | null =>
  atClosing === undefined ? ofSchedule : atClosing;

/** Describes an event in words; nothing else does. Source: docs/product.md P35 and P29. */
export function eventSentence(event: WorkEvent, viewer: Viewer): string {
  const told = (words: string, more: string | null): string =>
    viewer === 'staff' && more !== null && more !== '' ? words + more : '';
  switch (event.kind) {
    case 'reported':
      return told('Reported by ', event.data.reportedBy) || 'Reported';
    case 'assigned':
      if (event.data.technicianId === null && event.data.technicianName === null) return 'No technician assigned';
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
      return event.data.isUndo ? 'Cancellation undone' : 'Work resumed';
    case 'restored':
      return 'Back in clinical use';
    case 'escalated':
      return `Escalated to ${event.data.to}`;
    case 'unaccepted':
      return `No one accepted within ${counted(event.data.within.amount, event.data.within.unit)}; told ${toldWords(event.data, viewer)}`;
    case 'moved':
      return movedWords(event.data, viewer);
    case 'attempted':
      return `Attempted: ${attemptWords[event.data.reason]}, next try ${formatShortDay(event.data.next)}${told(': ', event.data.note)}`;
    case 'cancelled':
      return `Cancelled${told(': ', event.data.reason)}`;
    case 'action-required':
      return told('Action required: ', reportWords(event.data)) || 'Action required';
    case 'left-pending':
      return 'Left pending for a follow-up';
    case 'closed':
      return 'Closed';
    case 'note':
      return (viewer === 'staff' && noteWords(event.by, event.data)) || 'Note';
  }
}

function toldWords({ told, count, name }: WorkEventData['unaccepted'], viewer: Viewer): string {
  if (told === 'office') return 'the office';
  if (told === 'person') return viewer === 'staff' && name !== undefined ? name : 'the engineer in charge';
  return `the ${nounOf(count, 'engineer')} on duty`;
}

function movedWords({ from, to, reason, approver, isUndo }: WorkEventData['moved'], viewer: Viewer): string {
  if (isUndo) return `Move undone: back to ${formatShortDay(to)}`;
  const days = `Moved from ${formatShortDay(from)} to ${formatShortDay(to)}`;
  if (viewer !== 'staff') return days;
  return days + (approver ? `, approved by ${approver}` : '') + (reason ? `: ${reason}` : '');
}

function noteWords(by: string | null, { text, files = 0 }: WorkEventData['note']): string {
  const count = files === 0 ? '' : counted(files, 'file');
  if (text === '') return count === '' ? '' : count + (by === null ? ' added' : ` added by ${by}`);
  return (by === null ? '' : `Note by ${by}: `) + text + (count === '' ? '' : ` (${count})`);
}

/** Returns the words of a report that keeps its task open; a test's report has the same words in both texts. */
export function reportWords({ details, actionTaken = '' }: WorkEventData['action-required']): string {
  return details + (actionTaken === '' || actionTaken === details ? '' : ` (actions taken: ${actionTaken})`);
}

/** Returns the words of a note. */
export function noteOf(text: string, files: readonly FileRef[]): WorkEventData['note'] {
  const kept = keptFiles(files).length;
  return { text, ...(kept > 0 && { files: kept }) };
}

/** Orders events by time; those of the same instant by kind, then by id. */
export function orderEvents<E extends Pick<WorkEvent, 'at' | 'kind' | 'id'>>(events: readonly E[]): E[] {
  return events.toSorted(
    (a, b) =>
      Date.parse(a.at) - Date.parse(b.at) ||
      workEventKinds.indexOf(a.kind) - workEventKinds.indexOf(b.kind) ||
      (a.id < b.id ? -1 : Number(a.id > b.id)),
  );
}

/** Returns whether an event is the last of its kind by corrected time, in whichever order they arrive. Source: sync/SPEC.md CF3. */
export function isLatest(event: WorkEvent, events: readonly WorkEvent[]): boolean {
  return orderEvents([...events.filter(({ kind }) => kind === event.kind), event]).at(-1) === event;
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

/** Returns the notes among events, in order. */
export function notesOf(events: readonly WorkEvent[]): Extract<WorkEvent, { kind: 'note' }>[] {
  return orderEvents(events.filter((event) => event.kind === 'note'));
}
