import { type ReactNode, useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import type { MissingReason } from '#contract/records/values.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { isPicture } from '#ui/ui/picture.ts';
import { Thumbnail } from '#ui/ui/thumbnail.tsx';
import { useEngine, useSyncStatus } from '#ui/engine/engine-provider.tsx';
import { bytesOf, fileWords, pictureOf } from './file-bytes.ts';
import { saveFile } from '#ui/platform/save-file.ts';

interface ListedFile {
  /** Empty if the file cannot be opened. */
  sha256: string;
  name: string;
  mime: string;
  /** Units: bytes. */
  size: number;
  /** False while its bytes have not reached the server. */
  received?: boolean;
  /** Why its bytes will never arrive: its author's tablet could not store them. */
  missing?: MissingReason | undefined;
}

const missingWords: Record<MissingReason, string> = {
  'no-room': 'not kept: the tablet had no room for it',
  'bytes-gone': 'not kept: it was no longer on the tablet',
  'no-storage': 'not kept: the browser stored no files',
};

/** Says why a file's bytes are not on the server. */
function bytesWords({ received, missing }: ListedFile): string | false {
  if (missing !== undefined) return missingWords[missing];
  return received === false && 'on its way';
}

interface AttachedFilesProps<File extends ListedFile> {
  files: readonly File[];
  /** Returns a note on a file, shown beside its size. */
  noteOf?: (file: File) => string;
  onDelete?: (file: File) => void;
  /** Returns more buttons for a file that can be opened. */
  actsOf?: (file: File) => ReactNode;
}

function sizeWords(sizeBytes: number): string {
  const kilobytes = sizeBytes / 1024;
  return kilobytes < 1024 ? `${Math.max(1, Math.round(kilobytes))} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

const canOpen = ({ sha256, missing }: ListedFile) => sha256 !== '' && missing === undefined;

const isSame = (one: ListedFile, other: ListedFile) => one.sha256 === other.sha256 && one.name === other.name;

function missingSentence(missing: readonly ListedFile[]): string {
  const word = missing.every(({ mime }) => isPicture(mime)) ? 'photo' : 'file';
  return `${counted(missing.length, word)} could not be kept on the tablet.`;
}

/**
 * Lists files with their size, pictures as thumbnails; files waiting on this tablet open without network, those without
 * a hash cannot be opened.
 */
export function AttachedFiles<File extends ListedFile>({ files, noteOf, onDelete, actsOf }: AttachedFilesProps<File>) {
  const engine = useEngine();
  const { offline } = useSyncStatus();
  const [loaded] = useState(() => new Map<string, Promise<Blob>>());
  const [problem, setProblem] = useState<string>();
  const open = async ({ sha256, mime, name }: ListedFile) => {
    setProblem(undefined);
    try {
      saveFile(await bytesOf(engine, { sha256, mime }), name || sha256);
    } catch (error) {
      setProblem(fileWords(error));
    }
  };
  const pictures = files
    .filter((file) => canOpen(file) && isPicture(file.mime))
    .map((file) => pictureOf(engine, file, loaded));
  const missing = files.filter((file) => file.missing !== undefined);
  return (
    <>
      {problem !== undefined && (
        <div className="p-4">
          <Alert tone="danger">{problem}</Alert>
        </div>
      )}
      {missing.length > 0 && (
        <div className="p-4">
          <Alert tone="warn">{missingSentence(missing)}</Alert>
        </div>
      )}
      <ul>
        {files.map((file, index) => {
          const { sha256, name, size } = file;
          const shown = name || 'File';
          const note = [noteOf?.(file), bytesWords(file)].filter(Boolean).join(' · ');
          const at = pictures.findIndex(({ id }) => id === sha256);
          return (
            <li
              // The key leaves out the note, which changes when the file arrives: an open picture would close.
              key={`${sha256} ${shown} ${files.slice(0, index).filter((one) => isSame(one, file)).length}`}
              className="flex flex-wrap items-center gap-x-3 border-b border-line px-4 py-2 last:border-0 sm:px-5"
            >
              {at < 0 ? (
                <Icon name="file" className="text-primary" />
              ) : (
                <Thumbnail pictures={pictures} at={at} attempt={offline ? 'offline' : 'online'} />
              )}
              <span className="min-w-0 flex-1 basis-48 py-1">
                <span className="block font-medium wrap-anywhere">{shown}</span>
                <span className="block text-sm text-muted">
                  {sizeWords(size)}
                  {note !== '' && ` · ${note}`}
                </span>
              </span>
              {canOpen(file) && (
                <span className="ml-auto flex gap-1">
                  <Button
                    variant="ghost"
                    icon="download"
                    aria-label={`Download ${shown}`}
                    onClick={() => void open(file)}
                  >
                    Download
                  </Button>
                  {actsOf?.(file)}
                  {onDelete && <IconButton icon="trash" label={`Delete ${shown}`} onClick={() => onDelete(file)} />}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
