import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { idParams, pageOf, pageQuery, requiredText } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';

const departmentFields = {
  name: requiredText('Name is required.'),
  location: requiredText('Location is required.'),
};

export const createDepartmentBody = z.object(departmentFields);
export const updateDepartmentBody = z.object({ ...departmentFields, revision: sentRevision });

const departmentRow = z.object({ id: z.string(), name: z.string(), location: z.string() });
const departmentRecord = z.extend(departmentRow, { revision: givenRevision });

export const departmentCalls = {
  departmentPage: defineCall({
    method: 'GET',
    path: '/Department',
    summary: 'Departments, page by page, searched by name or location',
    access: hospitalRoles,
    query: pageQuery,
    answer: pageOf(departmentRow),
  }),
  department: defineCall({
    method: 'GET',
    path: '/Department/:id',
    summary: 'One department',
    access: hospitalRoles,
    params: idParams,
    answer: departmentRecord,
    errors: ['record.unknown'],
  }),
  createDepartment: defineCall({
    method: 'POST',
    path: '/Department',
    summary: 'Create a department',
    activity: 'Add a department',
    access: hospitalRoles,
    body: createDepartmentBody,
    answer: departmentRecord,
    status: 201,
    errors: ['record.duplicate'],
  }),
  updateDepartment: defineCall({
    method: 'PUT',
    path: '/Department/:id',
    summary: 'Change a department; its devices show the new name',
    activity: 'Change a department',
    access: hospitalRoles,
    params: idParams,
    body: updateDepartmentBody,
    answer: departmentRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  deleteDepartment: defineCall({
    method: 'DELETE',
    path: '/Department/:id',
    summary: 'Retire a department that nothing uses',
    activity: 'Delete a department',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown', 'record.in_use'],
  }),
  restoreDepartment: defineCall({
    method: 'POST',
    path: '/Department/:id/restore',
    summary: 'Undo the retirement of a department',
    activity: 'Restore a department',
    access: hospitalRoles,
    params: idParams,
    answer: departmentRecord,
    errors: ['record.duplicate', 'record.unknown'],
  }),
};

/** A row of the department list. */
export type DepartmentRow = z.output<typeof departmentRow>;
/** A department as its form edits it. */
export type DepartmentFormRecord = z.output<typeof departmentRecord>;
