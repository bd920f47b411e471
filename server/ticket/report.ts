import { eq, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { isUrgentTicket } from '#contract/rules/ticket.ts';
import { termsInForce } from '#contract/rules/agreements/in-force.ts';
import { reportedInstant } from '#contract/rules/entry-time.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { ticketNumber } from '#contract/rules/ticket-number.ts';
import { registerFiles } from '../attachment/register.ts';
import type { CallContext, EntryTime, Handler } from '../context.ts';
import { downtime, installation, ticket } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { invalidField, unknownRecord } from '../problem.ts';
import { readAgreementsOf } from '../records/agreements.ts';
import { clockNotices } from '../records/clock-notices.ts';
import { tell } from '../records/tell.ts';
import { addEvents, eventOf } from '../records/work-events.ts';
import { findTechnician } from '../task/technician.ts';

/** How far in the future a reported time may lie. Units: milliseconds. Source: docs/product.md P18. */
const graceMs = 2 * 60_000;

/**
 * Accepts a breakdown report. A device with an open ticket gets a second one that names the first; a report on a
 * retired device is accepted with a notice. Source: docs/product.md P52.
 * Throws: ApiError `record.unknown` for a device this hospital never had, `input.invalid` for a report from the future.
 */
export const reportTicket: Handler<'reportTicket'> = async (ctx) => {
  const { body, hospital, id, time } = ctx;
  const device = await hospital.find(installation, eq(installation.id, body.installationBaseId), { lock: true });
  if (!device) throw unknownRecord('device');
  const { number, related, isAssigned } = await openTicket(ctx, device, body);
  const notices = [
    ...(device.retiredAt ? [`${device.serialNumber} was retired in the meantime. Your report is kept.`] : []),
    ...(body.technicianId && !isAssigned ? ['The chosen technician does not exist. Nobody was assigned.'] : []),
    ...clockNotices(time),
  ];
  return {
    id,
    ticketNumber: number,
    status: 'Open',
    ...(related ? { relatedTicket: related.number } : {}),
    ...(notices.length > 0 ? { notices } : {}),
  };
};

/** The entry that makes a ticket: `id` is that of the ticket. */
export type ReportContext = Pick<CallContext<'reportTicket'>, 'hospital' | 'actor' | 'id' | 'time' | 'now'>;

/**
 * Writes the ticket of a report with its events, downtime and files; the caller must hold the lock of the device.
 * Throws: ApiError `input.invalid` for a report from the future.
 */
export async function openTicket(
  ctx: ReportContext,
  device: typeof installation.$inferSelect,
  body: BodyOf<Calls['reportTicket']>,
): Promise<{ number: string; related: { number: string } | undefined; isAssigned: boolean }> {
  const { hospital, actor, id, time, now } = ctx;
  const [related] = await hospital.rows<{ id: string; number: string }>(sql`
    select id, number from ticket
    where hospital_id = ${hospital.id} and device_id = ${device.id} and status <> 'Closed'
    order by reported_at, id limit 1`);
  const technician = body.technicianId ? await findTechnician(hospital, body.technicianId) : undefined;
  requirePastReport(body.reportedDate, time, now, hospital.facts.timeZone);
  const clock = { at: time.at.toISOString(), offsetMs: time.offsetMs, latest: now.toISOString(), saidAt: time.saidAt };
  const reportedAt = new Date(reportedInstant(body.reportedDate, clock, hospital.facts.timeZone));
  const reportedBy = body.reportedBy || actor.name;
  const reportedOn = hospitalDay(reportedAt, hospital.facts.timeZone);
  const terms = termsInForce(await readAgreementsOf(hospital, device.id), reportedOn);
  const number = await nextNumber(hospital, reportedAt);
  await hospital.insert(ticket, {
    id,
    number,
    deviceId: device.id,
    issueType: body.issueType,
    problemReported: body.problemReported,
    priority: body.priority,
    machineStatus: body.machineStatus,
    anyPatientHarm: body.anyPatientHarm,
    harmDescription: body.harmDescription,
    reportedBy,
    reportedById: actor.id,
    reportedAt,
    madeAt: time.madeAt,
    receivedAt: now,
    clockFlagged: time.clockFlagged,
    relatedTicketId: related?.id ?? null,
    technicianId: technician?.id ?? null,
    assignedAt: technician ? time.at : null,
    terms,
  });
  const owner = { kind: 'ticket', id } as const;
  await addEvents(hospital, [
    eventOf(ctx, owner, 'reported', { reportedBy }, { at: reportedAt }),
    ...(technician
      ? [
          eventOf(
            ctx,
            owner,
            'assigned',
            { technicianId: technician.id, technicianName: technician.name },
            { further: true },
          ),
        ]
      : []),
  ]);
  if (body.machineStatus === 'System Down') {
    await hospital.insert(downtime, {
      deviceId: device.id,
      sourceKind: 'ticket',
      sourceId: id,
      fromAt: reportedAt,
      toAt: null,
    });
  }
  await registerFiles(hospital, { kind: 'ticket', id }, body.files, actor.name, now);
  const news = { cause: id, at: now, about: owner, deviceId: device.id, number, by: actor };
  if (isUrgentTicket(body)) await tell(hospital, { ...news, kind: 'urgentTicket' });
  if (technician) await tell(hospital, { ...news, kind: 'ticketAssigned', assigneeId: technician.id });
  hospital.touch('ticket', id);
  if (!device.retiredAt) hospital.touch('device', device.id);
  return { number, related, isAssigned: technician !== undefined };
}

/**
 * Refuses a report from the future, by the clock on which its time was entered: a tablet's clock may be wrong, and if
 * it was set since, the offset that its screens used may be wrong too. Both are corrected afterwards.
 */
function requirePastReport(typed: string, { madeAt, offsetMs }: EntryTime, now: Date, timeZone: string): void {
  const madeMs = madeAt?.getTime() ?? 0;
  const latest = new Date(Math.max(now.getTime(), madeMs, madeMs + offsetMs) + graceMs);
  const isFuture = typed.length > 10 ? Date.parse(typed) > latest.getTime() : typed > hospitalDay(latest, timeZone);
  if (isFuture) throw invalidField('reportedDate', 'The reported date must not be in the future.');
}

/**
 * Increments the counter in the ticket's transaction, so that a retry or a refusal leaves no gap. Source:
 * docs/product.md P36.
 */
async function nextNumber(scope: WriteScope, reportedAt: Date): Promise<string> {
  const year = Number(hospitalDay(reportedAt, scope.facts.timeZone).slice(0, 4));
  const [counter] = await scope.rows<{ last: number }>(sql`
    insert into ticket_counter (hospital_id, year, last) values (${scope.id}, ${year}, 1)
    on conflict (hospital_id, year) do update set last = ticket_counter.last + 1 returning last`);
  return ticketNumber(year, Number(counter?.last));
}
