import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { idParams, option, pageOf, pageQuery, requiredNote, requiredText } from './fields.ts';
import { hospitalRoles } from './permissions.ts';
import { importances } from './replica.ts';
import { givenRevision, sentRevision } from './revision.ts';

const equipmentFields = {
  name: requiredText('Name is required.'),
  description: requiredNote('Description is required.'),
  equipmentImportance: z.enum(importances, { error: 'Importance is required.' }),
};

export const createEquipmentBody = z.object(equipmentFields);
export const updateEquipmentBody = z.object({ ...equipmentFields, revision: sentRevision });

const equipmentRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  equipmentImportance: z.enum(importances),
  hospitalId: z.string(),
  /** Installed devices of this equipment. */
  noOfItems: z.number(),
});
const equipmentRecord = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  equipmentImportance: z.enum(importances),
  hospitalId: z.string(),
  revision: givenRevision,
});

export const equipmentCalls = {
  equipmentPage: defineCall({
    method: 'GET',
    path: '/Equipment',
    summary: 'Kinds of equipment, page by page, searched by name',
    access: hospitalRoles,
    query: pageQuery,
    answer: pageOf(equipmentRow),
  }),
  equipmentAll: defineCall({
    method: 'GET',
    path: '/Equipment/all',
    summary: 'All kinds of equipment, for pickers',
    access: hospitalRoles,
    answer: z.array(option),
  }),
  equipmentDropdown: defineCall({
    method: 'GET',
    path: '/Equipment/dropdown',
    summary: 'Equipment with the makes that build it, for forms',
    access: hospitalRoles,
    answer: z.array(z.object({ ...option.shape, makes: z.array(option) })),
  }),
  equipment: defineCall({
    method: 'GET',
    path: '/Equipment/:id',
    summary: 'One kind of equipment',
    access: hospitalRoles,
    params: idParams,
    answer: equipmentRecord,
    errors: ['record.unknown'],
  }),
  createEquipment: defineCall({
    method: 'POST',
    path: '/Equipment',
    summary: 'Create a kind of equipment',
    access: hospitalRoles,
    body: createEquipmentBody,
    answer: equipmentRecord,
    status: 201,
    errors: ['record.duplicate'],
  }),
  updateEquipment: defineCall({
    method: 'PUT',
    path: '/Equipment/:id',
    summary: 'Change a kind of equipment; its name and importance change on its devices',
    access: hospitalRoles,
    params: idParams,
    body: updateEquipmentBody,
    answer: equipmentRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  deleteEquipment: defineCall({
    method: 'DELETE',
    path: '/Equipment/:id',
    summary: 'Retire a kind of equipment that no installed device is of',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown', 'record.in_use'],
  }),
  restoreEquipment: defineCall({
    method: 'POST',
    path: '/Equipment/:id/restore',
    summary: 'Undo the retirement of a kind of equipment',
    access: hospitalRoles,
    params: idParams,
    answer: equipmentRecord,
    errors: ['record.duplicate', 'record.unknown'],
  }),
};

/** A row of the equipment list. */
export type EquipmentRow = z.output<typeof equipmentRow>;
/** A kind of equipment as its form edits it. */
export type EquipmentRecord = z.output<typeof equipmentRecord>;
