import { Name, Param, SQL, type SQLWrapper, StringChunk } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** A statement in the form that the driver sends. */
export interface Statement {
  text: string;
  values: unknown[];
}

const dialect = new PgDialect();
const { builtins } = pg.types;
/** Keeps instants, days and intervals as PostgreSQL writes them, alone and in arrays. */
const keptAsText = new Set<number>([
  builtins.TIMESTAMPTZ,
  builtins.TIMESTAMP,
  builtins.DATE,
  builtins.INTERVAL,
  1231,
  1115,
  1185,
  1187,
  1182,
]);
const asText = (value: unknown): unknown => value;
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (keptAsText.has(id) ? asText : pg.types.getTypeParser(id, format)),
};

/**
 * Builds the text and values of a query as drizzle's dialect does, in a fifth of the time. Parts with tables or columns
 * are left to the dialect.
 */
export function buildStatement(query: SQLWrapper): Statement {
  const whole = query.getSQL();
  const values: unknown[] = [];
  const text = textOf(whole, values);
  if (text !== undefined) return { text, values };
  const { sql, params } = dialect.sqlToQuery(whole);
  return { text: sql, values: params };
}

/** Returns undefined for a part that only the dialect can build. */
function textOf(part: unknown, values: unknown[]): string | undefined {
  if (part instanceof StringChunk) return part.value.length === 1 ? part.value[0] : part.value.join('');
  if (part instanceof SQL) return joined(part.queryChunks, '', values);
  if (part instanceof Param) return part.value instanceof SQL ? undefined : placed(part, values);
  if (part instanceof Name) return dialect.escapeName(part.value);
  if (part === undefined) return '';
  if (Array.isArray(part)) {
    const list = joined(part, ', ', values);
    return list === undefined ? undefined : `(${list})`;
  }
  return typeof part === 'object' && part !== null && !(part instanceof Date) ? undefined : place(part, values);
}

function joined(parts: readonly unknown[], between: string, values: unknown[]): string | undefined {
  let text = '';
  for (const [at, part] of parts.entries()) {
    const each = textOf(part, values);
    if (each === undefined) return undefined;
    text += at === 0 ? each : between + each;
  }
  return text;
}

function placed({ value, encoder }: Param, values: unknown[]): string | undefined {
  const mapped: unknown = value === null ? null : encoder.mapToDriverValue(value);
  return mapped instanceof SQL ? undefined : place(mapped, values);
}

function place(value: unknown, values: unknown[]): string {
  values.push(value);
  return `$${values.length}`;
}

/** Runs a query like drizzle's `execute`, without drizzle's wrapping. Throws: DrizzleQueryError. */
export async function runStatement(client: pg.Pool | pg.PoolClient, query: SQLWrapper): Promise<pg.QueryResult> {
  const { text, values } = buildStatement(query);
  try {
    return await client.query({ text, types }, values);
  } catch (error) {
    throw new DrizzleQueryError(text, values, error instanceof Error ? error : undefined);
  }
}
