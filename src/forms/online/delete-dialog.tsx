import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { RadioGroup, type RadioOption } from '#ui/ui/radio-group.tsx';
import { type RowFocus, rowFocus } from '#ui/ui/row-focus.ts';
import { useToast } from '#ui/ui/toast.tsx';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { useEngine, useSyncStatus } from '#ui/engine/engine-provider.tsx';
import { useNow } from '#ui/engine/use-now.ts';
import { keepDeletion, type RecentDeletion, type Restoration, useRestore } from './recent-deletions.ts';

/** A question to answer before a record is deleted. */
interface Choice<Value extends string> {
  label: string;
  options: readonly RadioOption<Value>[];
  /** Shown if the question was not answered. */
  missing: string;
}

interface DeleteDialogProps<R, Value extends string> {
  /** The record to delete; null closes the dialog. */
  record: R | null;
  title: string;
  /** The documents' question. */
  question: string;
  /** What is deleted with the record, and what remains. */
  consequence?: (record: R) => ReactNode;
  /** The record's name in toasts: `Warranty “AMC-7”`. */
  nameOf: (record: R) => string;
  /** A question to answer along with the deletion. */
  choice?: Choice<Value>;
  /** `chosen` is the answer to `choice`. */
  onDelete: (record: R, chosen: Value | null) => Promise<unknown>;
  /** If absent, there is no Undo. */
  restoration?: ((record: R) => Restoration) | undefined;
  /** Called once Undo has restored the record. */
  onRestored?: (record: R) => void;
  /** Builds what is said about a refusal from the server's message and the error. */
  refused?: (message: string, error: unknown) => ReactNode;
  onClose: () => void;
}

const needsNetwork = 'You are offline. Deleting needs the network.';

/** Asks in the documents' words, deletes on the server, then offers Undo. */
export function DeleteDialog<R, Value extends string = never>(props: DeleteDialogProps<R, Value>) {
  const { record, title, question, consequence, choice, nameOf, onDelete, restoration, onRestored, onClose } = props;
  const { refused = (message: string) => message } = props;
  const toast = useToast();
  const engine = useEngine();
  const bringBack = useRestore();
  const now = useNow();
  const { offline } = useSyncStatus();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>();
  const isOpen = record !== null;
  /** The row whose button opened the dialog: after the deletion its neighbour takes the focus. */
  const row = useRef<RowFocus | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    if (isOpen || !isGone.current) return;
    isGone.current = false;
    row.current?.toNext();
  }, [isOpen]);
  const [chosen, setChosen] = useState<Value | null>(null);
  const [asked, setAsked] = useState(false);
  const close = () => {
    setProblem(undefined);
    setChosen(null);
    setAsked(false);
    onClose();
  };
  const restore = async (deleted: R, deletion: RecentDeletion, place: RowFocus | null) => {
    const { name } = deletion;
    try {
      await bringBack(deletion);
      onRestored?.(deleted);
      place?.toRestored();
      toast({ text: `${name} restored.` });
    } catch (error) {
      toast({
        tone: 'danger',
        text: `${name} could not be restored. ${errorWords(error, 'Please try again.')}`,
        action: { label: 'Try again', onAction: () => void restore(deleted, deletion, place) },
      });
    }
  };
  const confirm = async (wanted: R) => {
    setProblem(undefined);
    setAsked(true);
    if (choice && chosen === null) return;
    setBusy(true);
    try {
      await onDelete(wanted, chosen);
      isGone.current = true;
      close();
      const place = row.current;
      const name = nameOf(wanted);
      const text = `${name} deleted.`;
      if (!restoration) return toast({ text });
      const deletion = {
        id: engine.newKey(),
        name,
        at: now.toISOString(),
        restoration: restoration(wanted),
      };
      void keepDeletion(engine, deletion);
      toast({ text, action: { label: 'Undo', onAction: () => void restore(wanted, deletion, place) } });
    } catch (error) {
      setProblem(isOffline(error) ? needsNetwork : refused(errorWords(error, 'Server error'), error));
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
      {choice && (
        <div className="mt-4">
          <RadioGroup
            label={choice.label}
            options={choice.options}
            value={chosen}
            onChange={setChosen}
            required
            disabled={busy}
            error={asked && chosen === null ? choice.missing : undefined}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}
