import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '#ui/engine/engine-provider.tsx';

const neverChangesAlone = () => () => undefined;

/**
 * Returns a place in the header, which comes with the first screen after a sign-in; null until then. A new session or
 * address renders this part again, and React checks again once the header is on the page.
 */
export function useHeaderPlace(id: 'header-notes' | 'home-link'): Element | null {
  useSession();
  useLocation();
  return useSyncExternalStore(neverChangesAlone, () => document.getElementById(id));
}
