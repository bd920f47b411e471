import * as z from 'zod/mini';
import { defineCall, offlineWrite } from './define.ts';
import { fileRef, id, instant, localDate, optionalNote, optionalText, yesNo } from './fields.ts';
import { hospitalRoles } from './permissions.ts';
import { issueTypes } from './replica.ts';
import { machineStatuses, priorities, ticketStatuses } from './rules/ticket.ts';

/** Report a breakdown. Source: document 2, sections 3 and 5. */
export const reportBreakdownBody = z
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

export const breakdownReportCalls = {
  reportBreakdown: defineCall({
    method: 'POST',
    path: '/BreakDown',
    summary: 'Report a breakdown',
    access: hospitalRoles,
    body: reportBreakdownBody,
    answer: z.object({
      id: z.string(),
      ticketNumber: z.string(),
      status: z.enum(ticketStatuses),
      relatedTicket: z.optional(z.string()),
      notices: z.optional(z.array(z.string())),
    }),
    status: 201,
    errors: ['record.unknown'],
    offline: offlineWrite(reportBreakdownBody, {
      kind: 'breakdown.report',
      version: 1,
      stream: (_body, commandId) => `ticket:${commandId}`,
      title: (body, view) =>
        `Breakdown of ${view.get('device', body.installationBaseId)?.serialNumber ?? body.serialNumber ?? 'device'}`,
      deviceIds: (body) => [body.installationBaseId],
      files: (body) => body.files,
      effect: (body, { commandId, madeAt, user, view }) => [
        {
          kind: 'ticket',
          id: commandId,
          put: {
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
            reportedBy: body.reportedBy || user.name,
            reportedDate: body.reportedDate.length > 10 ? body.reportedDate : madeAt,
            technicianId: body.technicianId ?? null,
            technicianName: view.get('technician', body.technicianId ?? '')?.name ?? null,
            assignedAt: body.technicianId ? madeAt : null,
            dispatchedAt: null,
            escalatedAt: null,
            relatedTicketId: view.get('device', body.installationBaseId)?.openTicketIds[0] ?? null,
            closedAt: null,
            closedBy: null,
            actionTaken: '',
            resolutionNote: '',
            partRequired: false,
            partDetails: '',
            partCost: null,
            followUpAction: '',
            isFollowUpRequired: false,
            notes: [],
          },
        },
        {
          kind: 'device',
          id: body.installationBaseId,
          change: (device) => ({ ...device, openTicketIds: [...device.openTicketIds, commandId] }),
        },
      ],
    }),
  }),
};
