import fastify, { type FastifyBaseLogger } from 'fastify';
import type { Settings } from './settings.ts';

/** Creates the log of the server and its commands: one JSON line per event. */
export function createLog(level: Settings['logLevel']): FastifyBaseLogger {
  return fastify({ logger: { level } }).log;
}
