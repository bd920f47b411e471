import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { idParams, pageOf, pageQuery, requiredText, oneLine } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { agreementKinds } from '../records/agreement-terms.ts';
import { givenRevision, sentRevision } from '../revision.ts';

/** The roles of a vendor for the hospital. Source: docs/product.md P22. */
export const vendorTypes = ['Manufacturer', 'Vendor', 'Service Provider'] as const;
export type VendorType = (typeof vendorTypes)[number];

/** Splits a stored text such as `Manufacturer, Vendor` into its types, in the order of the list. */
export function splitVendorTypes(text: string): VendorType[] {
  const given = new Set(text.split(',').map((part) => part.trim()));
  return vendorTypes.filter((type) => given.has(type));
}

/** Joins several types into one text, as the documents store them. */
export const joinVendorTypes = (types: readonly string[]): string => types.join(', ');

const typeRequired = 'Type is required.';

const vendorFields = {
  name: requiredText('Name is required.'),
  location: requiredText('Location is required.'),
  /** Comma-separated names of `vendorTypes`. */
  types: z.string(typeRequired).check(
    oneLine(),
    z.minLength(1, { error: typeRequired, abort: true }),
    z.refine(
      (text) => text.split(',').every((part) => vendorTypes.some((type) => type === part.trim())),
      `Please choose from ${vendorTypes.join(', ')}.`,
    ),
  ),
};

export const createVendorBody = z.object(vendorFields);
export const updateVendorBody = z.object({ ...vendorFields, revision: sentRevision });

const vendorRow = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  types: z.string(),
  contactPersonCount: z.number(),
});
const vendorRecord = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  types: z.string(),
  revision: givenRevision,
});

/** What the hospital has from a vendor, as the vendor's page shows it. */
const vendorOverview = z.extend(vendorRecord, {
  contacts: z.array(z.object({ id: z.string(), name: z.string(), phone: z.string(), designation: z.string() })),
  /** Those that end last come first. */
  agreements: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      kind: z.enum(agreementKinds),
      startOn: z.string(),
      endOn: z.string(),
      devices: z.number(),
    }),
  ),
});

export const vendorCalls = {
  vendorPage: defineCall({
    method: 'GET',
    path: '/Vendor',
    summary: 'Vendors, page by page, searched by name or location',
    access: hospitalRoles,
    query: pageQuery,
    answer: pageOf(vendorRow),
  }),
  vendor: defineCall({
    method: 'GET',
    path: '/Vendor/:id',
    summary: 'One vendor',
    access: hospitalRoles,
    params: idParams,
    answer: vendorRecord,
    errors: ['record.unknown'],
  }),
  vendorOverview: defineCall({
    method: 'GET',
    path: '/Vendor/:id/overview',
    summary: 'One vendor with contact persons and contracts',
    access: hospitalRoles,
    params: idParams,
    answer: vendorOverview,
    errors: ['record.unknown'],
  }),
  createVendor: defineCall({
    method: 'POST',
    path: '/Vendor',
    summary: 'Create a vendor',
    activity: 'Add a vendor',
    access: hospitalRoles,
    body: createVendorBody,
    answer: vendorRecord,
    status: 201,
    errors: ['record.duplicate'],
  }),
  updateVendor: defineCall({
    method: 'PUT',
    path: '/Vendor/:id',
    summary: 'Change a vendor',
    activity: 'Change a vendor',
    access: hospitalRoles,
    params: idParams,
    body: updateVendorBody,
    answer: vendorRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  deleteVendor: defineCall({
    method: 'DELETE',
    path: '/Vendor/:id',
    summary: 'Retire a vendor that nothing uses',
    activity: 'Delete a vendor',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown', 'record.in_use'],
  }),
  restoreVendor: defineCall({
    method: 'POST',
    path: '/Vendor/:id/restore',
    summary: 'Undo the retirement of a vendor',
    activity: 'Restore a vendor',
    access: hospitalRoles,
    params: idParams,
    answer: vendorRecord,
    errors: ['record.duplicate', 'record.unknown'],
  }),
};

/** A row of the vendor list. */
export type VendorRow = z.output<typeof vendorRow>;
/** A vendor as its form edits it. */
export type VendorRecord = z.output<typeof vendorRecord>;
/** A vendor with what the hospital has from it. */
export type VendorOverview = z.output<typeof vendorOverview>;
