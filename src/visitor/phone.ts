import { createAlone } from './alone.ts';
import { createVisitorApi } from './api.ts';
import { createSender } from './send.ts';
import { openStore } from './store.ts';

/**
 * Opens what this phone needs to send reports. Calls `tell` whenever a report has changed, and with true while the
 * phone computes the proof of work.
 */
export function openPhone(tell: (isSolving: boolean) => void) {
  const store = openStore();
  const api = createVisitorApi({
    fetch: (path, init) => fetch(path, init),
    limit: (afterMs) => AbortSignal.timeout(afterMs),
  });
  const sender = createSender({
    store,
    api,
    now: Date.now,
    async solve(challenge) {
      tell(true);
      const { solveProof } = await import('./proof.ts');
      return solveProof(challenge).finally(() => tell(false));
    },
    alone: createAlone(navigator.locks, Date.now),
    onChange: () => tell(false),
  });
  return { store, api, sender };
}
