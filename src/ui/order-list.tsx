import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { type Dragged, useDragOrder } from './use-drag-order.ts';

/** An item of an ordered list. */
export interface OrderItem {
  id: string;
  /** The item's name, for the labels of its buttons. */
  name: string;
  content: ReactNode;
  /** More buttons for the item's row. */
  buttons: ReactNode;
}

interface OrderListProps {
  items: readonly OrderItem[];
  /** Moves an item; `to` is its position in the list without it. */
  onMove: (from: number, to: number) => void;
}

/** Returns the position that a key moves to; undefined for other keys. */
function placeOfKey(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowUp') return Math.max(0, from - 1);
  if (key === 'ArrowDown') return Math.min(count - 1, from + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Returns the line that shows where a dragged item would be dropped: above a row, or below the last one. */
function dropLine(to: number, place: number, count: number): string | undefined {
  if (to === place) return 'inset 0 3px var(--color-primary)';
  return to === count && place === count - 1 ? 'inset 0 -3px var(--color-primary)' : undefined;
}

/** Returns the list with an item moved to another position. */
export function movedTo<Item>(items: readonly Item[], from: number, to: number): Item[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));
}

/** Renders a list whose order changes by dragging, by buttons or by the arrow keys on a handle. */
export function OrderList({ items, onMove }: OrderListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [told, setTold] = useState('');
  /** The control that keeps the focus when its row moves. */
  const moved = useRef<{ id: string; control: string } | null>(null);

  useLayoutEffect(() => {
    const target = moved.current;
    if (!target) return;
    moved.current = null;
    const row = [...(list.current?.children ?? [])].find(
      (item) => item instanceof HTMLElement && item.dataset['item'] === target.id,
    );
    const control = row?.querySelector<HTMLButtonElement>(`[data-control=${target.control}]`);
    // At the end of the list the button is disabled, so the opposite one takes the focus.
    const next = control?.disabled ? row?.querySelector<HTMLButtonElement>('[data-control=handle]') : control;
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  });

  const move = (from: number, to: number, control: string) => {
    const item = items[from];
    if (!item || from === to) return;
    moved.current = { id: item.id, control };
    onMove(from, to);
    setTold(`${item.name} is number ${to + 1} of ${items.length}.`);
  };
  const drop = ({ from, to }: Dragged) => move(from, to > from ? to - 1 : to, 'handle');
  const { dragged, handleOf } = useDragOrder({ list, onDrop: drop });
  const onKey = (event: KeyboardEvent, from: number) => {
    const to = placeOfKey(event.key, from, items.length);
    if (to === undefined) return;
    event.preventDefault();
    move(from, to, 'handle');
  };

  return (
    <>
      <output className="sr-only">{told}</output>
      <ol ref={list} className="overflow-hidden rounded-control border border-line bg-surface">
        {items.map(({ id, name, content, buttons }, place) => (
          <li
            key={id}
            data-item={id}
            className={cx(
              'flex min-w-0 items-center border-b border-line last:border-0',
              dragged?.from === place && 'bg-primary-soft opacity-60',
            )}
            style={dragged ? { boxShadow: dropLine(dragged.to, place, items.length) } : undefined}
          >
            <IconButton
              icon="menu"
              label={`Move ${name}, number ${place + 1} of ${items.length}: drag, or use the arrow keys`}
              data-control="handle"
              style={{ touchAction: 'none', cursor: 'grab' }}
              onKeyDown={(event) => onKey(event, place)}
              {...handleOf(place)}
            />
            <span className="w-8 shrink-0 text-right text-sm text-muted max-sm:hidden" aria-hidden="true">
              {place + 1}
            </span>
            <span className="min-w-0 flex-1 px-2.5 py-1.5">{content}</span>
            <IconButton
              icon="chevron-up"
              label={`Move ${name} up`}
              data-control="up"
              disabled={place === 0}
              onClick={() => move(place, place - 1, 'up')}
            />
            <IconButton
              icon="chevron-down"
              label={`Move ${name} down`}
              data-control="down"
              disabled={place === items.length - 1}
              onClick={() => move(place, place + 1, 'down')}
            />
            {buttons}
          </li>
        ))}
      </ol>
    </>
  );
}
