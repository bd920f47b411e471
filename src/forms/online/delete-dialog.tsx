import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { type RowFocus, rowFocus } from '#ui/ui/row-focus.ts';
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
  const isOpen = record !== null;
  /** The row whose button opened the dialog: the focus goes on to its neighbour when it is deleted. */
  const row = useRef<RowFocus | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    if (isOpen || !isGone.current) return;
    isGone.current = false;
    row.current?.toNext();
  }, [isOpen]);
  const close = () => {
    setProblem(undefined);
    onClose();
  };
  const restore = async (deleted: R, place: RowFocus | null) => {
    try {
      await onRestore(deleted);
      place?.toRestored();
      toast({ text: `${nameOf(deleted)} restored.` });
    } catch (error) {
      toast({
        tone: 'danger',
        text: `${nameOf(deleted)} could not be restored. ${errorWords(error, 'Please try again.')}`,
        action: { label: 'Try again', onAction: () => void restore(deleted, place) },
      });
    }
  };
  const confirm = async (asked: R) => {
    setProblem(undefined);
    setBusy(true);
    try {
      await onDelete(asked);
      isGone.current = true;
      close();
      const place = row.current;
      const undo = { label: 'Undo', onAction: () => void restore(asked, place) };
      toast({ text: `${nameOf(asked)} deleted.`, action: undo });
    } catch (error) {
      setProblem(isOffline(error) ? needsNetwork : refused(errorWords(error, 'Server error')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open={isOpen}
      title={title}
      confirmLabel="Delete"
      danger
      busy={busy}
      error={problem ?? (offline ? needsNetwork : undefined)}
      onConfirm={() => record !== null && void confirm(record)}
      onCancel={close}
      onOpened={(opener) => {
        row.current = rowFocus(opener);
      }}
    >
      <p>{question}</p>
      {record !== null && consequence && <div className="mt-2 text-muted">{consequence(record)}</div>}
    </ConfirmDialog>
  );
}
