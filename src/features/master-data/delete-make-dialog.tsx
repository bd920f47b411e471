import type { MakeRow } from '#contract/equipment-make.ts';
import { DeleteDialog } from '#ui/resource/delete-dialog.tsx';
import { useOnlineAction } from '#ui/resource/use-online-call.ts';
import { stale } from './stale.ts';

/** Deletes a make that no installed device is of, with Undo. */
export function DeleteMakeDialog({ make, onClose }: { make: MakeRow | null; onClose: () => void }) {
  const remove = useOnlineAction('deleteMake', { stale });
  const bringBack = useOnlineAction('restoreMake', { stale });
  return (
    <DeleteDialog
      record={make}
      title="Delete Equipment Make"
      question="Are you sure you want to delete this equipment make?"
      consequence={({ name }) => `“${name}” goes from lists and choices.`}
      nameOf={({ name }) => `Equipment make “${name}”`}
      onDelete={({ id }) => remove.run({ params: { id } })}
      onRestore={({ id }) => bringBack.run({ params: { id } })}
      refused={(message) => `Error deleting equipment make: ${message}`}
      onClose={onClose}
    />
  );
}
