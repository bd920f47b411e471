import { useState } from 'react';
import type { ClearedWork } from '#contract/calls/import.ts';
import { dayWords } from '#ui/engine/as-of.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { ClearDialog, type PastWorkCounts, RestoreDialog } from './past-work-dialogs.tsx';
import { counted } from '#contract/rules/counted.ts';

/** What an open dialog asks about; it keeps its numbers while the card behind it changes. */
type Asked = { act: 'clear'; work: PastWorkCounts } | { act: 'restore'; work: ClearedWork };

/**
 * Shows a hospital's open work that was due before its devices were registered, with the action that clears it and an
 * Undo; renders nothing if there is nothing to clear or restore.
 */
export function PastWorkCard({ hospitalId }: { hospitalId: string }) {
  const past = useOnlineCall('pastWork', { params: { hospitalId } });
  const [asked, setAsked] = useState<Asked>();
  if (!past.data) return null;
  const { cleared, ...open } = past.data;
  if (open.tasks === 0 && !cleared && !asked) return null;
  const dialog = { hospitalId, onStale: past.reload, onClose: () => setAsked(undefined) };
  return (
    <Card title="Work from before your record">
      <div className="space-y-6">
        {open.tasks > 0 && (
          <div className="space-y-4">
            <p>
              {counted(open.tasks, 'open task')} on {counted(open.devices, 'device')}{' '}
              {open.tasks === 1 ? 'was' : 'were'} due before the day these devices came in, the oldest on{' '}
              {dayWords(open.oldest)}. They show as overdue.
            </p>
            <Button onClick={() => setAsked({ act: 'clear', work: open })}>Clear {counted(open.tasks, 'task')}</Button>
          </div>
        )}
        {cleared && (
          <div className="space-y-4">
            <p>
              {counted(cleared.tasks, 'task')} on {counted(cleared.devices, 'device')}{' '}
              {cleared.tasks === 1 ? 'was' : 'were'} cleared on {dayWords(cleared.on)}.
            </p>
            <Button onClick={() => setAsked({ act: 'restore', work: cleared })}>
              Bring {counted(cleared.tasks, 'task')} back
            </Button>
          </div>
        )}
      </div>
      {asked?.act === 'clear' && <ClearDialog {...dialog} work={asked.work} />}
      {asked?.act === 'restore' && <RestoreDialog {...dialog} work={asked.work} />}
    </Card>
  );
}
