import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { id, idParams, option, pageOf, pageQuery, requiredText } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';

/** Maximum number of equipment types per make. */
const maxEquipment = 2000;

const name = requiredText('Make name is required.');

export const createMakeBody = z.object({
  name,
  /** Comma-joined ids of equipment. Source: docs/product.md P23. */
  equipmentIds: z._default(z.string().check(z.maxLength(65 * maxEquipment)), ''),
});

export const updateMakeBody = z.object({
  name,
  equipment: z.array(z.object({ id: id() })).check(z.maxLength(maxEquipment, `At most ${maxEquipment}.`)),
  revision: sentRevision,
});

const makeRow = z.object({
  id: z.string(),
  name: z.string(),
  noOfEquipment: z.number(),
  /** Installed devices of this make. */
  installBase: z.number(),
  /** Mean over its devices, in percent with 2 decimals; 100 when there are none. Source: docs/product.md P26. */
  upTime: z.number(),
});
const makeRecord = z.object({
  id: z.string(),
  name: z.string(),
  equipment: z.array(option),
  revision: givenRevision,
});

export const equipmentMakeCalls = {
  makePage: defineCall({
    method: 'GET',
    path: '/EquipmentMakes',
    summary: 'Makes, page by page, searched by name',
    access: hospitalRoles,
    query: pageQuery,
    answer: pageOf(makeRow),
  }),
  make: defineCall({
    method: 'GET',
    path: '/EquipmentMakes/:id',
    summary: 'One make with its equipment types',
    access: hospitalRoles,
    params: idParams,
    answer: makeRecord,
    errors: ['record.unknown'],
  }),
  createMake: defineCall({
    method: 'POST',
    path: '/EquipmentMakes',
    summary: 'Create a make',
    activity: 'Add a make',
    access: hospitalRoles,
    body: createMakeBody,
    answer: makeRecord,
    status: 201,
    errors: ['record.duplicate'],
  }),
  updateMake: defineCall({
    method: 'PUT',
    path: '/EquipmentMakes/:id',
    summary: 'Change a make and its equipment types; its devices show the new name',
    activity: 'Change a make',
    access: hospitalRoles,
    params: idParams,
    body: updateMakeBody,
    answer: makeRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict', 'record.in_use'],
  }),
  deleteMake: defineCall({
    method: 'DELETE',
    path: '/EquipmentMakes/:id',
    summary: 'Retire a make that no installed device has',
    activity: 'Delete a make',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown', 'record.in_use'],
  }),
  restoreMake: defineCall({
    method: 'POST',
    path: '/EquipmentMakes/:id/restore',
    summary: 'Undo the retirement of a make',
    activity: 'Restore a make',
    access: hospitalRoles,
    params: idParams,
    answer: makeRecord,
    errors: ['record.duplicate', 'record.unknown'],
  }),
};

/** A row of the list of makes. */
export type MakeRow = z.output<typeof makeRow>;
/** A make as its form edits it. */
export type MakeRecord = z.output<typeof makeRecord>;
