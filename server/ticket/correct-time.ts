import { and, eq } from 'drizzle-orm';
import { termsInForce } from '#contract/rules/agreements/in-force.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { downUntil } from '#contract/rules/ticket-clock.ts';
import { afterClosings, afterVisits, countedClosing, visitsOf } from '#contract/rules/ticket-visits.ts';
import { noteOf, orderEvents } from '#contract/rules/work-events.ts';
import type { Handler } from '../context.ts';
import { downtime } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { readAgreementsOf } from '../records/agreements.ts';
import { clockColumns, dateOf } from '../records/clock-columns.ts';
import { afterMoved, type Corrected, correctEventTime } from '../records/event-time.ts';
import { anyTicket, change, eventsOf, happened, type TicketRow, type TicketSet } from './writes.ts';

/**
 * Corrects a time that a tablet has estimated, with everything that the ticket derives from it. A note records the
 * correction. Source: docs/product.md P203. Throws: ApiError as `correctEventTime`.
 */
export const correctTicketTime: Handler<'correctTicketTime'> = async (ctx) => {
  const { body, hospital, actor } = ctx;
  const row = await anyTicket(hospital, body.id);
  const known = await eventsOf(hospital, row);
  const corrected = await correctEventTime({
    hospital,
    actor,
    body,
    owner: { kind: 'ticket', id: row.id },
    known,
    bounds: ({ kind }) => (kind === 'reported' ? { to: row.closedAt } : { from: row.reportedAt }),
  });
  const set = await derived(hospital, row, corrected);
  return change(ctx, row, set, happened(ctx, row, 'note', noteOf(corrected.text, [])));
};

/** Returns the values that a ticket derives from its events, after some have moved. */
async function derived(hospital: WriteScope, row: TicketRow, corrected: Corrected): Promise<TicketSet> {
  const { events, moved, authors } = corrected;
  const set: TicketSet = afterMoved(corrected);
  const reported = orderEvents(events).findLast(({ kind }) => kind === 'reported');
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

  const { reportedAt, closedAt, machineStatus } = { ...row, ...set };
  const clocked = { reportedDate: reportedAt.toISOString(), closedAt: closedAt?.toISOString() ?? null, events };
  if (machineStatus === 'System Down') {
    const ofTicket = and(eq(downtime.sourceKind, 'ticket'), eq(downtime.sourceId, row.id));
    await hospital.update(downtime, { fromAt: reportedAt, toAt: dateOf(downUntil(clocked)) }, ofTicket!);
  }
  return { ...set, ...clockColumns(clocked) };
}
