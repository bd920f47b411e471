import { deviceOf, type DeviceRecord, type TicketRecord } from '../../replica.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { hospitalDay, isLocalDay, type LocalDay } from '../../rules/hospital-day.ts';
import { sumInr } from '../../rules/money.ts';
import { ticketNumberWords } from '../../rules/ticket-number.ts';
import type { Moment } from '../moment.ts';
import { byReport } from '../ticket-list.ts';
import { durationWords, momentWords } from './moment-words.ts';
import type { Paper, PaperColumn } from './paper.ts';

/** First and last day of a period. */
export interface Period {
  from: LocalDay;
  to: LocalDay;
}

/** What the register is made from. */
export interface BreakdownFacts {
  tickets: readonly TicketRecord[];
  /** Those in use; a ticket names a retired one itself. */
  device: (id: string) => DeviceRecord | undefined;
}

const columns: readonly PaperColumn[] = [
  { header: 'Call ID', width: 10 },
  { header: 'Reported', width: 9 },
  { header: 'Equipment', width: 12 },
  { header: 'Serial number', width: 10 },
  { header: 'Department', width: 9 },
  { header: 'Problem', width: 18 },
  { header: 'Machine status', width: 8 },
  { header: 'Closed', width: 9 },
  { header: 'Open for', width: 7 },
  { header: 'Action taken', width: 18 },
  { header: 'Engineer', width: 9 },
  { header: 'Part cost', width: 7, isMoney: true },
];

/** The breakdowns reported in a period, the earliest first, with their times. */
export function breakdownPaper(
  { tickets, device }: BreakdownFacts,
  { from, to }: Period,
  { now, timeZone }: Moment,
): Paper {
  const view = { get: (_kind: 'device', id: string) => device(id) };
  const shown = tickets
    .filter((ticket) => {
      const on = hospitalDay(ticket.reportedDate, timeZone);
      return from <= on && on <= to;
    })
    .toSorted((a, b) => byReport(b, a));
  const closed = shown.filter(({ closedAt }) => closedAt !== null);
  return {
    title: 'Breakdown Register',
    period: periodWords({ from, to }),
    facts: [
      ['Breakdowns', shown.length.toLocaleString('en-IN')],
      ['Closed', closed.length.toLocaleString('en-IN')],
      ['Not closed', (shown.length - closed.length).toLocaleString('en-IN')],
    ],
    isWide: true,
    tables: [
      {
        title: 'Breakdowns',
        columns,
        empty: 'No breakdown was reported in this period.',
        note: `Part costs of these breakdowns: ₹${sumInr(shown.map(({ partCost }) => partCost ?? 0)).toLocaleString('en-IN')}.`,
        rows: shown.map((ticket) => {
          const of = deviceOf(view, ticket);
          return [
            ticketNumberWords(ticket.ticketNumber),
            momentWords(ticket.reportedDate, timeZone),
            of?.equipmentName ?? '',
            of?.serialNumber ?? '',
            of?.departmentName ?? '',
            ticket.problemReported || ticket.issueType,
            ticket.machineStatus,
            ticket.closedAt === null ? ticket.status : momentWords(ticket.closedAt, timeZone),
            durationWords(ticket.reportedDate, ticket.closedAt ?? now),
            ticket.actionTaken,
            ticket.closedBy ?? ticket.technicianName ?? '',
            ticket.partCost,
          ];
        }),
      },
    ],
    signatures: ['Prepared by', 'Head of biomedical engineering'],
  };
}

/** A period in words: `1 Nov 2026 to 30 Nov 2026`. */
export function periodWords({ from, to }: Period): string {
  return from === to ? formatShortDay(from) : `${formatShortDay(from)} to ${formatShortDay(to)}`;
}

/** Reads a period as it was typed; a day that cannot be one gets a sentence at its field. */
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
