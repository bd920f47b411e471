import { useMemo, useState } from 'react';
import { maxStepPhotos } from '#contract/calls/test/body.ts';
import type { AnswerPhoto } from '#contract/records/procedure.ts';
import type { PickedFile, WardEngine } from '#ui/engine/engine.ts';
import { bytesOf, fileWords } from '#ui/work/file-bytes.ts';
import { photoWords } from '#ui/work/photo-words.ts';
import { useEngine, useSyncStatus } from '#ui/engine/engine-provider.tsx';
import { attachedKinds } from '#ui/forms/offline/attach-field.tsx';
import { preparePhoto } from '#ui/platform/photo.ts';
import { IconButton } from '#ui/ui/button.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import type { Picture } from '#ui/ui/picture.ts';
import { Thumbnail } from '#ui/ui/thumbnail.tsx';

/** Returns the key under which a photo's bytes are stored until the test is saved. */
function photoKey(draftKey: string, sha256: string): string {
  return `${draftKey}:photo:${sha256}`;
}

async function readPhoto(
  engine: Pick<WardEngine, 'readDraft' | 'localFile'>,
  draftKey: string,
  sha256: string,
): Promise<ArrayBuffer | undefined> {
  const kept = await engine.readDraft<PickedFile>(photoKey(draftKey, sha256));
  return kept?.bytes ?? (await engine.localFile(sha256));
}

/** Reads the bytes of photos; photos that this tablet no longer has are left out. */
export async function readStepPhotos(
  engine: Pick<WardEngine, 'readDraft' | 'localFile'>,
  draftKey: string,
  photos: readonly AnswerPhoto[],
): Promise<PickedFile[]> {
  const read = photos.map(async (ref): Promise<PickedFile[]> => {
    const bytes = await readPhoto(engine, draftKey, ref.sha256);
    return bytes ? [{ ref, bytes }] : [];
  });
  return (await Promise.all(read)).flat();
}

/** Deletes the bytes of photos once the outbox has them. */
export async function deleteStepPhotos(
  engine: Pick<WardEngine, 'deleteDraft'>,
  draftKey: string,
  photos: readonly AnswerPhoto[],
): Promise<void> {
  await Promise.all(photos.map(({ sha256 }) => engine.deleteDraft(photoKey(draftKey, sha256))));
}

interface StepPhotosProps {
  title: string;
  draftKey: string;
  photos: readonly AnswerPhoto[];
  /** The photos of the corrected test, which come from the server. */
  known: ReadonlySet<string>;
  onChange: (photos: AnswerPhoto[]) => void;
  /**
   * Called for each photo being prepared; the promise resolves to the reason for a refusal, or to null once the photo
   * is stored.
   */
  onPrepare: (work: Promise<string | null>) => void;
  /** Called when the user removes a refused photo. */
  onDismiss: () => void;
}

/** Shows a step's photos as thumbnails; new ones are taken or chosen, and stored with the draft. */
export function StepPhotos({ title, draftKey, photos, known, onChange, onPrepare, onDismiss }: StepPhotosProps) {
  const engine = useEngine();
  const { offline } = useSyncStatus();
  const [problem, setProblem] = useState<{ words: string; file?: string }>();
  const [isBusy, setBusy] = useState(false);
  const pictures = useMemo(
    () =>
      photos.map(({ sha256, name, mime }, index): Picture => ({
        id: sha256,
        name: name || `Photo ${index + 1}`,
        load: async () => {
          const bytes = await readPhoto(engine, draftKey, sha256);
          if (bytes) return new Blob([bytes], { type: mime });
          if (!known.has(sha256)) throw new Error('This photo is no longer on this tablet. Take it again.');
          try {
            return await bytesOf(engine, { sha256, mime });
          } catch (error) {
            throw new Error(fileWords(error), { cause: error });
          }
        },
      })),
    [engine, draftKey, photos, known],
  );
  const take = async (file: File): Promise<string | null> => {
    if (photos.length >= maxStepPhotos) {
      const refusal = `At most ${maxStepPhotos} photos. Remove one first.`;
      setProblem({ words: refusal });
      return refusal;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const ready = await preparePhoto(file);
      await engine.writeDraft(photoKey(draftKey, ready.ref.sha256), ready);
      const others = photos.filter(({ sha256 }) => sha256 !== ready.ref.sha256);
      onChange([...others, ready.ref]);
      return null;
    } catch (error) {
      const refusal = `${file.name}: ${photoWords(error)}`;
      setProblem({ words: refusal, file: file.name });
      return refusal;
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="space-y-2">
      <label className="relative inline-flex min-h-target cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-surface px-4 font-semibold hover:border-primary hover:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <Icon name="camera" />
        {isBusy ? 'Preparing…' : 'Take a photo'}
        <input
          type="file"
          aria-label={`Take a photo for ${title}`}
          accept={attachedKinds}
          capture="environment"
          disabled={isBusy}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) onPrepare(take(file));
          }}
          className="absolute -inset-px cursor-pointer opacity-0"
        />
      </label>
      {problem !== undefined && (
        <div className="flex items-center gap-2">
          <p role="alert" className="flex items-start gap-1.5 text-sm font-medium text-danger">
            <Icon name="octagon" size={16} className="mt-0.5" />
            {problem.words}
          </p>
          {problem.file !== undefined && (
            <IconButton
              icon="x"
              label={`Remove ${problem.file}`}
              onClick={() => {
                setProblem(undefined);
                onDismiss();
              }}
            />
          )}
        </div>
      )}
      {photos.length > 0 && (
        <ul className="space-y-1">
          {photos.map(({ sha256, name, size }, index) => (
            <li key={sha256} className="flex items-center gap-2 rounded-control border border-line pl-0.5">
              <Thumbnail pictures={pictures} at={index} attempt={offline ? 'offline' : 'online'} small />
              <span className="min-w-0 flex-1 truncate">{name || `Photo ${index + 1}`}</span>
              <span className="text-sm text-muted">{Math.ceil(size / 1024)} KB</span>
              <IconButton
                icon="x"
                label={`Remove photo ${index + 1} of ${title}`}
                onClick={() => {
                  setProblem(undefined);
                  onChange(photos.filter((photo) => photo.sha256 !== sha256));
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
