import { type RefObject, useEffect, useState } from 'react';

/**
 * Returns whether an element's content is wider than its frame, so that it must be focusable for scrolling by keyboard.
 */
export function useOverflowing(frameRef: RefObject<HTMLElement | null>): boolean {
  const [overflowing, setOverflowing] = useState(false);
  useEffect(() => {
    const frame = frameRef.current;
    if (!frame) return undefined;
    const watch = new ResizeObserver(() => setOverflowing(frame.scrollWidth > frame.clientWidth));
    watch.observe(frame);
    if (frame.firstElementChild) watch.observe(frame.firstElementChild);
    return () => watch.disconnect();
  }, [frameRef]);
  return overflowing;
}
