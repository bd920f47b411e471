import type { LocalDay } from './hospital-day.ts';

/** Returns the templates with a round of a day; rounds of other days do not count, not even later ones. Source: docs/product.md P43. */
export function templatesDoneOn(
  rounds: Iterable<{ readonly templateId: string; readonly on: LocalDay }>,
  day: LocalDay,
): Set<string> {
  const done = new Set<string>();
  for (const { templateId, on } of rounds) if (on === day) done.add(templateId);
  return done;
}
