import { setTimeout as pause } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { buildApp } from '#server/app.ts';
import { createFileStore } from '#server/files/file-store.ts';
import { seedHospital } from '#tests/support/seed.ts';
import type { TestDatabase } from '#tests/support/test-database.ts';
import { judge } from './judge.ts';
import { pullTickets, reportOnce, signIn, type Ask, type Ledger } from './writer.ts';

/** The result of killing connections while many writers work on one hospital. */
export interface LostConnectionsReport {
  faults: string[];
  writes: number;
  attempts: number;
  replays: number;
  killed: number;
  pulls: number;
  writesPerSecond: number;
}

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null;
/** Interval between two kills. Units: milliseconds. */
const killEachMs = 15;

/**
 * Lets `writers` tablets report `each` breakdowns while connections are killed during transactions and some commits are
 * slow, and one tablet keeps pulling from its latest cursor.
 */
export async function loseConnections(
  database: TestDatabase,
  { writers, each }: { writers: number; each: number },
): Promise<LostConnectionsReport> {
  const now = (): Date => new Date('2026-07-01T06:30:00.000Z');
  const app = await buildApp({ ...database, now, files: createFileStore('/nonexistent') });
  await app.ready();
  const hospital = await seedHospital(database.db, { name: 'City Hospital', prefix: '', now: now() });
  await database.pool.query(`
    create function commit_slowly() returns trigger language plpgsql as
      $$ begin if random() < 0.1 then perform pg_sleep(random() * 0.02); end if; return null; end $$;
    create constraint trigger commit_slowly after insert on ticket
      deferrable initially deferred for each row execute function commit_slowly()`);
  const ask: Ask = async ({ method, url, headers, body }) => {
    const request: InjectOptions = { method, url, headers, ...(isObject(body) ? { payload: body } : {}) };
    const response = await app.inject(request);
    const replayed = response.headers['idempotency-replayed'] === 'true';
    return { status: response.statusCode, json: response.json(), replayed };
  };
  const headers = await signIn(ask, hospital.users.bme);
  const ledger: Ledger = { acknowledged: new Set(), attempts: 0, replays: 0 };
  const done = new AbortController();
  const pulled = new Set<string>();
  let pulls = 0;
  let killed = 0;

  const pulling = (async () => {
    let cursor = 0;
    for (; !done.signal.aborted; pulls += 1) cursor = await pullTickets(ask, headers, cursor, pulled);
    await pullTickets(ask, headers, cursor, pulled);
  })();
  const killing = (async () => {
    while (!done.signal.aborted) {
      const victims = await database.pool
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
             and backend_type = 'client backend' order by random() limit 1`,
        )
        .catch(() => ({ rowCount: 0 }));
      killed += victims.rowCount ?? 0;
      await pause(killEachMs);
    }
  })();
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let count = 0; count < each; count += 1) await reportOnce(ask, headers, hospital, ledger);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  done.abort();
  await killing;
  await pulling;
  const faults = await judge(database.pool, ledger, pulled);
  await app.close();
  return {
    faults,
    writes: ledger.acknowledged.size,
    attempts: ledger.attempts,
    replays: ledger.replays,
    killed,
    pulls,
    writesPerSecond: Math.round(ledger.acknowledged.size / seconds),
  };
}
