import type { ModelRow } from '#contract/calls/equipment-model.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';

/** Deletes a model that no installed device uses, with Undo. */
export function DeleteModelDialog({ record, onClose }: { record: ModelRow | null; onClose: () => void }) {
  const remove = useOnlineAction('deleteModel');
  return (
    <DeleteDialog
      record={record}
      title="Delete Equipment Model"
      question="Are you sure you want to delete this equipment model?"
      consequence={({ name, equipmentMakeName }) =>
        `“${name}” of ${equipmentMakeName} will no longer appear in lists and choices.`
      }
      nameOf={({ name }) => `Equipment model “${name}”`}
      onDelete={({ id }) => remove.run({ params: { id } })}
      restoration={({ id }) => ({ call: 'restoreModel', input: { params: { id } } })}
      refused={(message) => `Error deleting equipment model: ${message}`}
      onClose={onClose}
    />
  );
}
