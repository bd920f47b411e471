import { useState } from 'react';
import type { WarrantyRow } from '#contract/warranty.ts';
import { errorWords, isOffline } from '#ui/resource/engine.ts';
import { useOnlineAction } from '#ui/resource/use-online-call.ts';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { useToast } from '#ui/ui/toast.tsx';

const stale = ['warrantyPage', 'warranty'] as const;
const needsNetwork = 'You are offline. Deleting a warranty needs the network.';

/** Asks, deletes on the server, then offers Undo; closed maintenance stays readable. */
export function DeleteWarrantyDialog({ warranty, onClose }: { warranty: WarrantyRow | null; onClose: () => void }) {
  const toast = useToast();
  const remove = useOnlineAction('deleteWarranty', { stale });
  const bringBack = useOnlineAction('restoreWarranty', { stale });
  const [problem, setProblem] = useState<string>();
  const close = () => {
    setProblem(undefined);
    onClose();
  };
  const restore = async ({ id, warrantyNumber }: WarrantyRow) => {
    try {
      await bringBack.run({ params: { id } });
      toast({ text: `Warranty “${warrantyNumber}” restored.` });
    } catch (error) {
      toast({ tone: 'danger', text: errorWords(error, 'The warranty could not be restored.') });
    }
  };
  const confirm = async () => {
    if (!warranty) return;
    setProblem(undefined);
    try {
      await remove.run({ params: { id: warranty.id } });
      close();
      toast({
        text: `Warranty “${warranty.warrantyNumber}” deleted.`,
        action: { label: 'Undo', onAction: () => void restore(warranty) },
      });
    } catch (error) {
      setProblem(
        isOffline(error) ? needsNetwork : errorWords(error, 'The warranty could not be deleted. Please try again.'),
      );
    }
  };
  return (
    <ConfirmDialog
      open={warranty !== null}
      title="Delete Warranty"
      confirmLabel="Delete"
      danger
      busy={remove.busy}
      error={problem}
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <p>Are you sure you want to delete this warranty?</p>
      <p className="mt-2 text-muted">
        “{warranty?.warrantyNumber}”: its open PM tasks are removed, what was closed stays readable.
      </p>
    </ConfirmDialog>
  );
}
