import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { idParams, option, pageOf, pageQuery, requiredNote, requiredText } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { importances } from '../records/ward.ts';
import { givenRevision, sentRevision } from '../revision.ts';

const equipmentTypeFields = {
  name: requiredText('Name is required.'),
  description: requiredNote('Description is required.'),
  equipmentImportance: z.enum(importances, { error: 'Importance is required.' }),
};

export const createEquipmentTypeBody = z.object(equipmentTypeFields);
export const updateEquipmentTypeBody = z.object({ ...equipmentTypeFields, revision: sentRevision });

const equipmentTypeRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  equipmentImportance: z.enum(importances),
  hospitalId: z.string(),
  /** Installed devices of this equipment. */
  noOfItems: z.number(),
});
const equipmentTypeRecord = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  equipmentImportance: z.enum(importances),
  hospitalId: z.string(),
  revision: givenRevision,
});

export const equipmentTypeCalls = {
  equipmentTypePage: defineCall({
    method: 'GET',
    path: '/Equipment',
    summary: 'Equipment types, page by page, searched by name',
    access: hospitalRoles,
    query: pageQuery,
    answer: pageOf(equipmentTypeRow),
  }),
  allEquipmentTypes: defineCall({
    method: 'GET',
    path: '/Equipment/all',
    summary: 'All equipment types, for pickers',
    access: hospitalRoles,
    answer: z.array(option),
  }),
  equipmentTypeDropdown: defineCall({
    method: 'GET',
    path: '/Equipment/dropdown',
    summary: 'Equipment types with their makes, for forms',
    access: hospitalRoles,
    answer: z.array(z.extend(option, { makes: z.array(option) })),
  }),
  equipment: defineCall({
    method: 'GET',
    path: '/Equipment/:id',
    summary: 'One equipment type',
    access: hospitalRoles,
    params: idParams,
    answer: equipmentTypeRecord,
    errors: ['record.unknown'],
  }),
  createEquipmentType: defineCall({
    method: 'POST',
    path: '/Equipment',
    summary: 'Create an equipment type',
    activity: 'Add an equipment type',
    access: hospitalRoles,
    body: createEquipmentTypeBody,
    answer: equipmentTypeRecord,
    status: 201,
    errors: ['record.duplicate'],
  }),
  updateEquipmentType: defineCall({
    method: 'PUT',
    path: '/Equipment/:id',
    summary: 'Change an equipment type; its devices show the new name and importance',
    activity: 'Change an equipment type',
    access: hospitalRoles,
    params: idParams,
    body: updateEquipmentTypeBody,
    answer: equipmentTypeRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  deleteEquipmentType: defineCall({
    method: 'DELETE',
    path: '/Equipment/:id',
    summary: 'Retire an equipment type that no installed device has',
    activity: 'Delete an equipment type',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown', 'record.in_use'],
  }),
  restoreEquipmentType: defineCall({
    method: 'POST',
    path: '/Equipment/:id/restore',
    summary: 'Undo the retirement of an equipment type',
    activity: 'Restore an equipment type',
    access: hospitalRoles,
    params: idParams,
    answer: equipmentTypeRecord,
    errors: ['record.duplicate', 'record.unknown'],
  }),
};

/** A row of the equipment list. */
export type EquipmentTypeRow = z.output<typeof equipmentTypeRow>;
/** A kind of equipment as its form edits it. */
export type EquipmentTypeRecord = z.output<typeof equipmentTypeRecord>;
