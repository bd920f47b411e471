import { useState } from 'react';
import { dayWords } from '#ui/engine/as-of.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { useToast } from '#ui/ui/toast.tsx';

const numbers = new Intl.NumberFormat('en-IN');

/** `1 task`, `220 tasks`. */
function counted(count: number, unit: string): string {
  return `${numbers.format(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** Open work of a hospital from before its devices came in, and the one act that clears it; nothing when there is none. */
export function PastWorkCard({ hospitalId }: { hospitalId: string }) {
  const past = useOnlineCall('pastWork', { params: { hospitalId } });
  const clear = useOnlineAction('clearPastWork');
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!past.data || past.data.tasks === 0) return null;
  const { tasks, devices, oldest } = past.data;
  const close = () => {
    setProblem(undefined);
    setAsking(false);
  };
  const run = async () => {
    setProblem(undefined);
    try {
      const cleared = await clear.run({ params: { hospitalId }, body: { tasks } });
      close();
      toast({ text: `${counted(cleared.tasks, 'task')} from before your record cleared.` });
    } catch (error) {
      setProblem(errorWords(error, 'Server error'));
      past.reload();
    }
  };
  return (
    <Card title="Work from before your record">
      <p className="mb-4">
        {counted(tasks, 'open task')} on {counted(devices, 'device')} {tasks === 1 ? 'was' : 'were'} due before the day
        these devices came in, the oldest on {dayWords(oldest)}. They show as overdue.
      </p>
      <Button onClick={() => setAsking(true)}>Clear {counted(tasks, 'task')}</Button>
      <ConfirmDialog
        open={asking}
        title="Clear work from before your record"
        confirmLabel={`Clear ${counted(tasks, 'task')}`}
        danger
        busy={clear.busy}
        error={problem}
        onConfirm={() => void run()}
        onCancel={close}
      >
        <p>
          {counted(tasks, 'task')} on {counted(devices, 'device')} leave the lists and count nowhere. Closed work, work
          that somebody has begun and work due since then stay as they are. This cannot be undone.
        </p>
      </ConfirmDialog>
    </Card>
  );
}
