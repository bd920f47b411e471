import { useState } from 'react';
import { errorWords, isOffline } from '#ui/resource/engine.ts';
import { useEngine, useSyncStatus } from '#ui/resource/engine-provider.tsx';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { useToast } from '#ui/ui/toast.tsx';

const needsNetwork = 'You are offline. Deleting a template needs the network.';

interface DeleteTemplateDialogProps {
  /** The template asked about, or none. */
  template: { id: string; name: string } | null;
  onClose: () => void;
  /** The list hides it until the replica has followed. */
  onDeleted: (templateId: string) => void;
  onRestored: (templateId: string) => void;
}

/** Asks, deletes on the server, then offers Undo; past rounds stay. */
export function DeleteTemplateDialog({ template, onClose, onDeleted, onRestored }: DeleteTemplateDialogProps) {
  const engine = useEngine();
  const toast = useToast();
  const { offline } = useSyncStatus();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const wordsOf = (error: unknown) =>
    isOffline(error) ? needsNetwork : errorWords(error, 'The template could not be deleted. Please try again.');
  const restore = async (templateId: string) => {
    try {
      await engine.call('restoreRoundTemplate', { params: { id: templateId } });
      onRestored(templateId);
      toast({ text: 'Template restored.' });
    } catch (error) {
      toast({ tone: 'danger', text: errorWords(error, 'The template could not be restored.') });
    }
  };
  const remove = async () => {
    if (!template) return;
    setBusy(true);
    setProblem(null);
    try {
      await engine.call('deleteRoundTemplate', { params: { id: template.id } });
      onDeleted(template.id);
      onClose();
      toast({
        text: `Template “${template.name}” deleted.`,
        action: { label: 'Undo', onAction: () => void restore(template.id) },
      });
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open={template !== null}
      title="Delete Template"
      confirmLabel="Delete"
      danger
      busy={busy}
      error={problem ?? (offline ? needsNetwork : undefined)}
      onConfirm={() => void remove()}
      onCancel={() => {
        setProblem(null);
        onClose();
      }}
    >
      <p>Are you sure you want to delete this template?</p>
      <p className="mt-2 text-muted">“{template?.name}”: its past rounds stay readable.</p>
    </ConfirmDialog>
  );
}
