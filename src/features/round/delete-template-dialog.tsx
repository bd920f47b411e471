import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';

interface DeleteTemplateDialogProps {
  /** The template in question, or none. */
  template: { id: string; name: string } | null;
  onClose: () => void;
  /** The list hides it until the replica has caught up. */
  onDeleted: (templateId: string) => void;
  onRestored: (templateId: string) => void;
}

/** Asks, deletes on the server, then offers Undo; past rounds stay. */
export function DeleteTemplateDialog({ template, onClose, onDeleted, onRestored }: DeleteTemplateDialogProps) {
  const remove = useOnlineAction('deleteRoundTemplate');
  const bringBack = useOnlineAction('restoreRoundTemplate');
  return (
    <DeleteDialog
      record={template}
      title="Delete Template"
      question="Are you sure you want to delete this template?"
      consequence={({ name }) => `“${name}”: its past rounds stay readable.`}
      nameOf={({ name }) => `Template “${name}”`}
      onDelete={async ({ id }) => {
        await remove.run({ params: { id } });
        onDeleted(id);
      }}
      onRestore={async ({ id }) => {
        await bringBack.run({ params: { id } });
        onRestored(id);
      }}
      onClose={onClose}
    />
  );
}
