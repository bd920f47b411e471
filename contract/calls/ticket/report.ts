import * as z from '../../zod.ts';
import { defineCall, offlineWrite } from '../../define.ts';
import type { EffectContext } from '../../define.ts';
import { fileRef, id, instant, localDate, optionalNote, optionalText, yesNo } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { issueTypes, type TicketRecord } from '../../records/ward.ts';
import { openTicketsOf, withTicket } from '../../effects/device-record.ts';
import { agreementsOf, termsInForce } from '../../rules/agreements/in-force.ts';
import { reportedInstant } from '../../rules/entry-time.ts';
import { addDays, hospitalDay } from '../../rules/hospital-day.ts';
import { machineStatuses, priorities, ticketStatuses } from '../../records/values.ts';
import { furtherEventId, orderEvents } from '../../rules/work-events.ts';
import { chance, pick, pickOf, someFiles, someText } from '../../sample.ts';
import { eventOf } from '../../effects/event-of.ts';
import { filesWith } from '../../effects/work-files.ts';

/** Report a breakdown. Source: docs/product.md P37. */
export const reportTicketBody = z
  .object({
    installationBaseId: id('Please select a serial number.'),
    serialNumber: z.optional(z.string()),
    issueType: z.enum(issueTypes, { error: 'Issue type is required.' }),
    problemReported: optionalNote(),
    priority: z.enum(priorities, { error: 'Priority is required.' }),
    technicianId: z.optional(z.nullable(z.string())),
    reportedBy: optionalText(),
    /** The day, or the instant when the form knows it. */
    reportedDate: z.union([localDate(), instant()]),
    anyPatientHarm: z._default(yesNo, false),
    harmDescription: optionalNote(),
    machineStatus: z._default(z.enum(machineStatuses), 'System Down'),
    files: z._default(z.array(fileRef).check(z.maxLength(5)), []),
  })
  .check(
    z.refine((report) => !report.anyPatientHarm || report.harmDescription !== '', {
      error: 'Please describe the harm.',
      path: ['harmDescription'],
    }),
  );

/** Returns the ticket created by a report; the server assigns its number. */
export function ticketOf(
  body: z.output<typeof reportTicketBody>,
  context: EffectContext,
  relatedTicketId: string | null,
): TicketRecord {
  const { commandId, at, offsetMs, user, timeZone, view } = context;
  const clock = { at, offsetMs, latest: at };
  const reportedBy = body.reportedBy || user.name;
  const reportedDate = reportedInstant(body.reportedDate, clock, timeZone);
  const technicianId = body.technicianId || null;
  const technicianName = view.get('technician', technicianId ?? '')?.name ?? null;
  const contracts = agreementsOf(view.get('device', body.installationBaseId), view);
  const terms = termsInForce(contracts, hospitalDay(reportedDate, timeZone));
  const events = [eventOf(context, 'reported', { reportedBy }, { at: reportedDate })];
  if (technicianId !== null) {
    const further = { id: furtherEventId(commandId, 'assigned') };
    events.push(eventOf(context, 'assigned', { technicianId, technicianName }, further));
  }
  return {
    id: commandId,
    ticketNumber: null,
    deviceId: body.installationBaseId,
    issueType: body.issueType,
    problemReported: body.problemReported,
    priority: body.priority,
    status: 'Open',
    machineStatus: body.machineStatus,
    anyPatientHarm: body.anyPatientHarm,
    harmDescription: body.harmDescription,
    reportedBy,
    reportedDate,
    technicianId,
    technicianName,
    assignedAt: body.technicianId ? at : null,
    dispatchedAt: null,
    escalatedAt: null,
    relatedTicketId,
    closedAt: null,
    closedBy: null,
    failureClass: null,
    actionTaken: '',
    resolutionNote: '',
    partRequired: false,
    partDetails: '',
    partCost: null,
    followUpAction: '',
    isFollowUpRequired: false,
    followUpTaskId: null,
    ...(terms && { terms }),
    events: orderEvents(events),
    files: filesWith({ files: [] }, body.files),
  };
}

export const ticketReportCalls = {
  reportTicket: defineCall({
    method: 'POST',
    path: '/BreakDown',
    summary: 'Report a breakdown',
    activity: 'Report a breakdown',
    access: hospitalRoles,
    body: reportTicketBody,
    answer: z.object({
      id: z.string(),
      ticketNumber: z.string(),
      status: z.enum(ticketStatuses),
      relatedTicket: z.optional(z.string()),
      notices: z.optional(z.array(z.string())),
    }),
    status: 201,
    errors: ['record.unknown'],
    offline: offlineWrite(reportTicketBody, {
      kind: 'breakdown.report',
      version: 1,
      stream: (_body, commandId) => `ticket:${commandId}`,
      title: (body, view) =>
        `Breakdown of ${view.get('device', body.installationBaseId)?.serialNumber ?? body.serialNumber ?? 'device'}`,
      deviceIds: (body) => [body.installationBaseId],
      files: (body) => body.files,
      effect(body, context) {
        const { commandId: id, view } = context;
        const [related = null] = view.get('device', body.installationBaseId)?.openTicketIds ?? [];
        const ticket = ticketOf(body, context, related);
        return [
          { kind: 'ticket', id, put: ticket },
          {
            kind: 'device',
            id: body.installationBaseId,
            change: (device, now) => withTicket(device, ticket, openTicketsOf(now, device)),
          },
        ];
      },
      correctIn: () => ({ screen: 'ticketNew' }),
      asNote: () => null,
      sample(source, view) {
        const device = pick(source, view.all('device'));
        if (!device) return null;
        const { now, timeZone } = source;
        const today = hospitalDay(now, timeZone);
        const anyPatientHarm = chance(source, 0.2);
        return {
          installationBaseId: device.id,
          serialNumber: device.serialNumber,
          issueType: pickOf(source, issueTypes),
          problemReported: source.text(),
          priority: pickOf(source, priorities),
          technicianId: chance(source, 0.3) ? (pick(source, view.all('technician'))?.id ?? null) : null,
          reportedBy: someText(source),
          reportedDate: pickOf(source, [today, addDays(today, -1), now]),
          anyPatientHarm,
          harmDescription: anyPatientHarm ? source.text() : '',
          machineStatus: pickOf(source, machineStatuses),
          files: someFiles(source),
        };
      },
    }),
  }),
};
