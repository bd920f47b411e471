import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import type { Seeded } from '#server/demo/seeded.ts';

/** Which rows may be changed: those of a hospital, drawn at random. */
interface Drawing {
  db: Database;
  hospitalId: string;
  random: Seeded;
}

const drawn = (random: Seeded, row: string): SQL =>
  sql`md5(${sql.raw(row)}.ctid::text || ${random.between(0, 1_000_000)}::text)`;

/** Selects one row of a table, drawn at random. */
export const someRow = ({ hospitalId, random }: Drawing, table: string): SQL => sql`ctid = (
  select s.ctid from ${sql.identifier(table)} s where s.hospital_id = ${hospitalId} order by ${drawn(random, 's')} limit 1)`;

/** Runs a statement; returns false if it changes no row or is refused, as for a key that other rows name. */
export async function changes(db: Database, statement: SQL): Promise<boolean> {
  try {
    return ((await db.execute(statement)).rowCount ?? 0) > 0;
  } catch {
    return false;
  }
}

/** Gives a column of a row the value that another row has, and returns whether there was one. */
export function changeColumn(drawing: Drawing, table: string, column: string): Promise<boolean> {
  const [rows, name] = [sql.identifier(table), sql.identifier(column)];
  const others = sql`from ${rows} o where o.hospital_id = t.hospital_id and o.${name} is distinct from t.${name}`;
  return changes(
    drawing.db,
    sql`update ${rows} t set ${name} = (select o.${name} ${others} order by ${drawn(drawing.random, 'o')} limit 1)
      where ${someRow(drawing, table)} and exists (select 1 ${others})`,
  );
}
