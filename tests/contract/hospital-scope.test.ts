import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { department } from '#server/db/schema.ts';
import { readScope, writeScope } from '#server/db/scope.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const city = () => ({ id: server.city.id, name: server.city.name, timeZone: 'Asia/Kolkata' });

test('an SQL query without a hospital condition is refused', async () => {
  const scope = readScope(server.database.db, city());
  await expect(scope.rows(sql`select * from task`)).rejects.toThrow('A query without its hospital');
  await expect(scope.rows(sql`select * from task where hospital_id = ${server.lake.id}`)).rejects.toThrow();
});

test('reads, changes and deletions affect no row of another hospital, whatever their condition', async () => {
  const foreign = server.lake.departments.icu;
  const scope = readScope(server.database.db, city());
  expect(await scope.find(department, eq(department.id, foreign))).toBeUndefined();
  const counts = await server.database.db.transaction(async (tx) => {
    const write = writeScope(tx, city());
    return [
      await write.update(department, { name: 'Taken' }, eq(department.id, foreign)),
      await write.remove(department, eq(department.id, foreign)),
    ];
  });
  expect(counts).toEqual([0, 0]);
});
