import { useState } from 'react';
import type { BodyInput } from '#contract/define.ts';
import type { Calls, OfflineCallName } from '#contract/index.ts';
import { errorWords, type SaveOutcome } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { toldOf } from '#ui/engine/use-write.ts';
import { useToast } from '#ui/ui/toast.tsx';

/** How long a screen waits for answers before saying that the entries are saved on the tablet. Units: ms. */
const answerWaitMs = 4_000;

/** How far an action on several records has come. */
export interface BulkProgress {
  stage: 'Saving on this tablet' | 'Sending to the server';
  done: number;
  total: number;
}

/**
 * Applies one action to several records: one outbox entry each, with its own key, so that each is done once and a
 * refusal blocks no other. Reports the outcome in one message. Source: docs/decisions/253-bulk-work.md.
 */
export function useBulkWrite<N extends OfflineCallName>(name: N, received: (count: number) => string) {
  const engine = useEngine();
  const toast = useToast();
  const [progress, setProgress] = useState<BulkProgress | null>(null);

  async function run(bodies: readonly BodyInput<Calls[N]>[]): Promise<void> {
    const total = bodies.length;
    setProgress({ stage: 'Saving on this tablet', done: 0, total });
    try {
      const ids: string[] = [];
      for (const body of bodies) {
        ids.push((await engine.save(name, body)).id);
        setProgress({ stage: 'Saving on this tablet', done: ids.length, total });
      }
      let answered = 0;
      setProgress({ stage: 'Sending to the server', done: 0, total });
      const outcomes = await Promise.all(
        ids.map(async (id) => {
          const outcome = await engine.outcome(id, answerWaitMs);
          answered += 1;
          setProgress({ stage: 'Sending to the server', done: answered, total });
          return outcome;
        }),
      );
      toast(told(outcomes, received));
    } catch (error) {
      toast({ tone: 'danger', text: errorWords(error, 'The entries could not be saved on this tablet.') });
    } finally {
      setProgress(null);
    }
  }
  return { run, busy: progress !== null, progress };
}

function told(outcomes: readonly SaveOutcome[], received: (count: number) => string) {
  const refused = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.error.message] : []));
  if (refused.length > 0) {
    const text = `${refused.length} of ${outcomes.length} refused: ${refused[0]} They are in the outbox.`;
    return { tone: 'danger', text } as const;
  }
  const areAllReceived = outcomes.every(({ kind }) => kind === 'received');
  return toldOf(areAllReceived ? 'received' : 'saved-on-tablet', received(outcomes.length));
}
