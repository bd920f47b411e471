import { useEffect, useRef, useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { SaveError } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { FileRefused, preparePhoto } from '#ui/platform/photo.ts';
import type { DraftState } from './draft-keeper.ts';
import { readHanded } from './handed-files.ts';
import { useDraft } from './use-draft.ts';

/** A file ready to be sent: its reference in the entry, and its bytes. */
export type ReadyFile = Awaited<ReturnType<typeof preparePhoto>>;

/** Files picked for a form and stored with its draft. */
export interface FileDraft {
  files: readonly ReadyFile[];
  /** The most files that the form accepts. */
  most: number;
  /** Names of the refused files, with reasons. */
  error: string | undefined;
  /** Picked files that are being prepared. */
  preparing: readonly File[];
  /** Whether the files are stored on the tablet. */
  state: DraftState;
  add: (picked: readonly File[]) => Promise<void>;
  /** Removes a file that is still being prepared. */
  leaveOut: (file: File) => void;
  remove: (sha256: string) => void;
  discard: () => Promise<void>;
  /** Resolves to the files once all picked ones are ready. Throws: SaveError that names files refused meanwhile. */
  settled: () => Promise<readonly ReadyFile[]>;
}

interface FileDraftOptions {
  most: number;
  /** The files of a refused entry that is being corrected; their bytes are still on this tablet. */
  from?: readonly ReadyFile['ref'][] | undefined;
  /** Drafts of another form whose files move to this one. */
  handed?: readonly string[];
}

/** Stores a form's files next to its text, so that photos also survive a restart. */
export function useFileDraft(draftKey: string, { most, from = [], handed = [] }: FileDraftOptions): FileDraft {
  const engine = useEngine();
  const draft = useDraft<readonly ReadyFile[]>(`${draftKey}:files`, []);
  const { value: files, setValue, discard, ready, restored, state } = draft;
  const [error, setError] = useState<string>();
  const [preparing, setPreparing] = useState<readonly File[]>([]);
  const earlier = useRef(from);
  const latest = useRef(files);
  const leaving = useRef(new Map<File, AbortController>());
  const underway = useRef<Promise<readonly string[]>>(Promise.resolve([]));

  useEffect(() => {
    latest.current = files;
  }, [files]);

  useEffect(() => {
    if (!ready || restored) return;
    for (const ref of earlier.current) {
      const keep = (bytes: ArrayBuffer | undefined) => {
        if (bytes) setValue((kept) => withFile(kept, { ref, bytes }, most));
      };
      engine.localFile(ref.sha256).then(keep, () => undefined);
    }
    earlier.current = [];
  }, [engine, ready, restored, setValue, most]);

  const toTake = useRef(handed);
  useEffect(() => {
    if (!ready || toTake.current.length === 0) return;
    const keys = toTake.current;
    toTake.current = [];
    const take = (found: readonly ReadyFile[]) => {
      const isNew = ({ ref }: ReadyFile) => !latest.current.some((file) => file.ref.sha256 === ref.sha256);
      const beyond = found.filter(isNew).slice(Math.max(0, most - latest.current.length));
      if (beyond.length > 0) setError(beyond.map((file) => overLimit(file, most)).join(' '));
      setValue((kept) => found.reduce((files, file) => withFile(files, file, most), kept));
    };
    void readHanded<ReadyFile>(engine, keys).then(take);
  }, [engine, ready, setValue, most]);

  /** Stores each picked file, or returns why it was refused. */
  const prepare = async (picked: readonly File[]): Promise<string[]> => {
    const refusals: string[] = [];
    for (const file of picked) {
      const { signal } = leaving.current.get(file) ?? new AbortController();
      try {
        signal.throwIfAborted();
        const made = await preparePhoto(file, signal);
        signal.throwIfAborted();
        if (withFile(latest.current, made, most) === latest.current) refusals.push(overLimit(made, most));
        else keep(made);
      } catch (refusal) {
        const reason = refusal instanceof FileRefused ? refusal.message : 'The file could not be read.';
        if (!signal.aborted) refusals.push(`${file.name}: ${reason}`);
      }
      leaving.current.delete(file);
      setPreparing((others) => others.filter((one) => one !== file));
    }
    return refusals;
  };
  const keep = (file: ReadyFile) => {
    latest.current = withFile(latest.current, file, most);
    setValue((kept) => withFile(kept, file, most));
  };
  const leaveOut = (file: File) => {
    leaving.current.get(file)?.abort();
    setPreparing((others) => others.filter((one) => one !== file));
  };
  const add = async (picked: readonly File[]) => {
    for (const file of picked) leaving.current.set(file, new AbortController());
    setPreparing((others) => [...others, ...picked]);
    setError(undefined);
    const before = underway.current;
    const now = before.then(async (refusals) => [...refusals, ...(await prepare(picked))]);
    underway.current = now;
    const refusals = await now;
    if (refusals.length > 0) setError(refusals.join(' '));
    if (underway.current === now) underway.current = Promise.resolve([]);
  };
  const settled = async () => {
    const refusals = await underway.current;
    if (refusals.length > 0) throw new SaveError('invalid', refusals.join(' '));
    return latest.current;
  };
  const remove = (sha256: string) => {
    latest.current = latest.current.filter((file) => file.ref.sha256 !== sha256);
    setValue((kept) => kept.filter((file) => file.ref.sha256 !== sha256));
  };
  return { files, most, error, preparing, state, add, leaveOut, remove, discard, settled };
}

/**
 * Adds a file; a duplicate picture is ignored, and if only one file is allowed it replaces the earlier one. Returns
 * `kept` itself if there is no place left.
 */
function withFile(kept: readonly ReadyFile[], next: ReadyFile, most: number): readonly ReadyFile[] {
  const others = most === 1 ? [] : kept.filter((file) => file.ref.sha256 !== next.ref.sha256);
  return others.length < most ? [...others, next] : kept;
}

/** Returns the message for a file above the limit. */
const overLimit = ({ ref }: ReadyFile, most: number): string =>
  `${ref.name} was not added: at most ${counted(most, 'file')}.`;
