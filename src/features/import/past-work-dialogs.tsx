import { useRef, useState } from 'react';
import type { ClearedWork } from '#contract/calls/import.ts';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { counted } from '#contract/rules/counted.ts';
import { restoredWords } from './past-work-words.ts';

/** Number of tasks, and of the devices that they belong to. */
export interface PastWorkCounts {
  tasks: number;
  devices: number;
}

interface PastWorkDialogProps<Work> {
  hospitalId: string;
  work: Work;
  /** Called if the number of tasks has changed since the user agreed to it. */
  onStale: () => void;
  onClose: () => void;
}

/** Asks the user to type the number of tasks, clears them, then offers Undo. */
export function ClearDialog({ hospitalId, work, onStale, onClose }: PastWorkDialogProps<PastWorkCounts>) {
  const { tasks, devices } = work;
  const clear = useOnlineAction('clearPastWork');
  const undo = useUndo(hospitalId);
  const toast = useToast();
  const { problem, confirm } = useConfirmed(onStale, async (idempotencyKey) => {
    const { at, tasks: gone } = await clear.run({ params: { hospitalId }, body: { tasks }, idempotencyKey });
    onClose();
    const action = { label: 'Undo', onAction: () => undo({ at, tasks: gone }) };
    toast({ text: `${counted(gone, 'task')} from before your record cleared.`, action });
  });
  return (
    <ConfirmDialog
      open
      title="Clear work from before your record"
      confirmLabel={`Clear ${counted(tasks, 'task')}`}
      danger
      busy={clear.busy}
      error={problem}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        {counted(tasks, 'task')} on {counted(devices, 'device')} {tasks === 1 ? 'leaves' : 'leave'} the lists and{' '}
        {tasks === 1 ? 'counts' : 'count'} nowhere. Closed work, work that somebody has begun and work due since then
        stay as they are. You can restore the cleared tasks on this screen.
      </p>
    </ConfirmDialog>
  );
}

/** Asks the user to type the number of tasks, then restores them. */
export function RestoreDialog({ hospitalId, work, onStale, onClose }: PastWorkDialogProps<ClearedWork>) {
  const { at, tasks, devices } = work;
  const restore = useOnlineAction('restorePastWork');
  const toast = useToast();
  const { problem, confirm } = useConfirmed(onStale, async (idempotencyKey) => {
    const back = await restore.run({ params: { hospitalId }, body: { at, tasks }, idempotencyKey });
    onClose();
    toast({ text: restoredWords(back) });
  });
  return (
    <ConfirmDialog
      open
      title="Restore cleared work"
      confirmLabel={`Bring ${counted(tasks, 'task')} back`}
      busy={restore.busy}
      error={problem}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        {counted(tasks, 'task')} on {counted(devices, 'device')} {tasks === 1 ? 'comes' : 'come'} back as before, and{' '}
        {tasks === 1 ? 'shows' : 'show'} as overdue. Tasks of a device whose planned work has changed since stay
        cleared.
      </p>
    </ConfirmDialog>
  );
}

/**
 * Runs a dialog's action once, even after a double click, with one key: pressing again after a lost answer returns the
 * first answer.
 */
function useConfirmed(onStale: () => void, act: (idempotencyKey: string) => Promise<void>) {
  const engine = useEngine();
  const [key] = useState(() => engine.newKey());
  const isRunning = useRef(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(undefined);
    try {
      await act(key);
    } catch (error) {
      isRunning.current = false;
      setProblem(errorWords(error, 'Server error'));
      onStale();
    }
  };
  return { problem, confirm };
}

/** Returns a function that undoes a clearing from its toast. */
function useUndo(hospitalId: string) {
  const engine = useEngine();
  const { run } = useOnlineAction('restorePastWork');
  const toast = useToast();
  const send = async (body: Pick<ClearedWork, 'at' | 'tasks'>, idempotencyKey: string): Promise<void> => {
    try {
      toast({ text: restoredWords(await run({ params: { hospitalId }, body, idempotencyKey })) });
    } catch (error) {
      toast({
        tone: 'danger',
        text: `The tasks could not be restored. ${errorWords(error, 'Please try again.')}`,
        ...(isOffline(error) && {
          action: { label: 'Try again', onAction: () => void send(body, idempotencyKey) },
        }),
      });
    }
  };
  return (body: Pick<ClearedWork, 'at' | 'tasks'>) => void send(body, engine.newKey());
}
