import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** An item being dragged: its original position, and the one it would be dropped at. */
export interface Dragged {
  from: number;
  to: number;
}

interface DragOrderOptions {
  /** The element whose children are the items, in order. */
  list: RefObject<HTMLElement | null>;
  onDrop: (dragged: Dragged) => void;
}

/** A drag closer to the window's edge scrolls the page. Units: px. */
const edgePx = 90;
/** Units: px per frame. */
const scrollStepPx = 9;

/** Returns the position for a point: before the first item whose middle is below it. */
function placeAt(list: HTMLElement, clientY: number): number {
  const items = [...list.children];
  const place = items.findIndex((item) => {
    const { top, height } = item.getBoundingClientRect();
    return clientY < top + height / 2;
  });
  return place === -1 ? items.length : place;
}

function scrollOf(clientY: number): number {
  if (clientY < edgePx) return -scrollStepPx;
  return clientY > window.innerHeight - edgePx ? scrollStepPx : 0;
}

/**
 * Reorders list items by dragging their handles with mouse, pen or finger. Escape cancels; near the window's edges the
 * page scrolls. The handles need `touch-action: none`.
 */
export function useDragOrder({ list, onDrop }: DragOrderOptions) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  /** The current drag, which may be newer than what is rendered. */
  const pointer = useRef<{ id: number; clientY: number; from: number } | null>(null);
  const isDragging = dragged !== null;

  const follow = useCallback(() => {
    if (!pointer.current || !list.current) return;
    const to = placeAt(list.current, pointer.current.clientY);
    setDragged((current) => (current === null || current.to === to ? current : { ...current, to }));
  }, [list]);
  const end = useCallback(() => {
    pointer.current = null;
    setDragged(null);
  }, []);

  useEffect(() => {
    if (!isDragging) return undefined;
    let frame = requestAnimationFrame(function scroll() {
      const step = pointer.current ? scrollOf(pointer.current.clientY) : 0;
      if (step !== 0) {
        window.scrollBy(0, step);
        follow();
      }
      frame = requestAnimationFrame(scroll);
    });
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end();
    };
    window.addEventListener('keydown', cancel);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('keydown', cancel);
    };
  }, [isDragging, follow, end]);

  /** Returns the props for an item's handle. */
  const handleOf = (place: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointer.current = { id: event.pointerId, clientY: event.clientY, from: place };
      setDragged({ from: place, to: place });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerId !== pointer.current?.id) return;
      pointer.current.clientY = event.clientY;
      follow();
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerId !== pointer.current?.id || !list.current) return;
      const { from } = pointer.current;
      const to = placeAt(list.current, event.clientY);
      end();
      onDrop({ from, to });
    },
    onPointerCancel: end,
  });
  return { dragged, handleOf };
}
