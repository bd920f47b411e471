import type { AnswerOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { replicaSchema } from '#contract/records/replica.ts';
import { changesPageSize } from '#contract/calls/sync.ts';
import type { Changes } from '#contract/calls/sync.ts';
import type { CallInput } from '../types.ts';

type PullCall = 'syncChanges' | 'syncDigest' | 'syncMissing';

/** Makes a typed call with the session; throws CallError. */
export type CallApi = <N extends PullCall>(name: N, input: CallInput<N>) => Promise<AnswerOf<Calls[N]>>;

/** Fetches pages of changes. */
export interface Pages {
  /** Fetches the page above a cursor. Throws: CallError; Error when the page does not move the cursor. */
  ask(cursor: number, epoch: string | null, signal: AbortSignal | undefined): Promise<Changes>;
  /** Returns false if the records have a schema other than this app's. */
  isReadable(changes: Changes): boolean;
  /** Forgets the download in progress. */
  restart(): void;
}

/** Creates the fetching of pages; `onUpdateRequired` is called for a schema newer than this app's. */
export function createPages(callApi: CallApi, onUpdateRequired: () => void): Pages {
  /** Head at the first page of the current download: tombstones older than it are not needed. */
  let began: number | null = null;
  return {
    async ask(cursor, epoch, signal) {
      const answer = await callApi('syncChanges', {
        query: {
          cursor,
          limit: changesPageSize,
          ...(epoch !== null && cursor > 0 ? { epoch } : {}),
          ...(began !== null && cursor > 0 ? { began } : {}),
        },
        ...(signal ? { signal } : {}),
      });
      if (cursor === 0) began = answer.head;
      if (!answer.more) began = null;
      if (answer.more && answer.next <= cursor) throw new Error('A page of changes does not move the cursor.');
      return answer;
    },
    isReadable({ schema }) {
      if (schema > replicaSchema) onUpdateRequired();
      return schema === replicaSchema;
    },
    restart() {
      began = null;
    },
  };
}
