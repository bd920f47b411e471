import { useEffect } from 'react';
import { useEngine, useSession, useSyncStatus } from '../resource/engine-provider.tsx';

/** What the app does for the device while someone is signed in: asks to keep its storage, carries the count on its icon. */
export function useDeviceDuties() {
  const engine = useEngine();
  const session = useSession();
  const { waiting, attention } = useSyncStatus();
  const userId = session.kind === 'signed-in' ? session.session.userId : null;
  const count = waiting + attention;

  useEffect(() => {
    if (userId !== null) void engine.requestPersistence();
  }, [engine, userId]);

  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    // A platform that shows no badge says so by refusing; the count is in the header as well.
    shown.catch(() => undefined);
  }, [count]);
}
