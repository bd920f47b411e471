import { type RefObject, useLayoutEffect } from 'react';

/** Distance from the anchor and from the window's edge. Units: px. */
const gapPx = 6;

/**
 * Lifts a floating part into the top layer (above dialogs and clipped tables) and keeps it under its anchor,
 * or above it where there is more room.
 */
export function useAnchored(
  anchorRef: RefObject<HTMLElement | null>,
  floatingRef: RefObject<HTMLElement | null>,
  open: boolean,
  align: 'start' | 'end' | 'stretch',
) {
  useLayoutEffect(() => {
    const from = anchorRef.current;
    const part = floatingRef.current;
    if (!open || !from || !part) return undefined;
    if ('showPopover' in part) part.showPopover();

    const place = () => {
      const box = from.getBoundingClientRect();
      const below = window.innerHeight - box.bottom;
      const above = below < Math.min(part.scrollHeight, 240) && box.top > below;
      if (align === 'stretch') part.style.width = `${box.width}px`;
      const width = part.offsetWidth;
      const left = align === 'end' ? box.right - width : box.left;
      part.style.left = `${Math.max(gapPx, Math.min(left, document.documentElement.clientWidth - width - gapPx))}px`;
      part.style.top = above ? 'auto' : `${box.bottom + gapPx}px`;
      part.style.bottom = above ? `${window.innerHeight - box.top + gapPx}px` : 'auto';
      part.style.maxHeight = `${Math.max((above ? box.top : below) - 2 * gapPx, 120)}px`;
    };
    place();
    const resized = new ResizeObserver(place);
    resized.observe(from);
    resized.observe(part);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      resized.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [anchorRef, floatingRef, open, align]);
}
