import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedDatabases, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await (await sharedDatabases()).create();
});
afterAll(() => database.close());

/** Returns how many statements wait in the driver's queue, which it deprecates. */
const waitingIn = (client: unknown): number => (client as { _queryQueue: unknown[] })._queryQueue.length;

it('statements of one transaction that are asked for together are answered in order, without the driver’s queue', async () => {
  const client = await database.pool.connect();
  const answers = [1, 2, 3, 4].map((number) => client.query<{ number: number }>('select $1::int as number', [number]));
  const waiting = Promise.resolve().then(() => waitingIn(client));
  const numbers = (await Promise.all(answers)).map(({ rows }) => rows[0]?.number);
  client.release();
  expect(numbers).toEqual([1, 2, 3, 4]);
  expect(await waiting).toBe(0);
});

it('a statement that fails stops neither the next one nor the rollback of its transaction', async () => {
  const settled = await database.db.transaction(async (tx) => {
    const asked = ['select 1/0', 'select 1', 'select 2'].map((text) => tx.execute(sql.raw(text)));
    return Promise.allSettled(asked);
  });
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(database.db.execute(sql`select 1 as one`)).resolves.toMatchObject({ rows: [{ one: 1 }] });
});
