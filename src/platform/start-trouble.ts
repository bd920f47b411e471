import { useSyncExternalStore } from 'react';
import type { startTroubles } from '#contract/records/tablet.ts';

/** Why the app will not open without network. */
export type StartTrouble = (typeof startTroubles)[number];

let trouble: StartTrouble | null = null;
const listeners = new Set<() => void>();

/**
 * Returns why this tablet could not store the app's files; null if it has them or is still downloading them for the
 * first time.
 */
export const startTrouble = (): StartTrouble | null => trouble;

/** Sets why the files could not be stored; null means that they are. */
export function setStartTrouble(next: StartTrouble | null): void {
  trouble = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns `startTrouble`, and renders again when it changes. */
export const useStartTrouble = (): StartTrouble | null => useSyncExternalStore(subscribe, startTrouble);

/** The reasons, worded as the end of a sentence. */
export const troubleWords: Record<StartTrouble, string> = {
  'no-room': 'this tablet has no room for its files',
  'no-worker': 'this browser cannot keep its files',
  unknown: 'its files could not be loaded yet',
};
