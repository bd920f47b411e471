import * as z from 'zod/mini';
import { defineCall, offlineWrite } from './define.ts';
import {
  fileRef,
  id,
  idParams,
  instant,
  localDate,
  money,
  optionalNote,
  optionalText,
  option,
  pageOf,
  pageQuery,
  requiredNote,
} from './fields.ts';
import { hospitalRoles } from './permissions.ts';
import { issueTypes } from './replica.ts';
import type { Patch, TicketRecord } from './replica.ts';
import { closedStatus, escalate, machineStatuses, priorities, ticketStatuses } from './rules/ticket.ts';

/** Yes or No as the forms say it, or a JSON boolean. */
const yesNo = z.pipe(
  z.union([z.boolean(), z.enum(['Yes', 'No', 'true', 'false', ''])]),
  z.transform((value) => value === true || value === 'Yes' || value === 'true'),
);

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

/** Close a ticket. Source: document 2, sections 3, 4 and 5. */
export const closeBreakdownBody = z
  .object({
    id: id(),
    ticketId: z.optional(z.string()),
    actionTaken: requiredNote('Actions Taken is required.'),
    partRequired: z._default(yesNo, false),
    partDetails: optionalNote(),
    partCost: z.optional(z.nullable(money('Part cost must be a number of 0 or more.'))),
    followUpAction: optionalNote(),
    resolutionNote: optionalNote(),
    isFollowUpRequired: z._default(yesNo, false),
  })
  .check(
    z.refine((close) => !close.partRequired || close.partDetails !== '', {
      error: 'Part details are required.',
      path: ['partDetails'],
    }),
    z.refine((close) => !close.partRequired || typeof close.partCost === 'number', {
      error: 'Part cost is required.',
      path: ['partCost'],
    }),
  );

const ticketTarget = z.object({ ticketId: id() });
const assignTicketBody = z.object({ ticketId: id(), technicianId: id('Please choose a technician.') });
const ticketNoteBody = z.object({ ticketId: id(), note: requiredNote('Please write a note.') });

const ticketItem = z.object({
  id: z.string(),
  ticketNumber: z.string(),
  equipmentName: z.string(),
  serialNumber: z.string(),
  department: z.string(),
  reportedDate: z.string(),
  status: z.enum(ticketStatuses),
  priority: z.enum(priorities),
  escalated: z.boolean(),
});

const timelineEntry = z.object({ at: z.string(), text: z.string() });

const ticketDetails = z.object({
  id: z.string(),
  ticketNumber: z.string(),
  reportedBy: z.string(),
  reportedDate: z.string(),
  equipmentName: z.string(),
  model: z.string(),
  serialNumber: z.string(),
  department: z.string(),
  hospitalName: z.string(),
  problemReported: z.string(),
  issueType: z.enum(issueTypes),
  priority: z.enum(priorities),
  machineStatus: z.enum(machineStatuses),
  anyPatientHarm: z.boolean(),
  harmDescription: z.string(),
  status: z.enum(ticketStatuses),
  technicianName: z.nullable(z.string()),
  closedDate: z.nullable(z.string()),
  resolutionNote: z.string(),
  actionTaken: z.string(),
  partRequired: z.boolean(),
  partDetails: z.string(),
  partCost: z.nullable(z.number()),
  followUpAction: z.string(),
  isFollowUpRequired: z.boolean(),
  relatedTicket: z.nullable(z.string()),
  timeline: z.array(timelineEntry),
});

const ticketAnswer = z.object({
  id: z.string(),
  status: z.enum(ticketStatuses),
  notices: z.optional(z.array(z.string())),
});

const changeTicket = (ticketId: string, change: (ticket: TicketRecord) => TicketRecord): Patch[] => [
  { kind: 'ticket', id: ticketId, change },
];
const numberOf = (ticket: TicketRecord | undefined): string => ticket?.ticketNumber ?? 'ticket';

/** What every offline write on a ticket has in common. */
const onTicket = {
  version: 1,
  stream: (body: { ticketId: string }) => `ticket:${body.ticketId}`,
  deviceIds: () => [],
  files: () => [],
};

export const breakdownCalls = {
  breakdownTiles: defineCall({
    method: 'GET',
    path: '/BreakDown/tiles',
    summary: 'Counts of tickets',
    access: hospitalRoles,
    answer: z.object({ totalCalls: z.number(), openCalls: z.number(), closeCalls: z.number() }),
  }),
  breakdownPage: defineCall({
    method: 'GET',
    path: '/BreakDown/paged',
    summary: 'Tickets, page by page',
    access: hospitalRoles,
    query: z.extend(pageQuery, { status: z.optional(z.enum(ticketStatuses)) }),
    answer: pageOf(ticketItem),
  }),
  breakdownCreateData: defineCall({
    method: 'GET',
    path: '/BreakDown/create-data',
    summary: 'Serial numbers and technicians for the new request form',
    access: hospitalRoles,
    answer: z.object({
      serialNumbers: z.array(
        z.object({ serialNumber: z.string(), installationBaseId: z.string(), equipmentName: z.string() }),
      ),
      technicians: z.array(option),
    }),
  }),
  breakdownEquipment: defineCall({
    method: 'GET',
    path: '/BreakDown/equipment-details/:id',
    summary: 'The device of a new request',
    access: hospitalRoles,
    params: idParams,
    answer: z.object({
      name: z.string(),
      department: z.string(),
      model: z.string(),
      installationDate: z.nullable(z.string()),
      expiryDate: z.nullable(z.string()),
    }),
    errors: ['record.unknown'],
  }),
  breakdownDetails: defineCall({
    method: 'GET',
    path: '/BreakDown/:id',
    summary: 'One ticket',
    access: hospitalRoles,
    params: idParams,
    answer: ticketDetails,
    errors: ['record.unknown'],
  }),
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
  closeBreakdown: defineCall({
    method: 'POST',
    path: '/BreakDown/Close',
    summary: 'Close a ticket, or leave it Pending for a follow-up',
    access: hospitalRoles,
    body: closeBreakdownBody,
    answer: ticketAnswer,
    errors: ['ticket.already_closed', 'record.unknown'],
    offline: offlineWrite(closeBreakdownBody, {
      kind: 'breakdown.close',
      version: 1,
      stream: (body) => `ticket:${body.id}`,
      title: (body, view) => `Close ${numberOf(view.get('ticket', body.id))}`,
      deviceIds: () => [],
      files: () => [],
      effect: (body, { madeAt, user, view }) => {
        const status = closedStatus(body);
        const deviceId = view.get('ticket', body.id)?.deviceId;
        const patches = changeTicket(body.id, (ticket) => ({
          ...ticket,
          status,
          actionTaken: body.actionTaken,
          resolutionNote: body.resolutionNote,
          partRequired: body.partRequired,
          partDetails: body.partDetails,
          partCost: body.partCost ?? null,
          followUpAction: body.followUpAction,
          isFollowUpRequired: body.isFollowUpRequired,
          closedAt: status === 'Closed' ? madeAt : null,
          closedBy: status === 'Closed' ? user.name : null,
        }));
        if (status === 'Closed' && deviceId !== undefined) {
          patches.push({
            kind: 'device',
            id: deviceId,
            change: (device) => ({
              ...device,
              openTicketIds: device.openTicketIds.filter((ticketId) => ticketId !== body.id),
            }),
          });
        }
        return patches;
      },
    }),
  }),
  addTicketNote: defineCall({
    method: 'POST',
    path: '/BreakDown/note',
    summary: 'Add a note to a ticket that is closed already',
    access: hospitalRoles,
    body: ticketNoteBody,
    answer: ticketAnswer,
    errors: ['record.unknown'],
    offline: offlineWrite(ticketNoteBody, {
      ...onTicket,
      kind: 'breakdown.note',
      title: (body, view) => `Note on ${numberOf(view.get('ticket', body.ticketId))}`,
      effect: (body, { madeAt, user }) =>
        changeTicket(body.ticketId, (ticket) => ({
          ...ticket,
          notes: [...ticket.notes, { text: body.note, by: user.name, at: madeAt }],
        })),
    }),
  }),
  assignTicket: defineCall({
    method: 'POST',
    path: '/BreakDown/assign',
    summary: 'Set the technician of a ticket',
    access: hospitalRoles,
    body: assignTicketBody,
    answer: ticketAnswer,
    errors: ['ticket.already_closed', 'record.unknown'],
    offline: offlineWrite(assignTicketBody, {
      ...onTicket,
      kind: 'breakdown.assign',
      title: (body, view) =>
        `Assign ${view.get('technician', body.technicianId)?.name ?? 'technician'} to ${numberOf(view.get('ticket', body.ticketId))}`,
      effect: (body, { madeAt, view }) =>
        changeTicket(body.ticketId, (ticket) => ({
          ...ticket,
          technicianId: body.technicianId,
          technicianName: view.get('technician', body.technicianId)?.name ?? null,
          assignedAt: madeAt,
        })),
    }),
  }),
  dispatchTicket: defineCall({
    method: 'POST',
    path: '/BreakDown/dispatch',
    summary: 'Write down when the technician left',
    access: hospitalRoles,
    body: ticketTarget,
    answer: ticketAnswer,
    errors: ['ticket.already_closed', 'record.unknown'],
    offline: offlineWrite(ticketTarget, {
      ...onTicket,
      kind: 'breakdown.dispatch',
      title: (body, view) => `Dispatch technician for ${numberOf(view.get('ticket', body.ticketId))}`,
      effect: (body, { madeAt }) => changeTicket(body.ticketId, (ticket) => ({ ...ticket, dispatchedAt: madeAt })),
    }),
  }),
  escalateTicket: defineCall({
    method: 'POST',
    path: '/BreakDown/escalate',
    summary: 'Raise the priority of a ticket one step',
    access: hospitalRoles,
    body: ticketTarget,
    answer: ticketAnswer,
    errors: ['ticket.already_closed', 'record.unknown'],
    offline: offlineWrite(ticketTarget, {
      ...onTicket,
      kind: 'breakdown.escalate',
      title: (body, view) => `Escalate ${numberOf(view.get('ticket', body.ticketId))}`,
      effect: (body, { madeAt }) =>
        changeTicket(body.ticketId, (ticket) => ({
          ...ticket,
          priority: escalate(ticket.priority),
          escalatedAt: madeAt,
        })),
    }),
  }),
};

/** A ticket as the list shows it. */
export type TicketItem = z.output<typeof ticketItem>;
/** A ticket as its page shows it. */
export type TicketDetails = z.output<typeof ticketDetails>;
