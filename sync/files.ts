import { callPath, calls } from '#contract/index.ts';
import { filePieceBytes } from '#contract/sync.ts';
import { retryClass } from '#contract/errors.ts';
import type { Client, SendResult } from './client.ts';
import type { Upload } from './outbox/database.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Ports } from './ports.ts';
import { backoffMs } from './push-plan.ts';
import { codeOf, messageOf } from './wire.ts';

/** On a slow network pieces shrink down to this, so that each makes its way within the time a socket has. Units: bytes. */
const smallestPieceBytes = 32 * 1024;

/** How far a file came: `received` when the server has checked its hash. */
export type UploadResult = 'received' | 'paused' | 'refused';

/** A file that is due, and for whose hospital it goes. */
export interface PendingUpload extends Upload {
  hospitalId: string;
}

interface Standing {
  offset: number;
  received: boolean;
}

function standingOf(body: unknown): Standing | null {
  if (typeof body !== 'object' || body === null || !('offset' in body) || !('received' in body)) return null;
  return typeof body.offset === 'number' && typeof body.received === 'boolean'
    ? { offset: body.offset, received: body.received }
    : null;
}

/** Sends files after their facts: asks where the server stands, goes on from there, piece by piece. */
export function createUploader(ports: Ports, outbox: Outbox, client: Client) {
  let pieceBytes = filePieceBytes;

  async function pause(upload: Upload, retryAfterMs: number | null, unreachable = false): Promise<UploadResult> {
    const now = ports.clock.now();
    await outbox.changeUpload(upload.sha256, (one) => ({
      ...one,
      attempts: one.attempts + 1,
      nextAttemptAt: now + (retryAfterMs ?? backoffMs(one.attempts + 1, ports.random.next())),
      unreachableAt: unreachable ? now : 0,
    }));
    return 'paused';
  }

  async function failed(upload: Upload, result: SendResult): Promise<UploadResult> {
    const at = new Date(ports.clock.now()).toISOString();
    if (result.kind === 'unreachable') {
      // A piece that outlasts the runner's turn is as slow as one that gets no answer.
      if (result.code === 'timeout' || result.code === 'aborted')
        pieceBytes = Math.max(smallestPieceBytes, pieceBytes / 2);
      return pause(upload, null, true);
    }
    if (result.kind === 'signed-out') return pause(upload, null);
    const { status, body, retryAfterMs } = result;
    const code = codeOf(body);
    if (status < 400 || retryClass(status, code) !== 'never') return pause(upload, retryAfterMs);
    await outbox.refuseFile(upload.sha256, { class: 'never', status, code, message: messageOf(body), at });
    return 'refused';
  }

  async function received({ sha256, hospitalId }: PendingUpload): Promise<UploadResult> {
    await outbox.receiveFile(sha256, hospitalId, new Date(ports.clock.now()).toISOString());
    return 'received';
  }

  /** Sends the rest of a file until it is there, the way is cut, or `signal` stops it. */
  async function send(upload: PendingUpload, signal: AbortSignal): Promise<UploadResult> {
    const { sha256, userId } = upload;
    const params = { sha256 };
    const asked = await client.sendAs(userId, {
      method: 'GET',
      path: `/api${callPath(calls.attachmentStatus, params)}`,
      headers: {},
      signal,
    });
    let standing = asked.kind === 'ours' && asked.status === 200 ? standingOf(asked.body) : null;
    if (!standing) return failed(upload, asked);
    for (;;) {
      if (standing.received) return received(upload);
      const { offset } = standing;
      const piece = await outbox.bytes(sha256, offset, Math.min(upload.size, offset + pieceBytes));
      if (piece === undefined || piece.byteLength === 0) {
        const at = new Date(ports.clock.now()).toISOString();
        const message = 'The file is no longer on this device.';
        await outbox.refuseFile(sha256, { class: 'never', status: null, code: 'file.lost', message, at });
        return 'refused';
      }
      const sent = await client.sendAs(userId, {
        method: 'PUT',
        path: `/api${callPath(calls.putAttachment, params)}?offset=${offset}`,
        headers: { 'Content-Type': 'application/octet-stream' },
        body: piece,
        signal,
      });
      standing = sent.kind === 'ours' && sent.status === 200 ? standingOf(sent.body) : null;
      if (!standing) return failed(upload, sent);
      pieceBytes = Math.min(filePieceBytes, pieceBytes * 2);
      const sentBytes = standing.offset;
      await outbox.changeUpload(sha256, (one) => ({ ...one, sentBytes, attempts: 0, nextAttemptAt: 0 }));
      if (signal.aborted) return 'paused';
    }
  }

  return { send };
}

/** Sends files; see createUploader. */
export type Uploader = ReturnType<typeof createUploader>;
