import { useEffect } from 'react';
import { useEngine, useSession } from '../resource/engine-provider.tsx';

/** What the app does for the device once somebody is signed in: asks the browser to keep its storage. */
export function useDeviceDuties() {
  const engine = useEngine();
  const session = useSession();
  const userId = session.kind === 'signed-in' ? session.session.userId : null;
  useEffect(() => {
    if (userId !== null) void engine.requestPersistence();
  }, [engine, userId]);
}
