import { useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { errorWords, type OutboxEntry } from '#ui/engine/engine.ts';
import { useEngine, useOutbox } from '#ui/engine/engine-provider.tsx';
import { useMomentText, useNow } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { type LastBulk, lastBulkOf } from './last-bulk.ts';

/**
 * Offers for an hour to undo the last bulk action on tasks, then names the tasks that stay changed. Source:
 * docs/product.md P266.
 */
export function BulkUndo() {
  const bulk = lastBulkOf(useOutbox(), useNow().getTime());
  const [dismissed, setDismissed] = useState<string>();
  const name = bulk?.acts[0]?.act;
  if (!bulk || dismissed === name) return null;
  return (
    <div className="mb-4">
      {bulk.undos.length === 0 ? (
        <Offer bulk={bulk} onDismiss={() => setDismissed(name)} />
      ) : (
        <Outcome undos={bulk.undos} onDismiss={() => setDismissed(name)} />
      )}
    </div>
  );
}

function Offer({ bulk: { acts, at, done }, onDismiss }: { bulk: LastBulk; onDismiss: () => void }) {
  const engine = useEngine();
  const toast = useToast();
  const moment = useMomentText();
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      for (const act of acts) await engine.save('undoTask', act);
    } catch (error) {
      toast({ tone: 'danger', text: errorWords(error, 'The entries could not be saved on this tablet.') });
      setBusy(false);
    }
  };
  return (
    <Alert
      tone="info"
      onDismiss={onDismiss}
      action={
        <Button busy={busy} onClick={() => void undo()}>
          Undo
        </Button>
      }
    >
      {counted(acts.length, 'task')} {done}, {moment(at)}. This can be undone for an hour.
    </Alert>
  );
}

/** Why an act was not undone, once the server has said so. */
const keptWords = ({ error, notices }: OutboxEntry): string =>
  error === null ? notices.join(' ') : `Not undone: ${error.message}`;

function Outcome({ undos, onDismiss }: { undos: readonly OutboxEntry[]; onDismiss: () => void }) {
  const kept = undos.filter((entry) => entry.state === 'attention' || entry.notices.length > 0);
  const waiting = undos.filter(({ answeredAt, state }) => answeredAt === null && state !== 'attention').length;
  const undone = undos.length - kept.length - waiting;
  return (
    <Alert tone={kept.length > 0 ? 'warn' : 'info'} onDismiss={onDismiss}>
      <p>
        Undone for {undone} of {counted(undos.length, 'task')}.{waiting > 0 && ` ${waiting} still to be sent.`}
      </p>
      {kept.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {kept.map((entry) => (
            <li key={entry.id} className="wrap-anywhere">
              {entry.title.replace(/^Undo: /, '')}. {keptWords(entry)}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
