import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { type Dragged, useDragOrder } from './use-drag-order.ts';

/** A device of the walk. */
export interface Stop {
  serialNumber: string;
  /** What and where it is. */
  detail: string;
}

interface WalkOrderProps {
  stops: readonly Stop[];
  /** Somebody has ordered them; otherwise they stand by department, place and serial. */
  isOrdered: boolean;
  /** Takes the stop at a place out and puts it at another place of the list without it. */
  onMove: (from: number, to: number) => void;
  onRemove: (serialNumber: string) => void;
  onSortByPlace: () => void;
}

/** The place that a key asks for; undefined for other keys. */
function placeOfKey(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowUp') return Math.max(0, from - 1);
  if (key === 'ArrowDown') return Math.min(count - 1, from + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** The line that shows where a dragged device would be put: over its place, or under the last one. */
function dropLine(to: number, place: number, count: number): string | undefined {
  if (to === place) return 'inset 0 3px var(--color-primary)';
  return to === count && place === count - 1 ? 'inset 0 -3px var(--color-primary)' : undefined;
}

/** The devices of a template in walking order, changed by dragging, by buttons or by the arrow keys on a handle. */
export function WalkOrder({ stops, isOrdered, onMove, onRemove, onSortByPlace }: WalkOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [told, setTold] = useState('');
  /** The control that keeps the focus when its row moves. */
  const moved = useRef<{ serialNumber: string; control: string } | null>(null);

  useLayoutEffect(() => {
    const target = moved.current;
    if (!target) return;
    moved.current = null;
    const row = [...(list.current?.children ?? [])].find(
      (item) => item instanceof HTMLElement && item.dataset['serial'] === target.serialNumber,
    );
    const control = row?.querySelector<HTMLButtonElement>(`[data-control=${target.control}]`);
    // At an end of the list its button has nothing left to do.
    const next = control?.disabled ? row?.querySelector<HTMLButtonElement>('[data-control=handle]') : control;
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  });

  const move = (from: number, to: number, control: string) => {
    const stop = stops[from];
    if (!stop || from === to) return;
    moved.current = { serialNumber: stop.serialNumber, control };
    onMove(from, to);
    setTold(`${stop.serialNumber} is number ${to + 1} of ${stops.length}.`);
  };
  const drop = ({ from, to }: Dragged) => move(from, to > from ? to - 1 : to, 'handle');
  const { dragged, handleOf } = useDragOrder({ list, onDrop: drop });
  const onKey = (event: KeyboardEvent, from: number) => {
    const to = placeOfKey(event.key, from, stops.length);
    if (to === undefined) return;
    event.preventDefault();
    move(from, to, 'handle');
  };

  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">
          {isOrdered
            ? 'The round is walked in this order.'
            : 'The round is walked by department, place and serial number. Move a device to set an order of your own.'}
        </p>
        {isOrdered && (
          <Button icon="sort-down" onClick={onSortByPlace}>
            Order by place
          </Button>
        )}
      </div>
      <output className="sr-only">{told}</output>
      <ol ref={list} className="overflow-hidden rounded-control border border-line bg-surface">
        {stops.map(({ serialNumber, detail }, place) => (
          <li
            key={serialNumber}
            data-serial={serialNumber}
            className={cx(
              'flex min-w-0 items-center border-b border-line last:border-0',
              dragged?.from === place && 'bg-primary-soft opacity-60',
            )}
            style={dragged ? { boxShadow: dropLine(dragged.to, place, stops.length) } : undefined}
          >
            <IconButton
              icon="menu"
              label={`Move ${serialNumber}, number ${place + 1} of ${stops.length}: drag, or use the arrow keys`}
              data-control="handle"
              style={{ touchAction: 'none', cursor: 'grab' }}
              onKeyDown={(event) => onKey(event, place)}
              {...handleOf(place)}
            />
            <span className="w-8 shrink-0 text-right text-sm text-muted tabular-nums max-sm:hidden" aria-hidden="true">
              {place + 1}
            </span>
            <span className="min-w-0 flex-1 px-2.5 py-1.5">
              <span className="block font-mono font-bold wrap-anywhere">{serialNumber}</span>
              {detail !== '' && <span className="line-clamp-2 text-sm text-muted">{detail}</span>}
            </span>
            <IconButton
              icon="chevron-up"
              label={`Move ${serialNumber} up`}
              data-control="up"
              disabled={place === 0}
              onClick={() => move(place, place - 1, 'up')}
            />
            <IconButton
              icon="chevron-down"
              label={`Move ${serialNumber} down`}
              data-control="down"
              disabled={place === stops.length - 1}
              onClick={() => move(place, place + 1, 'down')}
            />
            <IconButton icon="x" label={`Remove ${serialNumber}`} onClick={() => onRemove(serialNumber)} />
          </li>
        ))}
      </ol>
    </>
  );
}
