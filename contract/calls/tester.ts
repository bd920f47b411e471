import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import {
  id,
  idParams,
  localDate,
  maxTextLength,
  oneLine,
  pageOf,
  pageQuery,
  requiredText,
  serialText,
} from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';

/** A detail of the calibration; clients that omit it leave it unchanged. */
const calibrationText = () =>
  z.optional(z.string().check(oneLine(), z.maxLength(maxTextLength, `At most ${maxTextLength} characters.`)));

const testerFields = {
  name: requiredText('Name is required.'),
  serialNumber: serialText(),
  certificateNumber: requiredText('Certificate number is required.'),
  /** The last day on which its certificate counts. */
  dueOn: localDate('Due date is required.'),
  laboratory: calibrationText(),
  /** The day of the calibration, or empty. */
  calibratedOn: z.optional(
    z
      .string()
      .check(z.refine((text) => text === '' || localDate().safeParse(text).success, 'Please enter a valid date.')),
  ),
  uncertainty: calibrationText(),
  range: calibrationText(),
};

const isOrdered = z.refine<{ calibratedOn?: string | undefined; dueOn: string }>(
  ({ calibratedOn = '', dueOn }) => calibratedOn <= dueOn,
  { error: 'The calibration must not be after the due date.', path: ['calibratedOn'] },
);

export const createTesterBody = z.object(testerFields).check(isOrdered);
export const updateTesterBody = z.object({ ...testerFields, revision: sentRevision }).check(isOrdered);

/** The calibration details of the current certificate; details that nobody entered are empty. */
const calibrationFields = {
  laboratory: z.string(),
  calibratedOn: z.string(),
  uncertainty: z.string(),
  range: z.string(),
};

const certificateFile = z.object({ sha256: z.string(), name: z.string(), mime: z.string(), size: z.number() });

const testerRow = z.object({
  id: z.string(),
  name: z.string(),
  serialNumber: z.string(),
  certificateNumber: z.string(),
  dueOn: z.string(),
  ...calibrationFields,
});
const testerRecord = z.extend(testerRow, {
  /** The current certificate; records name the one that was used for them. */
  certificateId: z.string(),
  /** Its file, where one was attached. */
  file: z.nullable(certificateFile),
  revision: givenRevision,
});

const testerCertificates = z.object({
  id: z.string(),
  name: z.string(),
  serialNumber: z.string(),
  isDeleted: z.boolean(),
  /** The current one first, then the latest. */
  certificates: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      dueOn: z.string(),
      ...calibrationFields,
      addedAt: z.string(),
      isInForce: z.boolean(),
      file: z.nullable(certificateFile),
    }),
  ),
});

export const testerCalls = {
  testerPage: defineCall({
    method: 'GET',
    path: '/Tester',
    summary: 'Testers, page by page, searched by name, serial or certificate number',
    access: hospitalRoles,
    query: pageQuery,
    answer: pageOf(testerRow),
  }),
  tester: defineCall({
    method: 'GET',
    path: '/Tester/:id',
    summary: 'One tester with its certificate',
    access: hospitalRoles,
    params: idParams,
    answer: testerRecord,
    errors: ['record.unknown'],
  }),
  testerCertificates: defineCall({
    method: 'GET',
    path: '/Tester/:id/certificates',
    summary:
      'All certificates of a tester with their files, even of a retired one: each test names the one in force when it was made',
    access: hospitalRoles,
    params: idParams,
    answer: testerCertificates,
    errors: ['record.unknown'],
  }),
  createTester: defineCall({
    method: 'POST',
    path: '/Tester',
    summary: 'Create a tester',
    activity: 'Add a tester',
    access: hospitalRoles,
    body: createTesterBody,
    answer: testerRecord,
    status: 201,
    errors: ['record.duplicate'],
  }),
  updateTester: defineCall({
    method: 'PUT',
    path: '/Tester/:id',
    summary: 'Change a tester: a new number or due date makes a new certificate, and tests keep theirs',
    activity: 'Change a tester',
    access: hospitalRoles,
    params: idParams,
    body: updateTesterBody,
    answer: testerRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  addTesterFile: defineCall({
    method: 'POST',
    path: '/Tester/:id/file',
    summary: 'Attach the file of the current certificate: a multipart form with the file `File`',
    activity: 'Attach a certificate to a tester',
    access: hospitalRoles,
    params: z.object({ id: id() }),
    body: z.object({}),
    multipart: true,
    answer: testerRecord,
    status: 201,
    errors: ['record.unknown', 'file.too_large', 'file.wrong_type', 'storage.full'],
  }),
  deleteTester: defineCall({
    method: 'DELETE',
    path: '/Tester/:id',
    summary: 'Retire a tester; its records stay',
    activity: 'Delete a tester',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown'],
  }),
  restoreTester: defineCall({
    method: 'POST',
    path: '/Tester/:id/restore',
    summary: 'Undo the retirement of a tester',
    activity: 'Restore a tester',
    access: hospitalRoles,
    params: idParams,
    answer: testerRecord,
    errors: ['record.duplicate', 'record.unknown'],
  }),
};

/** A row of the list of testers. */
export type TesterRow = z.output<typeof testerRow>;
/** A tester as its form edits it. */
export type TesterDetails = z.output<typeof testerRecord>;
/** A tester with all its certificates. */
export type TesterCertificates = z.output<typeof testerCertificates>;
