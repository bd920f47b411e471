import { filePieceBytes } from '#contract/sync.ts';
import type { Command, PickedFile } from '../types.ts';
import type { OutboxDatabase, OutboxTables, Upload } from './database.ts';
import type { NewCommand, Outbox, OutboxChange } from './outbox.ts';
import { isReceivedFor } from './received.ts';
import type { Change, createTransitions, Facts } from './transitions.ts';

/** A file as if the server had never heard of it. */
export const unsent = (upload: Upload): Upload => ({
  ...upload,
  sentBytes: 0,
  received: false,
  receivedFor: [],
  refused: false,
  nextAttemptAt: 0,
  settledAt: null,
});

/** Lays a picked file in its pieces beside the entry that names it; one that is here already is not laid twice. */
export async function putFile(
  tables: OutboxTables,
  file: PickedFile,
  { userId, hospitalId }: NewCommand,
): Promise<void> {
  const known = await tables.uploads.get(file.ref.sha256);
  if (known) {
    if (isReceivedFor(known, hospitalId)) return;
    await tables.uploads.put({ ...known, userId, received: false, refused: false, nextAttemptAt: 0 });
    return;
  }
  const { sha256, size, mime, name } = file.ref;
  const fresh = { sentBytes: 0, received: false, attempts: 0, nextAttemptAt: 0, unreachableAt: 0, settledAt: null };
  await tables.uploads.put({ sha256, size, mime, name, userId, ...fresh });
  for (let index = 0; index * filePieceBytes < file.bytes.byteLength; index += 1) {
    const bytes = file.bytes.slice(index * filePieceBytes, (index + 1) * filePieceBytes);
    await tables.files.put({ sha256, index, bytes });
  }
}

const names = (command: Command, sha256: string): boolean => command.files.some((file) => file.sha256 === sha256);

/** True when the hospital of the entry has all its files. */
export const allReceived = ({ uploads }: Facts, command: Command): boolean =>
  command.files.every((file) => {
    const upload = uploads.get(file.sha256);
    return upload === undefined || isReceivedFor(upload, command.hospitalId);
  });

/**
 * An answered entry is done when the server has all its files; also one that needed attention for a file, which another
 * entry has brought there since.
 */
export const settled: Change = (command, facts) => {
  const awaitsFiles = command.state === 'acked' || (command.state === 'attention' && command.answer !== null);
  return awaitsFiles && allReceived(facts, command) ? { ...command, state: 'done', lastError: null } : null;
};

/** The files of the outbox on their way to the server. */
export function createUploads(
  db: OutboxDatabase,
  tell: (change: Partial<OutboxChange>) => void,
  { changeOpen }: ReturnType<typeof createTransitions>,
): Pick<Outbox, 'uploads' | 'changeUpload' | 'receiveFile' | 'refuseFile' | 'bytes'> {
  return {
    uploads: () => db.read((tables) => tables.uploads.toArray()),
    async changeUpload(sha256, work) {
      const changed = await db.write(['uploads'], async (tables) => {
        const upload = await tables.uploads.get(sha256);
        if (!upload) return null;
        const next = work(upload);
        await tables.uploads.put(next);
        return next;
      });
      if (changed) tell({ uploads: [changed] });
    },
    receiveFile: (sha256, hospitalId, settledAt) =>
      changeOpen((command, facts) => (names(command, sha256) ? settled(command, facts) : null), {
        sha256,
        work: (upload) => ({
          ...upload,
          sentBytes: upload.size,
          received: true,
          refused: false,
          receivedFor: [...(upload.receivedFor ?? []), hospitalId],
          attempts: 0,
          nextAttemptAt: 0,
          settledAt,
        }),
      }),
    refuseFile: (sha256, lastError) =>
      changeOpen(
        (command) =>
          command.state === 'acked' && names(command, sha256) ? { ...command, state: 'attention', lastError } : null,
        { sha256, work: (upload) => ({ ...upload, refused: true }) },
      ),
    async bytes(sha256, from, until) {
      const first = Math.floor(from / filePieceBytes);
      const last = Math.floor(Math.max(from, until - 1) / filePieceBytes);
      const rows = await db.read(({ files }) =>
        files.where('[sha256+index]').between([sha256, first], [sha256, last], true, true).toArray(),
      );
      if (rows.length !== last - first + 1) return undefined;
      const all = new Uint8Array(rows.reduce((sum, row) => sum + row.bytes.byteLength, 0));
      let at = 0;
      for (const row of rows) {
        all.set(new Uint8Array(row.bytes), at);
        at += row.bytes.byteLength;
      }
      const start = first * filePieceBytes;
      return all.buffer.slice(from - start, until - start);
    },
  };
}
