import { useEffect, useState } from 'react';

/**
 * Returns false during mounting and true afterwards: a live region that is filled later is announced, one that mounts
 * with its text may not be.
 */
export function useAfterMount(): boolean {
  const [mounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is the point: it fills the region
  useEffect(() => setMounted(true), []);
  return mounted;
}
