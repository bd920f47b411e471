import { DeleteDialog } from '#ui/resource/delete-dialog.tsx';
import { useEngine } from '#ui/resource/engine-provider.tsx';

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
  return (
    <DeleteDialog
      record={template}
      title="Delete Template"
      question="Are you sure you want to delete this template?"
      consequence={({ name }) => `“${name}”: its past rounds stay readable.`}
      nameOf={({ name }) => `Template “${name}”`}
      onDelete={async ({ id }) => {
        await engine.call('deleteRoundTemplate', { params: { id } });
        onDeleted(id);
      }}
      onRestore={async ({ id }) => {
        await engine.call('restoreRoundTemplate', { params: { id } });
        onRestored(id);
      }}
      onClose={onClose}
    />
  );
}
