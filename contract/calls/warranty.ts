import * as z from '../zod.ts';
import { activityByBody, defineCall } from '../define.ts';
import {
  id,
  idParams,
  localDate,
  maxNoteLength,
  maxTextLength,
  maybeDay,
  pageOf,
  pageQuery,
  requiredText,
  typedNumber,
  wholeNumber,
  oneLine,
} from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';
import { contractKind, termsAnswer, termsBody } from './agreement/terms.ts';
import { recordStarts } from '../rules/plan.ts';
import { whole } from '../rules/read-number.ts';
import { frequencies } from '../rules/schedule.ts';
import { monthsOf } from '../rules/warranty-end.ts';

/** Longest warranty. Units: years. Source: docs/product.md P55 to P63 (bounds of an import). */
export const maxWarrantyYears = 50;
/** Message for a longer one. */
export const longestWarranty = `At most ${maxWarrantyYears} years.`;
/** Maximum number of months in addition to whole years. */
const maxExtraMonths = 11;
const maxPmCount = 366;
/** Largest warranty: devices, and PM tasks in all. */
const maxDevices = 2000;
const maxTasks = 20_000;

const pmCountNeeded = 'PM Count must be 0 or greater.';
const durationNeeded = 'Warranty Duration is required.';
const extraMonthsRule = `Extra Months must be a whole number from 0 to ${maxExtraMonths}.`;
/** Message for an incomplete warranty form. Source: docs/product.md P40. */
export const warrantyIncomplete = 'Please fill out the form completely and select at least one serial number.';

/** A device in the results of serial searches. Source: docs/product.md P40. */
const serialSuggestion = z.object({
  serialNumber: z.string(),
  hospitalId: z.string(),
  equipment: z.string(),
  make: z.string(),
  model: z.string(),
  installationBaseEntityId: z.string(),
});

const text = (most: number) => z.string().check(oneLine(), z.maxLength(most, `At most ${most} characters.`));

/** The contract fields besides those of the documents' warranty. In a change, omitted fields stay as they are. */
const agreementFields = {
  kind: z.optional(contractKind),
  /** Null or empty: none. */
  vendorId: z.optional(z.nullable(text(64))),
  contactName: z.optional(text(maxTextLength)),
  phone: z.optional(text(maxTextLength)),
  terms: z.optional(z.nullable(termsBody)),
  notes: z.optional(text(maxNoteLength)),
};

/** Returns the duration in a body. Units: months. */
const durationIn = ({
  warrantyDurationInYear: years,
  warrantyExtraMonths: months = 0,
}: {
  warrantyDurationInYear: number;
  warrantyExtraMonths?: number | undefined;
}): number => monthsOf({ years, months });

/** A warranty or contract as its form sends it; the end date is the server's, whatever else the body says. */
export const warrantyBody = z
  .object({
    ...agreementFields,
    /** Names the warranty to change in `warranty/save`; without one the call creates. */
    id: z.optional(z.nullable(id())),
    warrantyNumber: requiredText('Warranty Number is required.'),
    equipmentId: id('Equipment is required.'),
    makeId: id('Make is required.'),
    pmFrequency: z.enum(frequencies, { error: 'PM Frequency is required.' }),
    pmCount: wholeNumber(pmCountNeeded, 0, maxPmCount, `At most ${maxPmCount}.`),
    warrantyStartDate: localDate('Warranty Start Date is required.'),
    warrantyDurationInYear: typedNumber(
      z
        .number(durationNeeded)
        .check(
          z.int('Warranty Duration must be whole years.'),
          z.minimum(0, durationNeeded),
          z.maximum(maxWarrantyYears, longestWarranty),
        ),
      whole,
    ),
    /** Months in addition to the whole years; 0 or null for none. In a change, omitted months stay as they are. */
    warrantyExtraMonths: z.optional(
      z.pipe(
        z.nullable(wholeNumber(extraMonthsRule, 0, maxExtraMonths)),
        z.transform((months) => months ?? 0),
      ),
    ),
    selectedSerials: z
      .array(z.object({ serialNumber: z.string(), installationBaseEntityId: z.optional(id()) }), warrantyIncomplete)
      .check(z.minLength(1, warrantyIncomplete), z.maxLength(maxDevices, `At most ${maxDevices} devices.`)),
    /** Whether to create PM that was due before today on devices new to the warranty; by default, all of it. */
    pastWork: z.optional(z.enum(recordStarts)),
    /** When PM was last done, if it is counted from then; without it, each device's date in the register counts. */
    lastPmDate: maybeDay(),
    revision: sentRevision,
  })
  .check(
    z.refine((body) => durationIn(body) > 0, { error: durationNeeded, path: ['warrantyDurationInYear'] }),
    z.refine((body) => durationIn(body) <= monthsOf({ years: maxWarrantyYears, months: 0 }), {
      error: longestWarranty,
      path: ['warrantyDurationInYear'],
    }),
    z.refine(({ pmCount, selectedSerials }) => pmCount * selectedSerials.length <= maxTasks, {
      error: `A warranty makes at most ${maxTasks.toLocaleString('en')} PM tasks.`,
      path: ['pmCount'],
    }),
  );

const warrantyRow = z.object({
  id: z.string(),
  warrantyNumber: z.string(),
  equipmentName: z.string(),
  makeName: z.string(),
  numberOfEquipments: z.number(),
  serialNumbers: z.array(z.string()),
  warrantyStart: z.string(),
  warrantyEnd: z.string(),
  /** The last day to give notice; null if none was agreed, absent in answers stored by an earlier version. */
  noticeOn: z.optional(z.nullable(z.string())),
  kind: contractKind,
  vendorName: z.string(),
});

const warrantyRecord = z.object({
  id: z.string(),
  hospitalId: z.string(),
  warrantyNumber: z.string(),
  equipmentId: z.string(),
  makeId: z.string(),
  /** Null for an imported warranty until somebody chooses one. */
  pmFrequency: z.nullable(z.enum(frequencies)),
  pmCount: z.number(),
  warrantyStartDate: z.string(),
  warrantyEndDate: z.string(),
  /** The whole years of its duration. */
  warrantyDurationInYear: z.number(),
  /** The months beyond the whole years; 0 if there are none. */
  warrantyExtraMonths: z.number(),
  selectedSerials: z.array(serialSuggestion),
  kind: contractKind,
  vendorId: z.nullable(z.string()),
  vendorName: z.string(),
  contactName: z.string(),
  phone: z.string(),
  terms: z.nullable(termsAnswer),
  notes: z.string(),
  revision: givenRevision,
});

const search = z._default(z.string().check(z.maxLength(200)), '');
const kindFilter = { kind: z.optional(contractKind) };

export const warrantyCalls = {
  warrantyPage: defineCall({
    method: 'GET',
    path: '/warranty/paged',
    summary: 'Warranties and contracts, page by page, searched by number',
    access: hospitalRoles,
    query: z.extend(pageQuery, kindFilter),
    answer: pageOf(warrantyRow),
  }),
  warrantyDownload: defineCall({
    method: 'GET',
    path: '/warranty/download',
    summary: 'The filtered list of warranties as a spreadsheet',
    access: hospitalRoles,
    query: z.object({ search, ...kindFilter }),
    raw: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  warrantySerials: defineCall({
    method: 'GET',
    path: '/warranty/serials',
    summary: 'Devices whose serial number contains a text',
    access: hospitalRoles,
    query: z.object({ SerialNumber: search }),
    answer: z.array(serialSuggestion),
  }),
  warrantySerialsOfMake: defineCall({
    method: 'GET',
    path: '/warranty/serials/:name/:equipmentId/:makeId',
    summary: 'Devices of an equipment and make whose serial number contains a text',
    access: hospitalRoles,
    params: z.object({ name: z.string().check(z.maxLength(255)), equipmentId: id(), makeId: id() }),
    answer: z.array(serialSuggestion),
  }),
  warranty: defineCall({
    method: 'GET',
    path: '/warranty/:id',
    summary: 'One warranty',
    access: hospitalRoles,
    params: idParams,
    answer: warrantyRecord,
    errors: ['record.unknown'],
  }),
  saveWarranty: defineCall({
    method: 'POST',
    path: '/warranty/save',
    summary: 'Create a warranty with its PM tasks; with an id, change that one',
    activity: activityByBody(warrantyBody, {
      text: 'Create or change a warranty',
      variantOf: ({ id: known }) => (known ? 'change' : 'create'),
      variants: { create: 'Create a warranty', change: 'Change a warranty' },
    }),
    access: hospitalRoles,
    body: warrantyBody,
    answer: warrantyRecord,
    status: 201,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  updateWarranty: defineCall({
    method: 'PUT',
    path: '/warranty/:id',
    summary: 'Change a warranty; its open PM tasks move with it, closed ones stay',
    activity: 'Change a warranty',
    access: hospitalRoles,
    params: idParams,
    body: warrantyBody,
    answer: warrantyRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  deleteWarranty: defineCall({
    method: 'DELETE',
    path: '/warranty/:id',
    summary: 'Retire a warranty; its open PM tasks are removed, closed ones stay readable',
    activity: 'Delete a warranty',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown'],
  }),
  restoreWarranty: defineCall({
    method: 'POST',
    path: '/warranty/:id/restore',
    summary: 'Undo the retirement of a warranty; its PM tasks come back',
    activity: 'Restore a warranty',
    access: hospitalRoles,
    params: idParams,
    answer: warrantyRecord,
    errors: ['record.duplicate', 'record.unknown', 'record.gone'],
  }),
};

/** A row of the warranty list. */
export type WarrantyRow = z.output<typeof warrantyRow>;
/** A warranty as its form edits it. */
export type WarrantyRecord = z.output<typeof warrantyRecord>;
/** A device as the serial searches give it. */
export type SerialSuggestion = z.output<typeof serialSuggestion>;
