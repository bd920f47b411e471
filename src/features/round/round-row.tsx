/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows laid out as a grid lose the table's own roles in Safari */
import { memo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { returnQuery } from '#ui/return-path.ts';
import { DeviceStatusBadge } from '#ui/work/status-badges.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { toneText } from '#ui/ui/tone.ts';
import { VisuallyHidden } from '#ui/ui/visually-hidden.tsx';
import { isAnswered } from '#ui/work/round-under-way.ts';
import type { DraftRow } from './round-draft.ts';
import { RowDetails } from './row-details.tsx';
import type { RowsShare } from './rows-share.ts';
import { StatusChoice, looks } from './status-choice.tsx';
import { useRowAddress } from './use-row-address.ts';

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

/**
 * Shows one device of the round in one or two lines, with its choice of status. The row expands for a fault, a device
 * that was not seen, and on demand.
 */
export const RoundRow = memo(function RoundRow(props: RoundRowProps) {
  const { device, row, finding, isAdded, onChange } = props;
  const isNotSeen = row.notSeenReason !== null;
  const isFault = row.status !== 'Operational' && !isNotSeen;
  const rowAddress = useRowAddress(device.serialNumber);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isOpened, setOpened] = useState(isAdded);
  const asksWhy = isOpened || isNotSeen;
  const isExpanded = asksWhy || isFault || row.description !== '' || row.photos.length > 0;
  return (
    <tr
      role="row"
      id={rowElementId(device.id)}
      aria-label={device.serialNumber}
      aria-describedby={`${rowElementId(device.id)}-equipment`}
      tabIndex={-1}
      // Rows far from the viewport are neither laid out nor painted, so that a tap costs only the visible rows
      // (docs/decisions/431).
      className="grid border-b border-line px-3 py-0.5 last:border-0 focus:relative focus:z-10 focus:outline-3 focus:-outline-offset-3 focus:outline-focus @xl:grid-cols-[minmax(0,1fr)_auto] @xl:gap-x-4 @xl:px-4 @xl:py-1.5 [&_input]:scroll-mb-64 [&_input]:scroll-mt-32 [&_textarea]:scroll-mb-64 low:[&_input]:scroll-my-2 low:[&_textarea]:scroll-mb-[clamp(0.5rem,100dvh-20rem,4rem)] [contain-intrinsic-block-size:auto_4.3rem] keeps-place:[content-visibility:auto] @xl:[contain-intrinsic-block-size:auto_3.8rem]"
    >
      {/* On a phone the answer buttons are next to the second line of this cell. */}
      <th
        role="rowheader"
        scope="row"
        className="col-start-1 row-start-1 min-w-0 self-center text-left leading-5 font-normal"
      >
        <Link
          to={withQuery(paths.device(device.serialNumber), { [returnQuery]: rowAddress.path })}
          onClick={rowAddress.keep}
          className="-my-3 mr-2 inline-flex min-h-target items-center font-mono font-bold wrap-anywhere text-primary-ink underline-offset-4 hover:underline"
        >
          {device.serialNumber}
        </Link>
        <span id={`${rowElementId(device.id)}-equipment`} className="font-semibold">
          {device.equipmentName}
        </span>{' '}
        <span className="text-sm text-muted @max-4xl:hidden">
          {device.makeName} {device.modelName}
        </span>
        <span className="flex min-h-11 max-w-[calc(100%-12.25rem)] flex-wrap items-center gap-x-2 text-sm text-muted @xl:min-h-0 @xl:max-w-none">
          <Answer row={row} finding={finding} />
          {device.openTicketIds.length > 0 && <DeviceStatusBadge status="Under Maintenance" />}
        </span>
      </th>
      <td
        role="cell"
        className="col-start-1 row-start-1 flex items-center gap-1 self-end justify-self-end @xl:col-start-2 @xl:self-center"
      >
        <StatusChoice
          serialNumber={device.serialNumber}
          value={isNotSeen ? null : row.status}
          unconfirmed={row.confirmedBy === null}
          onPointed={(status) => {
            // Waits for the next frame: the field appears only after the answer.
            if (status !== 'Operational' && row.description === '') requestAnimationFrame(() => field.current?.focus());
          }}
          onChange={(status) => onChange({ do: 'choose', deviceId: device.id, status, at: new Date().toISOString() })}
        />
        <button
          type="button"
          aria-expanded={asksWhy}
          onClick={() => setOpened(!asksWhy)}
          className="flex size-target flex-col items-center justify-center gap-y-0.5 rounded-control text-[0.8125rem] leading-tight @xl:h-12 font-semibold text-primary-ink hover:bg-primary-soft @4xl:w-auto @4xl:flex-row @4xl:gap-1 @4xl:px-2 @4xl:text-sm"
        >
          <Icon name="chevron-down" className={cx(asksWhy && 'rotate-180')} />
          <span className="sr-only @xl:not-sr-only">More</span>
          <VisuallyHidden> for {device.serialNumber}</VisuallyHidden>
        </button>
      </td>
      {isExpanded && (
        <td role="cell" className="col-span-full min-w-0 pt-1 pb-2">
          <RowDetails {...props} {...{ rowAddress, isFault, asksWhy, field }} />
        </td>
      )}
    </tr>
  );
});

/** Says what was answered for the device, or what the last round found as long as nothing was. */
function Answer({ row, finding }: Pick<RoundRowProps, 'row' | 'finding'>) {
  if (!isAnswered(row)) return finding;
  const { notSeenReason } = row;
  const { icon, tone } = notSeenReason === null ? looks[row.status] : ({ icon: 'eye-off', tone: 'neutral' } as const);
  const isScanned = row.confirmedBy === 'scan';
  return (
    <span className={cx('inline-flex items-center gap-1 font-semibold', toneText[tone])}>
      <Icon name={isScanned ? 'scan' : icon} size={16} />
      <span>
        {notSeenReason === null ? row.status : `Not seen: ${notSeenReason}`}
        {isScanned ? ' · Scanned' : <VisuallyHidden> confirmed</VisuallyHidden>}
      </span>
    </span>
  );
}
