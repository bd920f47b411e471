import { and, eq } from 'drizzle-orm';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { closedStatus, escalate } from '#contract/rules/ticket.ts';
import type { Handlers, CallContext } from '../context.ts';
import { downtime, ticket } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { retiredMeanwhile } from '../installation-base/retired.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { scheduleFollowUp } from '../tasks/schedule.ts';
import { requireTechnician } from '../tasks/technician.ts';

type TicketRow = typeof ticket.$inferSelect;
type TicketWrite = Pick<CallContext<'closeBreakdown'>, 'hospital'>;

/** Writes on a ticket. */
export const ticketWriteHandlers = {
  closeBreakdown: async (ctx) => {
    const { body, hospital, actor, time, now } = ctx;
    const row = await openTicket(hospital, body.id);
    const status = closedStatus(body);
    const isClosed = status === 'Closed';
    // A correction of the clock must not end a downtime before it began.
    const endedAt = time.at < row.reportedAt ? row.reportedAt : time.at;
    if (isClosed) {
      await hospital.update(
        downtime,
        { toAt: endedAt },
        and(eq(downtime.deviceId, row.deviceId), eq(downtime.sourceKind, 'ticket'), eq(downtime.sourceId, row.id))!,
      );
    } else {
      await scheduleFollowUp(hospital, row, hospitalDay(time.at, hospital.facts.timeZone), now);
    }
    return change(ctx, row, {
      status,
      actionTaken: body.actionTaken,
      resolutionNote: body.resolutionNote,
      partRequired: body.partRequired,
      partDetails: body.partDetails,
      partCost: body.partCost ?? null,
      followUpAction: body.followUpAction,
      isFollowUpRequired: body.isFollowUpRequired,
      closedAt: isClosed ? endedAt : null,
      closedById: isClosed ? actor.id : null,
      closedByName: isClosed ? actor.name : null,
      timeline: said(row, time.at, isClosed ? 'Closed' : 'Left pending for a follow-up'),
    });
  },

  addTicketNote: async (ctx) => {
    const row = await anyTicket(ctx.hospital, ctx.body.ticketId);
    const note = { text: ctx.body.note, by: ctx.actor.name, at: ctx.time.at.toISOString() };
    return change(ctx, row, { notes: [...row.notes, note] });
  },

  assignTicket: async (ctx) => {
    const row = await openTicket(ctx.hospital, ctx.body.ticketId);
    const technician = await requireTechnician(ctx.hospital, ctx.body.technicianId);
    return change(ctx, row, {
      technicianId: technician.id,
      assignedAt: ctx.time.at,
      timeline: said(row, ctx.time.at, `Technician assigned: ${technician.name}`),
    });
  },

  dispatchTicket: async (ctx) => {
    const row = await openTicket(ctx.hospital, ctx.body.ticketId);
    return change(ctx, row, {
      dispatchedAt: ctx.time.at,
      timeline: said(row, ctx.time.at, 'Technician dispatched'),
    });
  },

  escalateTicket: async (ctx) => {
    const row = await openTicket(ctx.hospital, ctx.body.ticketId);
    const priority = escalate(row.priority);
    return change(ctx, row, {
      priority,
      escalatedAt: ctx.time.at,
      timeline: said(row, ctx.time.at, `Escalated to ${priority}`),
    });
  },
} satisfies Handlers<'closeBreakdown' | 'addTicketNote' | 'assignTicket' | 'dispatchTicket' | 'escalateTicket'>;

const said = (row: TicketRow, at: Date, text: string) => [...row.timeline, { at: at.toISOString(), text }];

async function anyTicket(scope: WriteScope, id: string): Promise<TicketRow> {
  const row = await scope.find(ticket, eq(ticket.id, id), { lock: true });
  if (!row) throw unknownRecord('ticket');
  return row;
}

/** Finds a ticket and keeps others from changing it. Throws: ApiError `ticket.already_closed` with who and when. */
async function openTicket(scope: WriteScope, id: string): Promise<TicketRow> {
  const row = await anyTicket(scope, id);
  if (row.status !== 'Closed') return row;
  throw new ApiError(
    'ticket.already_closed',
    `This ticket has been closed already by ${row.closedByName ?? 'somebody'}.`,
    { context: { closedBy: row.closedByName, closedAt: row.closedAt?.toISOString() ?? null } },
  );
}

async function change({ hospital }: TicketWrite, row: TicketRow, set: Partial<Omit<TicketRow, 'search'>>) {
  await hospital.update(ticket, set, eq(ticket.id, row.id));
  const notices = await retiredMeanwhile(hospital, row.deviceId);
  hospital.touch('ticket', row.id);
  if (notices.length === 0) hospital.touch('device', row.deviceId);
  return { id: row.id, status: set.status ?? row.status, ...(notices.length > 0 ? { notices } : {}) };
}
