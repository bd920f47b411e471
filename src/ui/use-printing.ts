import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;
const listeners = new Set<() => void>();

function turn(on: boolean): void {
  isPrinting = on;
  // The browser lays out the page for print right after the event's listeners return.
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}
const begin = () => turn(true);
const end = () => turn(false);

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    isPrinting = false;
  };
}

/**
 * Returns whether the page is being printed, so that content rendered for it appears on paper. Content that has to load
 * first comes too late.
 */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}
