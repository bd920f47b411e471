import { useMemo } from 'react';
import type { PickedFile, WardEngine } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { IconButton } from '#ui/ui/button.tsx';
import type { Picture } from '#ui/ui/picture.ts';
import { Thumbnail } from '#ui/ui/thumbnail.tsx';
import type { DraftRow } from './round-draft.ts';
import { photoDraftKey } from './round-draft-store.ts';

interface RowPhotosProps {
  serialNumber: string;
  /** The round's draft, next to which the photos are stored. */
  draftKey: string;
  photos: DraftRow['photos'];
  onRemove: (sha256: string) => void;
}

/** Shows thumbnails of a row's photos; each opens full screen. */
export function RowPhotos({ serialNumber, draftKey, photos, onRemove }: RowPhotosProps) {
  const engine = useEngine();
  const pictures = useMemo(
    () =>
      photos.map(({ sha256, mime, name }, index): Picture => ({
        id: sha256,
        name: name || `Photo ${index + 1} of ${serialNumber}`,
        load: () => photoOf(engine, draftKey, { sha256, mime }),
      })),
    [engine, draftKey, photos, serialNumber],
  );
  if (photos.length === 0) return null;
  return (
    <ul className="space-y-1">
      {photos.map((photo, index) => (
        <li key={photo.sha256} className="flex items-center gap-2 rounded-control border border-line pl-0.5">
          <Thumbnail pictures={pictures} at={index} small />
          <span className="min-w-0 flex-1 truncate">{photo.name || `Photo ${index + 1}`}</span>
          <span className="text-sm text-muted">{Math.ceil(photo.size / 1024)} KB</span>
          <IconButton
            icon="x"
            label={`Remove photo ${index + 1} of ${serialNumber}`}
            onClick={() => onRemove(photo.sha256)}
          />
        </li>
      ))}
    </ul>
  );
}

async function photoOf(
  engine: Pick<WardEngine, 'readDraft' | 'localFile'>,
  draftKey: string,
  { sha256, mime }: { sha256: string; mime: string },
): Promise<Blob> {
  const kept = await engine.readDraft<PickedFile>(photoDraftKey(draftKey, sha256));
  const bytes = kept?.bytes ?? (await engine.localFile(sha256));
  if (!bytes) throw new Error('This photo is no longer on this tablet. Take it again.');
  return new Blob([bytes], { type: mime });
}
