import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { NoteRecord } from '#contract/replica.ts';

/** An instant; every instant of the database has milliseconds and a zone. */
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
/** A day of the hospital. Units: yyyy-MM-dd. */
const day = (name: string) => date(name, { mode: 'string' });
/** Units: INR, two decimals. */
const money = (name: string) => numeric(name, { precision: 14, scale: 2, mode: 'number' });
const version = (name: string) => bigint(name, { mode: 'number' });
const hospitalId = () => text('hospital_id').notNull();
const id = () => text('id').notNull();
const createdAt = () => at('created_at').notNull().defaultNow();

/** What happened to a task or ticket, in words. */
export interface TimelineEntry {
  at: string;
  text: string;
}

/** Facts of this installation: epoch, signing key. */
export const appMeta = pgTable('app_meta', { name: text('name').primaryKey(), value: text('value').notNull() });

export const hospital = pgTable('hospital', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  address: text('address').notNull(),
  stateId: text('state_id').notNull(),
  stateName: text('state_name').notNull(),
  cityId: text('city_id').notNull(),
  cityName: text('city_name').notNull(),
  numberOfBme: integer('number_of_bme').notNull().default(0),
  numberOfBeds: integer('number_of_beds').notNull().default(0),
  isActive: boolean('is_active').notNull().default(true),
  timeZone: text('time_zone').notNull().default('Asia/Kolkata'),
  createdAt: createdAt(),
});

/** The version counter of a hospital: taken last in each writing transaction. Source: sync.md, section 5. */
export const hospitalHead = pgTable('hospital_head', {
  hospitalId: text('hospital_id')
    .primaryKey()
    .references(() => hospital.id),
  version: version('version').notNull().default(0),
  /** Tombstones up to this version may be gone: a cursor below it has to start anew. */
  prunedVersion: version('pruned_version').notNull().default(0),
});

/** An account; an Admin has no hospital. */
export const appUser = pgTable(
  'app_user',
  {
    id: text('id').primaryKey(),
    hospitalId: text('hospital_id').references(() => hospital.id),
    role: text('role', { enum: ['Admin', 'BME', 'Hospital'] }).notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull().default(''),
    createdAt: createdAt(),
    deletedAt: at('deleted_at'),
  },
  (t) => [
    uniqueIndex('app_user_email')
      .on(t.email)
      .where(sql`${t.deletedAt} is null`),
    index('app_user_hospital').on(t.hospitalId, t.role),
    check('app_user_email_lower', sql`${t.email} = lower(${t.email})`),
    check('app_user_hospital_by_role', sql`(${t.role} = 'Admin') = (${t.hospitalId} is null)`),
  ],
);

/** One sign-in on one browser; its refresh token changes at each use. */
export const refreshFamily = pgTable(
  'refresh_family',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => appUser.id),
    scope: text('scope', { enum: ['full', 'outbox'] })
      .notNull()
      .default('full'),
    deviceId: text('device_id'),
    currentHash: text('current_hash').notNull(),
    previousHash: text('previous_hash'),
    rotatedAt: at('rotated_at').notNull(),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
  },
  (t) => [index('refresh_family_user').on(t.userId)],
);

/** Failed sign-ins by e-mail address and place, whether the account exists or not. */
export const loginThrottle = pgTable('login_throttle', {
  /** The address alone for all places together; `<address> from <network address>`, `<address> on <browser>`. */
  key: text('email').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: at('last_at').notNull(),
});

export const department = pgTable(
  'department',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    id: id(),
    name: text('name').notNull(),
    location: text('location').notNull().default(''),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    uniqueIndex('department_name')
      .on(t.hospitalId, sql`lower(${t.name})`)
      .where(sql`${t.retiredAt} is null`),
  ],
);

export const vendor = pgTable(
  'vendor',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    id: id(),
    name: text('name').notNull(),
    location: text('location').notNull().default(''),
    /** Comma-separated, as the documents write them. */
    types: text('types').notNull().default(''),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    uniqueIndex('vendor_name')
      .on(t.hospitalId, sql`lower(${t.name})`)
      .where(sql`${t.retiredAt} is null`),
  ],
);

export const contactPerson = pgTable(
  'contact_person',
  {
    hospitalId: hospitalId(),
    id: id(),
    vendorId: text('vendor_id').notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    designation: text('designation').notNull().default(''),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.vendorId], foreignColumns: [vendor.hospitalId, vendor.id] }),
    index('contact_person_vendor').on(t.hospitalId, t.vendorId),
  ],
);

export const equipment = pgTable(
  'equipment',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    id: id(),
    name: text('name').notNull(),
    importance: text('importance', { enum: ['Critical', 'Non-Critical'] })
      .notNull()
      .default('Critical'),
    description: text('description').notNull().default(''),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    uniqueIndex('equipment_name')
      .on(t.hospitalId, sql`lower(${t.name})`)
      .where(sql`${t.retiredAt} is null`),
  ],
);

export const equipmentMake = pgTable(
  'equipment_make',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    id: id(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    uniqueIndex('equipment_make_name')
      .on(t.hospitalId, sql`lower(${t.name})`)
      .where(sql`${t.retiredAt} is null`),
  ],
);

/** Which equipment a make builds. */
export const makeEquipment = pgTable(
  'make_equipment',
  { hospitalId: hospitalId(), makeId: text('make_id').notNull(), equipmentId: text('equipment_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.makeId, t.equipmentId] }),
    foreignKey({ columns: [t.hospitalId, t.makeId], foreignColumns: [equipmentMake.hospitalId, equipmentMake.id] }),
    foreignKey({ columns: [t.hospitalId, t.equipmentId], foreignColumns: [equipment.hospitalId, equipment.id] }),
    index('make_equipment_equipment').on(t.hospitalId, t.equipmentId),
  ],
);

export const equipmentModel = pgTable(
  'equipment_model',
  {
    hospitalId: hospitalId(),
    id: id(),
    name: text('name').notNull(),
    makeId: text('make_id').notNull(),
    equipmentId: text('equipment_id').notNull(),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.makeId], foreignColumns: [equipmentMake.hospitalId, equipmentMake.id] }),
    foreignKey({ columns: [t.hospitalId, t.equipmentId], foreignColumns: [equipment.hospitalId, equipment.id] }),
    uniqueIndex('equipment_model_name')
      .on(t.hospitalId, t.makeId, t.equipmentId, sql`lower(${t.name})`)
      .where(sql`${t.retiredAt} is null`),
    index('equipment_model_equipment').on(t.hospitalId, t.equipmentId),
  ],
);

/** One installed device. */
export const installation = pgTable(
  'installation',
  {
    hospitalId: hospitalId(),
    id: id(),
    serialNumber: text('serial_number').notNull(),
    modelId: text('model_id').notNull(),
    equipmentId: text('equipment_id').notNull(),
    makeId: text('make_id').notNull(),
    departmentId: text('department_id'),
    location: text('location'),
    vendorId: text('vendor_id'),
    serviceContactId: text('service_contact_id'),
    salesContactId: text('sales_contact_id'),
    price: money('price'),
    purchaseDate: day('purchase_date'),
    installationDate: day('installation_date'),
    description: text('description').notNull().default(''),
    calibrationRequired: boolean('calibration_required').notNull().default(false),
    calibrationFrequency: text('calibration_frequency', {
      enum: ['daily', 'weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly'],
    }),
    calibrationCount: integer('calibration_count').notNull().default(0),
    /** The observation that counts now; kept by the daily round. Source: sync.md, section 6. */
    latestStatus: text('latest_status', { enum: ['Operational', 'Needs Attention', 'Not Working'] }),
    latestObservedAt: at('latest_observed_at'),
    latestFlagged: boolean('latest_flagged').notNull().default(false),
    latestTemplateId: text('latest_template_id'),
    latestDay: day('latest_day'),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
    search: text('search').generatedAlwaysAs(sql`lower(serial_number || ' ' || coalesce(location, ''))`),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.modelId], foreignColumns: [equipmentModel.hospitalId, equipmentModel.id] }),
    foreignKey({ columns: [t.hospitalId, t.equipmentId], foreignColumns: [equipment.hospitalId, equipment.id] }),
    foreignKey({ columns: [t.hospitalId, t.makeId], foreignColumns: [equipmentMake.hospitalId, equipmentMake.id] }),
    foreignKey({ columns: [t.hospitalId, t.departmentId], foreignColumns: [department.hospitalId, department.id] }),
    foreignKey({ columns: [t.hospitalId, t.vendorId], foreignColumns: [vendor.hospitalId, vendor.id] }),
    foreignKey({
      columns: [t.hospitalId, t.serviceContactId],
      foreignColumns: [contactPerson.hospitalId, contactPerson.id],
    }),
    foreignKey({
      columns: [t.hospitalId, t.salesContactId],
      foreignColumns: [contactPerson.hospitalId, contactPerson.id],
    }),
    uniqueIndex('installation_serial')
      .on(t.hospitalId, sql`lower(${t.serialNumber})`)
      .where(sql`${t.retiredAt} is null`),
    /** The public page looks a serial up without knowing the hospital. */
    index('installation_public_serial').on(sql`lower(${t.serialNumber})`),
    index('installation_equipment').on(t.hospitalId, t.equipmentId),
    index('installation_make').on(t.hospitalId, t.makeId),
    index('installation_model').on(t.hospitalId, t.modelId),
    index('installation_department').on(t.hospitalId, t.departmentId),
    index('installation_vendor').on(t.hospitalId, t.vendorId),
  ],
);

export const warranty = pgTable(
  'warranty',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    id: id(),
    number: text('number').notNull(),
    equipmentId: text('equipment_id'),
    makeId: text('make_id'),
    pmFrequency: text('pm_frequency', {
      enum: ['daily', 'weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly'],
    }),
    pmCount: integer('pm_count').notNull().default(0),
    startOn: day('start_on').notNull(),
    endOn: day('end_on').notNull(),
    /** Units: years. */
    durationYears: integer('duration_years').notNull(),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.equipmentId], foreignColumns: [equipment.hospitalId, equipment.id] }),
    foreignKey({ columns: [t.hospitalId, t.makeId], foreignColumns: [equipmentMake.hospitalId, equipmentMake.id] }),
    uniqueIndex('warranty_number')
      .on(t.hospitalId, sql`lower(${t.number})`)
      .where(sql`${t.retiredAt} is null`),
  ],
);

/** The devices a warranty covers. */
export const warrantySerial = pgTable(
  'warranty_serial',
  { hospitalId: hospitalId(), warrantyId: text('warranty_id').notNull(), deviceId: text('device_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.warrantyId, t.deviceId] }),
    foreignKey({ columns: [t.hospitalId, t.warrantyId], foreignColumns: [warranty.hospitalId, warranty.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    index('warranty_serial_device').on(t.hospitalId, t.deviceId),
  ],
);

export const roundTemplate = pgTable(
  'round_template',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    id: id(),
    name: text('name').notNull(),
    departmentId: text('department_id'),
    completedRoundsCount: integer('completed_rounds_count').notNull().default(0),
    lastRoundAt: at('last_round_at'),
    lastRoundOn: day('last_round_on'),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.departmentId], foreignColumns: [department.hospitalId, department.id] }),
    uniqueIndex('round_template_name')
      .on(t.hospitalId, sql`lower(${t.name})`)
      .where(sql`${t.retiredAt} is null`),
  ],
);

export const roundTemplateDevice = pgTable(
  'round_template_device',
  {
    hospitalId: hospitalId(),
    templateId: text('template_id').notNull(),
    deviceId: text('device_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.templateId, t.deviceId] }),
    foreignKey({ columns: [t.hospitalId, t.templateId], foreignColumns: [roundTemplate.hospitalId, roundTemplate.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    index('round_template_device_device').on(t.hospitalId, t.deviceId),
  ],
);

/** A submitted round; its id is the id of the command that made it. */
export const round = pgTable(
  'round',
  {
    hospitalId: hospitalId(),
    id: id(),
    templateId: text('template_id').notNull(),
    onDay: day('on_day').notNull(),
    userId: text('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** Time of the device, corrected by its measured offset and never later than receipt. */
    submittedAt: at('submitted_at').notNull(),
    /** Time as the device showed it. */
    madeAt: at('made_at'),
    receivedAt: at('received_at').notNull(),
    /** The device's clock was more than 10 minutes off. */
    clockFlagged: boolean('clock_flagged').notNull().default(false),
    operational: integer('operational').notNull(),
    needsAttention: integer('needs_attention').notNull(),
    notWorking: integer('not_working').notNull(),
    notSeen: integer('not_seen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.templateId], foreignColumns: [roundTemplate.hospitalId, roundTemplate.id] }),
    index('round_template_day').on(t.hospitalId, t.templateId, t.onDay),
    index('round_day').on(t.hospitalId, t.onDay),
  ],
);

export const roundEntry = pgTable(
  'round_entry',
  {
    hospitalId: hospitalId(),
    roundId: text('round_id').notNull(),
    deviceId: text('device_id').notNull(),
    status: text('status', { enum: ['Operational', 'Needs Attention', 'Not Working', 'Not Seen'] }).notNull(),
    description: text('description').notNull().default(''),
    notSeenReason: text('not_seen_reason'),
    confirmedBy: text('confirmed_by').notNull().default('tap'),
    observedAt: at('observed_at').notNull(),
    templateId: text('template_id').notNull(),
    onDay: day('on_day').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.roundId, t.deviceId] }),
    foreignKey({ columns: [t.hospitalId, t.roundId], foreignColumns: [round.hospitalId, round.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    index('round_entry_device').on(t.hospitalId, t.deviceId, t.observedAt),
  ],
);

/** A maintenance task; what made it is its source, and `occurrence` its place in the source's schedule. */
export const task = pgTable(
  'task',
  {
    hospitalId: hospitalId(),
    id: id(),
    deviceId: text('device_id').notNull(),
    type: text('type', { enum: ['PM', 'CM', 'Ins', 'Cal'] }).notNull(),
    taskDate: day('task_date').notNull(),
    sourceKind: text('source_kind', { enum: ['warranty', 'installation', 'ticket'] }).notNull(),
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
    notes: jsonb('notes').$type<NoteRecord[]>().notNull().default([]),
    timeline: jsonb('timeline').$type<TimelineEntry[]>().notNull().default([]),
    createdAt: createdAt(),
    /** Its source no longer asks for it; a report that arrives later is accepted with a notice. */
    removedAt: at('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    uniqueIndex('task_source').on(t.hospitalId, t.sourceKind, t.sourceId, t.type, t.deviceId, t.occurrence),
    index('task_device').on(t.hospitalId, t.deviceId),
    index('task_date').on(t.hospitalId, t.taskDate),
    index('task_open')
      .on(t.hospitalId, t.taskDate)
      .where(sql`${t.closedAt} is null and ${t.removedAt} is null`),
  ],
);

/** The last ticket number given, by hospital and year. */
export const ticketCounter = pgTable(
  'ticket_counter',
  { hospitalId: hospitalId(), year: integer('year').notNull(), last: integer('last').notNull() },
  (t) => [primaryKey({ columns: [t.hospitalId, t.year] })],
);

/** A breakdown ticket; its id is the id of the command that made it. */
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
    notes: jsonb('notes').$type<NoteRecord[]>().notNull().default([]),
    timeline: jsonb('timeline').$type<TimelineEntry[]>().notNull().default([]),
    search: text('search').generatedAlwaysAs(sql`lower(number || ' ' || problem_reported)`),
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
  ],
);

/** A time in which a device was down, as a ticket or the rounds tell; null is still. */
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
  ],
);

/** A file by its content; its bytes are in the files folder, the part that has arrived up to `received_bytes`. */
export const attachment = pgTable(
  'attachment',
  {
    hospitalId: hospitalId(),
    sha256: text('sha256').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    mime: text('mime').notNull(),
    receivedBytes: integer('received_bytes').notNull().default(0),
    receivedAt: at('received_at'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.sha256] })],
);

/** Where a file is used: `task` and `ticket` by id, `round` by round id, `installation` (documents) by device id. */
export const attachmentUse = pgTable(
  'attachment_use',
  {
    hospitalId: hospitalId(),
    sha256: text('sha256').notNull(),
    ownerKind: text('owner_kind', { enum: ['task', 'ticket', 'round', 'installation'] }).notNull(),
    ownerId: text('owner_id').notNull(),
    /** The device of a round entry's photo; empty for other owners. */
    partId: text('part_id').notNull().default(''),
    name: text('name').notNull(),
    addedBy: text('added_by').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.ownerKind, t.ownerId, t.partId, t.sha256] }),
    foreignKey({ columns: [t.hospitalId, t.sha256], foreignColumns: [attachment.hospitalId, attachment.sha256] }),
    index('attachment_use_file').on(t.hospitalId, t.sha256),
  ],
);

/** The key of each write with its answer; kept for ever. An Admin's writes have the hospital id `-`. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    hospitalId: hospitalId(),
    key: text('key').notNull(),
    userId: text('user_id').notNull(),
    bodyHash: text('body_hash').notNull(),
    call: text('call').notNull(),
    /** `kind@version` of an outbox entry. */
    kind: text('kind'),
    /** Null only inside the transaction that makes it. */
    status: integer('status'),
    answer: jsonb('answer').$type<unknown>(),
    version: version('version'),
    madeAt: at('made_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.key] })],
);

/** Work the server refused for good, with its payload. Source: sync.md, section 4. */
export const refusal = pgTable(
  'refusal',
  {
    hospitalId: hospitalId(),
    id: id(),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    userId: text('user_id').notNull(),
    userName: text('user_name').notNull(),
    at: at('at').notNull(),
    code: text('code').notNull(),
    message: text('message').notNull(),
    payload: jsonb('payload').$type<unknown>(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.id] })],
);

/** Each record of the replica with the version it last changed in. */
export const syncIndex = pgTable(
  'sync_index',
  {
    hospitalId: hospitalId(),
    kind: text('kind').notNull(),
    entityId: text('entity_id').notNull(),
    version: version('version').notNull(),
    deleted: boolean('deleted').notNull().default(false),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.kind, t.entityId] }),
    index('sync_index_version').on(t.hospitalId, t.version),
  ],
);

/** Who did what; one row for each accepted write. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    hospitalId: hospitalId(),
    /** The key of the write. */
    id: id(),
    at: at('at').notNull(),
    userId: text('user_id').notNull(),
    call: text('call').notNull(),
    /** The records touched, as `kind:id`. */
    records: text('records').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.id] }), index('audit_entry_at').on(t.hospitalId, t.at)],
);

/** Runs of timed work; the key keeps several servers from doing a slot twice. */
export const jobRun = pgTable(
  'job_run',
  { job: text('job').notNull(), slot: text('slot').notNull(), ranAt: at('ran_at').notNull() },
  (t) => [primaryKey({ columns: [t.job, t.slot] })],
);
