import { useEffect } from 'react';
import { useEngine, useSession } from '#ui/engine/engine-provider.tsx';

/** What the app does for the tablet once someone is signed in: asks the browser to keep its storage. */
export function useTabletDuties() {
  const engine = useEngine();
  const session = useSession();
  const userId = session.kind === 'signed-in' ? session.session.userId : null;
  useEffect(() => {
    if (userId !== null) void engine.requestPersistence();
  }, [engine, userId]);
}
