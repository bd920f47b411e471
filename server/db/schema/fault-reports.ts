import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { closeReasons, faultKinds, patientAnswers, reportStates } from '#contract/records/fault-report.ts';
import { at, hospitalId, id } from './columns.ts';
import { installation } from './installations.ts';
import { hospital } from './people.ts';

/** A fault reported from a label. */
export const faultReport = pgTable(
  'fault_report',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    /** Made on the phone. */
    id: id(),
    deviceId: text('device_id').notNull(),
    reference: text('reference').notNull(),
    /** The fingerprint of the phone's secret for this report. */
    secretHash: text('secret_hash').notNull(),
    /** The browser's random id, for its limit; null once erased. */
    browser: text('browser'),
    /** It came with the token of its label. */
    hasToken: boolean('has_token').notNull(),
    kind: text('kind', { enum: faultKinds }).notNull(),
    text: text('text').notNull(),
    patientAffected: text('patient_affected', { enum: patientAnswers }).notNull(),
    name: text('name').notNull(),
    extension: text('extension').notNull(),
    photos: integer('photos').notNull(),
    unusuallyMany: boolean('unusually_many').notNull(),
    reportedAt: at('reported_at').notNull(),
    receivedAt: at('received_at').notNull(),
    /** The open report of the device that it joined; that one's state is also its own. */
    firstId: text('first_id'),
    state: text('state', { enum: reportStates }).notNull().default('received'),
    ticketId: text('ticket_id'),
    reason: text('reason', { enum: closeReasons }),
    decidedAt: at('decided_at'),
    decidedById: text('decided_by_id'),
    decidedByName: text('decided_by_name'),
    /** When name, extension and browser were erased. */
    erasedAt: at('erased_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    index('fault_report_received').on(t.hospitalId, t.receivedAt),
    index('fault_report_first').on(t.hospitalId, t.firstId),
    index('fault_report_reference').on(t.reference),
    index('fault_report_device').on(t.hospitalId, t.deviceId),
    index('fault_report_named')
      .on(t.hospitalId)
      .where(sql`${t.erasedAt} is null`),
  ],
);

/** Settings of reports from labels; a hospital without a row takes none. */
export const reportSettings = pgTable('report_settings', {
  hospitalId: hospitalId()
    .primaryKey()
    .references(() => hospital.id),
  isOn: boolean('is_on').notNull(),
  helpline: text('helpline').notNull(),
  /** Units: days. */
  keepDays: integer('keep_days').notNull(),
  labelLine: text('label_line').notNull(),
});

/** How often the token of a device's label was renewed; a device without a row has its first token. */
export const labelRenewal = pgTable(
  'label_renewal',
  { hospitalId: hospitalId(), deviceId: text('device_id').notNull(), count: integer('count').notNull() },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.deviceId] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
  ],
);
