import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { TicketTerms } from '#contract/records/agreement-terms.ts';
import { failureClasses, taskTypes } from '#contract/records/values.ts';
import { attemptReasons, type WaitingReason, waitingReasons } from '#contract/records/work-event.ts';
import { at, createdAt, day, hospitalId, id, money, searchOf } from './columns.ts';
import { installation } from './installations.ts';

/**
 * A maintenance task. Its source is what created it, and `occurrence` its position in the source's plan (for a fixed
 * schedule its planned day, see `keyOfDay`).
 */
export const task = pgTable(
  'task',
  {
    hospitalId: hospitalId(),
    id: id(),
    deviceId: text('device_id').notNull(),
    type: text('type', { enum: taskTypes }).notNull(),
    taskDate: day('task_date').notNull(),
    /** The day that its source asked for when somebody moved it; the move holds as long as the source asks for it. */
    movedFrom: day('moved_from'),
    /** The original due day, if an attempt has postponed the task to `taskDate`. */
    dueOn: day('due_on'),
    /** The last time somebody tried and could not do it, and why. */
    attemptedAt: at('attempted_at'),
    attemptReason: text('attempt_reason', { enum: attemptReasons }),
    cancelledAt: at('cancelled_at'),
    cancelReason: text('cancel_reason'),
    sourceKind: text('source_kind', { enum: ['warranty', 'installation', 'ticket', 'schedule'] }).notNull(),
    sourceId: text('source_id').notNull(),
    occurrence: integer('occurrence').notNull(),
    warrantyNumber: text('warranty_number'),
    priority: text('priority', { enum: ['Low', 'Medium', 'High', 'Critical'] })
      .notNull()
      .default('Medium'),
    technicianId: text('technician_id'),
    assignedAt: at('assigned_at'),
    dispatchedAt: at('dispatched_at'),
    escalatedAt: at('escalated_at'),
    actionRequired: boolean('action_required').notNull().default(false),
    actionRequiredDetails: text('action_required_details').notNull().default(''),
    actionTaken: text('action_taken').notNull().default(''),
    closedAt: at('closed_at'),
    closedOn: day('closed_on'),
    closedById: text('closed_by_id'),
    closedByName: text('closed_by_name'),
    createdAt: createdAt(),
    /** Set once its source no longer requires it; a report that arrives later is accepted with a notice. */
    removedAt: at('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    uniqueIndex('task_source').on(t.hospitalId, t.sourceKind, t.sourceId, t.type, t.deviceId, t.occurrence),
    index('task_device').on(t.hospitalId, t.deviceId),
    index('task_date').on(t.hospitalId, t.taskDate),
    /** The day on which a job counts in figures. */
    index('task_due').on(t.hospitalId, sql`coalesce(${t.dueOn}, ${t.taskDate})`),
    /** For the work that was open on a day. */
    index('task_closed').on(t.hospitalId, t.closedOn),
    index('task_not_located')
      .on(t.hospitalId, t.deviceId)
      .where(sql`${t.attemptReason} = 'not-located'`),
    index('task_moved')
      .on(t.hospitalId, t.movedFrom)
      .where(sql`${t.movedFrom} is not null`),
    index('task_open')
      .on(t.hospitalId, t.taskDate)
      .where(sql`${t.closedAt} is null and ${t.removedAt} is null`),
  ],
);

/** The last ticket number assigned, by hospital and year. */
export const ticketCounter = pgTable(
  'ticket_counter',
  { hospitalId: hospitalId(), year: integer('year').notNull(), last: integer('last').notNull() },
  (t) => [primaryKey({ columns: [t.hospitalId, t.year] })],
);

/** A breakdown ticket; its id is the id of the command that created it. */
export const ticket = pgTable(
  'ticket',
  {
    hospitalId: hospitalId(),
    id: id(),
    number: text('number').notNull(),
    deviceId: text('device_id').notNull(),
    issueType: text('issue_type', { enum: ['Mechanical', 'Electrical', 'Software', 'Other'] }).notNull(),
    problemReported: text('problem_reported').notNull(),
    priority: text('priority', { enum: ['Low', 'Medium', 'High', 'Critical'] }).notNull(),
    status: text('status', { enum: ['Open', 'Pending', 'Closed'] })
      .notNull()
      .default('Open'),
    machineStatus: text('machine_status', {
      enum: ['System Down', 'Restrictive Use', 'Problem Intermittent'],
    }).notNull(),
    anyPatientHarm: boolean('any_patient_harm').notNull().default(false),
    harmDescription: text('harm_description').notNull().default(''),
    reportedBy: text('reported_by').notNull(),
    reportedById: text('reported_by_id').notNull(),
    reportedAt: at('reported_at').notNull(),
    madeAt: at('made_at'),
    receivedAt: at('received_at').notNull(),
    clockFlagged: boolean('clock_flagged').notNull().default(false),
    relatedTicketId: text('related_ticket_id'),
    technicianId: text('technician_id'),
    assignedAt: at('assigned_at'),
    dispatchedAt: at('dispatched_at'),
    escalatedAt: at('escalated_at'),
    actionTaken: text('action_taken').notNull().default(''),
    resolutionNote: text('resolution_note').notNull().default(''),
    partRequired: boolean('part_required').notNull().default(false),
    partDetails: text('part_details').notNull().default(''),
    partCost: money('part_cost'),
    followUpAction: text('follow_up_action').notNull().default(''),
    isFollowUpRequired: boolean('is_follow_up_required').notNull().default(false),
    closedAt: at('closed_at'),
    closedById: text('closed_by_id'),
    closedByName: text('closed_by_name'),
    /** Null if nobody stated one. */
    failureClass: text('failure_class', { enum: failureClasses }),
    /** The columns from here to `waitingSince` hold the result of `ticketClock` at the last write. */
    acceptedAt: at('accepted_at'),
    firstArrivedAt: at('first_arrived_at'),
    restoredAt: at('restored_at'),
    /** Units: milliseconds; null while the clock runs, and if nobody reported working on it. */
    handsOnMs: bigint('hands_on_ms', { mode: 'number' }),
    /** Units: milliseconds by reason; while the clock runs, up to the latest step that counts. */
    waitingMs: jsonb('waiting_ms').$type<Partial<Record<WaitingReason, number>>>(),
    waitingFor: text('waiting_for', { enum: waitingReasons }),
    /** Start of the current wait for `waitingFor`; that time is not yet in `waitingMs`. */
    waitingSince: at('waiting_since'),
    /** Terms of the contract in force on the day of the report; null if no contract had any. */
    terms: jsonb('terms').$type<TicketTerms>(),
    search: searchOf(`number || ' ' || problem_reported`),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    uniqueIndex('ticket_number').on(t.hospitalId, t.number),
    index('ticket_device').on(t.hospitalId, t.deviceId),
    index('ticket_reported').on(t.hospitalId, t.reportedAt),
    index('ticket_open')
      .on(t.hospitalId, t.deviceId)
      .where(sql`${t.status} <> 'Closed'`),
    index('ticket_waiting')
      .on(t.hospitalId, t.deviceId)
      .where(sql`${t.waitingFor} is not null`),
  ],
);

/** A period in which a device was down, from a ticket or from rounds; the end is null while it lasts. */
export const downtime = pgTable(
  'downtime',
  {
    hospitalId: hospitalId(),
    deviceId: text('device_id').notNull(),
    sourceKind: text('source_kind', { enum: ['ticket', 'round'] }).notNull(),
    /** The ticket's id, or empty for rounds. */
    sourceId: text('source_id').notNull(),
    fromAt: at('from_at').notNull(),
    toAt: at('to_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.deviceId, t.sourceKind, t.sourceId, t.fromAt] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    index('downtime_to').on(t.hospitalId, t.toAt),
  ],
);
