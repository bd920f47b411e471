import { useEffect, useState } from 'react';

/**
 * Returns what `load` last resolved to: undefined until it first resolves, and unchanged if it fails. `load` must stay the
 * same function; a new one is loaded again, and the earlier answer is then ignored if it arrives late.
 */
export function useLoaded<T>(load: () => Promise<T>, isWanted = true): T | undefined {
  const [value, setValue] = useState<T>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let left = false;
    load().then(
      (loaded) => {
        if (!left) setValue(() => loaded);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [load, isWanted]);
  return value;
}
