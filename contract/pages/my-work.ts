import type { TaskRecord, TicketRecord } from '../records/ward.ts';
import { priorities, type Priority } from '../records/values.ts';
import { hospitalDay, instantMs } from '../rules/hospital-day.ts';
import { ticketClock, type TicketClock } from '../rules/ticket-clock.ts';
import { ticketNumberWords } from '../rules/ticket-number.ts';
import { isNotClosed } from '../rules/ticket.ts';
import type { Moment } from './moment.ts';
import { buildWeekList, type TaskListRow, type TaskRowFacts } from './task-list.ts';

/** The facts from which an engineer's work is gathered. */
export interface MyWorkFacts {
  tickets: readonly TicketRecord[];
  tasks: readonly TaskRecord[];
  /** Returns the device of a ticket or task, retired or not. */
  deviceFor: (record: TicketRecord | TaskRecord) => TaskRowFacts['device'];
}

/** An open ticket of the engineer, with its clock at this moment. */
export interface MyTicket {
  id: string;
  ticketNumber: string;
  equipmentName: string;
  serialNumber: string;
  problem: string;
  priority: Priority;
  escalated: boolean;
  clock: Pick<TicketClock, 'state' | 'waitingFor' | 'turnaroundMs'>;
  /** Since the report. Units: milliseconds. */
  openMs: number;
}

/** What is assigned to one engineer. */
export interface MyWork {
  tickets: MyTicket[];
  tasks: TaskListRow[];
}

/**
 * Gathers what is assigned to an engineer: open tickets, the most urgent first, then the oldest; and the tasks that are
 * overdue or due this week. The lists behind both show as many rows. Source: docs/product.md P321.
 */
export function buildMyWork(facts: MyWorkFacts, userId: string, moment: Moment): MyWork {
  const { tickets, tasks, deviceFor } = facts;
  const mine = tickets.filter((ticket) => isNotClosed(ticket) && ticket.technicianId === userId);
  const rows = tasks.filter((task) => task.technicianId === userId).map((task) => ({ task, device: deviceFor(task) }));
  return {
    tickets: mine.toSorted(byUrgency).map((ticket) => myTicket(ticket, deviceFor(ticket), moment.now)),
    tasks: buildWeekList(rows, hospitalDay(moment.now, moment.timeZone)),
  };
}

/** Compares tickets: the higher priority first, then the one reported first. */
function byUrgency(a: TicketRecord, b: TicketRecord): number {
  return (
    priorities.indexOf(b.priority) - priorities.indexOf(a.priority) ||
    instantMs(a.reportedDate) - instantMs(b.reportedDate) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

function myTicket(ticket: TicketRecord, device: TaskRowFacts['device'], now: Date): MyTicket {
  return {
    id: ticket.id,
    ticketNumber: ticketNumberWords(ticket.ticketNumber),
    equipmentName: device?.equipmentName ?? 'Removed equipment',
    serialNumber: device?.serialNumber ?? '',
    problem: ticket.problemReported || ticket.issueType,
    priority: ticket.priority,
    escalated: ticket.escalatedAt !== null,
    clock: ticketClock(ticket, now.toISOString()),
    openMs: Math.max(0, now.getTime() - instantMs(ticket.reportedDate)),
  };
}
