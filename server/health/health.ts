import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../app-errors.ts';
import type { Database } from '../db/database.ts';
import { hidden } from '../docs.ts';
import { ApiError } from '../problem.ts';
import type { ChangeHub } from '../sync/events.ts';

/** A database that takes longer than this is not one to send people to. Units: milliseconds. */
const databaseMaxMs = 2_000;

/** What the health of a server depends on. */
interface HealthParts {
  db: Database;
  hub: ChangeHub;
}

/**
 * Serves `live` (the process answers: restart it when it does not) and `ready` (it can do work: send people elsewhere
 * when it cannot). A lost connection for live events is told and takes nobody away: tablets find changes by asking.
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

/** A busy process is alive: to restart it would only make the rush worse. */
const stayAlive = (): void => undefined;

async function answersInTime(db: Database): Promise<boolean> {
  const ending = new AbortController();
  try {
    return await Promise.race([
      db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ),
      pause(databaseMaxMs, false, { signal: ending.signal }),
    ]);
  } finally {
    ending.abort();
  }
}
