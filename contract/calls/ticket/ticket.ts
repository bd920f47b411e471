import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { contractKind } from '../agreement/terms.ts';
import { idParams, listFilters, option, pageOf, pageQuery } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { issueTypes } from '../../records/ward.ts';
import { coverages } from '../../records/agreement-terms.ts';
import { stoppingReasons, vendorAlerts } from '../../rules/agreements/vendor-clock.ts';
import { failureClasses, machineStatuses, priorities, ticketStatuses } from '../../records/values.ts';
import { clockStates } from '../../rules/ticket-clock.ts';
import { waitingReasons } from '../../records/work-event.ts';
import { anyReason } from '../../rules/list-filter.ts';
import { ticketFilters } from '../../rules/ticket.ts';

const ticketItem = z.object({
  id: z.string(),
  ticketNumber: z.string(),
  equipmentName: z.string(),
  serialNumber: z.string(),
  department: z.string(),
  problemReported: z.string(),
  issueType: z.enum(issueTypes),
  technicianId: z.nullable(z.string()),
  technicianName: z.nullable(z.string()),
  reportedDate: z.string(),
  status: z.enum(ticketStatuses),
  priority: z.enum(priorities),
  escalated: z.boolean(),
  /** The reason it is waiting; null unless it is open and waiting. */
  waitingFor: z.nullable(z.enum(waitingReasons)),
  waitingSince: z.nullable(z.string()),
  /**
   * Whether the vendor is late by the contract or soon will be; null unless the ticket is open and the contract has
   * such a term.
   */
  vendorAlert: z.nullable(z.enum(vendorAlerts)),
});

const timelineEntry = z.object({ at: z.string(), text: z.string() });

const reasonTimes = z.object({
  part: z.optional(z.number()),
  vendor: z.optional(z.number()),
  access: z.optional(z.number()),
  approval: z.optional(z.number()),
  other: z.optional(z.number()),
});

/** The times of a ticket at the moment of the answer. Units of `…Ms`: milliseconds. Source: docs/product.md P72. */
const ticketClockAnswer = z.object({
  state: z.enum(clockStates),
  waitingFor: z.nullable(z.enum(waitingReasons)),
  acceptedAt: z.nullable(z.string()),
  firstArrivedAt: z.nullable(z.string()),
  restoredAt: z.nullable(z.string()),
  responseMs: z.nullable(z.number()),
  handsOnMs: z.number(),
  waitingMs: reasonTimes,
  turnaroundMs: z.nullable(z.number()),
});

/**
 * The terms in force when it was reported, and the state of the vendor's promises. Units of `…Ms`: milliseconds of the
 * contract's hours.
 */
const ticketContract = z.object({
  contractId: z.string(),
  number: z.string(),
  kind: contractKind,
  vendorName: z.string(),
  phone: z.string(),
  startOn: z.string(),
  endOn: z.string(),
  covers: z.array(z.enum(coverages)),
  exclusions: z.string(),
  promises: z.array(z.string()),
  hours: z.string(),
  clock: z.object({
    promises: z.array(
      z.object({
        measure: z.enum(['response', 'repair']),
        allowedMs: z.number(),
        usedMs: z.number(),
        lateMs: z.number(),
        dueAt: z.nullable(z.string()),
        endedAt: z.nullable(z.string()),
        state: z.enum(['running', 'warning', 'broken', 'kept']),
      }),
    ),
    stoppedFor: z.nullable(z.enum(stoppingReasons)),
    isOutsideHours: z.boolean(),
    /** The length of a day of the contract's hours. */
    dayMs: z.number(),
  }),
});

/** A visit: the contents of a close form, its author, and when the visit ended. */
const ticketVisit = z.object({
  id: z.string(),
  at: z.string(),
  by: z.nullable(z.string()),
  actionTaken: z.string(),
  resolutionNote: z.string(),
  partRequired: z.boolean(),
  partDetails: z.string(),
  partCost: z.nullable(z.number()),
  followUpAction: z.string(),
  isFollowUpRequired: z.boolean(),
  failureClass: z.nullable(z.enum(failureClasses)),
  files: z.array(z.string()),
});

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
  failureClass: z.nullable(z.enum(failureClasses)),
  /** In the order of their corrected times; the other fields about the closing are derived from them. */
  visits: z.array(ticketVisit),
  clock: ticketClockAnswer,
  /** Null if no contract with terms covered the device when it was reported. */
  contract: z.nullable(ticketContract),
  timeline: z.array(timelineEntry),
});

/** Reads of the breakdown screens. */
export const ticketCalls = {
  ticketTiles: defineCall({
    method: 'GET',
    path: '/BreakDown/tiles',
    summary: 'Counts of tickets',
    access: hospitalRoles,
    answer: z.object({ totalCalls: z.number(), openCalls: z.number(), closeCalls: z.number() }),
  }),
  ticketPage: defineCall({
    method: 'GET',
    path: '/BreakDown/paged',
    summary: 'Tickets, page by page',
    access: hospitalRoles,
    query: z.extend(pageQuery, {
      status: z.optional(z.enum(ticketFilters)),
      ...listFilters,
      type: z.optional(z.enum(issueTypes)),
      waitingFor: z.optional(z.enum([...waitingReasons, anyReason])),
      vendorAlert: z.optional(z.enum(vendorAlerts)),
    }),
    answer: pageOf(ticketItem),
  }),
  ticketCreateData: defineCall({
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
  ticketDevice: defineCall({
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
  readTicket: defineCall({
    method: 'GET',
    path: '/BreakDown/:id',
    summary: 'One ticket',
    access: hospitalRoles,
    params: idParams,
    answer: ticketDetails,
    errors: ['record.unknown'],
  }),
};

/** A ticket as the list shows it. */
export type TicketItem = z.output<typeof ticketItem>;
/** A ticket as its page shows it. */
export type TicketDetails = z.output<typeof ticketDetails>;
