import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { databaseOn, keepLostConnectionsQuiet } from '#server/db/database.ts';
import { urlOf } from '#tests/postgres/processes.ts';
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

it('a connection lost before its transaction begins is returned to the pool', async () => {
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

/**
 * Opens a port in front of the test database that answers like a pooler: with a process of its own and, unless it keeps
 * sessions, without the notifications of a session.
 */
async function startFalsePooler({ keepsSessions }: { keepsSessions: boolean }): Promise<string> {
  const { host, port, user, database: name } = database.connection;
  const sockets = new Set<Socket>();
  const pooler = createServer((outer) => {
    const inner = connect(path.join(String(host), `.s.PGSQL.${port}`));
    for (const [socket, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    outer.pipe(inner);
    let rest = Buffer.alloc(0);
    inner.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      // Each message has its kind (1 byte), its length (4 bytes, counted in it) and its content.
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const message = rest.subarray(0, 1 + rest.readUInt32BE(1));
        rest = rest.subarray(message.length);
        const kind = String.fromCharCode(message[0] ?? 0);
        if (kind === 'K') message.writeInt32BE(1, 5);
        if (kind !== 'A' || keepsSessions) outer.write(message);
      }
    });
  });
  await new Promise<void>((resolve) => void pooler.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    pooler.close();
  });
  return `postgres://${user}@127.0.0.1:${(pooler.address() as AddressInfo).port}/${name}`;
}

describe('a database behind a pooler', () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const open = async (urls: { databaseUrl: string; databaseDirectUrl?: string }) => {
    const opened = await openDatabase({ dataDir: '/nonexistent', ...urls }, log);
    await opened.close();
  };

  it('in transaction mode is refused without the address of PostgreSQL itself', async () => {
    const databaseUrl = await startFalsePooler({ keepsSessions: false });
    const refusal =
      'leads to a pooler that does not keep sessions, such as pgbouncer in transaction mode: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.';
    await expect(open({ databaseUrl })).rejects.toThrow(`DATABASE_URL ${refusal}`);
    const databaseDirectUrl = databaseUrl;
    await expect(open({ databaseUrl, databaseDirectUrl })).rejects.toThrow(`DATABASE_DIRECT_URL ${refusal}`);
    await open({ databaseUrl, databaseDirectUrl: urlOf(database) });
  }, 30_000);

  it('in session mode needs no second address', async () => {
    await open({ databaseUrl: await startFalsePooler({ keepsSessions: true }) });
  });

  it('is refused if the second address does not respond', async () => {
    const databaseDirectUrl = 'postgres://ward@127.0.0.1:1/ward';
    await expect(open({ databaseUrl: urlOf(database), databaseDirectUrl })).rejects.toThrow(
      'check DATABASE_DIRECT_URL',
    );
  });
});
