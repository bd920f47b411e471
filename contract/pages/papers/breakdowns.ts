import { deviceOf, type DeviceRecord, type TicketRecord } from '../../records/ward.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { durationWords } from '../../rules/duration.ts';
import { failureWords } from '../../rules/failure-class.ts';
import { hospitalDay, instantMs, isLocalDay, type LocalDay } from '../../rules/hospital-day.ts';
import { formatInr, sumInr } from '../../rules/money.ts';
import { type TicketClock, ticketClock } from '../../rules/ticket-clock.ts';
import { ticketNumberWords } from '../../rules/ticket-number.ts';
import { closingAction } from '../../rules/ticket-visits.ts';
import { waitingLabels } from '../../rules/work-events.ts';
import { waitingReasons } from '../../records/work-event.ts';
import type { Moment } from '../moment.ts';
import { byReport } from '../ticket-list.ts';
import { cutLegend, mostOfText, type Paper, type PaperColumn, type PaperValue } from './paper.ts';

/** First and last day of a period. */
export interface Period {
  from: LocalDay;
  to: LocalDay;
}

/** The facts that the register is built from. */
export interface BreakdownFacts {
  tickets: readonly TicketRecord[];
  /** Finds a device in use; a ticket names a retired one itself. */
  device: (id: string) => DeviceRecord | undefined;
}

const columns: readonly PaperColumn[] = [
  { header: 'Call ID', width: 11.5 },
  { header: 'Reported', width: 12 },
  { header: 'Equipment', width: 13 },
  { header: 'Serial number', width: 12 },
  { header: 'Department', width: 13 },
  { header: 'Problem', width: 0, most: mostOfText, isBelow: true },
  { header: 'Machine status', width: 10 },
  { header: 'Failure', width: 11 },
  { header: 'Response', width: 11 },
  { header: 'Hands-on', width: 9 },
  { header: 'Waiting', width: 9 },
  { header: 'Waiting in all', width: 0, isSheetOnly: true },
  { header: 'Turnaround', width: 13.5 },
  { header: 'Closed', width: 12 },
  { header: 'Action taken', width: 0, most: mostOfText, isBelow: true },
  { header: 'Engineer', width: 10 },
  { header: 'Part cost', width: 10, isMoney: true },
];

/** Builds the register of breakdowns reported in a period, earliest first, with their times. */
export function breakdownPaper(
  { tickets, device }: BreakdownFacts,
  { from, to }: Period,
  { now, timeZone }: Moment,
): Paper {
  const view = { get: (_kind: 'device', id: string) => device(id) };
  const reported = tickets.filter((ticket) => {
    const on = hospitalDay(ticket.reportedDate, timeZone);
    return from <= on && on <= to;
  });
  const shown = reported.filter(({ retiredDevice }) => !retiredDevice?.isMistake).toSorted((a, b) => byReport(b, a));
  const leftOut = reported.length - shown.length;
  const closed = shown.filter(({ closedAt }) => closedAt !== null);
  return {
    title: 'Breakdown Register',
    period: periodWords({ from, to }),
    facts: [
      ['Breakdowns', shown.length.toLocaleString('en-IN')],
      ['Closed', closed.length.toLocaleString('en-IN')],
      ['Not closed', (shown.length - closed.length).toLocaleString('en-IN')],
      ['Part costs', formatInr(sumInr(shown.map(({ partCost }) => partCost ?? 0)))],
      ...(leftOut > 0 ? [['Left out, of devices entered by mistake', leftOut.toLocaleString('en-IN')] as const] : []),
    ],
    legend: `Response: from the report to the first arrival, empty where nobody said that they arrived. Turnaround: from the report until the device was back in use, or until the call was closed; “so far” while neither has happened. ${cutLegend}`,
    isWide: true,
    tables: [
      {
        title: 'Breakdowns',
        columns,
        empty: 'No breakdown was reported in this period.',
        rows: shown.map((ticket) => {
          const of = deviceOf(view, ticket);
          const clock = ticketClock(ticket, now.toISOString());
          return [
            ticketNumberWords(ticket.ticketNumber),
            { at: ticket.reportedDate },
            of?.equipmentName ?? '',
            of?.serialNumber ?? '',
            of?.departmentName ?? '',
            ticket.problemReported || ticket.issueType,
            ticket.machineStatus,
            ticket.closedAt === null ? '' : failureWords(ticket.failureClass),
            lengthValue(clock.responseMs),
            lengthValue(clock.handsOnMs || null),
            waitedWords(clock.waitingMs),
            lengthValue(Object.values(clock.waitingMs).reduce((sum, ms) => sum + ms, 0) || null),
            turnaround(clock, ticket.reportedDate, now),
            ticket.closedAt === null ? ticket.status : { at: ticket.closedAt },
            closingAction(ticket),
            ticket.closedBy ?? ticket.technicianName ?? '',
            ticket.partCost,
          ];
        }),
      },
    ],
    signatures: ['Prepared by', 'Head of biomedical engineering'],
  };
}

function waitedWords(waiting: TicketClock['waitingMs']): string {
  return waitingReasons
    .flatMap((reason) => {
      const ms = waiting[reason];
      return ms ? [`${waitingLabels[reason]} ${durationWords(ms)}`] : [];
    })
    .join(', ');
}

function lengthValue(ms: number | null): PaperValue {
  return ms === null ? null : { ms };
}

function turnaround({ turnaroundMs }: TicketClock, reportedDate: string, now: Date): PaperValue {
  if (turnaroundMs !== null) return { ms: turnaroundMs };
  return `${durationWords(now.getTime() - instantMs(reportedDate))} so far`;
}

/** A period in words: `1 Nov 2026 to 30 Nov 2026`. */
export function periodWords({ from, to }: Period): string {
  return from === to ? formatShortDay(from) : `${formatShortDay(from)} to ${formatShortDay(to)}`;
}

/** Reads a typed period; an impossible day gets a sentence at its field. */
export function periodOf({ from, to }: Period): {
  period: Period | null;
  errors: { from?: string; to?: string };
} {
  const errors = {
    ...(!isLocalDay(from) && { from: 'Please enter a valid date.' }),
    ...(!isLocalDay(to) && { to: 'Please enter a valid date.' }),
  };
  if (errors.from !== undefined || errors.to !== undefined) return { period: null, errors };
  if (to < from) return { period: null, errors: { to: 'The last day must not be before the first one.' } };
  return { period: { from, to }, errors };
}
