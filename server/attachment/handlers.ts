import { and, eq } from 'drizzle-orm';
import { maxFileBytes } from '#contract/fields.ts';
import { filePieceBytes } from '#contract/calls/sync.ts';
import type { DirectHandlers, Handlers, Services } from '../context.ts';
import type { Executor } from '../db/database.ts';
import { attachment, attachmentUse, syncIndex } from '../db/schema.ts';
import { type HospitalScope, type WriteScope, writeScope } from '../db/scope.ts';
import type { Checked, FileStore } from '../files/file-store.ts';
import { ApiError } from '../problem.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { refuseWhileRemoving } from '../http/keep-files.ts';
import { requireRoom, seeRoom } from './storage.ts';
import { sendBytes } from '../http/send-bytes.ts';

type AttachmentRow = typeof attachment.$inferSelect;

const standOf = (file: AttachmentRow) => ({
  sha256: file.sha256,
  size: file.sizeBytes,
  offset: file.receivedBytes,
  received: file.receivedAt !== null,
});

/** Reports how much of a file has arrived. */
export const attachmentHandlers = {
  attachmentStatus: async ({ params, hospital }) => {
    const file = await hospital.find(attachment, eq(attachment.sha256, params.sha256));
    if (!file) throw new ApiError('file.unknown');
    return standOf(file);
  },
} satisfies Handlers<'attachmentStatus'>;

/** Receives files in pieces and serves them. */
export const attachmentDirectHandlers = {
  putAttachment: ({ params, query, hospital, services, request, now }) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (bytes.length > filePieceBytes) throw new ApiError('body.too_large');
    return receivePiece(
      services,
      hospital,
      { sha256: params.sha256, size: query.size, offset: query.offset, bytes },
      now,
    );
  },

  getAttachment: async ({ params, hospital, services, reply }) => {
    const file = await hospital.find(attachment, eq(attachment.sha256, params.sha256));
    if (!file || file.receivedAt === null) throw new ApiError('record.unknown', 'This file does not exist.');
    const [use] = await hospital.list(attachmentUse, eq(attachmentUse.sha256, params.sha256), { limit: 1 });
    const name = use?.name || `${file.sha256.slice(0, 8)}.${file.mime.split('/')[1]}`;
    const stored = await services.files.read(hospital.id, file.sha256);
    void reply
      .type(file.mime)
      .header('content-disposition', `attachment; filename*=UTF-8''${headerValue(name)}`)
      .header('x-content-type-options', 'nosniff');
    sendBytes(reply, stored);
  },
} satisfies DirectHandlers<'putAttachment' | 'getAttachment'>;

interface Piece {
  sha256: string;
  /** The size of the whole file; absent: as announced. */
  size?: number | undefined;
  offset: number;
  bytes: Buffer;
}

/**
 * Stores the next piece of a file. The store works outside any transaction, so that a hanging store blocks no write;
 * the state is checked again when the piece is recorded. If two clients send the same file, the slower one is told
 * where to continue. With the last piece, the hash and the content are checked before the file counts as received.
 */
export async function receivePiece(
  { db, files, writes }: Pick<Services, 'db' | 'files' | 'writes'>,
  hospital: HospitalScope,
  { sha256, size, offset, bytes }: Piece,
  now: Date,
) {
  const announced = await hospital.find(attachment, eq(attachment.sha256, sha256));
  if (!announced) throw new ApiError('file.unknown');
  if (announced.receivedAt !== null) return standOf(announced);
  const file = { ...announced, sizeBytes: size ?? announced.sizeBytes };
  if (offset !== file.receivedBytes) throw continueAt(file.receivedBytes);
  if (file.receivedBytes + bytes.length > Math.min(file.sizeBytes, maxFileBytes)) throw new ApiError('file.too_large');
  if (file.receivedBytes === 0) await seeRoom(hospital, file.sizeBytes);
  await refuseWhileRemoving(hospital, sha256);
  const piece = await storePiece(files, file, bytes);
  const outcome = await writes.run(hospital.id, () =>
    db.transaction((tx) => recordPiece(tx, writeScope(tx, hospital.facts), file, piece, now)),
  );
  if ('fault' in outcome) throw new ApiError(outcome.fault, undefined, { context: { offset: 0 } });
  return outcome;
}

/**
 * The result of storing a piece: how far the file has come, the facts of the complete file, or why it has to start
 * over.
 */
type StoredPiece = { offset: number } | Checked;

async function storePiece(files: FileStore, file: AttachmentRow, bytes: Buffer): Promise<StoredPiece> {
  const { hospitalId, sha256, receivedBytes: offset, sizeBytes } = file;
  // A server that died between the last piece and its commit leaves a complete file behind.
  if (!(await files.has(hospitalId, sha256))) {
    if (!(await files.writePiece(hospitalId, sha256, offset, bytes))) return { fault: 'file.offset' };
    if (offset + bytes.length < sizeBytes) return { offset: offset + bytes.length };
  }
  return files.finish(hospitalId, sha256, sizeBytes);
}

/** Records a stored piece unless another request has moved the file on in the meantime. */
async function recordPiece(tx: Executor, scope: WriteScope, before: AttachmentRow, piece: StoredPiece, now: Date) {
  const isFile = eq(attachment.sha256, before.sha256);
  // The first piece reserves room for the whole file; later pieces stay within the size that their sender gives.
  if (before.receivedBytes === 0 && !('fault' in piece)) await requireRoom(scope, before.sizeBytes);
  const file = await scope.find(attachment, isFile, { lock: true });
  if (!file) throw new ApiError('file.unknown');
  if (file.receivedAt !== null) return standOf(file);
  if (file.receivedBytes !== before.receivedBytes) throw continueAt(file.receivedBytes);
  if ('fault' in piece) {
    await scope.update(attachment, { receivedBytes: 0 }, isFile);
    return piece;
  }
  if ('offset' in piece) {
    await scope.update(attachment, { receivedBytes: piece.offset, sizeBytes: before.sizeBytes }, isFile);
    return standOf({ ...before, receivedBytes: piece.offset });
  }
  const done = { sizeBytes: piece.size, receivedBytes: piece.size, receivedAt: now, mime: piece.mime };
  await scope.update(attachment, done, isFile);
  for (const use of await scope.list(attachmentUse, eq(attachmentUse.sha256, file.sha256))) {
    if (use.ownerKind === 'installation' || use.ownerKind === 'warranty') continue;
    if (use.ownerKind === 'test' && !(await isOnTablets(scope, use.ownerId))) continue;
    scope.touch(use.ownerKind, use.ownerId);
  }
  const changes = scope.changes();
  if (changes.length > 0) await publishChanges(tx, scope.id, changes, now);
  return standOf({ ...file, ...done });
}

function continueAt(offset: number): ApiError {
  return new ApiError('file.offset', undefined, { context: { offset } });
}

/** Returns whether tablets still keep a test; a late photo does not bring an expired one back. */
async function isOnTablets(scope: HospitalScope, testId: string): Promise<boolean> {
  const kept = await scope.list(
    syncIndex,
    and(eq(syncIndex.kind, 'test'), eq(syncIndex.entityId, testId), eq(syncIndex.deleted, false)),
    { limit: 1 },
  );
  return kept.length > 0;
}

/** Encodes a name as an extended header value. Source: RFC 8187, section 3.2. */
function headerValue(name: string): string {
  const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(name).replaceAll(/['()*]/g, percent);
}
