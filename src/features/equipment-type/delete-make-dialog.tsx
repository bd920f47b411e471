import type { MakeRow } from '#contract/calls/equipment-make.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';

/** Deletes a make that no installed device uses, with Undo. */
export function DeleteMakeDialog({ record, onClose }: { record: MakeRow | null; onClose: () => void }) {
  const remove = useOnlineAction('deleteMake');
  return (
    <DeleteDialog
      record={record}
      title="Delete Equipment Make"
      question="Are you sure you want to delete this equipment make?"
      consequence={({ name }) => `“${name}” will no longer appear in lists and choices.`}
      nameOf={({ name }) => `Equipment make “${name}”`}
      onDelete={({ id }) => remove.run({ params: { id } })}
      restoration={({ id }) => ({ call: 'restoreMake', input: { params: { id } } })}
      refused={(message) => `Error deleting equipment make: ${message}`}
      onClose={onClose}
    />
  );
}
