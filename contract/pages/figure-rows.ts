import type { FigureRow } from '../calls/figures.ts';
import type { EntryStatus } from '../records/observation.ts';
import { failureWords } from '../rules/failure-class.ts';
import type { FailureClass, TaskType, Priority } from '../records/values.ts';
import type { TestResult } from '../records/procedure.ts';
import type { AgreementKind } from '../records/agreement-terms.ts';
import { counted } from '../rules/counted.ts';
import { formatShortDay } from '../rules/dates-format.ts';
import { type JobFacts, jobState, windowEnd } from '../rules/figures/completion.ts';
import { type FigureSet, hoursOf, type TimeKind } from '../rules/figures/figure.ts';
import type { CompletionWindow } from '../rules/figures/settings.ts';
import { spanBand, waitingWords, workBand } from '../rules/figures/times.ts';
import { hospitalDay, instantMs, type LocalDay } from '../rules/hospital-day.ts';
import { taskNames } from '../rules/task-status.ts';
import { adjustedWords, type OutReading } from '../rules/test-result.ts';
import { attemptWords } from '../rules/work-events.ts';
import type { AttemptReason, WaitingReason } from '../records/work-event.ts';

interface NamedRow {
  id: string;
  serialNumber: string;
  name: string;
  department: string;
}

/** A job behind a figure. */
export interface JobRowFacts extends NamedRow, JobFacts {
  type: TaskType;
  attemptReason: AttemptReason | null;
  /** The day of its next try, or the day it was planned for. */
  taskDate: LocalDay;
  movedFrom: LocalDay | null;
  isCancelled: boolean;
}

/** A ticket behind a figure. */
export interface TicketRowFacts extends NamedRow {
  ticketNumber: string;
  priority: Priority;
  reportedAt: string;
  arrivedAt: string | null;
  restoredAt: string | null;
  closedAt: string | null;
  handsOnMs: number | null;
  failureClass: FailureClass | null;
  /** The reason for which it is waiting now, and since when. */
  waitingFor: WaitingReason | null;
  waitingSince: string | null;
  /** Its contribution to the set. Units: milliseconds of waiting, or INR. */
  amount: number | null;
}

/** A device behind a figure. */
export interface DeviceRowFacts extends NamedRow {
  words: string;
  amount: number | null;
}

/** A test behind a figure. */
export interface ToleranceRowFacts extends NamedRow {
  procedureName: string;
  day: LocalDay;
  result: TestResult;
  /** Readings that were found out of their limits. */
  readings: OutReading[] | null;
}

/** A contract behind a figure. */
export interface AgreementRowFacts {
  id: string;
  number: string;
  kind: AgreementKind;
  vendorName: string;
  /** The number of its devices in the figure. */
  devices: number;
  /** Their share of the price. Units: INR. */
  amount: number;
}

/** A day of a template. */
export interface RoundRowFacts {
  templateId: string;
  name: string;
  department: string;
  day: LocalDay;
  /** The first round of the day; null if there was none. */
  roundId: string | null;
}

/** The observation of a device in a round. */
export interface EntryRowFacts extends NamedRow {
  roundId: string;
  day: LocalDay;
  status: EntryStatus;
  reason: string | null;
  description: string;
}

/** A job with its state and the window that decides it. */
export function buildJobRow(job: JobRowFacts, window: CompletionWindow): FigureRow {
  const moved = job.movedFrom === null ? '' : `, moved from ${formatShortDay(job.movedFrom)}`;
  return {
    ...rowOf('task', job),
    day: job.due,
    words: `${taskNames[job.type]}: ${jobWords(job, window)}${moved}`,
    amount: null,
    unit: 'count',
  };
}

function jobWords(job: JobRowFacts, window: CompletionWindow): string {
  if (job.isCancelled) return 'cancelled';
  switch (jobState(job, window)) {
    case 'done':
      return `done ${formatShortDay(job.closedOn ?? job.due)}`;
    case 'late':
      return `done late on ${formatShortDay(job.closedOn ?? job.due)}, was on time until ${formatShortDay(windowEnd(job, window))}`;
    case 'attempted':
      return `attempted (${job.attemptReason === null ? 'no reason' : attemptWords[job.attemptReason]}), next try ${formatShortDay(job.taskDate)}`;
    case 'open':
      return 'open';
  }
}

const bandWords = {
  hour: 'within 1 hour',
  day: 'the same day',
  week: 'within 7 days',
  'ten-days': 'within 10 days',
  more: 'longer than 10 days',
  none: 'no evidence',
} as const;

/** Describes a ticket in the terms of the set. */
export function buildTicketRow(ticket: TicketRowFacts, set: FigureSet, timeZone: string): FigureRow {
  const [about] = set.split('.');
  const row = { ...rowOf('ticket', ticket), day: hospitalDay(ticket.reportedAt, timeZone) };
  const head = `${ticket.ticketNumber}, ${ticket.priority}`;
  if (about === 'cost' || about === 'cost-ratio') return { ...row, words: head, amount: ticket.amount, unit: 'inr' };
  if (set === 'waiting.now' && ticket.waitingFor !== null && ticket.waitingSince !== null) {
    const since = formatShortDay(hospitalDay(ticket.waitingSince, timeZone));
    const words = `${head}: waiting ${waitingWords[ticket.waitingFor].toLowerCase()} since ${since}`;
    return { ...row, words, amount: hours(ticket.amount), unit: 'hours' };
  }
  if (about === 'waiting') return { ...row, words: head, amount: hours(ticket.amount), unit: 'hours' };
  if (about === 'response' || about === 'hands-on' || about === 'turnaround') {
    const { ms, band } = timeOf(ticket, about, timeZone);
    return { ...row, words: `${head}: ${bandWords[band]}`, amount: hours(ms), unit: 'hours' };
  }
  const closed =
    ticket.closedAt === null ? 'not closed' : `closed ${formatShortDay(hospitalDay(ticket.closedAt, timeZone))}`;
  return { ...row, words: `${head}: ${failureWords(ticket.failureClass)}, ${closed}`, amount: null, unit: 'count' };
}

function timeOf(ticket: TicketRowFacts, kind: TimeKind, timeZone: string) {
  if (kind === 'hands-on') return { ms: ticket.handsOnMs, band: workBand(ticket.handsOnMs) };
  const end = kind === 'response' ? ticket.arrivedAt : (ticket.restoredAt ?? ticket.closedAt);
  const ms = end === null ? null : instantMs(end) - instantMs(ticket.reportedAt);
  return { ms, band: spanBand(ticket.reportedAt, end, timeZone) };
}

/** A device with its share of the number. */
export function buildDeviceRow(device: DeviceRowFacts, unit: FigureRow['unit']): FigureRow {
  const amount = unit === 'hours' ? hours(device.amount) : device.amount;
  return { ...rowOf('device', device), day: null, words: device.words, amount, unit };
}

/** A test with the values that it found out of their limits, as found and as left. */
export function buildToleranceRow({ procedureName, day, result, readings, ...test }: ToleranceRowFacts): FigureRow {
  const head = `${procedureName}: ${result}`;
  const words = readings === null ? head : `${head}. ${adjustedWords(readings)}`;
  return { ...rowOf('test', test), day, words, amount: null, unit: 'count' };
}

/** A contract with its cost for the devices of the figure. */
export function buildAgreementRow({ id, number, kind, vendorName, devices, amount }: AgreementRowFacts): FigureRow {
  const words = [vendorName, counted(devices, 'device')].filter((text) => text !== '').join(', ');
  const name = `${kind} ${number}`;
  return {
    ...rowOf('contract', { id, serialNumber: '', name, department: '' }),
    day: null,
    words,
    amount,
    unit: 'inr',
  };
}

/** Describes a template on a day; links to its round, or to the list of rounds if that day has none. */
export function buildRoundRow({ templateId, roundId, name, department, day }: RoundRowFacts): FigureRow {
  return {
    key: `${templateId} ${day}`,
    kind: roundId === null ? 'template' : 'round',
    id: roundId ?? templateId,
    serialNumber: '',
    name,
    department,
    day,
    words: roundId === null ? 'no round' : 'done',
    amount: null,
    unit: 'count',
  };
}

/** The observation of a device in a round. */
export function buildEntryRow({ roundId, id, status, reason, description, ...entry }: EntryRowFacts): FigureRow {
  const more = [reason, description].filter((text) => text !== null && text !== '').join(': ');
  return {
    ...rowOf('round', { ...entry, id: roundId }),
    key: `${roundId} ${id}`,
    day: entry.day,
    words: more === '' ? status : `${status}: ${more}`,
    amount: null,
    unit: 'count',
  };
}

function rowOf(kind: FigureRow['kind'], { id, serialNumber, name, department }: NamedRow) {
  return { key: id, kind, id, serialNumber, name, department };
}

function hours(ms: number | null): number | null {
  return ms === null ? null : hoursOf(ms);
}
