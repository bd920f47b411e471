import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import {
  id,
  idParams,
  optionalNote,
  optionalText,
  pageOf,
  pageQuery,
  requiredText,
  typedNumber,
  oneLine,
} from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';
import { lacksLimit, maxSteps } from '../rules/procedure.ts';
import { appliedParts, electricalMethods, protectionClasses } from '../records/procedure.ts';

/** Bounds for readings and limits, to catch typing errors. */
export const maxReading = 1_000_000_000;

const limitNeeded = 'Enter a limit, or make this step a note.';

/** A number that may be left out. */
export const optionalNumber = () =>
  z._default(
    z.nullable(
      typedNumber(
        z
          .number('Please enter a number.')
          .check(
            z.minimum(-maxReading, 'Please enter a smaller number.'),
            z.maximum(maxReading, 'Please enter a smaller number.'),
          ),
      ),
    ),
    null,
  );

const stepBase = {
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  title: requiredText('Each step needs a name.'),
  detail: optionalNote(),
};

const limits = {
  nominal: optionalNumber(),
  lower: optionalNumber(),
  upper: optionalNumber(),
  source: optionalText(),
  isConfirmed: z._default(z.boolean(), false),
};

const isOrdered = z.refine<{ lower: number | null; upper: number | null }>(
  ({ lower, upper }) => lower === null || upper === null || lower <= upper,
  { error: 'The lower limit must not be above the upper one.', path: ['upper'] },
);

const step = z.discriminatedUnion('kind', [
  z.object({ ...stepBase, kind: z.literal('look') }),
  z
    .object({
      ...stepBase,
      ...limits,
      kind: z.literal('reading'),
      unit: z._default(z.string().check(oneLine(), z.maxLength(20, 'At most 20 characters.')), ''),
      needsTester: z._default(z.boolean(), true),
    })
    .check(isOrdered),
  z
    .object({
      ...stepBase,
      ...limits,
      kind: z.literal('electrical'),
      method: z.enum(electricalMethods, { error: 'Please choose a method.' }),
      protectionClass: z.enum(protectionClasses, { error: 'Please choose a protection class.' }),
      appliedPart: z.enum(appliedParts, { error: 'Please choose an applied part.' }),
    })
    .check(isOrdered),
  z.object({ ...stepBase, kind: z.enum(['photo', 'text']), isRequired: z._default(z.boolean(), false) }),
]);

const steps = z.array(step).check(
  z.minLength(1, 'A procedure has at least one step.'),
  z.maxLength(maxSteps, `At most ${maxSteps} steps.`),
  z.refine(
    (all) => new Set(all.map(({ id: stepId }) => stepId)).size === all.length,
    'Each step may appear only once.',
  ),
);

/** Stored procedures may have steps without a limit; saving one is refused. Source: docs/product.md P167. */
const savedSteps = steps.check(
  z.superRefine((all, { addIssue }) => {
    for (const [at, one] of all.entries()) {
      if (lacksLimit(one)) addIssue({ code: 'custom', message: limitNeeded, path: [at, 'upper'] });
    }
  }),
);

const targets = z._default(z.array(id()).check(z.maxLength(500)), []);

const procedureFields = {
  name: requiredText('Name is required.'),
  steps: savedSteps,
  /** Equipment types whose devices it is for. */
  equipmentIds: targets,
  /** Models whose devices it is for. */
  modelIds: targets,
};

export const createProcedureBody = z.object(procedureFields);
export const updateProcedureBody = z.object({ ...procedureFields, revision: sentRevision });

const procedureRow = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number(),
  stepCount: z.number(),
  /** Limits that nobody has confirmed yet. */
  unconfirmedCount: z.number(),
  /** Steps whose value has no limit: no test can use the procedure. */
  unlimitedCount: z.number(),
  /** The applied part that its steps name but do not measure. Source: docs/product.md P242. */
  unmeasuredPart: z.nullable(z.enum(['BF', 'CF'])),
  /** Names of equipment types and models, comma-separated. */
  usedFor: z.string(),
});
const procedureRecord = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number(),
  steps: z.array(step),
  equipmentIds: z.array(z.string()),
  modelIds: z.array(z.string()),
  revision: givenRevision,
});

export const procedureCalls = {
  procedurePage: defineCall({
    method: 'GET',
    path: '/Procedure',
    summary: 'Procedures, page by page, searched by name',
    access: hospitalRoles,
    query: pageQuery,
    answer: pageOf(procedureRow),
  }),
  procedure: defineCall({
    method: 'GET',
    path: '/Procedure/:id',
    summary: 'One procedure in its present version',
    access: hospitalRoles,
    params: idParams,
    answer: procedureRecord,
    errors: ['record.unknown'],
  }),
  procedureVersion: defineCall({
    method: 'GET',
    path: '/Procedure/:id/version',
    summary:
      'One version of a procedure, even of a retired one: a correction uses the version of the test that it corrects',
    access: hospitalRoles,
    params: idParams,
    query: z.object({ version: z.coerce.number().check(z.int(), z.minimum(1)) }),
    answer: z.object({ name: z.string(), version: z.number(), steps: z.array(step) }),
    errors: ['record.unknown'],
  }),
  createProcedure: defineCall({
    method: 'POST',
    path: '/Procedure',
    summary: 'Create a procedure',
    activity: 'Add a procedure',
    access: hospitalRoles,
    body: createProcedureBody,
    answer: procedureRecord,
    status: 201,
    errors: ['record.duplicate'],
  }),
  updateProcedure: defineCall({
    method: 'PUT',
    path: '/Procedure/:id',
    summary: 'Change a procedure: new steps or a new name make a new version, and tests keep theirs',
    activity: 'Change a procedure',
    access: hospitalRoles,
    params: idParams,
    body: updateProcedureBody,
    answer: procedureRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  copyProcedure: defineCall({
    method: 'POST',
    path: '/Procedure/:id/copy',
    summary: 'Copy a procedure under another name; the copy is not assigned to any devices yet',
    activity: 'Copy a procedure',
    access: hospitalRoles,
    params: idParams,
    body: z.object({ name: requiredText('Name is required.') }),
    answer: procedureRecord,
    status: 201,
    errors: ['record.duplicate', 'record.unknown'],
  }),
  deleteProcedure: defineCall({
    method: 'DELETE',
    path: '/Procedure/:id',
    summary: 'Retire a procedure; its records stay',
    activity: 'Delete a procedure',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown'],
  }),
  restoreProcedure: defineCall({
    method: 'POST',
    path: '/Procedure/:id/restore',
    summary: 'Undo the retirement of a procedure',
    activity: 'Restore a procedure',
    access: hospitalRoles,
    params: idParams,
    answer: procedureRecord,
    errors: ['record.duplicate', 'record.unknown'],
  }),
  addStarterProcedures: defineCall({
    method: 'POST',
    path: '/Procedure/starter',
    summary: 'Add the starter set: procedures for usual ward equipment, without those whose name is taken',
    activity: 'Add the starter procedures',
    access: hospitalRoles,
    body: z.object({}),
    answer: z.object({ added: z.number(), skipped: z.number() }),
    status: 201,
  }),
};

/** A row of the list of procedures. */
export type ProcedureRow = z.output<typeof procedureRow>;
/** A procedure as the edit form loads and saves it. */
export type ProcedureDetails = z.output<typeof procedureRecord>;
