import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { planBases } from '#contract/rules/plan.ts';
import { intervalUnits } from '#contract/records/plan.ts';
import { doers } from '#contract/rules/schedule-kinds.ts';
import { plannedTypes } from '#contract/records/values.ts';
import { at, createdAt, day, hospitalId, id } from './columns.ts';
import { installation } from './installations.ts';
import { equipment, equipmentModel, vendor } from './master-data.ts';

/** Recurring work for one device, or for all of a model or an equipment type. Source: docs/product.md P80. */
export const schedule = pgTable(
  'schedule',
  {
    hospitalId: hospitalId(),
    id: id(),
    /** Exactly one of the three is set: the target. */
    deviceId: text('device_id'),
    modelId: text('model_id'),
    equipmentId: text('equipment_id'),
    kind: text('kind', { enum: plannedTypes }).notNull(),
    title: text('title').notNull().default(''),
    every: integer('every').notNull(),
    unit: text('unit', { enum: intervalUnits }).notNull(),
    basis: text('basis', { enum: planBases }).notNull(),
    firstDueOn: day('first_due_on').notNull(),
    endsOn: day('ends_on'),
    maxCount: integer('max_count'),
    /** Number of days before and after the due day that count as on time. Null: the hospital's rule. */
    windowDays: integer('window_days'),
    doneBy: text('done_by', { enum: doers }).notNull(),
    vendorId: text('vendor_id'),
    /** The test procedure of the work, if it has one. */
    procedureId: text('procedure_id'),
    makerEvery: integer('maker_every'),
    makerUnit: text('maker_unit', { enum: intervalUnits }),
    /** Why the interval is longer than the manufacturer's, who decided it, and when that is reviewed. */
    longerReason: text('longer_reason'),
    longerApprover: text('longer_approver'),
    reviewOn: day('review_on'),
    /** No work is created that was due before this day. Null: all work is. */
    recordFrom: day('record_from'),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    foreignKey({ columns: [t.hospitalId, t.modelId], foreignColumns: [equipmentModel.hospitalId, equipmentModel.id] }),
    foreignKey({ columns: [t.hospitalId, t.equipmentId], foreignColumns: [equipment.hospitalId, equipment.id] }),
    foreignKey({ columns: [t.hospitalId, t.vendorId], foreignColumns: [vendor.hospitalId, vendor.id] }),
    check('schedule_target', sql`num_nonnulls(${t.deviceId}, ${t.modelId}, ${t.equipmentId}) = 1`),
    index('schedule_device').on(t.hospitalId, t.deviceId),
    index('schedule_model').on(t.hospitalId, t.modelId),
    index('schedule_equipment').on(t.hospitalId, t.equipmentId),
  ],
);
