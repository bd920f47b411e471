import { useEffect, useState } from 'react';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { useEngine, useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { progressOf, roundDraftKey, type RoundProgress, type RoundUnderWay } from './round-under-way.ts';

/** Template id -> how far the round is that the user has begun on this tablet on a day and not submitted. */
export type BegunRounds = ReadonlyMap<string, RoundProgress>;

const none: BegunRounds = new Map();

/** Reads the rounds under way of a day; undefined until they are read. */
export function useBegunRounds(day: LocalDay): BegunRounds | undefined {
  const engine = useEngine();
  const { userId } = useSignedIn();
  const ready = useView((view) => view.ready);
  const templates = useView((view) => view.all('template'));
  const [begun, setBegun] = useState<BegunRounds>();
  useEffect(() => {
    if (!ready) return undefined;
    let left = false;
    const progress = templates.map(async ({ id, deviceIds }): Promise<[string, RoundProgress][]> => {
      const round = await engine.readDraft<RoundUnderWay>(roundDraftKey({ templateId: id, day, userId }));
      const found = progressOf(deviceIds, round, (deviceId) => engine.view().get('device', deviceId) !== undefined);
      return found ? [[id, found]] : [];
    });
    Promise.all(progress).then(
      (found) => {
        if (!left) setBegun(new Map(found.flat()));
      },
      () => {
        if (!left) setBegun(none);
      },
    );
    return () => {
      left = true;
    };
  }, [engine, ready, templates, day, userId]);
  return begun;
}
