import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;
const listeners = new Set<() => void>();

function turn(on: boolean): void {
  isPrinting = on;
  // The browser lays the page out for paper as soon as the event has been told.
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

/** Whether the page is being printed: what is drawn for it is on paper. What has to be loaded first comes too late. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}
