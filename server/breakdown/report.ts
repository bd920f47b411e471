import { eq, sql } from 'drizzle-orm';
import { hospitalDay, startOfHospitalDay } from '#contract/rules/hospital-day.ts';
import { ticketNumber } from '#contract/rules/ticket-number.ts';
import { registerFiles } from '../attachments/register.ts';
import type { EntryTime, Handler } from '../context.ts';
import { downtime, installation, ticket } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { findTechnician } from '../tasks/technician.ts';

/**
 * Takes a breakdown report. A device that has an open ticket gets a second one that names the first; a retired device
 * takes its report with a notice. Source: sync.md, section 6.
 * Throws: ApiError `record.unknown` for a device this hospital never had.
 */
export const reportBreakdown: Handler<'reportBreakdown'> = async ({ body, hospital, actor, id, time, now }) => {
  const device = await hospital.find(installation, eq(installation.id, body.installationBaseId), { lock: true });
  if (!device) throw unknownRecord('device');
  const [related] = await hospital.rows<{ id: string; number: string }>(sql`
    select id, number from ticket
    where hospital_id = ${hospital.id} and device_id = ${device.id} and status <> 'Closed'
    order by reported_at, id limit 1`);
  const technician = body.technicianId ? await findTechnician(hospital, body.technicianId) : undefined;
  const reportedAt = reportedTime(body.reportedDate, time, now, hospital.facts.timeZone);
  const reportedBy = body.reportedBy || actor.name;
  const number = await nextNumber(hospital, reportedAt);
  const atText = time.at.toISOString();
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
    timeline: [
      { at: reportedAt.toISOString(), text: `Reported by ${reportedBy}` },
      ...(technician ? [{ at: atText, text: `Technician assigned: ${technician.name}` }] : []),
    ],
  });
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
  hospital.touch('ticket', id);
  if (!device.retiredAt) hospital.touch('device', device.id);
  const notices = [
    ...(device.retiredAt ? [`${device.serialNumber} was retired in the meantime. Your report is kept.`] : []),
    ...(body.technicianId && !technician ? ['The chosen technician does not exist. Nobody was assigned.'] : []),
    ...(time.clockFlagged ? ['The clock of this device is more than 10 minutes off.'] : []),
  ];
  return {
    id,
    ticketNumber: number,
    status: 'Open',
    ...(related ? { relatedTicket: related.number } : {}),
    ...(notices.length > 0 ? { notices } : {}),
  };
};

/** A bare day that is the day of the entry means the entry's time; another day means its first instant. Never in the future. */
function reportedTime(text: string, time: EntryTime, now: Date, timeZone: string): Date {
  if (text.length > 10) return new Date(Math.min(Date.parse(text) + time.offsetMs, now.getTime()));
  if (text === hospitalDay(time.at, timeZone)) return time.at;
  return new Date(Math.min(startOfHospitalDay(text, timeZone).getTime(), now.getTime()));
}

/** Counts on in the transaction of the ticket: a retry or a refusal leaves no gap. Source: document 3, rule 3.5. */
async function nextNumber(scope: WriteScope, reportedAt: Date): Promise<string> {
  const year = Number(hospitalDay(reportedAt, scope.facts.timeZone).slice(0, 4));
  const [counter] = await scope.rows<{ last: number }>(sql`
    insert into ticket_counter (hospital_id, year, last) values (${scope.id}, ${year}, 1)
    on conflict (hospital_id, year) do update set last = ticket_counter.last + 1 returning last`);
  return ticketNumber(year, Number(counter?.last));
}
