import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { ContactPersonRow } from '#contract/calls/contact-person.ts';
import type { Handlers } from '../context.ts';
import { touchDevices } from '../records/named-record.ts';
import { namedPage } from '../records/page.ts';
import { contactPerson, vendor } from '../db/schema.ts';
import { lockRegister } from '../device/add-devices.ts';
import { unknownRecord } from '../problem.ts';
import type { HospitalScope } from '../db/scope.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { withRevision } from '../records/revision.ts';
import { vendorInUse } from '../records/vendors.ts';
import { finderOf, refuseGone, refuseMerged } from '../records/living.ts';
import { refuseInUse } from '../records/uses.ts';

type ContactColumns = Omit<ContactPersonRow, 'vendor'>;

const findContact = finderOf(contactPerson, 'contact person');

/** Contact persons: a vendor's people. */
export const contactPersonHandlers = {
  contactPersonPage: namedPage<ContactPersonRow>((hospital) => ({
    from: sql`contact_person x where x.hospital_id = ${hospital.id} and x.retired_at is null`,
    columns: sql`x.id, x.name, x.phone, x.designation, x.vendor_id as "vendorId", x.hospital_id as "hospitalId", v.name as vendor`,
    joins: sql`join vendor v on v.hospital_id = x.hospital_id and v.id = x.vendor_id`,
  })),

  contactPerson: async ({ params, hospital }) => {
    const row = await findContact(hospital, params.id);
    return presentContact(row, await vendorName(hospital, row.vendorId));
  },

  createContactPerson: async ({ body, hospital, now }) => {
    const { name, phone, designation, vendorId } = body;
    const row = { id: randomUUID(), name, phone, designation, vendorId, hospitalId: hospital.id };
    const { name: vendorOf } = await vendorInUse(hospital, vendorId);
    await hospital.insert(contactPerson, { ...row, createdAt: now });
    return presentContact(row, vendorOf);
  },

  updateContactPerson: async ({ params, body: sent, hospital, now }) => {
    const known = await findContact(hospital, params.id, { lock: true });
    const body = await acceptEdit(hospital, {
      kind: 'contactPerson',
      sent,
      current: presentContact(known, await vendorName(hospital, known.vendorId)),
      now,
    });
    const { name, phone, designation, vendorId } = body;
    const { name: vendorOf } = await vendorInUse(hospital, vendorId);
    const changes = { name, phone, designation, vendorId };
    await hospital.update(contactPerson, changes, eq(contactPerson.id, known.id));
    if (name !== known.name || phone !== known.phone) {
      await touchDevices(hospital, sql`i.service_contact_id = ${known.id}`);
    }
    return presentContact({ ...known, ...changes }, vendorOf);
  },

  deleteContactPerson: async ({ params, hospital, now }) => {
    await lockRegister(hospital);
    const known = await findContact(hospital, params.id, { lock: true });
    await refuseInUse(hospital, 'contactPerson', known);
    await hospital.update(contactPerson, { retiredAt: now }, eq(contactPerson.id, known.id));
  },

  restoreContactPerson: async ({ params, hospital }) => {
    await refuseMerged(hospital, contactPerson, params.id);
    const known = await hospital.find(contactPerson, eq(contactPerson.id, params.id), { lock: true });
    if (!known) throw unknownRecord('contact person');
    await refuseGone(hospital, known.name, { vendor: known.vendorId });
    await hospital.update(contactPerson, { retiredAt: null }, eq(contactPerson.id, known.id));
    return presentContact(known, await vendorName(hospital, known.vendorId));
  },
} satisfies Handlers<
  | 'contactPersonPage'
  | 'contactPerson'
  | 'createContactPerson'
  | 'updateContactPerson'
  | 'deleteContactPerson'
  | 'restoreContactPerson'
>;

async function vendorName(scope: HospitalScope, id: string): Promise<string> {
  return (await scope.find(vendor, eq(vendor.id, id)))?.name ?? '';
}

function presentContact({ id, name, phone, designation, vendorId, hospitalId }: ContactColumns, vendorOf: string) {
  const own = { id, name, phone, designation, vendorId, hospitalId };
  return withRevision({ ...own, vendor: vendorOf }, own);
}
