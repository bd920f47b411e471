import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { id, idParams, option, pageOf, pageQuery, requiredText } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';

const modelFields = {
  name: requiredText('Name is required.'),
  equipmentMakeId: id('Make is required.'),
  equipmentId: id('Equipment is required.'),
};

export const createModelBody = z.object(modelFields);
export const updateModelBody = z.object({ ...modelFields, revision: sentRevision });

const modelRow = z.object({
  id: z.string(),
  name: z.string(),
  equipmentMakeId: z.string(),
  equipmentMakeName: z.string(),
  equipmentId: z.string(),
  equipmentName: z.string(),
  hospitalId: z.string(),
});
const modelRecord = z.extend(modelRow, { revision: givenRevision });

export const equipmentModelCalls = {
  modelPage: defineCall({
    method: 'GET',
    path: '/EquipmentModel',
    summary: 'Models, page by page, searched by name or make',
    access: hospitalRoles,
    query: pageQuery,
    answer: pageOf(modelRow),
  }),
  modelMakes: defineCall({
    method: 'GET',
    path: '/EquipmentModel/makes',
    summary: 'All makes, for the model form',
    access: hospitalRoles,
    answer: z.array(option),
  }),
  modelEquipmentsByMake: defineCall({
    method: 'GET',
    path: '/EquipmentModel/equipments-by-make/:makeId',
    summary: 'The equipment that a make builds, for the model form',
    access: hospitalRoles,
    params: z.object({ makeId: id() }),
    answer: z.array(option),
  }),
  model: defineCall({
    method: 'GET',
    path: '/EquipmentModel/:id',
    summary: 'One model',
    access: hospitalRoles,
    params: idParams,
    answer: modelRecord,
    errors: ['record.unknown'],
  }),
  createModel: defineCall({
    method: 'POST',
    path: '/EquipmentModel',
    summary: 'Create a model',
    activity: 'Add a model',
    access: hospitalRoles,
    body: createModelBody,
    answer: modelRecord,
    status: 201,
    errors: ['record.duplicate'],
  }),
  updateModel: defineCall({
    method: 'PUT',
    path: '/EquipmentModel/:id',
    summary: 'Change a model; its devices show the new names',
    activity: 'Change a model',
    access: hospitalRoles,
    params: idParams,
    body: updateModelBody,
    answer: modelRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  deleteModel: defineCall({
    method: 'DELETE',
    path: '/EquipmentModel/:id',
    summary: 'Retire a model that no installed device has',
    activity: 'Delete a model',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown', 'record.in_use'],
  }),
  restoreModel: defineCall({
    method: 'POST',
    path: '/EquipmentModel/:id/restore',
    summary: 'Undo the retirement of a model whose make and equipment type still exist',
    activity: 'Restore a model',
    access: hospitalRoles,
    params: idParams,
    answer: modelRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.gone'],
  }),
};

/** A row of the list of models. */
export type ModelRow = z.output<typeof modelRow>;
/** A model as its form edits it. */
export type ModelRecord = z.output<typeof modelRecord>;
