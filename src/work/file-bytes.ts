import { CallError, errorWords, isOffline, type WardEngine } from '#ui/engine/engine.ts';
import type { Picture } from '#ui/ui/picture.ts';

type FileEngine = Pick<WardEngine, 'localFile' | 'download'>;

interface NamedFile {
  sha256: string;
  mime: string;
  name: string;
}

/** Returns a file's bytes: from this tablet if they are waiting there, else from the server. Throws: CallError. */
export async function bytesOf(engine: FileEngine, { sha256, mime }: Omit<NamedFile, 'name'>): Promise<Blob> {
  const local = await engine.localFile(sha256);
  return local ? new Blob([local], { type: mime }) : engine.download('getAttachment', { params: { sha256 } });
}

/** Says why a file's bytes cannot be loaded. */
export function fileWords(error: unknown): string {
  if (isOffline(error)) return 'This file is not on this tablet. Connect to the network to open it.';
  if (error instanceof CallError && error.problem?.status === 404) {
    return 'This file has not arrived yet. It is still on the tablet where it was added.';
  }
  return errorWords(error, 'The file could not be loaded.');
}

/** Returns a file as a picture; loaded bytes are cached in `loaded`, a failure is retried. */
export function pictureOf(
  engine: FileEngine,
  { sha256, mime, name }: NamedFile,
  loaded: Map<string, Promise<Blob>>,
): Picture {
  const ask = async () => {
    try {
      return await bytesOf(engine, { sha256, mime });
    } catch (error) {
      loaded.delete(sha256);
      throw new Error(fileWords(error), { cause: error });
    }
  };
  const load = () => {
    const known = loaded.get(sha256) ?? ask();
    loaded.set(sha256, known);
    return known;
  };
  return { id: sha256, name: name || 'Picture', load };
}
