import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { id, idParams, maybeDay, optionalText, pageOf, pageQuery, wholeNumber } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';
import { isLongerInterval, planBases, recordStarts } from '../rules/plan.ts';
import { intervalUnits } from '../records/plan.ts';
import { doers, planSources, scheduleTargets } from '../rules/schedule-kinds.ts';
import { plannedTypes } from '../records/values.ts';

/** Maximum interval, number of jobs, and window of a schedule. */
const maxEvery = { day: 3650, week: 520, month: 600, year: 50 };
const maxCount = 1000;
const maxWindowDays = 180;

const everyNeeded = 'The interval must be 1 or more.';
const countNeeded = 'The number of tasks must be 1 or more.';
const windowNeeded = 'The window must be 0 days or more.';

const every = () => wholeNumber(everyNeeded, 1, Number.MAX_SAFE_INTEGER);
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));
/** An empty form field counts as absent. */
const maybeText = () => z.optional(z.nullable(optionalText()));

interface Body {
  every: number;
  unit: (typeof intervalUnits)[number];
  firstDueOn: string | null;
  start?: (typeof recordStarts)[number] | undefined;
  lastDoneOn: string | null;
  ends: 'never' | 'date' | 'count';
  endsOn: string | null;
  count?: number | null | undefined;
  doneBy: (typeof doers)[number];
  vendorId?: string | null | undefined;
  makerEvery?: number | null | undefined;
  makerUnit?: (typeof intervalUnits)[number] | null | undefined;
  longerReason?: string | null | undefined;
  longerApprover?: string | null | undefined;
  reviewOn: string | null;
}

/** A rule about several fields, reported at one of them. */
const rule = (path: keyof Body, error: string, isMet: (body: Body) => boolean) =>
  z.refine<Body>(isMet, { error, path: [path] });

/** Returns whether the interval in use is longer than the manufacturer's. */
export function isLongerThanMaker(body: Pick<Body, 'every' | 'unit' | 'makerEvery' | 'makerUnit'>): boolean {
  const { makerEvery: makers, makerUnit } = body;
  return makers ? isLongerInterval(body, { every: makers, unit: makerUnit ?? body.unit }) : false;
}

/** A schedule as its form sends it. Source: docs/product.md P80 to P85. */
export const scheduleBody = z
  .object({
    target: z.enum(scheduleTargets, { error: 'Please choose what the schedule is for.' }),
    /** Id of the device, model or equipment type. */
    targetId: id('Please choose what the schedule is for.'),
    kind: z.enum(plannedTypes, { error: 'Kind is required.' }),
    title: optionalText(),
    every: every(),
    unit: z.enum(intervalUnits, { error: 'Unit is required.' }),
    basis: z.enum(planBases, { error: 'Please choose how the next task is counted.' }),
    firstDueOn: maybeDay(),
    /** The day its record begins; an edit that keeps the days and does not mention it keeps this day too. */
    start: z.optional(z.enum(recordStarts)),
    lastDoneOn: maybeDay(),
    ends: z._default(z.enum(['never', 'date', 'count']), 'never'),
    endsOn: maybeDay(),
    count: maybe(wholeNumber(countNeeded, 1, maxCount, `At most ${maxCount}.`)),
    windowDays: maybe(wholeNumber(windowNeeded, 0, maxWindowDays, `At most ${maxWindowDays} days.`)),
    doneBy: z._default(z.enum(doers), 'in-house'),
    vendorId: maybe(z.string().check(z.maxLength(64))),
    /** How the work is tested; takes precedence over the procedures of the model and the equipment type. */
    procedureId: maybe(z.string().check(z.maxLength(64))),
    makerEvery: maybe(every()),
    makerUnit: maybe(z.enum(intervalUnits)),
    longerReason: maybeText(),
    longerApprover: maybeText(),
    reviewOn: maybeDay(),
    revision: sentRevision,
  })
  .check(
    rule(
      'every',
      'At most 10 years in days or weeks, 50 years in months or years.',
      (body) => body.every <= maxEvery[body.unit],
    ),
    rule('firstDueOn', 'First due date is required.', (body) => body.start === 'last-done' || body.firstDueOn !== null),
    rule('lastDoneOn', 'Last done date is required.', (body) => body.start !== 'last-done' || body.lastDoneOn !== null),
    rule('endsOn', 'End date is required.', (body) => body.ends !== 'date' || body.endsOn !== null),
    rule(
      'endsOn',
      'The end date is before the first due date.',
      ({ ends, endsOn, firstDueOn, start }) =>
        ends !== 'date' || endsOn === null || start === 'last-done' || firstDueOn === null || endsOn >= firstDueOn,
    ),
    rule('count', countNeeded, (body) => body.ends !== 'count' || typeof body.count === 'number'),
    rule('vendorId', 'Vendor is required.', (body) => body.doneBy !== 'vendor' || Boolean(body.vendorId)),
    rule(
      'longerReason',
      'Longer than the maker recommends: please say why.',
      (body) => !isLongerThanMaker(body) || Boolean(body.longerReason),
    ),
    rule(
      'longerApprover',
      'Please enter who approved the longer interval.',
      (body) => !isLongerThanMaker(body) || Boolean(body.longerApprover),
    ),
    rule(
      'reviewOn',
      'Please enter when this is reviewed.',
      (body) => !isLongerThanMaker(body) || body.reviewOn !== null,
    ),
  );

const scheduleRecord = z.object({
  id: z.string(),
  hospitalId: z.string(),
  target: z.enum(scheduleTargets),
  targetId: z.string(),
  /** Serial number and equipment, model and make, or equipment type. */
  targetName: z.string(),
  kind: z.enum(plannedTypes),
  title: z.string(),
  every: z.number(),
  unit: z.enum(intervalUnits),
  basis: z.enum(planBases),
  firstDueOn: z.string(),
  ends: z.enum(['never', 'date', 'count']),
  endsOn: z.nullable(z.string()),
  count: z.nullable(z.number()),
  windowDays: z.nullable(z.number()),
  doneBy: z.enum(doers),
  vendorId: z.nullable(z.string()),
  procedureId: z.nullable(z.string()),
  makerEvery: z.nullable(z.number()),
  makerUnit: z.nullable(z.enum(intervalUnits)),
  longerReason: z.string(),
  longerApprover: z.string(),
  reviewOn: z.nullable(z.string()),
  /** No work is created that was due before this day. Null: all work is. */
  recordFrom: z.nullable(z.string()),
  /** Number of devices in use that it covers. */
  devices: z.number(),
  revision: givenRevision,
});

const scheduleRow = z.object({
  id: z.string(),
  source: z.enum(planSources),
  /** The target; for a warranty, its number. */
  targetName: z.string(),
  target: z.nullable(z.enum(scheduleTargets)),
  serialNumber: z.nullable(z.string()),
  kind: z.enum(plannedTypes),
  title: z.string(),
  every: z.number(),
  unit: z.enum(intervalUnits),
  basis: z.enum(planBases),
  devices: z.number(),
  /** The first devices of a warranty or contract, by name and serial number; absent in answers stored by an earlier version. */
  firstDevices: z.optional(z.array(z.string())),
  /** The earliest open job. */
  nextDueOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  vendorName: z.nullable(z.string()),
  makerEvery: z.nullable(z.number()),
  makerUnit: z.nullable(z.enum(intervalUnits)),
  longerReason: z.nullable(z.string()),
  longerApprover: z.nullable(z.string()),
  reviewOn: z.nullable(z.string()),
});

export const scheduleCalls = {
  schedulePage: defineCall({
    method: 'GET',
    path: '/schedule/paged',
    summary: 'Schedules, with the PM of warranties and the calibrations of installations, page by page',
    access: hospitalRoles,
    query: z.extend(pageQuery, {
      kind: z.optional(z.enum(plannedTypes)),
      source: z.optional(z.enum(planSources)),
      /** Only schedules with a longer interval than the manufacturer's. */
      longer: z.optional(z.enum(['true', 'false'])),
    }),
    answer: pageOf(scheduleRow),
  }),
  schedule: defineCall({
    method: 'GET',
    path: '/schedule/:id',
    summary: 'One schedule',
    access: hospitalRoles,
    params: idParams,
    answer: scheduleRecord,
    errors: ['record.unknown'],
  }),
  scheduleLastDone: defineCall({
    method: 'GET',
    path: '/schedule/last-done',
    summary: 'The day on which work of a kind was last done on a device: by its closed tasks, or as its register said',
    access: hospitalRoles,
    query: z.object({ deviceId: id('Please choose a device.'), kind: z.enum(plannedTypes) }),
    answer: z.object({ deviceId: z.string(), kind: z.enum(plannedTypes), on: z.nullable(z.string()) }),
    errors: ['record.unknown'],
  }),
  createSchedule: defineCall({
    method: 'POST',
    path: '/schedule',
    summary: 'Create a schedule for a device, a model or an equipment type, with its tasks of the next 13 months',
    activity: 'Add a schedule',
    access: hospitalRoles,
    body: scheduleBody,
    answer: scheduleRecord,
    status: 201,
  }),
  updateSchedule: defineCall({
    method: 'PUT',
    path: '/schedule/:id',
    summary: 'Change a schedule; its open tasks follow, while closed, attempted and overdue ones stay',
    activity: 'Change a schedule',
    access: hospitalRoles,
    params: idParams,
    body: scheduleBody,
    answer: scheduleRecord,
    errors: ['record.unknown', 'record.conflict'],
  }),
  deleteSchedule: defineCall({
    method: 'DELETE',
    path: '/schedule/:id',
    summary: 'End a schedule; its open tasks are removed, closed ones stay readable',
    activity: 'End a schedule',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown'],
  }),
  restoreSchedule: defineCall({
    method: 'POST',
    path: '/schedule/:id/restore',
    summary: 'Undo the end of a schedule; its open tasks come back',
    activity: 'Restore a schedule',
    access: hospitalRoles,
    params: idParams,
    answer: scheduleRecord,
    errors: ['record.unknown', 'record.gone'],
  }),
};

/** A row of the list of schedules. */
export type ScheduleRow = z.output<typeof scheduleRow>;
/** A schedule as its form edits it. */
export type ScheduleRecord = z.output<typeof scheduleRecord>;
