import type { BodyInput } from '#contract/define.ts';
import type { Calls, OfflineCallName } from '#contract/index.ts';
import { SaveError, type SaveOutcome } from '#ui/engine/engine.ts';
import type { FileDraft } from '../drafts/file-draft.ts';
import { useWrite, type WriteWords } from '#ui/engine/use-write.ts';

/** The outcome of an entry, after which the form need not be shown again. */
type Received = Exclude<SaveOutcome, { kind: 'refused' }>;

interface FormWriteOptions extends WriteWords {
  /** The form's draft: it becomes the entry in one transaction. */
  draftKey: string;
  /** Files picked for the form: the entry refers to them, and saving waits for those still being prepared. */
  files?: FileDraft;
  /** The refused entry that the form was opened to correct. */
  replaces?: string | undefined;
}

/**
 * Writes a form through the outbox: `submit` throws what the form should show, and a second attempt replaces a refused
 * one.
 */
export function useFormWrite<N extends OfflineCallName>(name: N, options: FormWriteOptions) {
  const { draftKey, files, replaces, ...words } = options;
  const write = useWrite(name, words);
  const refusedId = write.state === 'refused' ? write.id : null;
  const submit = async (body: BodyInput<Calls[N]>): Promise<Received & { id?: string }> => {
    const earlier = refusedId ?? replaces;
    const ready = files && [...(await files.settled())];
    const whole = ready ? { ...body, files: ready.map(({ ref }) => ref) } : body;
    const outcome = await write.save(whole, {
      draftKey,
      ...(ready && { files: ready }),
      ...(earlier !== undefined && { replaces: earlier }),
    });
    if (outcome.kind === 'refused') {
      const { message } = outcome.error;
      throw new SaveError('invalid', words.refused ? words.refused(message) : message);
    }
    await files?.discard();
    return outcome;
  };
  return { ...write, submit };
}
