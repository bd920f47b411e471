import { useEffect, useState, type ComponentType } from 'react';

interface LazyPart<P> {
  /** Null until it has loaded. */
  Part: ComponentType<P> | null;
  failed: boolean;
  retry: () => void;
}

/**
 * Loads a large part of a screen on demand; `load` must stay the same function. Unlike React's lazy, it can be retried
 * after a failure.
 */
export function useLazyPart<P>(load: () => Promise<ComponentType<P>>, isWanted = true): LazyPart<P> {
  const [part, setPart] = useState<{ Part: ComponentType<P> } | 'failed' | null>(null);
  useEffect(() => {
    if (part !== null || !isWanted) return undefined;
    let left = false;
    load().then(
      (Part) => {
        if (!left) setPart({ Part });
      },
      () => {
        if (!left) setPart('failed');
      },
    );
    return () => {
      left = true;
    };
  }, [load, part, isWanted]);
  const failed = part === 'failed';
  return { Part: failed || part === null ? null : part.Part, failed, retry: () => setPart(null) };
}
