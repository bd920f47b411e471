import { type ReactNode, useEffect, useRef } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Alert } from '#ui/ui/alert.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { presentRecord, saysTheSame } from './conflict.ts';
import { ConflictNotice, type FieldWords } from './conflict-notice.tsx';
import { isOffline } from '#ui/engine/engine.ts';
import { useSyncStatus } from '#ui/engine/engine-provider.tsx';
import { RecordForm, type StartFrom } from '../record-form.tsx';
import { useIdempotencyKey } from './use-idempotency-key.ts';

const needsNetwork = 'You are offline. Saving needs the network. What you typed is kept on this device.';
const notReached =
  'The server could not be reached. What you typed is kept on this device: press the button again when the network is back, it is saved once.';

/** How a form shows another user's change; only for edits. */
interface EditWords<Input, Saved> extends FieldWords {
  /** The form's values of a record, `revision` among them. */
  valuesOf: (record: Saved) => DefaultValues<Input>;
}

interface OnlineFormProps<Input extends FieldValues, Output, Saved> {
  schema: z.ZodMiniType<Output, Input>;
  /** On edit the values of the record with its `revision`: a draft brings back the revision that it began from. */
  defaults: DefaultValues<Input>;
  draftKey: string;
  /** Sends the record under this Idempotency-Key. */
  send: (body: Output, idempotencyKey: string) => Promise<Saved>;
  /** Shown once the server has it. */
  savedText: (saved: Saved) => string;
  /** Runs after that, unless the user has left the form meanwhile. */
  onSaved: (saved: Saved) => unknown;
  edit?: EditWords<Input, Saved> | undefined;
  submitLabel?: string;
  cancelTo?: string | undefined;
  onCancel?: (() => void) | undefined;
  /** The banner of a refusal, from the server's message. */
  refused?: (message: string) => string;
  /** The documents' own sentence for a failure; the server's reason is shown below it. */
  failedText?: string;
  /** Shown when the server has no sentence. */
  otherwise?: string;
  disabledWhileInvalid?: boolean;
  invalidText?: string;
  children: ReactNode;
}

/**
 * Creates or changes one record on the server: typed text and the send's key outlive a lost answer, two presses make
 * one record, an edit that conflicts with its own earlier save continues, and one that conflicts with another user's
 * change asks which to keep.
 */
export function OnlineForm<Input extends FieldValues, Output, Saved>({
  send,
  savedText,
  onSaved,
  edit,
  children,
  ...form
}: OnlineFormProps<Input, Output, Saved>) {
  const toast = useToast();
  const { offline } = useSyncStatus();
  const attempt = useIdempotencyKey(form.draftKey);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  /** The record in the form's shape, when the save was refused because it has changed. */
  const presentValues = (error: unknown): DefaultValues<Input> | null => {
    const present = presentRecord(error);
    // The contract: a conflict carries the record in the shape that the call answers.
    return edit && present ? edit.valuesOf(present as Saved) : null;
  };
  /** An edit that meets its own earlier save, whose answer was lost, continues from it. */
  const overOwnSave = (body: Output) => (error: unknown, unanswered: readonly unknown[]) => {
    const theirs = presentValues(error);
    if (!theirs || !unanswered.some((sent) => saysTheSame(theirs, sent))) return undefined;
    return { ...body, revision: theirs['revision'] };
  };
  const refusal = (error: unknown, startFrom: StartFrom<Input>) => {
    if (isOffline(error)) return <Alert tone="danger">{notReached}</Alert>;
    const theirs = presentValues(error);
    if (!edit || !theirs) return null;
    return <ConflictNotice theirs={theirs} words={edit} onUseTheirs={() => startFrom(theirs)} />;
  };
  return (
    <RecordForm
      {...form}
      refusal={refusal}
      onSubmit={async (body) => {
        const saved = await attempt(body, send, overOwnSave(body));
        toast({ text: savedText(saved) });
        if (!left.current) await onSaved(saved);
      }}
    >
      {offline && <Alert tone="info">{needsNetwork}</Alert>}
      {children}
    </RecordForm>
  );
}
