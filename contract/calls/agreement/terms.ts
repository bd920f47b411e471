import * as z from '../../zod.ts';
import {
  decimals,
  hasDecimals,
  maxAmount,
  maxNoteLength,
  money,
  percent,
  timeOfDay,
  typedNumber,
  wholeNumber,
  workDays,
  workDaysNeeded,
  severalLines,
} from '../../fields.ts';
import {
  agreementKinds,
  type AgreementTerms,
  coverages,
  penaltyBases,
  penaltyMeasures,
  penaltyUnits,
} from '../../records/agreement-terms.ts';

/** Maximum number of clauses in a contract, and of steps in a clause. */
export const maxClauses = 12;
export const maxSteps = 12;
/** Longest promise. Units: hours, days. */
export const maxHours = 8784;
export const maxDays = 366;

const notNegative = 'Please enter a number of 0 or more.';
const moreThanNothing = 'Please enter a number above 0.';

const amount = () => z.number(notNegative).check(z.minimum(0, notNegative), z.maximum(maxAmount, 'Too large.'));
/**
 * A value counted in whole units cannot be finer than one unit. Source: docs/decisions/336-penalties-are-evidence.md.
 */
const rate = () => typedNumber(amount().check(decimals(4)));
const length = (most: number, unit: string) =>
  typedNumber(z.number(moreThanNothing).check(z.gt(0, moreThanNothing), z.maximum(most, `At most ${most} ${unit}.`)));
const days = () => wholeNumber('Please enter a whole number of 0 or more.', 0, maxDays, `At most ${maxDays}.`);
const windowBody = z
  .object({
    hours: z.enum(['24x7', 'set'], { error: 'Please choose the hours.' }),
    workDays: workDays(),
    hoursFrom: timeOfDay(),
    hoursTo: timeOfDay(),
    onHolidays: z.boolean(),
  })
  .check(
    z.refine(({ hours, workDays: chosen }) => hours === '24x7' || chosen.length > 0, {
      error: workDaysNeeded,
      path: ['workDays'],
    }),
  );

const clauseBody = z
  .object({
    measure: z.enum(penaltyMeasures, { error: 'Please choose what is measured.' }),
    basis: z.enum(penaltyBases, { error: 'Please choose how often it counts.' }),
    unit: z.enum(penaltyUnits, { error: 'Please choose a unit.' }),
    steps: z
      .array(z.object({ from: typedNumber(amount()), rate: rate() }))
      .check(z.minLength(1, 'Please add at least one step.'), z.maxLength(maxSteps, `At most ${maxSteps} steps.`)),
    doublesAfterDays: z.nullable(length(maxDays, 'days')),
    cap: z.nullable(rate()),
  })
  .check(
    z.superRefine(({ steps, measure, basis, unit, doublesAfterDays, cap }, { addIssue }) => {
      if (unit === 'INR') {
        const amounts = [
          ...steps.map((step, at) => [step.rate, ['steps', at, 'rate']] as const),
          [cap, ['cap']] as const,
        ];
        for (const [value, path] of amounts) {
          if (value !== null && !hasDecimals(value, 2))
            addIssue({ code: 'custom', message: 'An amount has at most 2 decimals.', path: [...path] });
        }
      }
      const wrong = steps.findIndex(({ from }, at) => at > 0 && from <= (steps[at - 1]?.from ?? 0));
      if (wrong !== -1) {
        addIssue({
          code: 'custom',
          message: 'Each step must begin later than the one before.',
          path: ['steps', wrong, 'from'],
        });
      }
      if (basis === 'point' && measure !== 'uptime') {
        addIssue({ code: 'custom', message: 'Only uptime is measured in percentage points.', path: ['basis'] });
      } else if (basis === 'point' && doublesAfterDays !== null) {
        addIssue({
          code: 'custom',
          message: 'A rate per percentage point does not double with time: leave this empty.',
          path: ['doublesAfterDays'],
        });
      }
    }),
  );

const promiseOf = { response: 'responseHours', repair: 'repairDays', uptime: 'uptimePercent' } as const;

/** The terms of a contract as its form sends them. Source: docs/product.md P122. */
export const termsBody = z
  .object({
    covers: z.array(z.enum(coverages)).check(
      z.maxLength(coverages.length),
      z.refine((list) => new Set(list).size === list.length, 'Each can be chosen once.'),
    ),
    exclusions: z.string().check(severalLines(), z.maxLength(maxNoteLength, `At most ${maxNoteLength} characters.`)),
    visitsPerYear: z.nullable(days()),
    yearlyPrice: z.nullable(money('The price', notNegative)),
    taxPercent: z.nullable(percent()),
    window: windowBody,
    responseHours: z.nullable(length(maxHours, 'hours')),
    repairDays: z.nullable(length(maxDays, 'days')),
    uptimePercent: z.nullable(percent(2)),
    uptimePer: z.enum(['quarter', 'year'], { error: 'Please choose a quarter or a year.' }),
    noticeDays: z.nullable(days()),
    penalties: z.array(clauseBody).check(z.maxLength(maxClauses, `At most ${maxClauses} clauses.`)),
  })
  .check(
    z.superRefine((terms, { addIssue }) => {
      for (const { measure } of terms.penalties) {
        if (terms[promiseOf[measure]] !== null) continue;
        addIssue({
          code: 'custom',
          message: `A penalty for ${measure} needs what was promised.`,
          path: [promiseOf[measure]],
        });
        return;
      }
    }),
  );

/** The terms of a contract in answers. */
export const termsAnswer = z.object({
  covers: z.array(z.enum(coverages)),
  exclusions: z.string(),
  visitsPerYear: z.nullable(z.number()),
  yearlyPrice: z.nullable(z.number()),
  taxPercent: z.nullable(z.number()),
  window: z.object({
    hours: z.enum(['24x7', 'set']),
    workDays: z.array(z.number()),
    hoursFrom: z.string(),
    hoursTo: z.string(),
    onHolidays: z.boolean(),
  }),
  responseHours: z.nullable(z.number()),
  repairDays: z.nullable(z.number()),
  uptimePercent: z.nullable(z.number()),
  uptimePer: z.enum(['quarter', 'year']),
  noticeDays: z.nullable(z.number()),
  penalties: z.array(
    z.object({
      measure: z.enum(penaltyMeasures),
      basis: z.enum(penaltyBases),
      unit: z.enum(penaltyUnits),
      steps: z.array(z.object({ from: z.number(), rate: z.number() })),
      doublesAfterDays: z.nullable(z.number()),
      cap: z.nullable(z.number()),
    }),
  ),
});

/** The kind of a contract. */
export const contractKind = z.enum(agreementKinds, { error: 'Please choose a kind of contract.' });

/** Terms without any promise, for a new form. */
export function blankTerms(): AgreementTerms {
  return {
    covers: [],
    exclusions: '',
    visitsPerYear: null,
    yearlyPrice: null,
    taxPercent: null,
    window: { hours: '24x7', workDays: [1, 2, 3, 4, 5, 6], hoursFrom: '09:00', hoursTo: '17:00', onHolidays: false },
    responseHours: null,
    repairDays: null,
    uptimePercent: null,
    uptimePer: 'year',
    noticeDays: null,
    penalties: [],
  };
}
