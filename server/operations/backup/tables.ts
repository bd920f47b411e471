import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import * as schema from '#server/db/schema.ts';

/** The names of the product's tables; other tables in the same database are left alone. */
export const ownTables: readonly string[] = Object.values<unknown>(schema).flatMap((each) =>
  is(each, PgTable) ? [getTableName(each)] : [],
);

/** A table with its stored, non-generated columns. */
export interface StoredTable {
  name: string;
  columns: string[];
}

/** Lists the product's tables so that each follows those it refers to. */
export async function storedTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const columns = await client.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [ownTables],
  );
  const references = await client.query<{ table: string; refers: string }>(
    `select c.conrelid::regclass::text as table, c.confrelid::regclass::text as refers
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid <> c.confrelid`,
  );
  const left = new Map(columns.rows.map((table) => [table.name, table]));
  const ordered: StoredTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.rows.some(({ table, refers }) => table === name && left.has(refers)),
    );
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}
