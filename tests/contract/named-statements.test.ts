import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStatementNames, nameStatements } from '#server/db/named-statements.ts';
import { openPool, startTestDatabases, type TestDatabase, type TestDatabases } from '#tests/support/test-database.ts';

const warnings: string[] = [];
const log = {
  info: () => undefined,
  warn: (_facts: object, text: string) => warnings.push(text),
  error: () => undefined,
};

let databases: TestDatabases;
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  databases = await startTestDatabases();
  database = await databases.create();
  pool = openPool(database.connection, { max: 1 });
  nameStatements(pool, log);
});
afterAll(async () => {
  await pool.end();
  await database.close();
  await databases.stop();
});

async function namedTexts(): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
}

it('names a statement on its connection from the second time on, with the same result', async () => {
  const text = 'select $1::int + 1 as more';
  for (let at = 1; at <= 3; at += 1) {
    const { rows } = await pool.query<{ more: number }>(text, [at]);
    expect(rows).toEqual([{ more: at + 1 }]);
    expect(await namedTexts()).toEqual(at === 1 ? [] : [text]);
  }
});

it('does not name a statement without values, with a pattern or range, or a long one', async () => {
  const texts = [
    "select 1 where 'a' like $1",
    "select 1 where 'b' <= $1::text",
    `select $1::text as a /* ${'x'.repeat(24_000)} */`,
  ];
  for (const text of [...texts, ...texts, ...texts]) await pool.query(text, ['a']);
  await pool.query('select 7');
  await pool.query('select 7');
  expect(await namedTexts()).not.toEqual(expect.arrayContaining([expect.stringMatching(/like|<=|x{80}|7/)]));
});

it('names one whose value is a named argument with an arrow, which is not a comparison', async () => {
  const text = 'select make_interval(hours => $1) as hours_of_an_interval';
  await pool.query(text, [2]);
  await pool.query(text, [3]);
  expect(await namedTexts()).toContain(text);
});

it('plans a statement again after its table has changed', async () => {
  await pool.query('create table shape (one int)');
  const read = async () => (await pool.query<object>('select * from shape where one is distinct from $1', [0])).rows;
  await pool.query('insert into shape values (1)');
  await read();
  expect(await read()).toEqual([{ one: 1 }]);
  await pool.query('alter table shape add column two int');
  await expect(read()).rejects.toThrow('cached plan must not change result type');
  await read();
  expect(await read()).toEqual([{ one: 1, two: null }]);
});

it('stops naming behind a pooler that switches sessions, and says what to set', async () => {
  const text = 'select $1::text as other';
  await pool.query(text, ['a']);
  await pool.query(text, ['a']);
  await pool.query('deallocate all');
  await expect(pool.query(text, ['b'])).rejects.toThrow('does not exist');
  expect((await pool.query(text, ['c'])).rows).toEqual([{ other: 'c' }]);
  expect(warnings).toEqual([expect.stringContaining('DATABASE_DIRECT_URL')]);
});

it('names at most 300 statements', () => {
  const names = createStatementNames(log);
  const named = Array.from({ length: 400 }, (_none, at) => {
    names.nameOf(`select ${at}`);
    return names.nameOf(`select ${at}`);
  }).filter((name) => name !== undefined);
  expect(named.length).toBe(300);
  expect(new Set(named).size).toBe(300);
  expect(names.nameOf('select 0')).toBe(named[0]);
});
