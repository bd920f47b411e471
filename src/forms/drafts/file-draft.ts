import { useEffect, useRef, useState } from 'react';
import { errorWords } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { FileRefused, preparePhoto } from '#ui/platform/photo.ts';
import { readHanded } from './handed-files.ts';
import { useDraft } from './use-draft.ts';

/** A file made ready to be sent: what the entry names, and its bytes. */
export type ReadyFile = Awaited<ReturnType<typeof preparePhoto>>;

/** Files that were picked for a form and wait with its draft. */
export interface FileDraft {
  files: readonly ReadyFile[];
  /** What was refused, in the contract's words. */
  error: string | undefined;
  /** Picked files that are being prepared. */
  preparing: readonly File[];
  add: (picked: readonly File[]) => Promise<void>;
  remove: (sha256: string) => void;
  discard: () => Promise<void>;
  /** The files once every picked one is ready. Throws: what was refused meanwhile. */
  settled: () => Promise<readonly ReadyFile[]>;
}

interface FileDraftOptions {
  most: number;
  /** The files of a refused entry that is being corrected: their bytes are still on this tablet. */
  from?: readonly ReadyFile['ref'][] | undefined;
  /** Drafts of another form whose files this one takes over. */
  handed?: readonly string[];
}

/** Keeps the files of a form beside its text, so that a photo survives a restart too. */
export function useFileDraft(draftKey: string, { most, from = [], handed = [] }: FileDraftOptions): FileDraft {
  const engine = useEngine();
  const { value: files, setValue, discard, ready, restored } = useDraft<readonly ReadyFile[]>(`${draftKey}:files`, []);
  const [error, setError] = useState<string>();
  const [preparing, setPreparing] = useState<readonly File[]>([]);
  const earlier = useRef(from);
  const latest = useRef(files);
  const underway = useRef<Promise<unknown>>(Promise.resolve());

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
    const take = (found: readonly ReadyFile[]) =>
      setValue((kept) => found.reduce((files, file) => withFile(files, file, most), kept));
    void readHanded<ReadyFile>(engine, keys).then(take);
  }, [engine, ready, setValue, most]);

  const prepare = async (picked: readonly File[]) => {
    for (const file of picked) {
      const made = await preparePhoto(file);
      setPreparing((others) => others.filter((one) => one !== file));
      latest.current = withFile(latest.current, made, most);
      setValue((kept) => withFile(kept, made, most));
    }
  };
  const add = async (picked: readonly File[]) => {
    setPreparing((others) => [...others, ...picked]);
    setError(undefined);
    const before = underway.current;
    const now = before.catch(() => undefined).then(() => prepare(picked));
    underway.current = now;
    try {
      await now;
    } catch (refusal) {
      setPreparing((others) => others.filter((one) => !picked.includes(one)));
      setError(refusal instanceof FileRefused ? refusal.message : errorWords(refusal, 'The file could not be read.'));
    } finally {
      if (underway.current === now) underway.current = Promise.resolve();
    }
  };
  const settled = async () => {
    await underway.current;
    return latest.current;
  };
  const remove = (sha256: string) => setValue((kept) => kept.filter((file) => file.ref.sha256 !== sha256));
  return { files, error, preparing, add, remove, discard, settled };
}

/** The same picture counts once; beyond the maximum, the latest stay. */
function withFile(kept: readonly ReadyFile[], next: ReadyFile, most: number): readonly ReadyFile[] {
  return [...kept.filter((file) => file.ref.sha256 !== next.ref.sha256), next].slice(-most);
}
