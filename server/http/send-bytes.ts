import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { StoredBytes } from '../files/file-store.ts';

/**
 * Sends a stream whose length the store has measured. On a keep-alive connection, an extra byte would become part of
 * the next response and a missing one would hang it, so a stream of another length closes the connection instead.
 */
export function sendBytes(reply: FastifyReply, { bytes, size }: StoredBytes): void {
  reply.raw.strictContentLength = true;
  void reply.header('content-length', size).send(Readable.from(exactly(bytes, size), { objectMode: false }));
}

/**
 * Passes a stream on.
 * Throws: Error before an extra byte is sent, and at the end of a stream that is too short.
 */
async function* exactly(bytes: Readable, size: number): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    sent += chunk.length;
    if (sent > size) break;
    yield chunk;
  }
  if (sent !== size) throw new Error(`A stored file has another length than its store said: ${size}`);
}
