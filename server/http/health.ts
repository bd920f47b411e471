import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './app-errors.ts';
import type { Database } from '../db/database.ts';
import { hidden } from './docs.ts';
import { ApiError } from '../problem.ts';
import type { ChangeHub } from '../db/change-hub.ts';
import { isServed, readFoundSchema, readOwnSchema } from '../db/release-schema.ts';
import { migrationsFolder } from '../migrations-folder.ts';

/** A database or disk that takes longer than this makes the server unready. Units: milliseconds. */
const maxWaitMs = 2_000;

/** With less free space, writes begin to fail. Units: bytes. */
const minFreeBytes = 64 * 1024 * 1024;

/** Dependencies of the health checks. */
interface HealthParts {
  db: Database;
  hub: ChangeHub;
  /** Returns the free space where this server stores; undefined if everything is stored elsewhere. Units: bytes. */
  freeBytes: (() => Promise<number>) | undefined;
}

/**
 * Serves `live` (the process answers; if not, restart it) and `ready` (it can work; if not, route traffic elsewhere). A
 * lost connection for live events is reported but leaves the server ready, because tablets poll in the meantime. Beside
 * a newer release that has migrated the database, it stays ready as long as the schema serves it.
 */
export async function serveHealth(app: FastifyInstance, { db, hub, freeBytes }: HealthParts): Promise<void> {
  let isClosing = false;
  const own = readOwnSchema(migrationsFolder);
  /** Shared by all checks until it ends: a disk that hangs takes one of Node's four threads, not one for each check. */
  let looking: Promise<number> | undefined;
  const faultOf = async (): Promise<string | undefined> => {
    if (isClosing) return 'This server is shutting down.';
    const schema = await inTime(readFoundSchema(db));
    if (schema === undefined) return 'The database does not answer.';
    if (!isServed(own, schema)) return 'A newer release has changed the database: start that release here, too.';
    if (freeBytes === undefined) return undefined;
    looking ??= freeBytes().finally(() => (looking = undefined));
    const free = await inTime(looking);
    if (free === undefined) return 'The disk does not answer.';
    return free < minFreeBytes ? 'The disk is full.' : undefined;
  };
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.get('/api/health/live', { schema: hidden, config: { pressureHandler: stayAlive } }, () => ({ status: 'ok' }));
  app.get('/api/health/ready', { schema: hidden }, async (_request, reply) => {
    const fault = await faultOf();
    if (fault !== undefined) return sendProblem(reply, new ApiError('server.busy', fault).problem, 1);
    return { status: 'ok', database: 'ok', liveEvents: hub.isListening() ? 'ok' : 'reconnecting' };
  });
}

/** Keeps a busy process alive: a restart would only make the overload worse. */
const stayAlive = (): void => undefined;

/** An answer of the database or the disk; undefined if it fails or takes too long. */
async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const ending = new AbortController();
  try {
    return await Promise.race([answer.catch(() => undefined), pause(maxWaitMs, undefined, { signal: ending.signal })]);
  } finally {
    ending.abort();
  }
}
