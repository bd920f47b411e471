import { counted } from '../rules/counted.ts';
import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { pageOf, pageQuery, percent, timeOfDay, typedNumber, workDays, workDaysNeeded } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';
import { defaultEndSteps, maxEndStep } from '../rules/agreements/end-steps.ts';
import { figureIds, figureSets, figureUnits, partUnits } from '../rules/figures/figure.ts';
import { figurePeriods } from '../rules/figures/period.ts';
import { completionWindows, coveredHours, facilityKinds, roundDetailYears } from '../rules/figures/settings.ts';
import { whole } from '../rules/read-number.ts';

/** The dimensions by which figures can be split. */
export const figureSplits = ['department', 'type', 'model', 'vendor', 'risk'] as const;
export type FigureSplit = (typeof figureSplits)[number];

const asked = {
  period: z._default(
    z.enum(figurePeriods, { error: 'Please choose a month, a quarter, a year or custom days.' }),
    'month',
  ),
  at: z.optional(z.string().check(z.maxLength(10))),
  from: z.optional(z.string().check(z.maxLength(10))),
  to: z.optional(z.string().check(z.maxLength(10))),
  split: z.optional(z.enum(figureSplits, { error: 'Figures are split by department, type, model, vendor or risk.' })),
  /** One value of the split, by its key; `none` selects devices without one. */
  value: z.optional(z.string().check(z.maxLength(64))),
};
const figureName = z.enum(figureIds, { error: 'Figure not found.' });

const part = z.object({
  set: z.enum(figureSets),
  label: z.string(),
  amount: z.number(),
  unit: z.enum(partUnits),
  rows: z.number(),
});
const figure = z.object({
  id: figureName,
  title: z.string(),
  unit: z.enum(figureUnits),
  value: z.nullable(z.number()),
  target: z.nullable(z.number()),
  rule: z.string(),
  numerator: z.nullable(part),
  denominator: z.nullable(part),
  soFar: z.nullable(
    z.object({ value: z.nullable(z.number()), numerator: z.nullable(part), denominator: z.nullable(part) }),
  ),
  parts: z.array(part),
  lines: z.array(
    z.object({
      set: z.enum(figureSets),
      label: z.string(),
      rows: z.number(),
      median: z.nullable(z.number()),
      p90: z.nullable(z.number()),
    }),
  ),
});

const period = z.object({
  from: z.string(),
  to: z.string(),
  words: z.string(),
  /** The period ends after today. */
  isRunning: z.boolean(),
  /** The first day of the hospital's record. */
  firstDay: z.string(),
});
/** The filters of the figures. */
const narrowed = z.nullable(z.object({ split: z.enum(figureSplits), value: z.string(), label: z.string() }));

const figuresPage = z.object({
  period,
  narrowed,
  groups: z.array(z.object({ title: z.string(), figures: z.array(figure) })),
  /** Uptime of the whole hospital, as the documents define it. Source: docs/product.md P26. */
  uptime: z.object({ value: z.nullable(z.number()), devices: z.number() }),
});

const comparedValue = {
  label: z.string(),
  value: z.nullable(z.number()),
  numerator: z.nullable(part),
  denominator: z.nullable(part),
};
const figureDetail = z.object({
  period,
  narrowed,
  figure,
  /** The twelve months up to the last month of the period, as far as the record goes back. */
  months: z.array(z.object({ month: z.string(), ...comparedValue })),
  splits: z.array(z.object({ key: z.string(), ...comparedValue })),
});

const figureTrends = z.object({
  /** The period before, in words; null if the record begins after it. */
  before: z.nullable(z.string()),
  figures: z.array(
    z.object({
      id: figureName,
      /** The value of the period before. */
      before: z.nullable(z.number()),
      /** The twelve months up to the last month of the period, as far as the record goes back. */
      months: z.array(z.object({ month: z.string(), value: z.nullable(z.number()) })),
    }),
  ),
});

/** The target of a row's link. */
export const figureRowKinds = ['task', 'ticket', 'device', 'round', 'template', 'contract', 'test'] as const;
const figureRow = z.object({
  key: z.string(),
  kind: z.enum(figureRowKinds),
  /** Id of the task, ticket, device, round, template, contract or test. */
  id: z.string(),
  /** Empty for a round and a contract, which have many devices. */
  serialNumber: z.string(),
  /** Name of the equipment, the template or the contract. */
  name: z.string(),
  department: z.string(),
  /** The day that it counts for. */
  day: z.nullable(z.string()),
  words: z.string(),
  amount: z.nullable(z.number()),
  unit: z.enum(partUnits),
});

const daysNeeded = `Please enter whole days from 1 to ${maxEndStep}.`;
const stepsNeeded = `Please enter ${counted(defaultEndSteps.length, 'step')}.`;

const settingFields = {
  facilityKind: z.enum(facilityKinds, { error: 'Please choose a kind of facility.' }),
  availabilityTarget: percent(),
  completionTarget: z.nullable(percent()),
  inDateTarget: z.nullable(percent()),
  roundsTarget: z.nullable(percent()),
  hours: z.enum(coveredHours, { error: 'Please choose which hours are covered.' }),
  workDays: workDays().check(z.minLength(1, workDaysNeeded)),
  hoursFrom: timeOfDay(),
  hoursTo: timeOfDay(),
  restrictiveWeight: percent(),
  completionWindow: z.enum(completionWindows, { error: 'Please choose a window.' }),
  endSteps: z.array(typedNumber(z.number(daysNeeded), whole)).check(z.length(defaultEndSteps.length, stepsNeeded)),
  engineersManageAccounts: z.boolean(),
  keepRoundDetails: z.enum(roundDetailYears, { error: 'Please choose how long to keep round details.' }),
};
const settings = z.object(settingFields);

/**
 * The settings as a form sends them; apps of earlier releases do not know those that are optional, which then stay
 * unchanged.
 */
export const figureSettingsBody = z
  .extend(settings, {
    engineersManageAccounts: z.optional(z.boolean()),
    keepRoundDetails: z.optional(settingFields.keepRoundDetails),
    revision: sentRevision,
  })
  .check(
    z.refine(({ hoursFrom, hoursTo }) => hoursFrom < hoursTo, {
      error: 'The hours must end after they begin.',
      path: ['hoursTo'],
    }),
    z.superRefine(({ endSteps }, { addIssue }) => {
      for (const [at, days] of endSteps.entries()) {
        const isWhole = Number.isInteger(days) && days >= 1 && days <= maxEndStep;
        const message = isWhole ? 'Each step must have fewer days than the one before.' : daysNeeded;
        if (isWhole && days < (endSteps[at - 1] ?? Infinity)) continue;
        addIssue({ code: 'custom', message, path: ['endSteps', at] });
      }
    }),
  );

const settingsRecord = z.extend(settings, {
  revision: givenRevision,
  /** When each setting got its value, and who set it; absent for settings that were never changed. */
  since: z.partialRecord(
    z.enum(Object.keys(settingFields) as [keyof typeof settingFields]),
    z.object({ at: z.string(), by: z.string() }),
  ),
});

const read = { method: 'GET', access: hospitalRoles } as const;

export const figureCalls = {
  figures: defineCall({
    ...read,
    path: '/Figures',
    summary: 'All figures of a period, of the hospital or of one value of a split',
    query: z.object(asked),
    answer: figuresPage,
  }),
  figureDetail: defineCall({
    ...read,
    path: '/Figures/detail',
    summary: 'One figure by month, and by the values of a split',
    query: z.object({ ...asked, figure: figureName }),
    answer: figureDetail,
  }),
  figureTrends: defineCall({
    ...read,
    path: '/Figures/trends',
    summary: 'All figures by month, and of the period before',
    query: z.object(asked),
    answer: figureTrends,
  }),
  figureRows: defineCall({
    ...read,
    path: '/Figures/rows',
    summary: 'The rows behind a number of a figure, page by page',
    query: z.extend(z.pick(pageQuery, { page: true, pageSize: true }), {
      ...asked,
      set: z.enum(figureSets, { error: 'No such rows.' }),
    }),
    answer: pageOf(figureRow),
  }),
  figureSettings: defineCall({
    ...read,
    path: '/Figures/settings',
    summary: 'Targets, hours, windows and weights of the figures, and who adds and removes accounts',
    answer: settingsRecord,
  }),
  updateFigureSettings: defineCall({
    method: 'PUT',
    path: '/Figures/settings',
    summary:
      'Change the settings of the figures; only the office can change who manages accounts and how long round details are kept',
    activity: 'Change the settings of the hospital',
    access: hospitalRoles,
    body: figureSettingsBody,
    answer: settingsRecord,
    errors: ['record.conflict'],
  }),
};

/** The query for figures. */
export interface FigureQuestion {
  period: z.output<typeof asked.period>;
  at?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  split?: FigureSplit | undefined;
  value?: string | undefined;
}
export type FiguresPage = z.output<typeof figuresPage>;
export type FigureTrends = z.output<typeof figureTrends>;
export type FigureDetail = z.output<typeof figureDetail>;
export type FigureRow = z.output<typeof figureRow>;
export type FigureSettingsRecord = z.output<typeof settingsRecord>;
