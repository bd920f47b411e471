import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseOn, keepLostConnectionsQuiet } from '#server/db/database.ts';
import { openPool, startTestDatabases, type TestDatabase, type TestDatabases } from '#tests/support/test-database.ts';

let databases: TestDatabases;
let database: TestDatabase;

beforeAll(async () => {
  databases = await startTestDatabases();
  database = await databases.create();
});
afterAll(async () => {
  await database.close();
  await databases.stop();
});

it('a connection that is lost before its transaction begins is not missing in the pool afterwards', async () => {
  const pool = openPool(database.connection, { max: 1 });
  keepLostConnectionsQuiet(pool);
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool);
  const losing = async (): Promise<pg.PoolClient> => {
    const client = await connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => void client.once('end', resolve));
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    return client;
  };
  const db = databaseOn(pool);
  Object.assign(pool, { connect: losing });
  await expect(db.transaction(async (tx) => tx.execute('select 1'))).rejects.toThrow('begin');
  Object.assign(pool, { connect });
  expect(pool.totalCount).toBe(0);
  const { rows } = await db.transaction((tx) => tx.execute('select 2 as two'));
  expect(rows).toEqual([{ two: 2 }]);
  await pool.end();
});
