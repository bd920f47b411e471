import { useState } from 'react';
import type { TaskRecord } from '#contract/records/ward.ts';
import { useToastWrite } from '#ui/forms/offline/use-toast-write.ts';
import { Button } from '#ui/ui/button.tsx';
import { AttemptDialog, CancelDialog, MoveDialog } from './task-dialogs.tsx';

/** Offers what can happen to an open task other than closing: attempted, moved, cancelled. */
export function TaskActs({ task: { id: taskId } }: { task: TaskRecord }) {
  const attempt = useToastWrite('attemptTask', 'Attempt recorded.');
  const move = useToastWrite('moveTask', 'Task moved.');
  const cancel = useToastWrite('cancelTask', 'Task cancelled.');
  const [asked, setAsked] = useState<'attempt' | 'move' | 'cancel' | null>(null);
  const close = () => setAsked(null);
  const done = (act: Promise<void>) => {
    close();
    void act;
  };
  return (
    <div className="@container">
      <div className="mt-2 grid gap-2 @lg:grid-cols-3">
        <Button wide icon="refresh" busy={attempt.busy} onClick={() => setAsked('attempt')}>
          Could Not Be Done
        </Button>
        <Button wide icon="calendar" busy={move.busy} onClick={() => setAsked('move')}>
          Move Task
        </Button>
        <Button wide icon="x" busy={cancel.busy} onClick={() => setAsked('cancel')}>
          Cancel Task
        </Button>
      </div>
      {asked === 'attempt' && (
        <AttemptDialog
          title="Could Not Be Done"
          onClose={close}
          onSave={(values) => done(attempt.run({ ...values, taskId }))}
        />
      )}
      {asked === 'move' && (
        <MoveDialog title="Move Task" onClose={close} onSave={(values) => done(move.run({ ...values, taskId }))} />
      )}
      {asked === 'cancel' && (
        <CancelDialog
          title="Cancel Task"
          onClose={close}
          onSave={(values) => done(cancel.run({ ...values, taskId }))}
        />
      )}
    </div>
  );
}
