import type { Step } from '#contract/records/procedure.ts';
import { monitoringStarters } from './monitoring.ts';
import type { Starter, StarterStep } from './parts.ts';
import { roomStarters } from './rooms.ts';
import { therapyStarters } from './therapy.ts';

/**
 * Procedures for usual ward equipment, in our own words: a start that the hospital makes its own. All limits wait for
 * confirmation. Source: docs/decisions/300-starter-procedures.md
 */
export const starterSet: readonly Starter[] = [...monitoringStarters, ...therapyStarters, ...roomStarters];

/** The steps of a starter as a hospital gets them. */
export function stepsOf({ steps }: Starter, newId: () => string): Step[] {
  return steps.map((step: StarterStep) => ({ ...step, id: newId() }));
}

/** The equipment types that a starter is for, by words of their name. */
export function starterTypes({ words }: Starter, types: readonly { id: string; name: string }[]): string[] {
  return types.flatMap(({ id, name }) => {
    // A short word must be a whole word: a bedside table is no bed.
    const named = ` ${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `;
    return words.some((word) => named.includes(word.length > 4 ? word : ` ${word} `)) ? [id] : [];
  });
}
