import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { id, idParams, pageOf, pageQuery, requiredText } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';

/** Suggestions only: any text is accepted. Source: docs/product.md P22. */
export const suggestedDesignations = ['Manager', 'Sales Representative', 'Technician', 'Other'] as const;

const contactPersonFields = {
  name: requiredText('Name is required.'),
  phone: requiredText('Phone is required.'),
  vendorId: id('Vendor is required.'),
  designation: requiredText('Designation is required.'),
};

export const createContactPersonBody = z.object(contactPersonFields);
export const updateContactPersonBody = z.object({ ...contactPersonFields, revision: sentRevision });

const contactPersonRow = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  designation: z.string(),
  vendorId: z.string(),
  /** Name of the vendor. */
  vendor: z.string(),
  hospitalId: z.string(),
});
const contactPersonRecord = z.extend(contactPersonRow, { revision: givenRevision });

export const contactPersonCalls = {
  contactPersonPage: defineCall({
    method: 'GET',
    path: '/ContactPerson',
    summary: 'Contact persons, page by page, searched by name, phone or email',
    access: hospitalRoles,
    query: pageQuery,
    answer: pageOf(contactPersonRow),
  }),
  contactPerson: defineCall({
    method: 'GET',
    path: '/ContactPerson/:id',
    summary: 'One contact person',
    access: hospitalRoles,
    params: idParams,
    answer: contactPersonRecord,
    errors: ['record.unknown'],
  }),
  createContactPerson: defineCall({
    method: 'POST',
    path: '/ContactPerson',
    summary: 'Create a contact person of a vendor',
    activity: 'Add a contact person',
    access: hospitalRoles,
    body: createContactPersonBody,
    answer: contactPersonRecord,
    status: 201,
  }),
  updateContactPerson: defineCall({
    method: 'PUT',
    path: '/ContactPerson/:id',
    summary: 'Change a contact person',
    activity: 'Change a contact person',
    access: hospitalRoles,
    params: idParams,
    body: updateContactPersonBody,
    answer: contactPersonRecord,
    errors: ['record.unknown', 'record.conflict'],
  }),
  deleteContactPerson: defineCall({
    method: 'DELETE',
    path: '/ContactPerson/:id',
    summary: 'Retire a contact person that nothing uses',
    activity: 'Delete a contact person',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown', 'record.in_use'],
  }),
  restoreContactPerson: defineCall({
    method: 'POST',
    path: '/ContactPerson/:id/restore',
    summary: 'Undo the retirement of a contact person',
    activity: 'Restore a contact person',
    access: hospitalRoles,
    params: idParams,
    answer: contactPersonRecord,
    errors: ['record.unknown', 'record.gone'],
  }),
};

/** A row of the list of contact persons. */
export type ContactPersonRow = z.output<typeof contactPersonRow>;
/** A contact person as its form edits it. */
export type ContactPersonRecord = z.output<typeof contactPersonRecord>;
