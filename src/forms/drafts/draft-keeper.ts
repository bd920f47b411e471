import type { WardEngine } from '#ui/engine/engine.ts';

/** Whether what was typed is in the tablet's storage; `failed` until a later write succeeds. */
export type DraftState = 'saved' | 'saving' | 'failed';

/** Writes the latest value of a draft, one write at a time; of what comes meanwhile, only the newest waits. */
export interface DraftKeeper {
  put(value: unknown): void;
  /** Hands the newest value to the storage now, without waiting for a write under way. */
  flush(): void;
  /** Deletes the draft; later values are no longer written. One that cannot be deleted reappears as restored. */
  discard(): Promise<void>;
}

/** Makes the keeper of one draft. */
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
      // A warning that went and came with each key would be read out each time.
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
