import { useEffect } from 'react';
import { useEngine, useSession } from '#ui/engine/engine-provider.tsx';

/** Asks the browser for persistent storage once someone is signed in. */
export function useTabletDuties() {
  const engine = useEngine();
  const session = useSession();
  const userId = session.kind === 'signed-in' ? session.session.userId : null;
  useEffect(() => {
    if (userId !== null) void engine.requestPersistence();
  }, [engine, userId]);
}
