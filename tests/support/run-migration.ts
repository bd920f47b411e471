import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';

/**
 * Runs a migration's statements again, found by the end of its name, on rows that a test has changed to the old form.
 */
export async function runMigration(db: Database, name: string): Promise<void> {
  const folder = new URL('../../server/db/migrations/', import.meta.url);
  const file = (await readdir(folder)).find((each) => each.endsWith(`_${name}.sql`));
  if (file === undefined) throw new Error(`There is no migration "${name}".`);
  const statements = (await readFile(new URL(file, folder), 'utf8')).split('--> statement-breakpoint');
  await db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
}
