import { useSyncExternalStore } from 'react';

/** Why the app will not open without network: no room for its files, a browser without workers, or not known. */
export type StartTrouble = 'no-room' | 'no-worker' | 'unknown';

let trouble: StartTrouble | null = null;
const listeners = new Set<() => void>();

/** Why this tablet could not keep the app's files; null if it has them or is still loading them for the first time. */
export const startTrouble = (): StartTrouble | null => trouble;

/** Keeps why the files could not be kept, or that they are. */
export function setStartTrouble(next: StartTrouble | null): void {
  trouble = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** As `startTrouble`, drawn again when it changes. */
export const useStartTrouble = (): StartTrouble | null => useSyncExternalStore(subscribe, startTrouble);

/** The reason as the end of a sentence. */
export const troubleWords: Record<StartTrouble, string> = {
  'no-room': 'this tablet has no room for its files',
  'no-worker': 'this browser cannot keep its files',
  unknown: 'its files could not be loaded yet',
};
