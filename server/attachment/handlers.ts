import { and, eq } from 'drizzle-orm';
import { maxFileBytes } from '#contract/fields.ts';
import { filePieceBytes } from '#contract/calls/sync.ts';
import type { DirectHandlers, Handlers } from '../context.ts';
import type { Executor } from '../db/database.ts';
import { attachment, attachmentUse, syncIndex } from '../db/schema.ts';
import { type HospitalScope, writeScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { requireRoom } from './storage.ts';
import { sendBytes } from '../http/send-bytes.ts';

type AttachmentRow = typeof attachment.$inferSelect;

const standOf = (file: AttachmentRow) => ({
  sha256: file.sha256,
  size: file.sizeBytes,
  offset: file.receivedBytes,
  received: file.receivedAt !== null,
});

/** How much of a file has arrived. */
export const attachmentHandlers = {
  attachmentStatus: async ({ params, hospital }) => {
    const file = await hospital.find(attachment, eq(attachment.sha256, params.sha256));
    if (!file) throw new ApiError('file.unknown');
    return standOf(file);
  },
} satisfies Handlers<'attachmentStatus'>;

/** Takes pieces of a file and gives files back. */
export const attachmentDirectHandlers = {
  /**
   * Takes the next piece. The row's lock orders two senders of one file; a sender at another offset is told where to
   * continue. The last piece has the hash and the content checked before the file counts as received.
   */
  putAttachment: async ({ params, query, hospital, services, request, now }) => {
    const { sha256 } = params;
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (bytes.length > filePieceBytes) throw new ApiError('body.too_large');
    const { files, db, writes } = services;
    const receive = async (tx: Executor) => {
      const scope = writeScope(tx, hospital.facts);
      const file = await scope.find(attachment, eq(attachment.sha256, sha256), { lock: true });
      if (!file) throw new ApiError('file.unknown');
      if (file.receivedAt !== null) return standOf(file);
      if (query.offset !== file.receivedBytes) {
        throw new ApiError('file.offset', undefined, { context: { offset: file.receivedBytes } });
      }
      const offset = file.receivedBytes + bytes.length;
      if (offset > Math.min(file.sizeBytes, maxFileBytes)) throw new ApiError('file.too_large');
      // A file takes its room with its first piece; the others stay within the size that it was announced with.
      if (file.receivedBytes === 0) await requireRoom(scope, file.sizeBytes);
      // A server that died between the last piece and its commit has left the whole file.
      const isWhole = await files.has(scope.id, sha256);
      if (!isWhole && !(await files.writePiece(scope.id, sha256, query.offset, bytes))) {
        await scope.update(attachment, { receivedBytes: 0 }, eq(attachment.sha256, sha256));
        return { fault: 'file.offset' as const };
      }
      if (!isWhole && offset < file.sizeBytes) {
        await scope.update(attachment, { receivedBytes: offset }, eq(attachment.sha256, sha256));
        return standOf({ ...file, receivedBytes: offset });
      }
      const checked = await files.finish(scope.id, sha256);
      if ('fault' in checked) {
        await scope.update(attachment, { receivedBytes: 0 }, eq(attachment.sha256, sha256));
        return checked;
      }
      const { size, mime } = checked;
      const done = { sizeBytes: size, receivedBytes: size, receivedAt: now, mime };
      await scope.update(attachment, done, eq(attachment.sha256, sha256));
      for (const use of await scope.list(attachmentUse, eq(attachmentUse.sha256, sha256))) {
        if (use.ownerKind === 'installation' || use.ownerKind === 'warranty') continue;
        if (use.ownerKind === 'test' && !(await isOnTablets(scope, use.ownerId))) continue;
        scope.touch(use.ownerKind, use.ownerId);
      }
      const changes = scope.changes();
      if (changes.length > 0) await publishChanges(tx, scope.id, changes, now);
      return standOf({ ...file, ...done });
    };
    const outcome = await writes.run(hospital.id, () => db.transaction(receive));
    if ('fault' in outcome) throw new ApiError(outcome.fault, undefined, { context: { offset: 0 } });
    return outcome;
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

/** Whether tablets still keep a test: a late photo brings none back. */
async function isOnTablets(scope: HospitalScope, testId: string): Promise<boolean> {
  const kept = await scope.list(
    syncIndex,
    and(eq(syncIndex.kind, 'test'), eq(syncIndex.entityId, testId), eq(syncIndex.deleted, false)),
    { limit: 1 },
  );
  return kept.length > 0;
}

/** A name as an extended value of a header. Source: RFC 8187, section 3.2. */
function headerValue(name: string): string {
  const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(name).replaceAll(/['()*]/g, percent);
}
