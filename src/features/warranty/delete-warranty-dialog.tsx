import type { WarrantyRow } from '#contract/calls/warranty.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';

/** Asks for confirmation, deletes on the server, then offers Undo; closed maintenance remains readable. */
export function DeleteWarrantyDialog({ warranty, onClose }: { warranty: WarrantyRow | null; onClose: () => void }) {
  const remove = useOnlineAction('deleteWarranty');
  return (
    <DeleteDialog
      record={warranty}
      title="Delete Warranty"
      question="Are you sure you want to delete this warranty?"
      consequence={({ warrantyNumber }) =>
        `“${warrantyNumber}”: its open PM tasks are removed, what was closed stays readable.`
      }
      nameOf={({ warrantyNumber }) => `Warranty “${warrantyNumber}”`}
      onDelete={({ id }) => remove.run({ params: { id } })}
      restoration={({ id }) => ({ call: 'restoreWarranty', input: { params: { id } } })}
      onClose={onClose}
    />
  );
}
