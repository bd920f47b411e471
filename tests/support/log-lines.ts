import { Writable } from 'node:stream';
import fastify, { type FastifyBaseLogger } from 'fastify';

/** Creates a log whose lines a test can read. */
export function recordLog(level = 'info'): { log: FastifyBaseLogger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  return { log: fastify({ logger: { level, stream } }).log, lines };
}
