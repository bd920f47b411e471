/** The listeners of the screens. */

/** Calls all listeners once for everything that changes in the same task. */
export interface Listeners {
  subscribe(listener: () => void): () => void;
  tell(): void;
}

/** Creates an empty set of listeners. */
export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  let isTelling = false;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell() {
      if (isTelling) return;
      isTelling = true;
      queueMicrotask(() => {
        isTelling = false;
        for (const listener of listeners) listener();
      });
    },
  };
}
