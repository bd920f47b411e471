import type { Step } from '#contract/records/procedure.ts';
import { monitoringStarters } from './monitoring.ts';
import type { Starter, StarterStep } from './parts.ts';
import { roomStarters } from './rooms.ts';
import { therapyStarters } from './therapy.ts';

/**
 * Procedures for common ward equipment in our own words, as a start for the hospital to adapt. All limits wait for
 * confirmation. Source: docs/decisions/300-starter-procedures.md
 */
export const starterSet: readonly Starter[] = [...monitoringStarters, ...therapyStarters, ...roomStarters];

/** Returns the steps of a starter with ids for a hospital. */
export function stepsOf({ steps }: Starter, newId: () => string): Step[] {
  return steps.map((step: StarterStep) => ({ ...step, id: newId() }));
}

/** Returns the equipment types that a starter is for, by words in their names. */
export function starterTypes({ words }: Starter, types: readonly { id: string; name: string }[]): string[] {
  return types.flatMap(({ id, name }) => (namesOne(words, name) ? [id] : []));
}

/** Returns whether the name of an equipment type contains one of the words. */
export function namesOne(words: readonly string[], name: string): boolean {
  // A short word must match a whole word, so that "bed" does not match a bedside table.
  const named = ` ${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `;
  return words.some((word) => named.includes(word.length > 4 ? word : ` ${word} `));
}
