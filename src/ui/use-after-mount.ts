import { useEffect, useState } from 'react';

/**
 * True from the moment after mounting: a live region filled then is announced; one that is mounted with its text may
 * not be.
 */
export function useAfterMount(): boolean {
  const [mounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is the point: it fills the region
  useEffect(() => setMounted(true), []);
  return mounted;
}
