import type { WardEngine } from '#ui/engine/engine.ts';

/** The state of a link that hands files to the form behind it: the drafts that hold them. */
export interface HandedFiles {
  readonly fileDrafts: readonly string[];
}

/** The drafts whose files a form was handed; none if the state is of another kind. */
export function handedDrafts(state: unknown): readonly string[] {
  const isHanded = typeof state === 'object' && state !== null && 'fileDrafts' in state;
  return isHanded && Array.isArray(state.fileDrafts)
    ? state.fileDrafts.filter((key): key is string => typeof key === 'string')
    : [];
}

/** Reads handed files; one whose draft is gone is left out. */
export async function readHanded<ReadyFile>(
  engine: Pick<WardEngine, 'readDraft'>,
  fileDrafts: readonly string[],
): Promise<ReadyFile[]> {
  const found = fileDrafts.map((key) => engine.readDraft<ReadyFile>(key).catch(() => undefined));
  return (await Promise.all(found)).filter((file) => file !== undefined);
}
