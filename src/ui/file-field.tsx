import { type ChangeEvent, useMemo, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { FieldFrame, type FieldProps } from './field.tsx';
import { Icon } from './icons.tsx';
import { isPicture, type Picture } from './picture.ts';
import { Thumbnail } from './thumbnail.tsx';

interface FileFieldProps extends FieldProps {
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  /** Picked files that are still being prepared; they get rows immediately, so that nothing moves later. */
  preparing?: readonly File[];
  /** Removes a file that is still being prepared; without it this is not possible. */
  onLeaveOut?: ((file: File) => void) | undefined;
  /** Accepted file types, as for the input's accept: ".xlsx,.xls". */
  accept?: string;
  multiple?: boolean;
  /** Adds "Take a photo", which opens the rear camera on tablets and phones. */
  camera?: boolean;
  disabled?: boolean;
  id?: string;
  className?: string;
}

const none: readonly File[] = [];
const rowLook = 'flex min-h-12 items-center gap-3 rounded-control border border-line bg-surface pl-3';

const keyOf = ({ name, lastModified, size }: File) => `${name}-${lastModified}-${size}`;

function sizeText(sizeBytes: number): string {
  const kilobytes = sizeBytes / 1024;
  return kilobytes < 1024 ? `${Math.max(1, Math.round(kilobytes))} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** Returns a file's size, and its type for a photo that this browser could not convert to JPEG. */
const factsOf = ({ type, size }: File): string => `${type === 'image/heic' ? 'HEIC, ' : ''}${sizeText(size)}`;

const pictureOf = (file: File): Picture => ({ id: keyOf(file), name: file.name, load: () => Promise.resolve(file) });

/** Shows a thumbnail of a picked picture, or an icon for other files. */
function FileMark({ file, pictures }: { file: File; pictures: readonly Picture[] }) {
  const at = pictures.findIndex(({ id }) => id === keyOf(file));
  if (at < 0) return <Icon name="file" className="text-primary" />;
  return <Thumbnail pictures={pictures} at={at} small />;
}

type FileListProps = Required<Pick<FileFieldProps, 'files' | 'onFiles' | 'preparing' | 'disabled'>> &
  Pick<FileFieldProps, 'onLeaveOut'>;

/** Lists picked files, each with a button to remove it, and files still being prepared. */
function FileList({ files, onFiles, preparing, onLeaveOut, disabled }: FileListProps) {
  const pictures = useMemo(() => files.filter(({ type }) => isPicture(type)).map(pictureOf), [files]);
  if (files.length + preparing.length === 0) return null;
  return (
    <ul className="space-y-2">
      {files.map((file, index) => (
        <li key={keyOf(file)} className={rowLook}>
          <FileMark file={file} pictures={pictures} />
          <span className="min-w-0 flex-1 py-2 wrap-anywhere">{file.name}</span>
          <span className="text-sm text-muted">{factsOf(file)}</span>
          <IconButton
            icon="x"
            label={`Remove ${file.name}`}
            disabled={disabled}
            onClick={() => onFiles(files.filter((_file, at) => at !== index))}
          />
        </li>
      ))}
      {preparing.map((file) => (
        <li key={`preparing ${keyOf(file)}`} className={cx(rowLook, !onLeaveOut && 'pr-3', 'text-muted')}>
          <Icon name="file" />
          <span className="min-w-0 flex-1 py-2 wrap-anywhere">{file.name}</span>
          <span className="text-sm">Preparing…</span>
          {onLeaveOut && <IconButton icon="x" label={`Remove ${file.name}`} onClick={() => onLeaveOut(file)} />}
        </li>
      ))}
    </ul>
  );
}

/** Picks a file from storage, by drag and drop or with the camera; the whole frame is the native input. */
export function FileField({
  label,
  hint,
  error,
  required,
  labelHidden,
  id,
  className,
  files,
  onFiles,
  preparing = none,
  onLeaveOut,
  accept,
  multiple = false,
  camera = false,
  disabled = false,
}: FileFieldProps) {
  const [over, setOver] = useState(false);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const taken = [...(event.target.files ?? [])];
    event.target.value = '';
    setOver(false);
    if (taken.length > 0) onFiles(multiple ? [...files, ...taken] : taken.slice(0, 1));
  };
  return (
    <FieldFrame {...{ label, hint, error, required, labelHidden, id, className }}>
      {(control) => (
        <div className="space-y-2">
          <div
            className={cx(
              'viewfinder relative flex min-h-24 flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-tag px-4 py-4 text-center has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              over ? 'bg-primary-soft [--mark:var(--color-primary)]' : 'bg-sunken',
              disabled ? 'opacity-60' : 'hover:[--mark:var(--color-primary)]',
            )}
          >
            <Icon name="upload" size={24} className="text-primary" />
            <span>
              <span className="font-semibold text-primary-ink underline underline-offset-4">
                {multiple ? 'Choose files' : 'Choose a file'}
              </span>{' '}
              <span className="text-muted">or drag and drop</span>
            </span>
            <input
              {...control}
              type="file"
              accept={accept}
              multiple={multiple}
              disabled={disabled}
              onChange={take}
              onDragEnter={() => setOver(true)}
              onDragLeave={() => setOver(false)}
              onDrop={() => setOver(false)}
              className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
            />
          </div>
          {camera && (
            <label className="relative inline-flex min-h-target cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-surface px-4 font-semibold hover:border-primary hover:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
              <Icon name="camera" />
              Take a photo
              <input
                type="file"
                accept="image/*"
                capture="environment"
                disabled={disabled}
                onChange={take}
                className="absolute -inset-px cursor-pointer opacity-0"
              />
            </label>
          )}
          <FileList {...{ files, onFiles, preparing, onLeaveOut, disabled }} />
        </div>
      )}
    </FieldFrame>
  );
}
