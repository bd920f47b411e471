import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';

interface DeleteTemplateDialogProps {
  /** The template to delete; null closes the dialog. */
  template: { id: string; name: string } | null;
  onClose: () => void;
  /** The list hides the template until the replica has caught up. */
  onDeleted: (templateId: string) => void;
  onRestored: (templateId: string) => void;
}

/** Asks for confirmation, deletes on the server, then offers Undo; past rounds remain. */
export function DeleteTemplateDialog({ template, onClose, onDeleted, onRestored }: DeleteTemplateDialogProps) {
  const remove = useOnlineAction('deleteRoundTemplate');
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
      restoration={({ id }) => ({ call: 'restoreRoundTemplate', input: { params: { id } } })}
      onRestored={({ id }) => onRestored(id)}
      onClose={onClose}
    />
  );
}
