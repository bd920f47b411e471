import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './app-errors.ts';
import type { Database } from '../db/database.ts';
import { hidden } from './docs.ts';
import { ApiError } from '../problem.ts';
import type { ChangeHub } from '../db/change-hub.ts';

/** A database that takes longer than this makes the server unready. Units: milliseconds. */
const maxDatabaseMs = 2_000;

/** Dependencies of a server's health. */
interface HealthParts {
  db: Database;
  hub: ChangeHub;
}

/**
 * Serves `live` (the process answers: restart it when it does not) and `ready` (it can work: route traffic elsewhere
 * when it cannot). A lost connection for live events is reported and leaves the server ready: tablets poll meanwhile.
 */
export function serveHealth(app: FastifyInstance, { db, hub }: HealthParts): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.get('/api/health/live', { schema: hidden, config: { pressureHandler: stayAlive } }, () => ({ status: 'ok' }));
  app.get('/api/health/ready', { schema: hidden }, async (_request, reply) => {
    const isAnswering = !isClosing && (await answersInTime(db));
    if (!isAnswering) return sendProblem(reply, new ApiError('server.busy').problem, 1);
    return { status: 'ok', database: 'ok', liveEvents: hub.isListening() ? 'ok' : 'reconnecting' };
  });
}

/** A busy process is alive: a restart would only make the overload worse. */
const stayAlive = (): void => undefined;

async function answersInTime(db: Database): Promise<boolean> {
  const ending = new AbortController();
  try {
    return await Promise.race([
      db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ),
      pause(maxDatabaseMs, false, { signal: ending.signal }),
    ]);
  } finally {
    ending.abort();
  }
}
