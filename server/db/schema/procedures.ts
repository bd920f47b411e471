import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  type AdjustedReading,
  type Answer,
  type Calibration,
  type Step,
  testResults,
  type UsedTester,
} from '#contract/records/procedure.ts';
import { at, createdAt, day, hospitalId, id, isTwin, orderOf, searchOf } from './columns.ts';
import { installation } from './installations.ts';
import { hospital } from './people.ts';

/** A test procedure; its steps are in its versions. */
export const procedure = pgTable(
  'procedure',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    id: id(),
    name: text('name').notNull(),
    /** The version used for new tests. */
    version: integer('version').notNull(),
    equipmentIds: text('equipment_ids').array().notNull().default([]),
    modelIds: text('model_ids').array().notNull().default([]),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
    isTwin: isTwin(),
    search: searchOf(`name`),
    nameOrder: orderOf('name_order', 'name'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    uniqueIndex('procedure_name')
      .on(t.hospitalId, sql`ward_key(${t.name})`)
      .where(sql`${t.retiredAt} is null and not ${t.isTwin}`),
  ],
);

/** A version of a procedure; never changed once written. */
export const procedureVersion = pgTable(
  'procedure_version',
  {
    hospitalId: hospitalId(),
    procedureId: text('procedure_id').notNull(),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    steps: jsonb('steps').$type<Step[]>().notNull(),
    createdAt: createdAt(),
    createdBy: text('created_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.procedureId, t.version] }),
    foreignKey({ columns: [t.hospitalId, t.procedureId], foreignColumns: [procedure.hospitalId, procedure.id] }),
  ],
);

/** An instrument that devices are tested with. */
export const tester = pgTable(
  'tester',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    id: id(),
    name: text('name').notNull(),
    serialNumber: text('serial_number').notNull(),
    /** The current certificate. */
    certificateId: text('certificate_id').notNull(),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
    isTwin: isTwin(),
    search: searchOf(`name || ' ' || serial_number`),
    nameOrder: orderOf('name_order', 'name'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    uniqueIndex('tester_serial')
      .on(t.hospitalId, sql`ward_key(${t.serialNumber})`)
      .where(sql`${t.retiredAt} is null and not ${t.isTwin}`),
  ],
);

/**
 * A certificate of a tester; its number and due date never change, but details of the calibration may be added later.
 */
export const testerCertificate = pgTable(
  'tester_certificate',
  {
    hospitalId: hospitalId(),
    testerId: text('tester_id').notNull(),
    id: id(),
    number: text('number').notNull(),
    dueOn: day('due_on').notNull(),
    /** Null if nobody has entered it. */
    calibration: jsonb('calibration').$type<Calibration>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.testerId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.testerId], foreignColumns: [tester.hospitalId, tester.id] }),
  ],
);

/** A test of a device; never changed once written: a correction is a new row that names this one. */
export const testRecord = pgTable(
  'test_record',
  {
    hospitalId: hospitalId(),
    id: id(),
    deviceId: text('device_id').notNull(),
    taskId: text('task_id'),
    procedureId: text('procedure_id').notNull(),
    version: integer('version').notNull(),
    result: text('result', { enum: testResults }).notNull(),
    findings: jsonb('findings').$type<string[]>().notNull(),
    limitation: text('limitation').notNull().default(''),
    /** Readings found out of their limits and left within them; null if there were none. */
    adjusted: jsonb('adjusted').$type<AdjustedReading[]>(),
    answers: jsonb('answers').$type<Answer[]>().notNull(),
    testers: jsonb('testers').$type<UsedTester[]>().notNull(),
    /** Units: degrees Celsius. */
    temperature: doublePrecision('temperature'),
    /** Units: per cent. */
    humidity: doublePrecision('humidity'),
    remarks: text('remarks').notNull().default(''),
    testedAt: at('tested_at').notNull(),
    testedOn: day('tested_on').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    nextDueOn: day('next_due_on'),
    /** Work that was due before the test and stays open. */
    openTask: jsonb('open_task').$type<{ type: string; dueOn: string }>(),
    ticketId: text('ticket_id'),
    correctsId: text('corrects_id'),
    madeAt: at('made_at'),
    receivedAt: at('received_at').notNull(),
    clockFlagged: boolean('clock_flagged').notNull().default(false),
    /** The time that the tablet showed, for an entry whose time is an estimate; null otherwise. */
    tabletTime: at('tablet_time'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    foreignKey({
      columns: [t.hospitalId, t.procedureId, t.version],
      foreignColumns: [procedureVersion.hospitalId, procedureVersion.procedureId, procedureVersion.version],
    }),
    index('test_record_device').on(t.hospitalId, t.deviceId, t.testedAt),
    index('test_record_day').on(t.hospitalId, t.testedOn),
    index('test_record_corrects')
      .on(t.hospitalId, t.correctsId)
      .where(sql`${t.correctsId} is not null`),
  ],
);
