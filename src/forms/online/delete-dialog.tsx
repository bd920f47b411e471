import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { useSyncStatus } from '#ui/engine/engine-provider.tsx';

interface DeleteDialogProps<R> {
  /** The record in question, or none. */
  record: R | null;
  title: string;
  /** The documents' question. */
  question: string;
  /** What is deleted with it, and what stays. */
  consequence?: (record: R) => ReactNode;
  /** Its name in toasts: `Warranty “AMC-7”`. */
  nameOf: (record: R) => string;
  onDelete: (record: R) => Promise<unknown>;
  onRestore: (record: R) => Promise<unknown>;
  /** The sentence of a refused deletion, from the server's message. */
  refused?: (message: string) => string;
  onClose: () => void;
}

const needsNetwork = 'You are offline. Deleting needs the network.';

/** Asks in the documents' words, deletes on the server, then offers Undo. */
export function DeleteDialog<R>(props: DeleteDialogProps<R>) {
  const { record, title, question, consequence, nameOf, onDelete, onRestore, onClose } = props;
  const { refused = (message: string) => message } = props;
  const toast = useToast();
  const { offline } = useSyncStatus();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const close = () => {
    setProblem(undefined);
    onClose();
  };
  const restore = async (deleted: R) => {
    try {
      await onRestore(deleted);
      toast({ text: `${nameOf(deleted)} restored.` });
    } catch (error) {
      toast({
        tone: 'danger',
        text: `${nameOf(deleted)} could not be restored. ${errorWords(error, 'Please try again.')}`,
        action: { label: 'Try again', onAction: () => void restore(deleted) },
      });
    }
  };
  const confirm = async (asked: R) => {
    setProblem(undefined);
    setBusy(true);
    try {
      await onDelete(asked);
      close();
      toast({ text: `${nameOf(asked)} deleted.`, action: { label: 'Undo', onAction: () => void restore(asked) } });
    } catch (error) {
      setProblem(isOffline(error) ? needsNetwork : refused(errorWords(error, 'Server error')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open={record !== null}
      title={title}
      confirmLabel="Delete"
      danger
      busy={busy}
      error={problem ?? (offline ? needsNetwork : undefined)}
      onConfirm={() => record !== null && void confirm(record)}
      onCancel={close}
    >
      <p>{question}</p>
      {record !== null && consequence && <div className="mt-2 text-muted">{consequence(record)}</div>}
    </ConfirmDialog>
  );
}
