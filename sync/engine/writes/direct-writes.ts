import type { OfflineCallName } from '#contract/index.ts';
import type { Client } from '../../transport/client.ts';
import { withoutFiles } from './outbox-write.ts';
import type { PreparedWrite } from './outbox-write.ts';
import type { CallInput, PickedFile, SavedEntry } from '../../types.ts';

/** Writes that are sent straight to the server, in browsers that store nothing. */
export interface DirectWrites {
  /**
   * Sends a write without its files. Throws: CallError, SaveError `invalid`; repeating the same write gives the same
   * entry.
   */
  send(prepared: PreparedWrite, userId: string, id: string, files: readonly PickedFile[]): Promise<SavedEntry>;
  /** Returns the answer of a write that was sent; undefined for any other. */
  answerOf(id: string): { answer: unknown } | undefined;
}

/** Keeps the answers, and the keys of unanswered writes, as long as the page lives. */
export function createDirectWrites(client: Client): DirectWrites {
  const answers = new Map<string, unknown>();
  const unheard = new Map<string, string>();
  return {
    async send(prepared, userId, id, files) {
      const refusedFiles = files.map((file) => ({ ...file.ref, reason: 'no-storage' as const }));
      const { name, body: bare } = withoutFiles(prepared, refusedFiles);
      const said = JSON.stringify([userId, name, bare]);
      const key = unheard.get(said) ?? id;
      unheard.set(said, key);
      answers.set(key, await client.callApi(name, { body: bare, idempotencyKey: key } as CallInput<OfflineCallName>));
      unheard.delete(said);
      return { id: key, refusedFiles };
    },
    answerOf: (id) => (answers.has(id) ? { answer: answers.get(id) } : undefined),
  };
}
