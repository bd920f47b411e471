import { useSyncExternalStore } from 'react';

/** All steps are listed from tablet width on. */
const wideQuery = '(min-width: 48rem)';

/** Returns whether there is room for the list of all steps. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wideQuery);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(wideQuery).matches,
  );
}
