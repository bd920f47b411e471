import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { mergeKinds } from '#contract/rules/merge-kinds.ts';
import { at, createdAt, hospitalId, id, isTwin, orderOf, searchOf } from './columns.ts';
import { hospital } from './people.ts';

export const department = pgTable(
  'department',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    id: id(),
    name: text('name').notNull(),
    location: text('location').notNull().default(''),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
    isTwin: isTwin(),
    search: searchOf(`name || ' ' || location`),
    nameOrder: orderOf('name_order', 'name'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    index('department_order').on(t.hospitalId, t.nameOrder, t.id),
    uniqueIndex('department_name')
      .on(t.hospitalId, sql`ward_key(${t.name})`)
      .where(sql`${t.retiredAt} is null and not ${t.isTwin}`),
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
    isTwin: isTwin(),
    search: searchOf(`name || ' ' || location`),
    nameOrder: orderOf('name_order', 'name'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    index('vendor_order').on(t.hospitalId, t.nameOrder, t.id),
    uniqueIndex('vendor_name')
      .on(t.hospitalId, sql`ward_key(${t.name})`)
      .where(sql`${t.retiredAt} is null and not ${t.isTwin}`),
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
    search: searchOf(`name || ' ' || phone`),
    nameOrder: orderOf('name_order', 'name'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    index('contact_person_order').on(t.hospitalId, t.nameOrder, t.id),
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
    isTwin: isTwin(),
    search: searchOf(`name`),
    nameOrder: orderOf('name_order', 'name'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    index('equipment_order').on(t.hospitalId, t.nameOrder, t.id),
    uniqueIndex('equipment_name')
      .on(t.hospitalId, sql`ward_key(${t.name})`)
      .where(sql`${t.retiredAt} is null and not ${t.isTwin}`),
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
    isTwin: isTwin(),
    search: searchOf(`name`),
    nameOrder: orderOf('name_order', 'name'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    index('equipment_make_order').on(t.hospitalId, t.nameOrder, t.id),
    uniqueIndex('equipment_make_name')
      .on(t.hospitalId, sql`ward_key(${t.name})`)
      .where(sql`${t.retiredAt} is null and not ${t.isTwin}`),
  ],
);

/** Merges of two records of one kind: an id that was merged stays an alias of the other one. */
export const recordMerge = pgTable(
  'record_merge',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    /** The key of the write. */
    id: id(),
    kind: text('kind', { enum: mergeKinds }).notNull(),
    fromId: text('from_id').notNull(),
    intoId: text('into_id').notNull(),
    mergedAt: at('merged_at').notNull(),
    undoneAt: at('undone_at'),
    /** Ids of the rows that named the merged record, by table and column, for Undo. */
    moved: jsonb('moved').$type<Record<string, string[]>>().notNull(),
    /** The other record was a duplicate of the merged one and no longer is. */
    wasTwin: boolean('was_twin').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    uniqueIndex('record_merge_from')
      .on(t.hospitalId, t.kind, t.fromId)
      .where(sql`${t.undoneAt} is null`),
    index('record_merge_into').on(t.hospitalId, t.kind, t.intoId),
  ],
);

/** The equipment types that a make builds. */
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
    isTwin: isTwin(),
    search: searchOf(`name`),
    nameOrder: orderOf('name_order', 'name'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    index('equipment_model_order').on(t.hospitalId, t.nameOrder, t.id),
    foreignKey({ columns: [t.hospitalId, t.makeId], foreignColumns: [equipmentMake.hospitalId, equipmentMake.id] }),
    foreignKey({ columns: [t.hospitalId, t.equipmentId], foreignColumns: [equipment.hospitalId, equipment.id] }),
    uniqueIndex('equipment_model_name')
      .on(t.hospitalId, t.makeId, t.equipmentId, sql`ward_key(${t.name})`)
      .where(sql`${t.retiredAt} is null and not ${t.isTwin}`),
    index('equipment_model_equipment').on(t.hospitalId, t.equipmentId),
  ],
);
