import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { idParams } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { penaltyMeasures } from '../../records/agreement-terms.ts';

/** The periods of evidence. */
export const evidencePeriods = ['quarter', 'year'] as const;

const subject = {
  serialNumber: z.string(),
  equipmentName: z.string(),
  /** Null of an uptime. */
  ticketId: z.nullable(z.string()),
  ticketNumber: z.nullable(z.string()),
};

/** A promise that was broken, in words that can be checked by hand. */
const breach = z.object({
  ...subject,
  measure: z.enum(penaltyMeasures),
  /** The events with their times, one line each. */
  times: z.array(z.string()),
  promised: z.string(),
  took: z.string(),
  late: z.string(),
  arithmetic: z.array(z.string()),
  /** Null if no part of it has an amount. Units: INR. */
  amount: z.nullable(z.number()),
  extensionDays: z.nullable(z.number()),
});

const evidence = z.object({
  contractId: z.string(),
  number: z.string(),
  vendorName: z.string(),
  period: z.object({ from: z.string(), to: z.string(), words: z.string() }),
  /** The terms of the contract, as pairs of label and value. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  breaches: z.array(breach),
  excluded: z.array(z.object({ ...subject, times: z.array(z.string()), reason: z.string() })),
  judged: z.record(z.enum(penaltyMeasures), z.number()),
  totals: z.object({ amount: z.number(), extensionDays: z.number(), withoutAmount: z.number() }),
  notes: z.array(z.string()),
});

export const contractEvidenceCalls = {
  contractEvidence: defineCall({
    method: 'GET',
    path: '/warranty/:id/evidence',
    summary:
      'The promises of a contract that were broken in a quarter or year, and the penalties for them under its terms',
    access: hospitalRoles,
    params: idParams,
    query: z.object({
      period: z._default(z.enum(evidencePeriods, { error: 'Please choose a quarter or a year.' }), 'quarter'),
      at: z.optional(z.string().check(z.maxLength(10))),
    }),
    answer: evidence,
    errors: ['record.unknown'],
  }),
};

/** The promises of a contract in a period, with its breaches. */
export type AgreementEvidence = z.output<typeof evidence>;
/** One broken promise. */
export type EvidenceBreach = z.output<typeof breach>;
