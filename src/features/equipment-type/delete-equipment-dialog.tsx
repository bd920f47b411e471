import type { EquipmentTypeRow } from '#contract/calls/equipment-type.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';

/** Deletes an equipment type that no installed device uses, with Undo. */
export function DeleteEquipmentTypeDialog({
  record,
  onClose,
}: {
  record: EquipmentTypeRow | null;
  onClose: () => void;
}) {
  const remove = useOnlineAction('deleteEquipmentType');
  return (
    <DeleteDialog
      record={record}
      title="Delete Equipment"
      question="Are you sure you want to delete this equipment?"
      consequence={({ name }) => `“${name}” will no longer appear in lists and choices.`}
      nameOf={({ name }) => `Equipment “${name}”`}
      onDelete={({ id }) => remove.run({ params: { id } })}
      restoration={({ id }) => ({ call: 'restoreEquipmentType', input: { params: { id } } })}
      refused={(message) => `Error deleting equipment: ${message}`}
      onClose={onClose}
    />
  );
}
