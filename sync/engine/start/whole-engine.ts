import type { Clock } from '../../ports/ports.ts';
import { CallError } from '../../types.ts';
import type { WardEngine } from '../../types.ts';

/** Pause after a failure before the rest is loaded again. Units: milliseconds. */
const againMs = 10_000;

const incompleteText = 'The app could not be loaded completely. Please open it again.';

/** Loads the whole engine once: for the first action that needs it, or by `complete`. */
export interface WholeEngine {
  /** The engine once it is loaded, else null. */
  loaded(): WardEngine | null;
  /** Loads the engine, or waits for the load in progress. Throws: CallError `offline`. */
  get(): Promise<WardEngine>;
  /** Loads it, retrying until it has arrived. */
  complete(): Promise<void>;
  /** Ends the retries; resolves to the engine if it was loaded or is loading, otherwise to null. */
  stop(): Promise<WardEngine | null>;
}

/** Binds `load`; `onLoaded` is called once with the engine. */
export function createWholeEngine(
  clock: Clock,
  load: () => Promise<WardEngine>,
  onLoaded: (engine: WardEngine) => void,
): WholeEngine {
  const stopped = new AbortController();
  let loaded: WardEngine | null = null;
  let loading: Promise<WardEngine> | null = null;

  function get(): Promise<WardEngine> {
    loading ??= load().then(
      (engine) => {
        loaded = engine;
        onLoaded(engine);
        return engine;
      },
      () => {
        loading = null;
        throw new CallError('offline', incompleteText);
      },
    );
    return loading;
  }

  async function complete(): Promise<void> {
    while (!loaded && !stopped.signal.aborted) {
      try {
        await get();
      } catch {
        await clock.delay(againMs, stopped.signal).catch(() => undefined);
      }
    }
  }

  return {
    loaded: () => loaded,
    get,
    complete,
    async stop() {
      stopped.abort();
      return (await loading?.catch(() => null)) ?? null;
    },
  };
}
