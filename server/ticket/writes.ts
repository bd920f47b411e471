import { and, eq } from 'drizzle-orm';
import type { NoticeKind } from '#contract/records/notice.ts';
import type { FileRef } from '#contract/records/values.ts';
import { closingInstant } from '#contract/rules/entry-time.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { closedStatus, escalate } from '#contract/rules/ticket.ts';
import { afterClosings, afterVisits, countedClosing, visitOf, visitsOf } from '#contract/rules/ticket-visits.ts';
import { downUntil, ticketClock } from '#contract/rules/ticket-clock.ts';
import { furtherEventId, isLatest, noteOf } from '#contract/rules/work-events.ts';
import type { WorkEvent, WorkEventData, WorkEventKind } from '#contract/records/work-event.ts';
import { registerFiles } from '../attachment/register.ts';
import type { Handlers, CallContext } from '../context.ts';
import { idArray } from '../db/id-array.ts';
import { downtime, ticket } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { clockColumns, dateOf } from '../records/clock-columns.ts';
import { addEvents, eventOf, type OwnedEvent, readRecordedEvents } from '../records/work-events.ts';
import { retiredMeanwhile } from '../task/retired-device.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { tellMentioned } from '../notice/mentions.ts';
import { tell } from '../records/tell.ts';
import { removeFollowUp, scheduleFollowUp } from '../task/schedule.ts';
import { laterAssignment, requireTechnician } from '../task/technician.ts';

export type TicketRow = typeof ticket.$inferSelect;
export type TicketSet = Partial<Omit<TicketRow, 'search'>>;
type TicketWrite = Pick<CallContext<'closeTicket'>, 'hospital' | 'id' | 'actor' | 'time' | 'now'>;

/** Writes on a ticket. */
export const ticketWriteHandlers = {
  closeTicket: async (ctx) => {
    const { body, hospital, actor, time, now } = ctx;
    const row = await anyTicket(hospital, body.id);
    const isClosed = closedStatus(body) === 'Closed';
    const endedAt = new Date(closingInstant(time.at.toISOString(), row.reportedAt.toISOString()));
    if (!isClosed) await scheduleFollowUp(hospital, row, hospitalDay(time.at, hospital.facts.timeZone), now);
    // On a closed ticket, the follow-up is created as removed, so that entries about it that wait on the author's
    // tablet find their task.
    if (isClosed || row.status === 'Closed') {
      await removeFollowUp(hospital, row, now, { id: furtherEventId(ctx.id, 'cancelled'), at: time.at });
    }
    await keepFiles(ctx, row, body.files);
    const visit = visitOf(body);
    const owned = isClosed
      ? happened(ctx, row, 'closed', { visit }, endedAt)
      : happened(ctx, row, 'left-pending', { visit });
    const known = await eventsOf(hospital, row);
    const events = [...known, owned.event];
    const { closedAt, closedBy, ...changes } = afterClosings(events);
    const set = {
      ...afterVisits(events),
      ...changes,
      closedAt: dateOf(closedAt),
      closedById: countedClosing(events) === owned.event ? actor.id : row.closedById,
      closedByName: closedBy,
    };
    const answer = await clocked(ctx, row, set, { known, owned });
    const told = row.status === 'Closed' ? [closedMeanwhile(row, owned, set)] : unknownVisits(ctx, known);
    const notices = [...told, ...(answer.notices ?? [])];
    return notices.length > 0 ? { ...answer, notices } : answer;
  },

  acceptTicket: (ctx) => step(ctx, 'accepted', {}),
  arriveTicket: (ctx) => step(ctx, 'arrived', ctx.body.isByPhone ? { isByPhone: true } : {}),
  waitTicket: (ctx) => step(ctx, 'waiting', { reason: ctx.body.reason, note: ctx.body.note }),
  resumeTicket: async (ctx) => {
    const row = await anyTicket(ctx.hospital, ctx.body.ticketId);
    if (row.status !== 'Closed') await tellAssignee(ctx, row, 'waitingEnded');
    return step(ctx, 'resumed', {});
  },
  restoreTicket: (ctx) => step(ctx, 'restored', {}),

  addTicketNote: async (ctx) => {
    const row = await anyTicket(ctx.hospital, ctx.body.ticketId);
    const { note, files } = ctx.body;
    await keepFiles(ctx, row, files);
    await tellMentioned(ctx.hospital, { text: note, ...newsOf(ctx, row) });
    return change(ctx, row, {}, happened(ctx, row, 'note', noteOf(note, files)));
  },

  assignTicket: async (ctx) => {
    const row = await openTicket(ctx.hospital, ctx.body.ticketId);
    const technician = await requireTechnician(ctx.hospital, ctx.body.technicianId);
    const owned = happened(ctx, row, 'assigned', { technicianId: technician.id, technicianName: technician.name });
    const isLast = isLatest(owned.event, await eventsOf(ctx.hospital, row));
    const answer = await change(
      ctx,
      row,
      isLast ? { technicianId: technician.id, assignedAt: ctx.time.at } : {},
      owned,
    );
    if (!isLast) return { ...answer, notices: [...(answer.notices ?? []), laterAssignment] };
    await tellAssignee(ctx, { ...row, technicianId: technician.id }, 'ticketAssigned');
    return answer;
  },

  dispatchTicket: async (ctx) => {
    const row = await openTicket(ctx.hospital, ctx.body.ticketId);
    const owned = happened(ctx, row, 'dispatched', {});
    const isLast = isLatest(owned.event, await eventsOf(ctx.hospital, row));
    return change(ctx, row, isLast ? { dispatchedAt: ctx.time.at } : {}, owned);
  },

  escalateTicket: async (ctx) => {
    const row = await openTicket(ctx.hospital, ctx.body.ticketId);
    const priority = escalate(row.priority);
    const event = happened(ctx, row, 'escalated', { to: priority });
    await tellAssignee(ctx, row, 'ticketEscalated');
    if (priority === 'Critical' && row.priority !== 'Critical') {
      await tell(ctx.hospital, { ...newsOf(ctx, row), kind: 'urgentTicket' });
    }
    return change(ctx, row, { priority, escalatedAt: ctx.time.at }, event);
  },
} satisfies Handlers<
  | 'closeTicket'
  | 'acceptTicket'
  | 'arriveTicket'
  | 'waitTicket'
  | 'resumeTicket'
  | 'restoreTicket'
  | 'addTicketNote'
  | 'assignTicket'
  | 'dispatchTicket'
  | 'escalateTicket'
>;

const newsOf = ({ id, now, actor }: TicketWrite, { id: ticketId, deviceId, number }: TicketRow) => ({
  cause: id,
  at: now,
  about: { kind: 'ticket' as const, id: ticketId },
  deviceId,
  number,
  by: actor,
});

const tellAssignee = (ctx: TicketWrite, row: TicketRow, kind: NoticeKind) =>
  tell(ctx.hospital, { ...newsOf(ctx, row), kind, assigneeId: row.technicianId });

/** Records a step whenever it arrives, even after the closing; the clock decides whether it counts. */
async function step<K extends WorkEventKind>(
  ctx: TicketWrite & { body: { ticketId: string } },
  kind: K,
  data: WorkEventData[K],
) {
  const row = await anyTicket(ctx.hospital, ctx.body.ticketId);
  const known = await eventsOf(ctx.hospital, row);
  return clocked(ctx, row, {}, { known, owned: happened(ctx, row, kind, data) });
}

/**
 * Changes a ticket and recomputes its clock, whose values are stored with the ticket; the downtime ends at the clock's
 * time.
 */
async function clocked(
  ctx: TicketWrite,
  row: TicketRow,
  set: TicketSet,
  { known, owned }: { known: readonly WorkEvent[]; owned: OwnedEvent },
) {
  const { hospital } = ctx;
  const { reportedAt, closedAt, machineStatus } = { ...row, ...set };
  const ticketNow = {
    reportedDate: reportedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    events: [...known, owned.event],
  };
  if (machineStatus === 'System Down') {
    const ofTicket = and(
      eq(downtime.deviceId, row.deviceId),
      eq(downtime.sourceKind, 'ticket'),
      eq(downtime.sourceId, row.id),
    );
    await hospital.update(downtime, { toAt: dateOf(downUntil(ticketNow)) }, ofTicket!);
  }
  const answer = await change(ctx, row, { ...set, ...clockColumns(ticketNow) }, owned);
  const { contradicting } = ticketClock(ticketNow, ticketNow.reportedDate);
  if (!contradicting.includes(owned.event.id)) return answer;
  return { ...answer, notices: [...(answer.notices ?? []), notCounted] };
}

/** Reads the events of a ticket with names as they were recorded. */
export async function eventsOf(hospital: WriteScope, { id }: TicketRow): Promise<WorkEvent[]> {
  return (await readRecordedEvents(hospital, 'ticket', idArray([id]))).get(id) ?? [];
}

/**
 * Returns other people's visits that the server received after this one was made, which its author cannot have seen.
 */
function unknownVisits({ actor, time }: TicketWrite, known: readonly WorkEvent[]): string[] {
  const unseen = visitsOf(known).filter(
    ({ by, receivedAt }) => by !== actor.name && receivedAt !== null && Date.parse(receivedAt) > time.at.getTime(),
  );
  const names = [...new Set(unseen.map(({ by }) => by ?? 'somebody'))].join(', ');
  return unseen.length === 0 ? [] : [`Meanwhile ${names} recorded a visit on this ticket. Both visits are kept.`];
}

/** Returns the notice for the author of a close form for a closed ticket. Source: docs/product.md P190. */
function closedMeanwhile(
  { closedByName }: TicketRow,
  { event }: OwnedEvent,
  { closedAt }: { closedAt: Date | null },
): string {
  const already = `This ticket was already closed by ${closedByName ?? 'somebody'}. Your visit is kept`;
  if (event.kind === 'left-pending')
    return `${already}, and the ticket stays closed. Report a new breakdown if the device still needs work.`;
  return closedAt?.toISOString() === event.at
    ? `${already}; it was earlier, so its closing counts.`
    : `${already}; the earlier closing counts.`;
}

const notCounted = 'This step contradicts other recorded steps. It is kept but not counted.';

/** Makes an event of a ticket. */
export function happened<K extends WorkEventKind>(
  ctx: TicketWrite,
  row: TicketRow,
  kind: K,
  data: WorkEventData[K],
  at = ctx.time.at,
): OwnedEvent {
  return eventOf(ctx, { kind: 'ticket', id: row.id }, kind, data, { at });
}

function keepFiles({ hospital, actor, now }: TicketWrite, { id }: TicketRow, files: readonly FileRef[]): Promise<void> {
  return registerFiles(hospital, { kind: 'ticket', id }, files, actor.name, now);
}

/** Finds a ticket and keeps others from changing it. Throws: ApiError `record.unknown`. */
export async function anyTicket(scope: WriteScope, id: string): Promise<TicketRow> {
  const row = await scope.find(ticket, eq(ticket.id, id), { lock: true });
  if (!row) throw unknownRecord('ticket');
  return row;
}

/** Finds a ticket and keeps others from changing it. Throws: ApiError `ticket.already_closed` with who and when. */
async function openTicket(scope: WriteScope, id: string): Promise<TicketRow> {
  const row = await anyTicket(scope, id);
  if (row.status !== 'Closed') return row;
  throw new ApiError('ticket.already_closed', `This ticket was already closed by ${row.closedByName ?? 'somebody'}.`, {
    context: { closedBy: row.closedByName, closedAt: row.closedAt?.toISOString() ?? null },
  });
}

/** Changes a ticket and records the event. */
export async function change({ hospital }: TicketWrite, row: TicketRow, set: TicketSet, event: OwnedEvent) {
  if (Object.keys(set).length > 0) await hospital.update(ticket, set, eq(ticket.id, row.id));
  await addEvents(hospital, [event]);
  const notices = await retiredMeanwhile(hospital, row.deviceId);
  hospital.touch('ticket', row.id);
  if (notices.length === 0) hospital.touch('device', row.deviceId);
  return { id: row.id, status: set.status ?? row.status, ...(notices.length > 0 ? { notices } : {}) };
}
