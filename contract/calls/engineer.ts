import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { email, idParams, newPassword, optionalText, pageOf, pageQuery, requiredText } from '../fields.ts';
import { hospitalRoles, officeOnly } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';

export const createEngineerBody = z.object({
  name: requiredText('Name is required.'),
  phone: optionalText(),
  email: email(),
  password: newPassword(),
});

/** On edit, an empty password keeps the current one. */
export const updateEngineerBody = z.object({
  name: requiredText('Name is required.'),
  phone: optionalText(),
  email: email(),
  password: z.optional(z.union([z.literal(''), newPassword()])),
  revision: sentRevision,
});

/** The notices that a user has read. */
const dismissBody = z.object({ ids: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)) });

const engineerRow = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  role: z.literal('BME'),
  hospitalId: z.string(),
});

const engineerRecord = z.extend(engineerRow, { revision: givenRevision });

export const engineerCalls = {
  engineerPage: defineCall({
    method: 'GET',
    path: '/BME',
    summary: 'BME accounts, page by page',
    access: hospitalRoles,
    query: pageQuery,
    answer: pageOf(engineerRow),
  }),
  bmeCount: defineCall({
    method: 'GET',
    path: '/BME/bme-count',
    summary: 'BME accounts in use and allowed',
    access: hospitalRoles,
    answer: z.object({ numberOfBMEAdded: z.number(), numberOfBMEAssigned: z.number() }),
  }),
  bme: defineCall({
    method: 'GET',
    path: '/BME/:id',
    summary: 'One BME account',
    access: hospitalRoles,
    params: idParams,
    answer: engineerRecord,
    errors: ['record.unknown'],
  }),
  createEngineer: defineCall({
    method: 'POST',
    path: '/BME',
    summary: 'Create a BME account within the quota; its password is a one-time password',
    activity: 'Add a BME account',
    access: hospitalRoles,
    body: createEngineerBody,
    answer: engineerRecord,
    status: 201,
    errors: ['record.duplicate', 'bme.quota_reached'],
  }),
  updateEngineer: defineCall({
    method: 'PUT',
    path: '/BME/:id',
    summary:
      'Change a BME account: the office all of it, an engineer their own phone; a password that the office sets is a one-time password, the sessions of the account end',
    activity: 'Change a BME account',
    access: hospitalRoles,
    params: idParams,
    body: updateEngineerBody,
    answer: engineerRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  deleteEngineer: defineCall({
    method: 'DELETE',
    path: '/BME/:id',
    summary: 'Delete a BME account; its sessions end, its past work keeps its name',
    activity: 'Delete a BME account',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown'],
  }),
  restoreEngineer: defineCall({
    method: 'POST',
    path: '/BME/:id/restore',
    summary: 'Undo the deletion of a BME account within the quota, by the office; its sessions stay ended',
    activity: 'Restore a BME account',
    access: officeOnly,
    params: idParams,
    answer: engineerRecord,
    errors: ['record.duplicate', 'record.unknown', 'bme.quota_reached'],
  }),
  dismissAccountNotices: defineCall({
    method: 'POST',
    path: '/BME/notices/dismiss',
    summary: 'Dismiss notices of changed accounts, for the caller only',
    activity: 'Dismiss notices of changed accounts',
    access: hospitalRoles,
    body: dismissBody,
    status: 204,
    errors: ['record.unknown'],
  }),
};

/** A row of the list of BME accounts. */
export type EngineerRow = z.output<typeof engineerRow>;
/** A BME account as its form edits it. */
export type EngineerRecord = z.output<typeof engineerRecord>;
