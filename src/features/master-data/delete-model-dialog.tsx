import type { ModelRow } from '#contract/equipment-model.ts';
import { DeleteDialog } from '#ui/resource/delete-dialog.tsx';
import { useOnlineAction } from '#ui/resource/use-online-call.ts';
import { stale } from './stale.ts';

/** Deletes a model that no installed device is of, with Undo. */
export function DeleteModelDialog({ model, onClose }: { model: ModelRow | null; onClose: () => void }) {
  const remove = useOnlineAction('deleteModel', { stale });
  const bringBack = useOnlineAction('restoreModel', { stale });
  return (
    <DeleteDialog
      record={model}
      title="Delete Equipment Model"
      question="Are you sure you want to delete this equipment model?"
      consequence={({ name, equipmentMakeName }) => `“${name}” of ${equipmentMakeName} goes from lists and choices.`}
      nameOf={({ name }) => `Equipment model “${name}”`}
      onDelete={({ id }) => remove.run({ params: { id } })}
      onRestore={({ id }) => bringBack.run({ params: { id } })}
      refused={(message) => `Error deleting equipment model: ${message}`}
      onClose={onClose}
    />
  );
}
