import { callPath, calls } from '#contract/index.ts';
import { filePieceBytes } from '#contract/calls/sync.ts';
import { retryClass } from '#contract/errors.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Upload } from '../outbox/schema.ts';
import type { Ports } from '../ports/ports.ts';
import type { Client, SendResult } from '../transport/client.ts';
import { codeOf, messageOf } from '../transport/wire.ts';
import { backoffMs } from './plan.ts';
import type { PendingUpload } from './plan.ts';

/** Minimum size of a piece on a slow network, so that each one arrives within the socket timeout. Units: bytes. */
const minPieceBytes = 32 * 1024;

/** How far the upload of a file has come: `received` once the server has checked its hash. */
export type UploadResult = 'received' | 'paused' | 'refused';

/** Sends a file after its fact (rule PU15), until it has arrived, the connection breaks, or `signal` is aborted. */
export interface Uploader {
  send(upload: PendingUpload, signal: AbortSignal): Promise<UploadResult>;
}

/** Returns how much of a file the server has. Units: bytes. */
interface Standing {
  offset: number;
  received: boolean;
}

function standingOf(answer: SendResult): Standing | null {
  if (answer.kind !== 'ours' || answer.status !== 200) return null;
  const { body } = answer;
  if (typeof body !== 'object' || body === null || !('offset' in body) || !('received' in body)) return null;
  return typeof body.offset === 'number' && typeof body.received === 'boolean'
    ? { offset: body.offset, received: body.received }
    : null;
}

/** Creates the uploader of a page or worker; it remembers the piece size that the network can take. */
export function createUploader(ports: Ports, outbox: Outbox, client: Client): Uploader {
  let pieceBytes = filePieceBytes;
  const instant = () => new Date(ports.clock.now()).toISOString();

  async function pause({ sha256 }: Upload, retryAfterMs: number | null, unreachable = false): Promise<UploadResult> {
    const now = ports.clock.now();
    await outbox.changeUpload(sha256, (one) => ({
      ...one,
      attempts: one.attempts + 1,
      nextAttemptAt: now + (retryAfterMs ?? backoffMs(one.attempts + 1, ports.random.next())),
      unreachableAt: unreachable ? now : 0,
    }));
    return 'paused';
  }

  async function fail(upload: Upload, result: SendResult): Promise<UploadResult> {
    if (result.kind === 'unreachable') {
      // A piece that outlasts the runner's cycle counts as slow, like one that gets no answer.
      const isSlow = result.code === 'timeout' || result.code === 'aborted';
      if (isSlow) pieceBytes = Math.max(minPieceBytes, pieceBytes / 2);
      return pause(upload, null, true);
    }
    if (result.kind === 'signed-out') return pause(upload, null);
    const { status, body, retryAfterMs } = result;
    const code = codeOf(body);
    if (status < 400 || retryClass(status, code) !== 'never') return pause(upload, retryAfterMs);
    // Refused permanently (PU16).
    const message = messageOf(body);
    await outbox.refuseFile(upload.sha256, { class: 'never', status, code, message, at: instant() });
    return 'refused';
  }

  /** The bytes are no longer on this tablet, so they can never be sent. */
  async function giveUp({ sha256 }: Upload): Promise<UploadResult> {
    const message = 'The file is no longer on this tablet.';
    await outbox.refuseFile(sha256, { class: 'never', status: null, code: 'file.lost', message, at: instant() });
    return 'refused';
  }

  async function receive({ sha256, hospitalId }: PendingUpload): Promise<UploadResult> {
    await outbox.receiveFile(sha256, hospitalId, instant());
    return 'received';
  }

  return {
    async send(upload, signal) {
      const { sha256, userId } = upload;
      const params = { sha256 };
      // 1. Ask how much the server has.
      const statusPath = `/api${callPath(calls.attachmentStatus, params)}`;
      const asked = await client.sendAs(userId, { method: 'GET', path: statusPath, headers: {}, signal });
      let standing = standingOf(asked);
      if (!standing) return fail(upload, asked);
      for (;;) {
        // 2. The server has confirmed the hash: entries whose other files are confirmed too are done (PU15).
        if (standing.received) return receive(upload);
        // 3. Send the next piece.
        const { offset } = standing;
        const piece = await outbox.bytes(sha256, offset, Math.min(upload.size, offset + pieceBytes));
        if (piece === undefined || piece.byteLength === 0) return giveUp(upload);
        const sent = await client.sendAs(userId, {
          method: 'PUT',
          path: `/api${callPath(calls.putAttachment, params)}?offset=${offset}&size=${upload.size}`,
          headers: { 'Content-Type': 'application/octet-stream' },
          body: piece,
          signal,
        });
        standing = standingOf(sent);
        if (!standing) return fail(upload, sent);
        // 4. Progress: use larger pieces; a later attempt resumes here.
        pieceBytes = Math.min(filePieceBytes, pieceBytes * 2);
        const sentBytes = standing.offset;
        await outbox.changeUpload(sha256, (one) => ({ ...one, sentBytes, attempts: 0, nextAttemptAt: 0 }));
        if (signal.aborted) return 'paused';
      }
    },
  };
}
