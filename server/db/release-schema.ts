import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Executor } from './database.ts';

/** The name of the mark in `app_meta`. */
const markName = 'serves-from';

/** The schemas that a build knows, by the times of their migrations. */
export interface OwnSchema {
  newest: number;
  /** The oldest schema whose release keeps working on the newest one. Source: docs/decisions/478-rolling-upgrades.md */
  servesFrom: number;
}

/** The schema of a database. */
export interface FoundSchema {
  /** 0 without any migration. */
  newest: number;
  /** What the release that migrated the database says; infinite if it says nothing. */
  servesFrom: number;
}

interface Journal {
  entries: { when: number; tag: string }[];
}

/** Reads the newest schema in a folder of migrations, and the oldest one that it serves. Throws: if that is unknown. */
export function readOwnSchema(folder: string): OwnSchema {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const { entries } = read('meta/_journal.json') as Journal;
  const { servesFrom } = read('serves-from.json') as { servesFrom: string };
  const mark = entries.find(({ tag }) => tag === servesFrom);
  if (!mark) throw new Error(`serves-from.json names ${servesFrom}, which is not a migration`);
  return { newest: Math.max(...entries.map(({ when }) => when)), servesFrom: mark.when };
}

/** Reads the schema of a migrated database. */
export async function readFoundSchema(db: Executor): Promise<FoundSchema> {
  const { rows } = await db.execute<{ newest: string | null; mark: string | null }>(sql`
    select (select max(created_at) from drizzle.__drizzle_migrations) as newest,
      (select value from app_meta where name = ${markName}) as mark`);
  const { newest, mark } = rows[0] ?? {};
  return { newest: Number(newest ?? 0), servesFrom: Number(mark ?? Infinity) };
}

/**
 * Returns whether a release can work on a database: a newer one that has migrated it may say that it still serves it.
 */
export function isServed(own: Pick<OwnSchema, 'newest'>, found: FoundSchema): boolean {
  return found.newest <= own.newest || found.servesFrom <= own.newest;
}

/** Writes in a database which releases its schema serves. */
export async function markServed(db: Executor, { servesFrom }: OwnSchema): Promise<void> {
  await db.execute(sql`
    insert into app_meta as known (name, value) values (${markName}, ${String(servesFrom)})
    on conflict (name) do update set value = excluded.value where known.value <> excluded.value`);
}
