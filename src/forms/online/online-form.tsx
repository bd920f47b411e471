import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Leaf } from '#contract/rules/merge/shape.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { isOwnSave, presentRecord } from './conflict.ts';
import { ConflictNotice, type EditedFields, mergeInto, type Present } from './conflict-notice.tsx';
import { isOffline } from '#ui/engine/engine.ts';
import { useSyncStatus } from '#ui/engine/engine-provider.tsx';
import { type FormEditor, RecordForm } from '../record-form.tsx';
import { keptWords } from './leaf-words.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

const keptText = 'What you typed is kept on this tablet';
const needsNetwork = (isKept: boolean) => `You are offline. Saving needs the network.${isKept ? ` ${keptText}.` : ''}`;
const notReached = (isKept: boolean) =>
  `The server could not be reached. ${isKept ? `${keptText}: press` : 'Press'} the button again when the network is back. The record will be saved only once.`;

/** Time to read which changes by others were kept. Units: ms. */
const keptMs = 15_000;

/** Changes by others that this form merged, and why both edits together cannot be saved. */
interface Taking {
  leaves: readonly Leaf[];
  revision: unknown;
  problems: readonly string[];
}

const nothingTaken: Taking = { leaves: [], revision: undefined, problems: [] };

/** How another user's change is compared and shown; only for edits. */
interface EditWords<Input, Saved> extends EditedFields {
  /** Returns a record's form values, including `revision`. */
  valuesOf: (record: Saved) => DefaultValues<Input>;
}

interface OnlineFormProps<Input extends FieldValues, Output, Saved> {
  schema: z.ZodMiniType<Output, Input>;
  /** When editing, the record's values with its `revision`; a draft restores the revision that it started from. */
  defaults: DefaultValues<Input>;
  draftKey: string;
  /** Sends the record with this Idempotency-Key. */
  send: (body: Output, idempotencyKey: string) => Promise<Saved>;
  /** Shown once the server has it. */
  savedText: (saved: Saved) => string;
  /** Runs after saving, unless the user has left the form meanwhile. */
  onSaved: (saved: Saved) => unknown;
  edit?: EditWords<Input, Saved> | undefined;
  submitLabel?: string;
  cancelTo?: string | undefined;
  onCancel?: (() => void) | undefined;
  /** Builds the banner of a refusal from the server's message. */
  refused?: (message: string) => string;
  /** The documents' own sentence for a failure; the server's reason is shown below it. */
  failedText?: string;
  /** Shown if the server gives no reason. */
  otherwise?: string;
  disabledWhileInvalid?: boolean;
  invalidText?: string;
  children: ReactNode;
}

/**
 * Creates or edits one record on the server. Typed text and the idempotency key survive a lost answer, a double press
 * creates one record, and an edit that conflicts with the user's own earlier save continues. Another user's change is
 * merged; the form asks only about values that both changed. Source: docs/product.md P171.
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

  /** Changes by others that this form's save keeps, from the revision that includes them. */
  const [taking, setTaking] = useState<Taking>(nothingTaken);
  const taken = useRef<readonly Leaf[]>([]);
  const meet = (leaves: readonly Leaf[], revision: unknown, problems: readonly string[] = []) => {
    taken.current = [...taken.current, ...leaves];
    setTaking({ leaves: taken.current, revision, problems });
  };
  const forget = () => {
    taken.current = [];
    setTaking(nothingTaken);
  };

  /** Returns the current record as form values if the save was refused because the record has changed. */
  const presentValues = (error: unknown): Present | null => {
    const met = presentRecord(error);
    if (!edit || !met) return null;
    // By contract, a conflict carries records in the shape of the call's answer.
    const { current, opened } = met as { current: Saved; opened: Saved | undefined };
    return { theirs: edit.valuesOf(current), began: opened && edit.valuesOf(opened) };
  };
  /** Returns a body that merges both changes; undefined if the author has to decide. */
  const amend = (body: Output, editor: FormEditor<Input>) => (error: unknown, unanswered: readonly unknown[]) => {
    const present = presentValues(error);
    if (!edit || !present) return undefined;
    const { theirs } = present;
    const { revision } = theirs;
    if (unanswered.some((sent) => isOwnSave(edit.shape, theirs, sent))) {
      editor.continueFrom(theirs as DefaultValues<Input>, { ...editor.values(), revision } as DefaultValues<Input>);
      return { ...body, revision };
    }
    const merged = mergeInto(editor, present, edit);
    if (merged.clashes.length > 0) return undefined;
    editor.continueFrom(theirs as DefaultValues<Input>, merged.value);
    const checked = form.schema.safeParse(merged.value);
    meet(
      merged.taken,
      revision,
      checked.error?.issues.map(({ message }) => message),
    );
    return checked.data;
  };
  const notice = ({ isKept }: FormEditor<Input>) => offline && <Alert tone="info">{needsNetwork(isKept)}</Alert>;
  const refusal = (error: unknown, editor: FormEditor<Input>) => {
    if (isOffline(error)) return <Alert tone="danger">{notReached(editor.isKept)}</Alert>;
    const present = presentValues(error);
    if (!edit || !present) return null;
    const { theirs } = present;
    return (
      <ConflictNotice
        present={present}
        fields={edit}
        editor={editor}
        problems={taking.revision === theirs['revision'] ? taking.problems : []}
        onDecided={(merged) => {
          editor.continueFrom(theirs as DefaultValues<Input>, merged.value);
          meet(merged.taken, theirs['revision']);
        }}
        onUseTheirs={() => {
          forget();
          editor.startFrom(theirs as DefaultValues<Input>);
        }}
      />
    );
  };
  return (
    <RecordForm
      {...form}
      refusal={refusal}
      notice={notice}
      onSubmit={async (body, editor) => {
        const saved = await attempt(body, send, amend(body, editor));
        const kept = edit ? keptWords(taken.current, edit) : '';
        toast({
          text: kept === '' ? savedText(saved) : `${savedText(saved)} ${kept}`,
          ...(kept !== '' && { durationMs: keptMs }),
        });
        forget();
        if (!left.current) await onSaved(saved);
      }}
    >
      {edit && taking.leaves.length > 0 && <TakenNotice taking={taking} fields={edit} />}
      {children}
    </RecordForm>
  );
}

/** Says what was merged from others, as long as the form continues from that record. */
function TakenNotice({ taking, fields }: { taking: Taking; fields: EditedFields }) {
  const revision: unknown = useWatch({ name: 'revision' });
  if (revision !== taking.revision) return null;
  return (
    <Alert tone="info">
      <p className="wrap-anywhere">{keptWords(taking.leaves, fields).replaceAll('was kept', 'is kept')}</p>
    </Alert>
  );
}
