import { type ChangeEvent, useRef, useState } from 'react';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { cx } from '#ui/ui/class-names.ts';
import { IconButton } from '#ui/ui/button.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { photoWords } from '#ui/work/photo-words.ts';
import { ReportLink } from './report-link.tsx';
import type { DraftRow } from './round-draft.ts';
import { photoDraftKey } from './round-draft-store.ts';
import { RowPhotos } from './row-photos.tsx';
import type { RowsShare } from './rows-share.ts';
import type { RowAddress } from './use-row-address.ts';

/** Most photos of one device in a round. Source: contract, roundEntry. */
const mostPhotos = 5;

interface FaultToolsProps extends RowsShare {
  device: DeviceRecord;
  row: DraftRow;
  /** Reopens the round at this row. */
  rowAddress: RowAddress;
}

/** Shows a row's photos, and a link that reports a device that does not work. */
export function FaultTools({ device, row, rowAddress, draftKey, day, onChange, onPhoto }: FaultToolsProps) {
  const [problem, setProblem] = useState<{ file: string; reason: string } | null>(null);
  const preparing = useRef(0);
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    if (row.photos.length + preparing.current >= mostPhotos)
      return setProblem({ file: file.name, reason: `At most ${mostPhotos} photos.` });
    setProblem(null);
    preparing.current += 1;
    try {
      await onPhoto(device.id, file);
    } catch (error) {
      setProblem({ file: file.name, reason: photoWords(error) });
    } finally {
      preparing.current -= 1;
    }
  };
  return (
    <>
      <RowPhotos
        serialNumber={device.serialNumber}
        draftKey={draftKey}
        photos={row.photos}
        onRemove={(sha256) => onChange({ do: 'remove-photo', deviceId: device.id, sha256 })}
      />
      <div className="flex flex-wrap gap-2 max-sm:*:grow max-sm:*:px-2!">
        {row.photos.length >= mostPhotos ? (
          <span className="self-center text-sm text-muted">
            {row.photos.length} of {mostPhotos} photos
          </span>
        ) : (
          <label className="relative inline-flex min-h-target cursor-pointer items-center justify-center gap-2 rounded-control border border-line-strong bg-surface px-4 font-semibold hover:border-primary hover:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
            <Icon name="camera" />
            Add photo
            <input
              type="file"
              accept="image/*"
              aria-label={`Add photo of ${device.serialNumber}`}
              onChange={(event) => void take(event)}
              className="absolute -inset-px cursor-pointer opacity-0"
            />
          </label>
        )}
        {row.status === 'Not Working' && (
          <ReportLink
            device={device}
            day={day}
            problem={row.description.trim()}
            photos={row.photos.map(({ sha256 }) => photoDraftKey(draftKey, sha256))}
            rowAddress={rowAddress}
          />
        )}
      </div>
      <div className="flex items-center gap-2">
        <div aria-live="polite" className={cx(problem !== null && 'text-sm font-medium text-danger')}>
          {problem && `${problem.file}: ${problem.reason}`}
        </div>
        {problem && <IconButton icon="x" label={`Remove ${problem.file}`} onClick={() => setProblem(null)} />}
      </div>
    </>
  );
}
