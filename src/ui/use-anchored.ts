import { type ReactElement, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';

/** Distance from the anchor and the window's edge. Units: px. */
const gapPx = 6;
/**
 * Windows below this height are low, as in theme.css, and a popup gets at least this share of the height. Units: px.
 */
const lowPx = 480;
const leastShare = 0.65;

/**
 * Renders a floating element in place. Without a top layer (Safari 16, Chrome 113) it moves to the end of the page or
 * of the open dialog, because ancestors would cover it and containers among them would shift it (docs/decisions/432).
 */
export function lifted(part: ReactElement): ReactNode {
  if ('showPopover' in HTMLElement.prototype) return part;
  return createPortal(part, [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body);
}

/**
 * Lifts a floating element into the top layer (above dialogs and clipped tables) and keeps it below its anchor, or
 * above if there is more room.
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
      const room = (above ? box.top : below) - 2 * gapPx;
      // In a low window neither side has room, so the element covers its anchor. A tooltip must not: its anchor holds
      // text of its own.
      const over =
        window.innerHeight < lowPx &&
        room < Math.min(part.scrollHeight, window.innerHeight * leastShare) &&
        !part.matches('[role=tooltip]');
      if (align === 'stretch') part.style.width = `${box.width}px`;
      const width = part.offsetWidth;
      const left = align === 'end' ? box.right - width : box.left;
      part.style.left = `${Math.max(gapPx, Math.min(left, document.documentElement.clientWidth - width - gapPx))}px`;
      part.style.top = over ? `${gapPx}px` : above ? 'auto' : `${box.bottom + gapPx}px`;
      part.style.bottom = above && !over ? `${window.innerHeight - box.top + gapPx}px` : 'auto';
      part.style.maxHeight = `${Math.max(over ? window.innerHeight - 2 * gapPx : room, 120)}px`;
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
