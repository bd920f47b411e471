import { useEngine, useSyncStatus, useView } from './engine-provider.tsx';
import { CallError } from './engine.ts';

/** Presents a first download without network as a failed load; the screen supplies the documents' sentence. */
export function useFirstLoad(): { error: Error | null; reload: () => void } {
  const engine = useEngine();
  const ready = useView((view) => view.ready);
  const { offline } = useSyncStatus();
  return {
    error: !ready && offline ? new CallError('offline', '') : null,
    reload: () => engine.sendNow(),
  };
}
