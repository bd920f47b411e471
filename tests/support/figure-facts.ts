import { sql } from 'drizzle-orm';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { failureClasses } from '#contract/records/values.ts';
import { addDays } from '#contract/rules/hospital-day.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import { attemptReasons, waitingReasons, type WorkEvent } from '#contract/records/work-event.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import type { Database } from '#server/db/database.ts';
import * as schema from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import { seeded } from '#server/demo/seeded.ts';
import { addEvents } from '#server/records/work-events.ts';
import { eq } from 'drizzle-orm';
import type { HospitalPlan } from './seeded-hospital.ts';
import { addToleranceFacts } from './tolerance-facts.ts';

const hourMs = 3_600_000;
/** Days after the due day on which windows end. */
const lastDays = [3, 6, 10, 18, 20, 28, 30, 45] as const;

/** Consecutive steps of tickets; some contradict earlier ones. */
const courses = [
  ['arrived'],
  ['arrived'],
  ['arrived', 'arrived'],
  ['arrived', 'resumed'],
  ['resumed', 'arrived'],
  ['arrived', 'waiting'],
  ['arrived', 'waiting', 'resumed'],
  ['waiting', 'resumed', 'resumed'],
  ['arrived', 'waiting', 'arrived'],
] as const;

/**
 * Adds facts for figures that a hospital's plan lacks: steps and classes of tickets, attempts, cancelled and moved
 * tasks, plans with intervals, tests, prices of devices and contracts, and vendors. The same plan gives the same facts.
 */
export async function addFigureFacts(db: Database, plan: HospitalPlan, now: Date): Promise<void> {
  const random = seeded(plan.seed + 7);
  await db.transaction(async (tx) => {
    const scope = writeScope(tx, plan);
    const vendorId = `${plan.id}-vendor`;
    await scope.insert(schema.vendor, { id: vendorId, name: 'Medline', types: 'Vendor' });
    const schedules = [30, 91, 365].map((_days, place) => ({
      id: `${plan.id}-schedule-${place}`,
      equipmentId: `${plan.id}-kind-0`,
      kind: 'PM' as const,
      every: [1, 3, 1][place] ?? 1,
      unit: (['month', 'month', 'year'] as const)[place] ?? ('month' as const),
      basis: 'fixed' as const,
      firstDueOn: '2026-01-05',
      endsOn: place === 2 ? null : '2026-01-31',
      windowDays: place === 1 ? 3 : null,
      doneBy: 'in-house' as const,
    }));
    await scope.insert(schema.schedule, schedules);
    for (const [place, device] of plan.devices.entries()) {
      // Each hospital has a device that was entered by mistake.
      const isMistake = place === plan.devices.length - 1;
      const drawn = random.pick(['condemned', 'mistake', null] as const);
      const reason = isMistake ? 'mistake' : drawn;
      const isRetired = isMistake || device.isRetired;
      const retiredAt = new Date(now.getTime() - random.between(0, 60 * 24) * hourMs);
      await scope.update(
        schema.installation,
        {
          price: random.chance(0.7) ? random.between(1000, 9_000_000) / 100 : null,
          vendorId: random.chance(0.6) ? vendorId : null,
          calibrationFrequency: random.pick(['monthly', 'quarterly', 'yearly', null] as const),
          ...(isRetired ? { retiredAt, removalReason: reason } : {}),
        },
        eq(schema.installation.id, device.id),
      );
      if (!isRetired) continue;
      await scope.rows(sql`
        update task set removed_at = ${retiredAt.toISOString()}::timestamptz
        where hospital_id = ${plan.id} and device_id = ${device.id} and closed_at is null returning id`);
    }
    for (const [place, task] of plan.tasks.entries()) {
      const attempted = random.chance(0.4) ? new Date(now.getTime() - random.between(0, 50 * 24) * hourMs) : null;
      await scope.update(
        schema.task,
        {
          ...(attempted && {
            attemptedAt: attempted,
            attemptReason: random.pick(attemptReasons),
            dueOn: task.taskDate,
            taskDate: addDays(task.taskDate, 9),
          }),
          movedFrom: task.movedFrom,
          ...(task.closedAt !== null &&
            random.chance(0.7) && { closedOn: addDays(task.taskDate, random.pick(lastDays) + random.between(0, 1)) }),
          ...(task.closedAt === null && random.chance(0.1) && { cancelledAt: now, cancelReason: 'Sold' }),
          ...(task.ticketId === null &&
            random.chance(0.4) && {
              sourceKind: 'schedule' as const,
              sourceId: random.pick(schedules).id,
              occurrence: place + 1,
            }),
        },
        eq(schema.task.id, task.id),
      );
    }
    // One visit, after which the work waited for a part: no first visit fix.
    const waitedForPart = plan.tickets.find(({ closedAt, pendingAt }) => closedAt !== null && pendingAt.length === 0);
    for (const ticket of plan.tickets) {
      const at = (hours: number): Date => new Date(ticket.reportedAt.getTime() + hours * hourMs);
      const arrivedAt = random.chance(0.7) ? at(random.pick([-1, 0.5, 3, 30, 200, 300])) : null;
      const restoredAt = random.chance(0.5) ? at(random.pick([0.7, 5, 60, 200, 500])) : null;
      const waits = random.chance(0.4);
      await scope.update(
        schema.ticket,
        {
          failureClass: ticket.closedAt !== null && random.chance(0.8) ? random.pick(failureClasses) : null,
          firstArrivedAt: arrivedAt,
          restoredAt: restoredAt && restoredAt < now ? restoredAt : null,
          handsOnMs: arrivedAt ? random.between(1, 400) * (hourMs / 4) : null,
          waitingMs: waits ? { [random.pick(waitingReasons)]: random.between(1, 90) * hourMs } : {},
          ...(waits && ticket.closedAt === null && { waitingFor: random.pick(waitingReasons), waitingSince: at(2) }),
          ...(ticket === waitedForPart && {
            failureClass: 'environment' as const,
            firstArrivedAt: at(0.5),
            restoredAt: null,
            waitingMs: { part: hourMs },
          }),
          isFollowUpRequired: ticket.pendingAt.length > 0 && random.chance(0.5),
        },
        eq(schema.ticket.id, ticket.id),
      );
      await addEvents(
        scope,
        (ticket === waitedForPart ? (['arrived'] as const) : arrivedAt ? random.pick(courses) : []).map(
          (step, place) => {
            const happened = new Date(
              (ticket === waitedForPart ? at(0.5) : (arrivedAt ?? now)).getTime() + (place * hourMs) / 4,
            ).toISOString();
            const facts = { id: `${ticket.id}-v${place}`, at: happened, receivedAt: happened, by: null, byRole: null };
            const event: WorkEvent =
              step === 'waiting'
                ? workEvent(step, { reason: random.pick(waitingReasons), note: '' }, facts)
                : workEvent(step, {}, facts);
            return { owner: { kind: 'ticket' as const, id: ticket.id }, event, byId: null };
          },
        ),
      );
    }
    for (const { id } of plan.warranties) {
      if (random.chance(0.3)) continue;
      const yearlyPrice = random.chance(0.9) ? random.between(1000, 90_000_000) / 100 : 0;
      const terms = { ...blankTerms(), yearlyPrice, taxPercent: random.pick([null, 5, 18]) };
      await scope.update(schema.warranty, { terms }, eq(schema.warranty.id, id));
    }
    await addToleranceFacts(scope, plan, now);
    await publishChanges(tx, plan.id, scope.changes(), now);
  });
}
