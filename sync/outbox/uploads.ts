import { filePieceBytes } from '#contract/calls/sync.ts';
import type { CommandError, PickedFile } from '../types.ts';
import type { Command } from './command.ts';
import type { Announce } from './change-feed.ts';
import { resultOf } from '../ports/idb.ts';
import type { OutboxDatabase, Stores } from './database.ts';
import { isReceivedFor } from './received.ts';
import type { NewCommand, StoredPiece, Upload } from './schema.ts';
import { settled } from './states.ts';
import type { Transitions } from './transitions.ts';

/** Tracks the upload of the outbox's files. */
export interface Uploads {
  uploads(): Promise<Upload[]>;
  changeUpload(sha256: string, change: (upload: Upload) => Upload): Promise<void>;
  /**
   * Records that the server has confirmed a file for a hospital: entries whose files are all confirmed are done (rule
   * PU15).
   */
  receiveFile(sha256: string, hospitalId: string, settledAt: string): Promise<void>;
  /**
   * Records that the server refuses a file permanently: its entries need attention, while their facts stay answered
   * (rule PU16).
   */
  refuseFile(sha256: string, error: CommandError): Promise<void>;
  /** Returns part of a file; undefined when this tablet no longer has all of it. Units: bytes, `until` is exclusive. */
  bytes(sha256: string, from: number, until: number): Promise<ArrayBuffer | undefined>;
}

/**
 * Stores a picked file in pieces next to the entry that names it; a file that is already stored is not stored twice.
 */
export async function putFile(store: Stores, file: PickedFile, { userId, hospitalId }: NewCommand): Promise<void> {
  const known = await resultOf<Upload | undefined>(store('uploads').get(file.ref.sha256));
  if (known) {
    if (isReceivedFor(known, hospitalId)) return;
    const again: Upload = { ...known, userId, received: false, refused: false, nextAttemptAt: 0 };
    await resultOf(store('uploads').put(again));
    return;
  }
  const { sha256, size, mime, name } = file.ref;
  const fresh = { sentBytes: 0, received: false, attempts: 0, nextAttemptAt: 0, unreachableAt: 0, settledAt: null };
  const upload: Upload = { sha256, size, mime, name, userId, ...fresh };
  await resultOf(store('uploads').put(upload));
  for (let index = 0; index * filePieceBytes < file.bytes.byteLength; index += 1) {
    const bytes = file.bytes.slice(index * filePieceBytes, (index + 1) * filePieceBytes);
    const piece: StoredPiece = { sha256, index, bytes };
    await resultOf(store('files').put(piece));
  }
}

const names = (command: Command, sha256: string): boolean => command.files.some((file) => file.sha256 === sha256);

/** Creates uploads over the outbox database. */
export function createUploads(db: OutboxDatabase, announce: Announce, { changeOpen }: Transitions): Uploads {
  return {
    uploads: () => db.read((tables) => tables.uploads.toArray()),
    async changeUpload(sha256, change) {
      const changed = await db.write(['uploads'], async (tables) => {
        const upload = await tables.uploads.get(sha256);
        if (!upload) return null;
        const next = change(upload);
        await tables.uploads.put(next);
        return next;
      });
      if (changed) announce({ uploads: [changed] });
    },
    receiveFile: (sha256, hospitalId, settledAt) =>
      changeOpen((command, facts) => (names(command, sha256) ? settled(command, facts) : null), {
        sha256,
        change: (upload) => ({
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
        { sha256, change: (upload) => ({ ...upload, refused: true }) },
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
