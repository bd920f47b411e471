import { useLayoutEffect, useState } from 'react';

/** A longer press no longer delays anything: updates must not wait for a resting hand. Units: ms. */
const longestHoldMs = 2_000;

let pressed = false;
const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Ends the hold and runs what was waiting. */
export function release(): void {
  clearTimeout(timer);
  pressed = false;
  const ready = [...waiting];
  waiting.clear();
  for (const run of ready) run();
}

/** Starts a hold when a press begins. */
export function hold(): void {
  clearTimeout(timer);
  pressed = true;
  timer = setTimeout(release, longestHoldMs);
}

/** Ends the hold after a press; its click is dispatched in the same task. */
export function releaseSoon(): void {
  if (!pressed) return;
  clearTimeout(timer);
  timer = setTimeout(release);
}

/** Runs a function immediately, or after the current press has ended and its click has been handled. */
export function whenReleased(run: () => void): () => void {
  if (!pressed) {
    run();
    return () => undefined;
  }
  waiting.add(run);
  return () => waiting.delete(run);
}

/**
 * Returns the value from when the current press began, so that nothing that depends on it moves under the finger. A
 * component that mounts during a press uses `first` until the press ends.
 */
export function useHeld<T>(value: T, first: T = value): T {
  const [shown, setShown] = useState(first);
  useLayoutEffect(() => (Object.is(shown, value) ? undefined : whenReleased(() => setShown(value))), [shown, value]);
  return shown;
}
