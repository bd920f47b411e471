import type { DeviceRecord, TaskRecord, TemplateRecord, TicketRecord } from '../records/ward.ts';
import type { AllRightCounts } from '../rules/all-right.ts';
import { isUnderMaintenanceTile, statusOf } from '../rules/device-status.ts';
import type { LocalDay } from '../rules/hospital-day.ts';
import { isOverdue } from '../rules/task-status.ts';
import { isNotClosed } from '../rules/ticket.ts';

/** The facts that the answers are counted from. */
export interface AnswerFacts {
  devices: readonly DeviceRecord[];
  tasks: readonly TaskRecord[];
  tickets: readonly Pick<TicketRecord, 'status'>[];
  templates: readonly Pick<TemplateRecord, 'id'>[];
  /** Templates with a round of the hospital's today. */
  doneToday: ReadonlySet<string>;
}

/**
 * Counts what answers "Are we all right?"; the list behind each count filters with the same function, so it has as many
 * rows. Source: docs/product.md P46.
 */
export function buildAnswers(facts: AnswerFacts, today: LocalDay): AllRightCounts {
  const { devices, tasks, tickets, templates, doneToday } = facts;
  return {
    outOfUse: devices.filter((device) => isUnderMaintenanceTile(statusOf(device))).length,
    overdue: tasks.filter((task) => isOverdue(task, today)).length,
    pendingRounds: templates.filter(({ id }) => !doneToday.has(id)).length,
    templates: templates.length,
    openTickets: tickets.filter(isNotClosed).length,
  };
}
