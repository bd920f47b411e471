import { useEffect, useState } from 'react';
import { errorWords } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useMomentText, useNow } from '#ui/engine/use-now.ts';
import { readDeletions, type RecentDeletion, useRestore } from '#ui/forms/online/recent-deletions.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { useToast } from '#ui/ui/toast.tsx';

/** Lists what this user has deleted on this tablet within an hour, each with Undo. Source: docs/product.md P357. */
export function RecentDeletionsCard() {
  const engine = useEngine();
  const now = useNow().getTime();
  const [deletions, setDeletions] = useState<readonly RecentDeletion[]>([]);
  useEffect(() => {
    let isShown = true;
    void readDeletions(engine, now).then((found) => isShown && setDeletions(found));
    return () => {
      isShown = false;
    };
  }, [engine, now]);
  if (deletions.length === 0) return null;
  const isUndone = (id: string) => setDeletions((left) => left.filter((each) => each.id !== id));
  return (
    <Card title={`Deleted within an hour (${deletions.length})`} flush>
      <ul>
        {deletions.map((deletion) => (
          <Deletion key={deletion.id} deletion={deletion} onUndone={() => isUndone(deletion.id)} />
        ))}
      </ul>
    </Card>
  );
}

function Deletion({ deletion, onUndone }: { deletion: RecentDeletion; onUndone: () => void }) {
  const { name, at } = deletion;
  const moment = useMomentText();
  const toast = useToast();
  const restore = useRestore();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const undo = async () => {
    setBusy(true);
    try {
      await restore(deletion);
      toast({ text: `${name} restored.` });
      onUndone();
    } catch (error) {
      setProblem(`${name} could not be restored. ${errorWords(error, 'Please try again.')}`);
      setBusy(false);
    }
  };
  return (
    <li className="space-y-2 border-b border-line px-4 py-3.5 last:border-0 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{name}</span> <span className="text-sm text-muted">{moment(at)}</span>
        </p>
        <Button icon="undo" busy={busy} aria-label={`Undo: ${name} deleted`} onClick={() => void undo()}>
          Undo
        </Button>
      </div>
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
    </li>
  );
}
