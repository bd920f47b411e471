import { sql, type SQL } from 'drizzle-orm';
import { requireHospital, type HospitalScope } from './scope.ts';

interface Waiting {
  query: SQL;
  resolve: (rows: never[]) => void;
  reject: (error: unknown) => void;
}

/** Scopes with a chosen way of reading. */
const joined = new WeakSet<HospitalScope>();

/**
 * The same hospital, but the queries that are asked for in one turn (before the first of them is awaited) go to the
 * database as one statement, which answers in JSON: a round trip costs more than most of them. They see one snapshot.
 * Instants come as ISO text and numbers as numbers, where the driver gives text of its own; for few rows.
 * Throws: as `rows`; a query that fails takes those of its turn with it. Source: docs/decisions/313-read-together.md
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
 * The same hospital, but its queries are sent one after the other even inside `readTogether`: for many rows JSON costs
 * more than the round trips that it saves.
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
