import { useEffect } from 'react';
import { noteStaffPhone } from '#ui/platform/staff-phone.ts';
import { useEngine, useSession } from '#ui/engine/engine-provider.tsx';

/**
 * Asks the browser for persistent storage once someone is signed in, and records that labels open the app on this
 * device's browser.
 */
export function useTabletDuties() {
  const engine = useEngine();
  const session = useSession();
  const userId = session.kind === 'signed-in' ? session.session.userId : null;
  useEffect(() => {
    if (userId !== null) void engine.requestPersistence();
  }, [engine, userId]);
  const { kind } = session;
  useEffect(() => {
    if (kind !== 'starting') noteStaffPhone(kind === 'signed-in' || kind === 'locked');
  }, [kind]);
}
