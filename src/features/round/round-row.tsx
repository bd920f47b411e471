/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows laid out as a grid lose the table's own roles in Safari */
import { memo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { RoundStatus } from '#contract/records/observation.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { returnQuery } from '#ui/return-path.ts';
import { DeviceStatusBadge } from '#ui/work/status-badges.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { RadioGroup, type RadioOption } from '#ui/ui/radio-group.tsx';
import { TextAreaField } from '#ui/ui/text-field.tsx';
import { useNear } from '#ui/ui/use-near.ts';
import { VisuallyHidden } from '#ui/ui/visually-hidden.tsx';
import { isAnswered } from '#ui/work/round-under-way.ts';
import { FaultTools } from './fault-tools.tsx';
import { NotSeenMenu } from './not-seen-menu.tsx';
import type { DraftRow } from './round-draft.ts';
import type { RowsShare } from './rows-share.ts';
import { type RowAddress, useRowAddress } from './use-row-address.ts';

const statuses: readonly RadioOption<RoundStatus>[] = [
  { value: 'Operational', label: 'Operational', icon: 'check-circle', tone: 'ok' },
  { value: 'Not Working', label: 'Not Working', icon: 'octagon', tone: 'danger' },
  { value: 'Needs Attention', label: 'Needs Attention', icon: 'warning', tone: 'warn' },
];

/** Returns the id of a device's row element, for scrolling to it. */
export function rowElementId(deviceId: string): string {
  return `round-row-${deviceId}`;
}

interface RoundRowProps extends RowsShare {
  device: DeviceRecord;
  row: DraftRow;
  /** What the last round found at the device. */
  finding: string;
  isAdded: boolean;
  missing: string | undefined;
}

/** Shows one device of the round: its name, status and description. */
export const RoundRow = memo(function RoundRow(props: RoundRowProps) {
  const { device, row, finding, isAdded, missing, draftKey, day, onChange, onPhoto } = props;
  const isFault = row.status !== 'Operational' && row.notSeenReason === null;
  const rowAddress = useRowAddress(device.serialNumber);
  const place = useRef<HTMLTableRowElement>(null);
  const isNear = useNear(place);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Waits for the next frame: on a phone the field appears only after the answer. */
  const focusField = () => requestAnimationFrame(() => field.current?.focus());
  const [asked, setAsked] = useState(false);
  const describes = asked || isFault || row.description !== '' || missing !== undefined;
  const hasTools = isFault || row.photos.length > 0;
  const notSeen = <NotSeenMenu device={device} row={row} onChange={onChange} />;
  return (
    <tr
      role="row"
      ref={place}
      id={rowElementId(device.id)}
      aria-label={device.serialNumber}
      tabIndex={-1}
      // Rows far from the viewport are neither laid out nor painted, so that a tap costs only the visible rows
      // (docs/decisions/431).
      className="grid gap-x-5 gap-y-2 border-b border-line px-3 py-2 last:border-0 focus:relative focus:z-10 focus:outline-3 focus:-outline-offset-3 focus:outline-focus @xl:grid-cols-[minmax(0,10fr)_minmax(0,19fr)] @xl:px-4 @2xl:grid-cols-[minmax(0,8fr)_minmax(0,15fr)_minmax(0,9fr)] [&_input]:scroll-mb-64 [&_input]:scroll-mt-32 [&_textarea]:scroll-mb-64 low:[&_input]:scroll-my-2 low:[&_textarea]:scroll-mb-2 [contain-intrinsic-block-size:auto_13.9rem] keeps-place:[content-visibility:auto] @xl:[contain-intrinsic-block-size:auto_6.75rem]"
    >
      <th
        role="rowheader"
        scope="row"
        className={cx(
          'flex min-w-0 items-start gap-2.5 text-left font-normal @xl:row-span-2',
          !isFault && '@2xl:row-span-1',
        )}
      >
        <DeviceOfRow device={device} row={row} finding={finding} rowAddress={rowAddress} />
        {isAdded && (
          <IconButton
            icon="x"
            label={`Remove ${device.serialNumber} from this round`}
            onClick={() => onChange({ do: 'remove-device', deviceId: device.id })}
          />
        )}
      </th>
      <td role="cell" className="min-w-0 @xl:pt-1.5">
        <RadioGroup
          label={`Status of ${device.serialNumber}`}
          labelHidden
          options={statuses}
          value={row.notSeenReason === null ? row.status : null}
          unconfirmed={row.confirmedBy === null}
          onPointed={(status) => {
            if (status !== 'Operational' && row.description === '') focusField();
          }}
          onChange={(status) => onChange({ do: 'choose', deviceId: device.id, status, at: new Date().toISOString() })}
        />
      </td>
      <td
        role="cell"
        className={cx(
          'flex min-w-0 flex-wrap items-start gap-x-2 @xl:col-start-2 @xl:pt-1.5',
          isFault ? '@2xl:col-end-4' : '@2xl:col-start-3',
        )}
      >
        {/* A separate form: the browser looks for the next and previous field only within the same form. Nothing
            submits it. */}
        <form
          onSubmit={(event) => event.preventDefault()}
          className={cx('min-w-0 basis-full space-y-2', !describes && 'max-sm:hidden')}
        >
          {isNear || describes ? (
            <TextAreaField
              label="Description"
              labelHidden={!isFault}
              placeholder={isFault ? 'What did you find?' : 'Description'}
              required={isFault}
              rows={1}
              value={row.description}
              error={missing}
              ref={field}
              onFocus={() => setAsked(true)}
              onChange={(event) => onChange({ do: 'describe', deviceId: device.id, description: event.target.value })}
            />
          ) : (
            // When a field is added, the browser scans all fields of the page for autofill, and lays out each one that
            // is off screen.
            <div className="min-h-10.5" />
          )}
          {hasTools && (
            <FaultTools {...{ device, row, rowAddress, draftKey, day, onChange, onPhoto }}>{notSeen}</FaultTools>
          )}
        </form>
        {!describes && (
          <Button
            variant="ghost"
            icon="edit"
            aria-label={`Describe ${device.serialNumber}`}
            className="sm:hidden"
            onClick={() => {
              setAsked(true);
              focusField();
            }}
          >
            Describe
          </Button>
        )}
        {!hasTools && notSeen}
      </td>
    </tr>
  );
});

interface DeviceOfRowProps extends Pick<RoundRowProps, 'device' | 'row' | 'finding'> {
  rowAddress: RowAddress;
}

function DeviceOfRow({ device, row, finding, rowAddress }: DeviceOfRowProps) {
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center gap-x-2">
        <Link
          to={withQuery(paths.device(device.serialNumber), { [returnQuery]: rowAddress.path })}
          onClick={rowAddress.keep}
          className="inline-flex min-h-target items-center font-mono font-bold wrap-anywhere text-primary-ink underline-offset-4 hover:underline"
        >
          {device.serialNumber}
        </Link>
        <Answer row={row} />
      </span>
      <span className="@xl:block">{device.equipmentName}</span>{' '}
      <span className="text-sm text-muted @xl:block">
        {device.makeName} {device.modelName}
      </span>
      <span className="block text-sm text-muted tabular-nums">{finding}</span>
      {device.openTicketIds.length > 0 && (
        <span className="block *:whitespace-normal">
          <DeviceStatusBadge status="Under Maintenance" />
        </span>
      )}
    </span>
  );
}

function Answer({ row }: { row: DraftRow }) {
  if (!isAnswered(row)) return null;
  if (row.notSeenReason !== null) return <Badge tone="neutral">Not seen: {row.notSeenReason}</Badge>;
  return (
    <span className="inline-flex items-center gap-1 text-sm text-muted">
      <Icon name={row.confirmedBy === 'scan' ? 'scan' : 'check'} size={16} />
      {row.confirmedBy === 'scan' ? 'Scanned' : <VisuallyHidden>Confirmed</VisuallyHidden>}
    </span>
  );
}
