import { useEffect, useId, useSyncExternalStore } from 'react';

const dirty = new Set<string>();
const listeners = new Set<() => void>();

function tell() {
  for (const listener of listeners) listener();
}

/** Registers a form with unsaved input: an update of the app waits for it. */
export function useDirtyForm(isDirty: boolean) {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return undefined;
    dirty.add(id);
    tell();
    return () => {
      dirty.delete(id);
      tell();
    };
  }, [id, isDirty]);
}

/** Returns true while any form on the page is half-filled. */
export function useAnyDirtyForm(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => dirty.size > 0,
  );
}
