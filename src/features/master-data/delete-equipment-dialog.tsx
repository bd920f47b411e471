import type { EquipmentRow } from '#contract/equipment.ts';
import { DeleteDialog } from '#ui/resource/delete-dialog.tsx';
import { useOnlineAction } from '#ui/resource/use-online-call.ts';
import { stale } from './stale.ts';

/** Deletes a kind of equipment that no installed device is of, with Undo. */
export function DeleteEquipmentDialog({ equipment, onClose }: { equipment: EquipmentRow | null; onClose: () => void }) {
  const remove = useOnlineAction('deleteEquipment', { stale });
  const bringBack = useOnlineAction('restoreEquipment', { stale });
  return (
    <DeleteDialog
      record={equipment}
      title="Delete Equipment"
      question="Are you sure you want to delete this equipment?"
      consequence={({ name }) => `“${name}” goes from lists and choices.`}
      nameOf={({ name }) => `Equipment “${name}”`}
      onDelete={({ id }) => remove.run({ params: { id } })}
      onRestore={({ id }) => bringBack.run({ params: { id } })}
      refused={(message) => `Error deleting equipment: ${message}`}
      onClose={onClose}
    />
  );
}
