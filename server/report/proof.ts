import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import * as z from 'zod/mini';

/** How long a challenge is valid. Units: milliseconds. */
const lifeMs = 10 * 60_000;
/** Two bytes: 65,536 tries on average, each of `cost` hashes. */
const keyPrefix = '0000';
/**
 * Hashes per try. At the minimum, a phone from 2018 needs a few seconds; the cost doubles with the reports of the hour.
 */
const cost = { least: 2, most: 32, perReports: 60 };

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number().check(z.minimum(1), z.maximum(cost.most)),
      keyLength: z.number(),
      keyPrefix: z.literal(keyPrefix),
      data: z.object({ report: z.string(), until: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string(), time: z.optional(z.number()) }),
});

const secretOf = (signingKey: string): string => `report proof ${signingKey}`;

/** Creates the challenge that a report has to solve; the more reports arrived this hour, the longer it takes. */
export function challengeFor(signingKey: string, reportId: string, reports: number, now: Date): Promise<Challenge> {
  return createChallenge({
    algorithm: 'SHA-256',
    cost: Math.min(cost.most, cost.least * 2 ** Math.floor(reports / cost.perReports)),
    keyPrefix,
    deriveKey,
    data: { report: reportId, until: now.getTime() + lifeMs },
    hmacSignatureSecret: secretOf(signingKey),
  });
}

/** Returns whether a text solves a challenge that was made for this report and has not expired. */
export async function isProof(signingKey: string, reportId: string, text: string, now: Date): Promise<boolean> {
  const read = payload.safeParse(parsed(text));
  if (!read.success) return false;
  const { challenge, solution } = read.data;
  const { data } = challenge.parameters;
  if (data.report !== reportId || data.until < now.getTime()) return false;
  const asked = { challenge, solution } as Payload;
  const { verified } = await verifySolution({ ...asked, deriveKey, hmacSignatureSecret: secretOf(signingKey) });
  return verified;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
