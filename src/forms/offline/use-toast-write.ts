import type { BodyInput } from '#contract/define.ts';
import type { Calls, OfflineCallName } from '#contract/index.ts';
import { useToast } from '#ui/ui/toast.tsx';
import { toldOf, useWrite } from '#ui/engine/use-write.ts';

/** Runs a one-tap write through the outbox and shows its outcome in a toast. */
export function useToastWrite<N extends OfflineCallName>(name: N, received: string) {
  const write = useWrite(name);
  const toast = useToast();
  const run = async (body: BodyInput<Calls[N]>): Promise<void> => {
    const outcome = await write.save(body);
    toast(
      outcome.kind === 'refused' ? { tone: 'danger', text: outcome.error.message } : toldOf(outcome.kind, received),
    );
  };
  return { run, busy: write.busy };
}
