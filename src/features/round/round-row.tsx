/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows laid out as a grid lose the table's own roles in Safari */
import { type ChangeEvent, memo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { DeviceRecord } from '#contract/replica.ts';
import type { RoundStatus } from '#contract/rules/device-status.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { returnQuery } from '#ui/return-path.ts';
import { DeviceStatusBadge } from '#ui/care/status-badges.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink, IconButton } from '#ui/ui/button.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { RadioGroup, type RadioOption } from '#ui/ui/radio-group.tsx';
import { TextAreaField } from '#ui/ui/text-field.tsx';
import { VisuallyHidden } from '#ui/ui/visually-hidden.tsx';
import { type DraftRow, isAnswered, type RoundAction } from './round-draft.ts';

/** Photos of one device in a round. Source: contract, roundEntry. */
const mostPhotos = 5;

/** The three answers that a row offers. */
const statuses: readonly RadioOption<RoundStatus>[] = [
  { value: 'Operational', label: 'Operational', icon: 'check-circle', tone: 'ok' },
  { value: 'Not Working', label: 'Not Working', icon: 'octagon', tone: 'danger' },
  { value: 'Needs Attention', label: 'Needs Attention', icon: 'warning', tone: 'warn' },
];

/** The element of a device's row, for jumping to it. */
export function rowElementId(deviceId: string): string {
  return `round-row-${deviceId}`;
}

interface RoundRowProps {
  device: DeviceRecord;
  row: DraftRow;
  isAdded: boolean;
  missing: string | undefined;
  onChange: (action: RoundAction) => void;
  onPhoto: (deviceId: string, file: File) => Promise<void>;
}

/** One device of the round: what it is, how it is, and what there is to say about it. */
export const RoundRow = memo(function RoundRow({ device, row, isAdded, missing, onChange, onPhoto }: RoundRowProps) {
  const answered = isAnswered(row);
  const isFault = row.status !== 'Operational' && row.notSeenReason === null;
  return (
    <tr
      role="row"
      id={rowElementId(device.id)}
      aria-label={device.serialNumber}
      tabIndex={-1}
      className="grid gap-x-5 gap-y-2.5 border-b border-line px-3 py-3 last:border-0 focus:relative focus:z-10 focus:outline-3 focus:-outline-offset-3 focus:outline-focus @xl:grid-cols-[minmax(0,10fr)_minmax(0,19fr)] @xl:px-4 @2xl:grid-cols-[minmax(0,8fr)_minmax(0,15fr)_minmax(0,9fr)] [&_input]:scroll-mb-64 [&_input]:scroll-mt-24 [&_textarea]:scroll-mb-64"
    >
      <th role="rowheader" scope="row" className="flex min-w-0 items-start gap-2.5 text-left font-normal @2xl:pt-1">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-mono font-bold wrap-anywhere">{device.serialNumber}</span>
            <Answer row={row} answered={answered} />
          </span>
          <span className="@xl:block">{device.equipmentName}</span>{' '}
          <span className="text-sm text-muted @xl:block">
            {device.makeName} {device.modelName}
          </span>
          {device.openTicketIds.length > 0 && (
            <span className="block">
              <DeviceStatusBadge status="Under Maintenance" />
            </span>
          )}
        </span>
        {isAdded && (
          <IconButton
            icon="x"
            label={`Take ${device.serialNumber} out of this round`}
            onClick={() => onChange({ do: 'remove-device', deviceId: device.id })}
          />
        )}
      </th>
      <td role="cell" className="min-w-0">
        <RadioGroup
          label={`Status of ${device.serialNumber}`}
          labelHidden
          options={statuses}
          value={row.notSeenReason === null ? row.status : null}
          unconfirmed={row.confirmedBy === null}
          onChange={(status) => onChange({ do: 'choose', deviceId: device.id, status, at: new Date().toISOString() })}
        />
      </td>
      <td
        role="cell"
        className={cx('min-w-0 space-y-2 @xl:col-start-2', isFault ? '@2xl:col-end-4' : '@2xl:col-start-3 @2xl:pt-1.5')}
      >
        <TextAreaField
          label="Description"
          labelHidden={!isFault}
          placeholder={isFault ? 'What did you find?' : 'Description'}
          required={isFault}
          rows={1}
          value={row.description}
          error={missing}
          onChange={(event) => onChange({ do: 'describe', deviceId: device.id, description: event.target.value })}
        />
        {(isFault || row.photos.length > 0) && (
          <FaultTools device={device} row={row} onChange={onChange} onPhoto={onPhoto} />
        )}
      </td>
    </tr>
  );
});

function Answer({ row, answered }: { row: DraftRow; answered: boolean }) {
  if (!answered) return null;
  if (row.notSeenReason !== null) return <Badge tone="neutral">Not seen: {row.notSeenReason}</Badge>;
  return (
    <span className="inline-flex items-center gap-1 text-sm text-muted">
      <Icon name={row.confirmedBy === 'scan' ? 'scan' : 'check'} size={16} />
      {row.confirmedBy === 'scan' ? 'Scanned' : <VisuallyHidden>Confirmed</VisuallyHidden>}
    </span>
  );
}

type FaultToolsProps = Pick<RoundRowProps, 'device' | 'row' | 'onChange' | 'onPhoto'>;

function FaultTools({ device, row, onChange, onPhoto }: FaultToolsProps) {
  const { pathname, search } = useLocation();
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    setProblem(null);
    try {
      await onPhoto(device.id, file);
    } catch (error) {
      setProblem(error instanceof Error && error.message ? error.message : 'The photo could not be kept.');
    }
  };
  return (
    <>
      {row.photos.length > 0 && (
        <ul className="space-y-1">
          {row.photos.map((photo, index) => (
            <li key={photo.sha256} className="flex items-center gap-2 rounded-control border border-line pl-3">
              <Icon name="camera" className="text-primary" />
              <span className="min-w-0 flex-1 truncate">{photo.name || `Photo ${index + 1}`}</span>
              <span className="text-sm text-muted tabular-nums">{Math.ceil(photo.size / 1024)} KB</span>
              <IconButton
                icon="x"
                label={`Remove photo ${index + 1} of ${device.serialNumber}`}
                onClick={() => onChange({ do: 'remove-photo', deviceId: device.id, sha256: photo.sha256 })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {row.photos.length < mostPhotos && (
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
          <ButtonLink
            icon="ticket"
            variant="danger"
            to={withQuery(paths.ticketNew(), {
              serial: device.serialNumber,
              problem: row.description.trim(),
              [returnQuery]: pathname + search,
            })}
          >
            Report Breakdown
          </ButtonLink>
        )}
      </div>
      <div aria-live="polite" className={cx(problem !== null && 'text-sm font-medium text-danger')}>
        {problem}
      </div>
    </>
  );
}
