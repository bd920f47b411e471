import { sql, type SQL } from 'drizzle-orm';
import { requireHospital, type HospitalScope } from './scope.ts';

interface Waiting {
  query: SQL;
  resolve: (rows: never[]) => void;
  reject: (error: unknown) => void;
}

/** Scopes for which a way of reading has been chosen. */
const joined = new WeakSet<HospitalScope>();

/**
 * Returns the same hospital with queries batched: those made in one turn (before the first is awaited) go to the
 * database as one statement that answers in JSON, because a round trip costs more than most of them. They see one
 * snapshot. Instants arrive as ISO text and numbers as numbers, where the driver would give its own text; meant for few
 * rows.
 * Throws: as `rows`; a failing query fails the whole batch. Source: docs/decisions/313-read-together.md
 */
export function readTogether(scope: HospitalScope): HospitalScope {
  if (joined.has(scope)) return scope;
  let waiting: Waiting[] = [];
  const send = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    try {
      if (asked.length === 1) return asked[0]?.resolve((await scope.rows(asked[0].query)) as never[]);
      const parts = asked.map(
        ({ query }, at) =>
          sql`(select coalesce(json_agg(part), '[]') from (${query}) part) as ${sql.identifier(String(at))}`,
      );
      const [row] = await scope.rows<Record<string, never[]>>(sql`select ${sql.join(parts, sql`, `)}`);
      for (const [at, { resolve }] of asked.entries()) resolve(row?.[at] ?? []);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  const reading: HospitalScope = {
    ...scope,
    rows: async (query) => {
      requireHospital(query, scope.id);
      return new Promise((resolve, reject) => {
        waiting.push({ query, resolve, reject });
        if (waiting.length === 1) queueMicrotask(() => void send());
      });
    },
  };
  joined.add(reading);
  return reading;
}

/**
 * Returns the same hospital with queries sent one by one even inside `readTogether`: for many rows, JSON costs more
 * than the round trips that it saves.
 */
export function readApart(scope: HospitalScope): HospitalScope {
  let last: Promise<unknown> = Promise.resolve();
  const reading: HospitalScope = {
    ...scope,
    rows: <T extends Record<string, unknown>>(query: SQL): Promise<T[]> => {
      const read = last.then(() => scope.rows<T>(query));
      last = read.catch(() => undefined);
      return read;
    },
  };
  joined.add(reading);
  return reading;
}
