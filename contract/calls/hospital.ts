import * as z from '../zod.ts';
import { activityByBody, defineCall } from '../define.ts';
import { email, id, idParams, newPassword, requiredText, wholeNumber } from '../fields.ts';
import { adminOnly, hospitalRoles } from '../permissions.ts';
import { sameKey } from '../rules/text.ts';
import { givenRevision, sentRevision } from '../revision.ts';

const count = (message: string, most = 100_000) => wholeNumber(message, 0, most);

/** Fields shared by the create and edit forms of a hospital. Source: docs/product.md P20. */
const hospitalFields = {
  name: requiredText('Name is required.'),
  phone: requiredText('Phone is required.'),
  address: requiredText('Address is required.'),
  stateId: id('State is required.'),
  cityId: id('City is required.'),
  numberOfBME: count('Number of BMEs must be a whole number of 0 or more.'),
  numberOfBeds: count('Number of beds must be a whole number of 0 or more.'),
  /**
   * Storage quota for its files. Absent: the default for a new hospital, unchanged for an existing one. Units:
   * megabytes.
   */
  storageMB: z.optional(count('Storage for files must be a whole number of 0 MB or more.', 100_000_000)),
};

export const createHospitalBody = z.object({ ...hospitalFields, email: email(), password: newPassword() });
/** Details that distinguish hospitals. */
type Placed = { name: string; cityId: string };

/** An existing hospital with the same name in the same town; the Admin confirms before a second one is created. */
export const namesake = <Known extends Placed>(known: readonly Known[], { name, cityId }: Placed): Known | undefined =>
  known.find((each) => each.cityId === cityId && sameKey(each.name) === sameKey(name));

/** The Create Hospital form: `isAnother` answers the question about a namesake. */
export const createHospitalForm = (known: readonly Placed[]) =>
  z.extend(createHospitalBody, { isAnother: z.optional(z.boolean()) }).check(
    z.refine(({ isAnother, ...body }) => isAnother === true || namesake(known, body) === undefined, {
      error: 'Please tick that this is another hospital.',
      path: ['isAnother'],
    }),
  );
export const updateHospitalBody = z.object({ ...hospitalFields, revision: sentRevision });
export const resetOfficePasswordBody = z.object({ password: newPassword() });

const hospitalRecord = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  stateId: z.string(),
  cityId: z.string(),
  city: z.string(),
  state: z.string(),
  numberOfBME: z.number(),
  numberOfBeds: z.number(),
  storageMB: z.number(),
  isActive: z.boolean(),
  timeZone: z.string(),
  /** The sign-in of the hospital's office. */
  email: z.string(),
  revision: givenRevision,
});

const storage = z.object({ usedMB: z.number(), quotaMB: z.number() });

const reportsBody = z.object({ isOn: z.boolean() });
const toggleBody = z.object({ id: z.optional(z.string()), isActive: z.boolean() });

export const hospitalCalls = {
  hospitals: defineCall({
    method: 'GET',
    path: '/Hospital',
    summary: 'All hospitals',
    access: adminOnly,
    answer: z.array(hospitalRecord),
  }),
  hospitalStates: defineCall({
    method: 'GET',
    path: '/Hospital/states',
    summary: 'States and union territories of India',
    access: adminOnly,
    answer: z.array(z.object({ stateId: z.string(), stateName: z.string() })),
  }),
  hospitalCities: defineCall({
    method: 'GET',
    path: '/Hospital/cities/:stateId',
    summary: 'Cities of a state',
    access: adminOnly,
    params: z.object({ stateId: id() }),
    answer: z.array(z.object({ cityId: z.string(), cityName: z.string() })),
  }),
  hospitalStorage: defineCall({
    method: 'GET',
    path: '/Hospital/storage',
    summary: 'Storage used by the files of this hospital, and its quota, in megabytes',
    access: hospitalRoles,
    answer: storage,
  }),
  hospital: defineCall({
    method: 'GET',
    path: '/Hospital/:id',
    summary: 'One hospital',
    access: adminOnly,
    params: idParams,
    answer: z.extend(hospitalRecord, { storage, takesReports: z.boolean() }),
    errors: ['record.unknown'],
  }),
  createHospital: defineCall({
    method: 'POST',
    path: '/Hospital',
    summary: 'Create a hospital and its Hospital account; its password is a one-time password',
    activity: 'Add a hospital',
    access: adminOnly,
    body: createHospitalBody,
    answer: hospitalRecord,
    status: 201,
    errors: ['record.duplicate'],
  }),
  updateHospital: defineCall({
    method: 'PUT',
    path: '/Hospital/:id',
    summary: 'Change a hospital',
    activity: 'Change a hospital',
    access: adminOnly,
    params: idParams,
    body: updateHospitalBody,
    answer: hospitalRecord,
    errors: ['record.unknown', 'record.conflict'],
  }),
  resetOfficePassword: defineCall({
    method: 'POST',
    path: '/Hospital/:id/password',
    summary:
      'Password reset of a hospital’s office; the new one is a one-time password, the sessions of the office end',
    activity: 'Reset the password of a hospital’s office',
    access: adminOnly,
    params: idParams,
    body: resetOfficePasswordBody,
    status: 204,
    errors: ['record.unknown'],
  }),
  switchHospitalReports: defineCall({
    method: 'POST',
    path: '/Hospital/:id/reports',
    summary: 'Switch reports from labels on or off for a hospital, as its office can',
    activity: activityByBody(reportsBody, {
      text: 'Switch reports from labels of a hospital on or off',
      variantOf: ({ isOn }) => (isOn ? 'on' : 'off'),
      variants: { on: 'Switch on reports from labels', off: 'Switch off reports from labels' },
    }),
    access: adminOnly,
    params: idParams,
    body: reportsBody,
    status: 204,
    errors: ['record.unknown'],
  }),
  toggleHospital: defineCall({
    method: 'POST',
    path: '/Hospital/ToggleStatus/:id',
    summary: 'Activate or deactivate a hospital; deactivating ends its sessions',
    activity: activityByBody(toggleBody, {
      text: 'Activate or deactivate a hospital',
      variantOf: ({ isActive }) => (isActive ? 'activate' : 'deactivate'),
      variants: { activate: 'Activate a hospital', deactivate: 'Deactivate a hospital' },
    }),
    access: adminOnly,
    params: idParams,
    body: toggleBody,
    answer: hospitalRecord,
    errors: ['record.unknown'],
  }),
};

/** A hospital as the Admin sees it. */
export type HospitalRecord = z.output<typeof hospitalRecord>;
