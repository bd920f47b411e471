import { useEffect, useState } from 'react';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { useEngine, useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import type { RoundProgress } from './round-under-way.ts';

/** Template id -> how far the round is that the user has begun on this tablet on a day and not submitted. */
export type BegunRounds = ReadonlyMap<string, RoundProgress>;

/** Reads the rounds under way of a day; undefined until they are read, or where they cannot be. */
export function useBegunRounds(day: LocalDay): BegunRounds | undefined {
  const engine = useEngine();
  const { userId } = useSignedIn();
  const ready = useView((view) => view.ready);
  const templates = useView((view) => view.all('template'));
  const [begun, setBegun] = useState<BegunRounds>();
  useEffect(() => {
    if (!ready) return undefined;
    let left = false;
    // Loaded after the rows, which do not wait for it.
    import('./read-begun-rounds.ts')
      .then(({ readBegunRounds }) => readBegunRounds(engine, templates, { day, userId }))
      .then(
        (found) => {
          if (!left) setBegun(found);
        },
        () => undefined,
      );
    return () => {
      left = true;
    };
  }, [engine, ready, templates, day, userId]);
  return begun;
}
