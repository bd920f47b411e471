import { acrossSleep } from '../ports/page-cache.ts';
import type { Sleep } from '../ports/ports.ts';
import type { CopyEvents, CopyState } from './copy-state.ts';
import { createMemory } from './memory.ts';
import { isReadable, storedSchema } from './store.ts';
import type { Head, Store } from './store.ts';

/**
 * Reads into memory what other tabs have stored since, or everything if `whole` is set or an update is not enough.
 * Reads twice if necessary, because a browser may close a database at any moment. Resolves to the stored head, having
 * read nothing, if this app cannot read the schema of the rows.
 */
export type ReadCopy = (whole: boolean) => Promise<Head | null>;

/** Creates the reader of a copy; `emptyNow` is the head of an empty database. Throws: errors of IndexedDB. */
export function createCopyReader(
  store: Store,
  state: CopyState,
  sleep: Sleep | undefined,
  { onChange, emptyNow }: { onChange: CopyEvents['onChange']; emptyNow: () => Head },
): ReadCopy {
  async function read(whole: boolean): Promise<Head | null> {
    const started = state.head;
    let next = state.memory;
    let everything = whole;
    let segments = 0;
    const stored = await store.read(
      (head) => {
        everything ||= head?.generation !== started.generation || started.seq < head.forgottenThrough;
        if (everything) next = createMemory();
        return !head || !isReadable(head) ? null : everything ? 0 : started.seq;
      },
      (number, segment, toCome) => {
        segments += 1;
        next.apply(number, segment, toCome);
      },
    );
    if (stored && !isReadable(stored)) return stored;
    state.memory = next;
    state.head = stored ? { ...stored, schema: storedSchema } : emptyNow();
    if (state.head.seq !== started.seq || everything) onChange(segments > 0 || everything);
    return null;
  }

  return async (whole) => {
    let everything = whole;
    const reading = () =>
      acrossSleep(sleep, () => {
        // An attempt that failed halfway has left rows in memory.
        const asked = everything;
        everything = true;
        return read(asked);
      });
    return reading().catch(reading);
  };
}
