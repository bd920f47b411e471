import { useSyncExternalStore } from 'react';

/** From a tablet's width on, all steps are listed. */
const wideQuery = '(min-width: 48rem)';

/** Whether there is room for the list of all steps. */
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
