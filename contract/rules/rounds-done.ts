import type { LocalDay } from './hospital-day.ts';

/** The templates that have a round of a day; a round of any other day, even a later one, does not count. Source: docs/product.md P43. */
export function templatesDoneOn(
  rounds: Iterable<{ readonly templateId: string; readonly on: LocalDay }>,
  day: LocalDay,
): Set<string> {
  const done = new Set<string>();
  for (const { templateId, on } of rounds) if (on === day) done.add(templateId);
  return done;
}
