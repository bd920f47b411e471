import { sql } from 'drizzle-orm';
import {
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
import { agreementKinds, type AgreementTerms } from '#contract/records/agreement-terms.ts';
import { removalReasons } from '#contract/rules/removal.ts';
import { at, createdAt, day, hospitalId, id, money, isTwin, orderOf, searchOf } from './columns.ts';
import { contactPerson, department, equipment, equipmentMake, equipmentModel, vendor } from './master-data.ts';
import { hospital } from './people.ts';

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
    /** The last calibration before the device was added; its calibrations are counted from then. */
    lastCalibrationOn: day('last_calibration_on'),
    /**
     * The last PM before the device was added; the PM of a warranty added together with the device is counted from
     * then.
     */
    lastPmOn: day('last_pm_on'),
    /** The current observation, from the daily round. */
    latestStatus: text('latest_status', { enum: ['Operational', 'Needs Attention', 'Not Working'] }),
    latestObservedAt: at('latest_observed_at'),
    latestFlagged: boolean('latest_flagged').notNull().default(false),
    latestTemplateId: text('latest_template_id'),
    latestDay: day('latest_day'),
    createdAt: createdAt(),
    /** No work is created that was due before this day, because the device came from a register. Null: all work is. */
    recordFrom: day('record_from'),
    /**
     * The day of its return after a time out of use, or of a new model or type: schedules create no work due before it.
     * Null: none.
     */
    backSince: day('back_since'),
    modelSince: day('model_since'),
    typeSince: day('type_since'),
    /** The file that is the photo in the header of its page, and a small copy as base64. */
    photoSha256: text('photo_sha256'),
    photoPreview: text('photo_preview'),
    retiredAt: at('retired_at'),
    isTwin: isTwin(),
    /** Null while it is installed, and if no reason was given. */
    removalReason: text('removal_reason', { enum: removalReasons }),
    search: searchOf(`serial_number || ' ' || coalesce(location, '')`),
    serialOrder: orderOf('serial_order', 'serial_number'),
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
      .on(t.hospitalId, sql`ward_key(${t.serialNumber})`)
      .where(sql`${t.retiredAt} is null and not ${t.isTwin}`),
    /** The public page looks up a serial number without knowing the hospital. */
    index('installation_public_serial').on(sql`ward_key(${t.serialNumber})`),
    index('installation_order')
      .on(t.hospitalId, t.serialOrder, t.id)
      .where(sql`${t.retiredAt} is null`),
    index('installation_equipment').on(t.hospitalId, t.equipmentId),
    index('installation_make').on(t.hospitalId, t.makeId),
    index('installation_model').on(t.hospitalId, t.modelId),
    index('installation_department').on(t.hospitalId, t.departmentId),
    index('installation_vendor').on(t.hospitalId, t.vendorId),
  ],
);

/** Serial numbers that devices had before they were corrected: labels that were printed until then find their device by them. */
export const earlierSerial = pgTable(
  'earlier_serial',
  {
    hospitalId: hospitalId(),
    deviceId: text('device_id').notNull(),
    serialNumber: text('serial_number').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.deviceId, t.serialNumber] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    /** Leads to the device that gave it up last. */
    uniqueIndex('earlier_serial_key').on(sql`ward_key(${t.serialNumber})`, t.hospitalId),
  ],
);

/** A warranty or another contract. */
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
    /** Units: months. */
    durationMonths: integer('duration_months').notNull(),
    kind: text('kind', { enum: agreementKinds }).notNull().default('Warranty'),
    vendorId: text('vendor_id'),
    contactName: text('contact_name').notNull().default(''),
    phone: text('phone').notNull().default(''),
    /** Null if only number, days and visits were agreed. */
    terms: jsonb('terms').$type<AgreementTerms>(),
    notes: text('notes').notNull().default(''),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
    isTwin: isTwin(),
    search: searchOf(`number`),
    numberOrder: orderOf('number_order', 'number'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    index('warranty_order').on(t.hospitalId, t.numberOrder, t.id),
    foreignKey({ columns: [t.hospitalId, t.vendorId], foreignColumns: [vendor.hospitalId, vendor.id] }),
    foreignKey({ columns: [t.hospitalId, t.equipmentId], foreignColumns: [equipment.hospitalId, equipment.id] }),
    foreignKey({ columns: [t.hospitalId, t.makeId], foreignColumns: [equipmentMake.hospitalId, equipmentMake.id] }),
    uniqueIndex('warranty_number')
      .on(t.hospitalId, sql`ward_key(${t.number})`)
      .where(sql`${t.retiredAt} is null and not ${t.isTwin}`),
  ],
);

/** The devices a warranty covers. */
export const warrantySerial = pgTable(
  'warranty_serial',
  {
    hospitalId: hospitalId(),
    warrantyId: text('warranty_id').notNull(),
    deviceId: text('device_id').notNull(),
    /** No PM is created that was due before this day. Null: all PM is. */
    recordFrom: day('record_from'),
    /** The last PM before the warranty; later ones are counted from then instead of from the warranty's start. */
    lastPmOn: day('last_pm_on'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.warrantyId, t.deviceId] }),
    foreignKey({ columns: [t.hospitalId, t.warrantyId], foreignColumns: [warranty.hospitalId, warranty.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    index('warranty_serial_device').on(t.hospitalId, t.deviceId),
  ],
);

/** The days on which the hospital is closed. */
export const holiday = pgTable(
  'holiday',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    onDay: day('on_day').notNull(),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.onDay] })],
);
