import { useLayoutEffect, useState } from 'react';

/** A press that lasts longer holds nothing back any more: what comes must not wait for a resting hand. Units: ms. */
const longestHoldMs = 2_000;

let pressed = false;
const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Ends the hold: what waited runs. */
export function release(): void {
  clearTimeout(timer);
  pressed = false;
  const ready = [...waiting];
  waiting.clear();
  for (const run of ready) run();
}

/** A press has begun. */
export function hold(): void {
  clearTimeout(timer);
  pressed = true;
  timer = setTimeout(release, longestHoldMs);
}

/** A press has ended; the click that belongs to it is dispatched in the same task. */
export function releaseSoon(): void {
  if (!pressed) return;
  clearTimeout(timer);
  timer = setTimeout(release);
}

/** Runs immediately, or once the finger or mouse button that is down has been lifted and its click is done. */
export function whenReleased(run: () => void): () => void {
  if (!pressed) {
    run();
    return () => undefined;
  }
  waiting.add(run);
  return () => waiting.delete(run);
}

/**
 * The value as it was when the current press began: what depends on it does not move under the finger. A part that may
 * itself appear in the midst of a press shows `first` until the press ends.
 */
export function useHeld<T>(value: T, first: T = value): T {
  const [shown, setShown] = useState(first);
  useLayoutEffect(() => (Object.is(shown, value) ? undefined : whenReleased(() => setShown(value))), [shown, value]);
  return shown;
}
