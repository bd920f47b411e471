import type { WardEngine } from '#ui/engine/engine.ts';

/** Link state that passes files to the next form: the drafts that hold them. */
export interface HandedFiles {
  readonly fileDrafts: readonly string[];
}

/** Returns the drafts whose files were passed to a form; empty if the link state is of another kind. */
export function handedDrafts(state: unknown): readonly string[] {
  const isHanded = typeof state === 'object' && state !== null && 'fileDrafts' in state;
  return isHanded && Array.isArray(state.fileDrafts)
    ? state.fileDrafts.filter((key): key is string => typeof key === 'string')
    : [];
}

/** Reads the files passed to a form; a file whose draft no longer exists is left out. */
export async function readHanded<ReadyFile>(
  engine: Pick<WardEngine, 'readDraft'>,
  fileDrafts: readonly string[],
): Promise<ReadyFile[]> {
  const found = fileDrafts.map((key) => engine.readDraft<ReadyFile>(key).catch(() => undefined));
  return (await Promise.all(found)).filter((file) => file !== undefined);
}
