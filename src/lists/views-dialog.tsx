import { type FormEvent, useState } from 'react';
import type { ListView } from '#contract/calls/list-view.ts';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { useToast } from '#ui/ui/toast.tsx';

interface ViewsDialogProps {
  /** The list's title. */
  title: string;
  /** The list's address. */
  list: string;
  /** What the list shows now. */
  current: string;
  views: readonly ListView[];
  onClose: () => void;
}

const problemOf = (error: unknown, failed: string) =>
  isOffline(error) ? 'You are offline. Views are saved and deleted with the network.' : errorWords(error, failed);

/** Saves what a list shows under a name, and deletes saved views. */
export function ViewsDialog({ title, list, current, views, onClose }: ViewsDialogProps) {
  const { userRole } = useSignedIn();
  const toast = useToast();
  const save = useOnlineAction('saveListView');
  const remove = useOnlineAction('deleteListView');
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '' || save.busy) return;
    try {
      await save.run({ body: { list, name, query: current, isShared } });
      toast({ text: `View “${name.trim()}” saved.` });
      onClose();
    } catch (error) {
      setProblem(problemOf(error, 'The view could not be saved.'));
    }
  };
  const deleteView = async (view: ListView) => {
    setProblem(undefined);
    try {
      await remove.run({ params: { id: view.id } });
    } catch (error) {
      return setProblem(problemOf(error, 'The view could not be deleted.'));
    }
    const { name: old, query, isShared: wasShared } = view;
    const onAction = () =>
      void save.run({ body: { list, name: old, query, isShared: wasShared } }).catch(() => undefined);
    toast({ text: `View “${old}” deleted.`, ...(view.isOwn && { action: { label: 'Undo', onAction } }) });
    return undefined;
  };
  const deletable = views.filter((view) => view.isOwn || userRole === 'Hospital');
  return (
    <Dialog open title={`Views of ${title}`} size="small" busy={save.busy} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
        <TextField
          label="Name"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={missing && name.trim() === '' ? 'Name is required.' : undefined}
          hint="Keeps search, filters, order and columns. The same name replaces your earlier view."
          data-autofocus
        />
        <Checkbox
          label="Share with the hospital"
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
        <Button type="submit" variant="primary" busy={save.busy} className="w-full">
          Save view
        </Button>
      </form>
      {deletable.length > 0 && (
        <ul aria-label="Saved views" className="mt-5 border-t border-line pt-2">
          {deletable.map((view) => (
            <li key={view.id} className="flex items-center gap-3">
              <span className="min-w-0 grow wrap-anywhere">
                {view.name}
                {view.isShared && (
                  <span className="text-sm text-muted"> · shared{!view.isOwn && ` by ${view.by}`}</span>
                )}
              </span>
              <IconButton
                icon="trash"
                label={`Delete ${view.name}`}
                disabled={remove.busy}
                onClick={() => void deleteView(view)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
