import { useCallback, useEffect, useRef, useState } from 'react';
import { rowElementId } from './round-row.tsx';

interface Target {
  deviceId: string;
}

/** What a person does to move away from a row; afterwards the page no longer moves by itself. */
const ownMoves = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;

/**
 * Focuses a device's row: immediately if it is drawn, else once it is; never under an open dialog, which would take the
 * focus back.
 */
export function useRowFocus(startDeviceId: string | undefined, covered: boolean): (deviceId: string) => void {
  const [target, setTarget] = useState<Target | null>(startDeviceId === undefined ? null : { deviceId: startDeviceId });
  const reached = useRef<Target | null>(null);
  const stopHolding = useRef<() => void>(undefined);
  useEffect(() => {
    if (!target || reached.current === target || covered) return;
    const row = document.getElementById(rowElementId(target.deviceId));
    if (!row) return;
    reached.current = target;
    stopHolding.current?.();
    // Firefox scrolls only to elements that have been laid out, and an off-screen room has not: measuring its row
    // forces layout.
    row.getBoundingClientRect();
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
    stopHolding.current = holdInView(row);
  });
  useEffect(() => () => stopHolding.current?.(), []);
  return useCallback((deviceId) => setTarget({ deviceId }), []);
}

/**
 * Keeps a row in the middle of the window while the rows above it grow, as photos and tickets of a draft arrive, until
 * the user moves on. Returns a function that ends it.
 */
function holdInView(row: HTMLElement): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const heightNow = () => document.documentElement.scrollHeight;
  let [height, scrolledTo] = [heightNow(), window.scrollY];
  const growth = new ResizeObserver(() => {
    if (document.activeElement !== row) return ending.abort();
    row.scrollIntoView({ block: 'center' });
    [height, scrolledTo] = [heightNow(), window.scrollY];
  });
  signal.addEventListener('abort', () => growth.disconnect());
  for (const move of ownMoves) {
    document.addEventListener(move, () => ending.abort(), { signal, capture: true, passive: true });
  }
  // Also a scroll without any of them, as by the scroll bar; where the height has changed, it is the browser's.
  const onScroll = () => {
    if (window.scrollY !== scrolledTo && heightNow() === height) ending.abort();
  };
  document.addEventListener('scroll', onScroll, { signal, passive: true });
  growth.observe(document.body);
  return () => ending.abort();
}
