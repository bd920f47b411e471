import { useCallback } from 'react';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { useEngine, useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { useLoaded } from '#ui/ui/use-loaded.ts';
import type { RoundProgress } from './round-under-way.ts';

/** Template id -> progress of the round that the user started on this tablet on a day but has not submitted. */
export type BegunRounds = ReadonlyMap<string, RoundProgress>;

/** Reads the rounds in progress on a day; undefined until they are read, or if they cannot be. */
export function useBegunRounds(day: LocalDay): BegunRounds | undefined {
  const engine = useEngine();
  const { userId } = useSignedIn();
  const ready = useView((view) => view.ready);
  const templates = useView((view) => view.all('template'));
  // Loaded after the rows, which do not wait for it.
  const load = useCallback(
    () =>
      import('./read-begun-rounds.ts').then(({ readBegunRounds }) =>
        readBegunRounds(engine, templates, { day, userId }),
      ),
    [engine, templates, day, userId],
  );
  return useLoaded(load, ready);
}
