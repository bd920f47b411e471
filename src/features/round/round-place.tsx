import { type CSSProperties, memo, useRef } from 'react';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { Button } from '#ui/ui/button.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { type RoundDraft, rowOf, unanswered } from './round-draft.ts';
import { RoundRow } from './round-row.tsx';
import type { RowsShare } from './rows-share.ts';

interface RoundPlaceProps extends RowsShare {
  department: string;
  location: string;
  devices: readonly DeviceRecord[];
  /** How many of its rows are drawn. */
  mostRows: number;
  draft: RoundDraft;
  inTemplate: ReadonlySet<string>;
  missing: ReadonlyMap<string, string>;
  /** Says what the last round found at a device, and when. */
  findingOf: (device: DeviceRecord) => string;
  onConfirm: (deviceIds: readonly string[], place: string) => void;
}

/** Shows one room of the round; its heading, with the number of open rows, stays in view while its rows scroll. */
export const RoundPlace = memo(RoomOfRound, showsTheSame);

/** Returns true if a change leaves this room as it was: most taps are in another one. */
function showsTheSame({ draft, ...before }: RoundPlaceProps, { draft: next, ...after }: RoundPlaceProps): boolean {
  return (
    (Object.keys(after) as (keyof typeof after)[]).every((name) => Object.is(before[name], after[name])) &&
    after.devices.every(({ id }) => rowOf(draft, id) === rowOf(next, id))
  );
}

function RoomOfRound(props: RoundPlaceProps) {
  const { department, location, devices, mostRows, draft, inTemplate, missing, findingOf, onConfirm, ...rows } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const open = unanswered(
    draft,
    devices.map(({ id }) => id),
  );
  const confirm = () => {
    onConfirm(open, location);
    // The button disappears with the last open row, so the heading takes the focus.
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <section
      aria-label={`${department}, ${location}`}
      // A room whose rows are not drawn yet reserves their height, or scrolling to a row below would miss it.
      className={cx(
        '@container [--room:calc(var(--rows)*4.3rem+3rem)] sm:[--room:calc(var(--rows)*3.8rem+3rem)]',
        mostRows < devices.length && 'min-h-(--room)',
      )}
      style={{ '--rows': devices.length } as CSSProperties}
    >
      <div className="sticky top-[calc(env(safe-area-inset-top)+3.5rem)] z-20 low:static flex min-h-12 items-center justify-between gap-3 border-b border-line bg-sunken py-0.5 pr-0.5 pl-3 @xl:pl-4">
        <h3 ref={heading} tabIndex={-1} className="flex min-w-0 items-center gap-1.5 font-semibold outline-none">
          <Icon name="location" size={16} className="text-muted max-sm:hidden" />
          <span className="min-w-0 leading-snug wrap-break-word">
            {location} ·{' '}
            <span className="whitespace-nowrap">
              {devices.length - open.length} of {devices.length}
            </span>
          </span>
        </h3>
        {open.length > 0 ? (
          <Button
            aria-label={`Confirm the rest here: ${department}, ${location}`}
            onClick={confirm}
            className="shrink-0 px-3! whitespace-nowrap max-sm:text-sm! @max-[15rem]:shrink @max-[15rem]:whitespace-normal"
          >
            Confirm the rest here
          </Button>
        ) : (
          <span className="flex shrink-0 items-center gap-1.5 px-3 text-sm font-semibold text-ok">
            <Icon name="check" size={18} />
            All answered
          </span>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- rows laid out as a grid lose the table's own roles in Safari */}
      <table role="table" aria-label={`Devices: ${department}, ${location}`} className="block w-full">
        <tbody className="block">
          {devices.slice(0, mostRows).map((device) => (
            <RoundRow
              key={device.id}
              device={device}
              row={rowOf(draft, device.id)}
              finding={findingOf(device)}
              isAdded={!inTemplate.has(device.id)}
              missing={missing.get(device.id)}
              {...rows}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
