import type { BodyInput } from '#contract/define.ts';
import type { Calls, OfflineCallName } from '#contract/index.ts';
import { useToast } from '#ui/ui/toast.tsx';
import { savedOnTabletText, useWrite } from '#ui/engine/use-write.ts';

/** A ward write of one tap, whose outcome is shown in a toast. */
export function useToastWrite<N extends OfflineCallName>(name: N, received: string) {
  const write = useWrite(name);
  const toast = useToast();
  const run = async (body: BodyInput<Calls[N]>): Promise<void> => {
    const outcome = await write.save(body);
    if (outcome.kind === 'refused') toast({ tone: 'danger', text: outcome.error.message });
    else if (outcome.kind === 'received') toast({ text: received });
    else toast({ tone: 'info', text: savedOnTabletText });
  };
  return { run, busy: write.busy };
}
