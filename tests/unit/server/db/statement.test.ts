import { and, eq, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { installation } from '#server/db/schema.ts';
import { buildStatement } from '#server/db/statement.ts';

const at = new Date('2026-05-01T00:00:00Z');
const nested = sql`and id = any(${sql.param(['a', 'b'])}::text[])`;

test.each([
  ['values of every kind', sql`select ${1}, ${'a'}, ${null}, ${true}, ${at}, ${sql.param(null)}`],
  ['parts within parts', sql`select 1 from task where hospital_id = ${'h'} ${nested} ${sql``} and ${'x'} = ''`],
  ['joined parts', sql`select ${sql.join([sql`${1}`, sql`b`], sql`, `)}`],
  ['a list', sql`select 1 where status in ${['a', 'b', 'c']}`],
  ['names and raw text', sql`select ${sql.identifier('a "name"')}, ${sql.raw('now()')}`],
  ['nothing', sql`select ${undefined}`],
  ['columns and tables', sql`select ${installation.id} from ${installation} where ${eq(installation.id, 'a')}`],
  ['conditions', sql`select 1 where ${and(eq(installation.id, 'a'), eq(installation.hospitalId, 'h'))}`],
  ['a value that has an encoder', sql`select ${sql.param(at, installation.createdAt)}`],
])('a statement with %s equals that of drizzle', (_what, query) => {
  const { sql: text, params: values } = new PgDialect().sqlToQuery(query);
  expect(buildStatement(query)).toEqual({ text, values });
});
