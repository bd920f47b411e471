import { and, eq, inArray } from 'drizzle-orm';
import { termsInForce } from '#contract/rules/agreements/in-force.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { hospitalDay, hospitalInstant, hospitalTime } from '#contract/rules/hospital-day.ts';
import { downUntil } from '#contract/rules/ticket-clock.ts';
import { afterClosings, afterVisits, countedClosing, visitsOf } from '#contract/rules/ticket-visits.ts';
import { eventSentence, furtherEventId, noteOf, orderEvents } from '#contract/rules/work-events.ts';
import type { WorkEvent, WorkEventKind } from '#contract/records/work-event.ts';
import type { Handler } from '../context.ts';
import { downtime, workEvent } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { ApiError, invalidField, unknownRecord } from '../problem.ts';
import { readAgreementsOf } from '../records/agreements.ts';
import { clockColumns, dateOf } from '../records/clock-columns.ts';
import { anyTicket, change, eventsOf, happened, type TicketRow, type TicketSet } from './writes.ts';

const minuteMs = 60_000;

/**
 * Corrects a time that a tablet has estimated, with everything that the ticket derives from it. Only the office and the
 * author may do so. A note records the correction. Source: docs/product.md P203.
 * Throws: ApiError `record.unknown`, `auth.forbidden`, `input.invalid` for a time that is impossible for the event.
 */
export const correctTicketTime: Handler<'correctTicketTime'> = async (ctx) => {
  const { body, hospital, actor } = ctx;
  const { timeZone } = hospital.facts;
  const row = await anyTicket(hospital, body.ticketId);
  const known = await eventsOf(hospital, row);
  const estimated = known.find(({ id }) => id === body.eventId);
  if (!estimated) throw unknownRecord('entry');
  const { tabletTime } = estimated;
  if (tabletTime === undefined) throw invalidField('time', 'This time is not an estimate.');
  const authors = await authorsOf(hospital, row);
  if (actor.role !== 'Hospital' && authors.get(estimated.id) !== actor.id) throw new ApiError('auth.forbidden');

  const at = hospitalInstant(body.on, body.time, timeZone);
  const moment = (instant: Date | string) =>
    `${formatShortDay(hospitalDay(instant, timeZone))} ${hospitalTime(instant, timeZone)}`;
  requirePossible(at, estimated, row, moment);
  const isMoved = (event: WorkEvent) => entryOf(event) === entryOf(estimated);
  const moved = known.filter(isMoved);
  const events = known.map((event): WorkEvent => (isMoved(event) ? { ...event, at: at.toISOString() } : event));
  const ofMoved = and(
    eq(workEvent.ownerKind, 'ticket'),
    eq(workEvent.ownerId, row.id),
    inArray(
      workEvent.id,
      moved.map(({ id }) => id),
    ),
  );
  await hospital.update(workEvent, { at, tabletTime: null }, ofMoved!);
  const set = await derived(hospital, row, events, new Set(moved.map(({ kind }) => kind)), authors);
  const text = `Time corrected: "${eventSentence(estimated, 'staff')}" was on ${moment(at)}. The tablet had estimated ${moment(estimated.at)}, and its clock showed ${moment(tabletTime)}.`;
  return change(ctx, row, set, happened(ctx, row, 'note', noteOf(text, [])));
};

/** Returns the entry of an event: a report may also assign, and both events have the same time. */
function entryOf({ id, kind }: WorkEvent): string {
  const further = furtherEventId('', kind);
  return id.endsWith(further) ? id.slice(0, -further.length) : id;
}

/** Reads the ids of the authors of events. */
async function authorsOf(hospital: WriteScope, { id }: TicketRow): Promise<Map<string, string | null>> {
  const rows = await hospital.list(workEvent, and(eq(workEvent.ownerKind, 'ticket'), eq(workEvent.ownerId, id)));
  return new Map(rows.map((row) => [row.id, row.byId]));
}

/**
 * Refuses impossible times: an estimate is never too late, and nothing arrives before it happens. Throws: ApiError
 * `input.invalid`.
 */
function requirePossible(
  at: Date,
  { at: estimate, receivedAt, kind }: WorkEvent,
  { reportedAt, closedAt }: TicketRow,
  moment: (instant: Date | string) => string,
): void {
  const from = new Date(kind === 'reported' ? estimate : Math.max(Date.parse(estimate), reportedAt.getTime()));
  const received = receivedAt ?? estimate;
  const to = new Date(kind === 'reported' ? Math.min(Date.parse(received), closedAt?.getTime() ?? Infinity) : received);
  if (at.getTime() > from.getTime() - minuteMs && at.getTime() <= to.getTime()) return;
  throw invalidField('time', `Enter a time between ${moment(from)} and ${moment(to)}.`);
}

/** Returns the values that a ticket derives from its events, after events of these kinds have moved. */
async function derived(
  hospital: WriteScope,
  row: TicketRow,
  events: WorkEvent[],
  moved: ReadonlySet<WorkEventKind>,
  authors: ReadonlyMap<string, string | null>,
): Promise<TicketSet> {
  const last = <K extends WorkEventKind>(kind: K) =>
    orderEvents(events).findLast((event): event is Extract<WorkEvent, { kind: K }> => event.kind === kind);
  const set: TicketSet = {};
  const reported = last('reported');
  if (moved.has('reported') && reported) {
    set.reportedAt = new Date(reported.at);
    const on = hospitalDay(reported.at, hospital.facts.timeZone);
    set.terms = termsInForce(await readAgreementsOf(hospital, row.deviceId), on);
  }
  if (visitsOf(events).length > 0) {
    const { closedAt, closedBy, ...changes } = afterClosings(events);
    const closing = countedClosing(events);
    const closedById = closing === undefined ? null : (authors.get(closing.id) ?? null);
    Object.assign(set, afterVisits(events), changes, {
      closedAt: dateOf(closedAt),
      closedByName: closedBy,
      closedById,
    });
  }
  const [assigned, dispatched, escalated] = [last('assigned'), last('dispatched'), last('escalated')];
  if (moved.has('assigned') && assigned)
    Object.assign(set, { technicianId: assigned.data.technicianId, assignedAt: new Date(assigned.at) });
  if (moved.has('dispatched') && dispatched) set.dispatchedAt = new Date(dispatched.at);
  if (moved.has('escalated') && escalated) set.escalatedAt = new Date(escalated.at);

  const { reportedAt, closedAt, machineStatus } = { ...row, ...set };
  const clocked = { reportedDate: reportedAt.toISOString(), closedAt: closedAt?.toISOString() ?? null, events };
  if (machineStatus === 'System Down') {
    const ofTicket = and(eq(downtime.sourceKind, 'ticket'), eq(downtime.sourceId, row.id));
    await hospital.update(downtime, { fromAt: reportedAt, toAt: dateOf(downUntil(clocked)) }, ofTicket!);
  }
  return { ...set, ...clockColumns(clocked) };
}
