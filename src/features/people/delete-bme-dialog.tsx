import { useState } from 'react';
import type { BmeRecord } from '#contract/bme.ts';
import { errorWords } from '#ui/resource/engine.ts';
import { useSignedIn } from '#ui/resource/engine-provider.tsx';
import { useOnlineAction } from '#ui/resource/use-online-call.ts';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { useToast } from '#ui/ui/toast.tsx';

interface DeleteBmeDialogProps {
  /** The account asked about, or none. */
  account: BmeRecord | null;
  onClose: () => void;
}

/** Asks, then deletes; the work of the account keeps its name. */
export function DeleteBmeDialog({ account, onClose }: DeleteBmeDialogProps) {
  const { userId } = useSignedIn();
  const toast = useToast();
  const remove = useOnlineAction('deleteBme', { stale: ['bmePage', 'bmeCount'] });
  const [problem, setProblem] = useState<string>();
  const close = () => {
    setProblem(undefined);
    onClose();
  };
  const confirm = async () => {
    if (!account) return;
    setProblem(undefined);
    try {
      await remove.run({ params: { id: account.id } });
      close();
      toast({ text: `BME account “${account.name}” deleted.` });
    } catch (error) {
      setProblem(`Failed to delete BME account: ${errorWords(error, 'Server error')}`);
    }
  };
  return (
    <ConfirmDialog
      open={account !== null}
      title="Delete BME account"
      confirmLabel="Delete"
      danger
      busy={remove.busy}
      error={problem}
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <p>Are you sure you want to delete this BME account?</p>
      <p className="mt-2 text-muted">
        {account?.name}, {account?.email}: the account can no longer sign in, its past work stays readable.
        {account?.id === userId && ' This is your own account: you will be signed out.'}
      </p>
    </ConfirmDialog>
  );
}
