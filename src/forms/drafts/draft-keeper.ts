import type { WardEngine } from '#ui/engine/engine.ts';

/** Whether the typed values are stored on the tablet; `failed` until a later write succeeds. */
export type DraftState = 'saved' | 'saving' | 'failed';

/**
 * Stores the latest value of a draft, one write at a time; of the values set during a write only the newest is written
 * next.
 */
export interface DraftKeeper {
  put(value: unknown): void;
  /** Passes the newest value to the storage now, without waiting for the current write. */
  flush(): void;
  /**
   * Deletes the draft; later values are no longer written. If deletion fails, the draft reappears at the next visit.
   */
  discard(): Promise<void>;
}

/** Creates the keeper of one draft. */
export function createDraftKeeper(
  drafts: Pick<WardEngine, 'writeDraft' | 'deleteDraft'>,
  key: string,
  onState: (state: DraftState) => void,
): DraftKeeper {
  let newest: { value: unknown } | null = null;
  let running: Promise<void> | null = null;
  let closed = false;
  let hasFailed = false;
  const fail = () => {
    hasFailed = true;
    onState('failed');
  };

  const drain = async () => {
    while (newest) {
      const { value } = newest;
      newest = null;
      try {
        await drafts.writeDraft(key, value);
      } catch {
        newest ??= { value };
        running = null;
        fail();
        return;
      }
    }
    running = null;
    hasFailed = false;
    onState('saved');
  };

  return {
    put(value) {
      if (closed) return;
      newest = { value };
      // A warning that disappeared and returned with each key would be announced each time.
      if (!hasFailed) onState('saving');
      running ??= drain();
    },
    flush() {
      if (closed || !newest) return;
      const { value } = newest;
      newest = null;
      drafts.writeDraft(key, value).catch(fail);
    },
    async discard() {
      closed = true;
      newest = null;
      await running;
      await drafts.deleteDraft(key).catch(() => undefined);
    },
  };
}
