import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { createCountKeeper } from '#server/kept-counts/counts.ts';
import { readScope, type HospitalScope } from '#server/db/scope.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

function counting({ id, name }: { id: string; name: string }): { scope: HospitalScope; counted: () => number } {
  const read = readScope(server.database.db, { id, name, timeZone: 'Asia/Kolkata' });
  let counted = 0;
  const rows: HospitalScope['rows'] = (query) => {
    counted += 1;
    return read.rows(query);
  };
  // The version takes one query, a count another.
  return { scope: { ...read, rows }, counted: () => counted };
}
const devices = ({ id }: HospitalScope, serial = '%') =>
  sql`from installation i where i.hospital_id = ${id} and i.retired_at is null and i.serial_number like ${serial}`;

test('a list is counted once per version and filter', async () => {
  const keeper = createCountKeeper();
  const { scope, counted } = counting(server.city);
  expect(await Promise.all([1, 2, 3].map(() => keeper.count(scope, devices(scope))))).toEqual([5, 5, 5]);
  expect(counted()).toBe(4);
  expect(await keeper.count(scope, devices(scope, 'MON%'))).toBe(3);
  expect(await keeper.count(scope, devices(scope, 'VENT%'))).toBe(2);
  expect(counted()).toBe(8);
  expect(await keeper.count(scope, devices(scope, 'MON%'))).toBe(3);
  expect(counted()).toBe(9);
});

test("two servers see each other's writes in their counts, each hospital its own", async () => {
  const keeper = createCountKeeper();
  const { scope } = counting(server.city);
  const { scope: lake } = counting(server.lake);
  expect(await keeper.count(scope, devices(scope))).toBe(5);
  expect(await keeper.count(lake, devices(lake))).toBe(5);
  const gone = server.city.devices['MON-0003'] ?? '';
  expect((await bme.call('deleteDevice', { params: { id: gone }, key: randomUUID() })).status).toBe(204);
  expect(await keeper.count(scope, devices(scope))).toBe(4);
  expect(await keeper.count(lake, devices(lake))).toBe(5);
});

test('a failed count is not cached, and old ones are evicted', async () => {
  const keeper = createCountKeeper(1);
  const { scope, counted } = counting(server.city);
  const broken = sql`from no_such_table where ${scope.id} = ''`;
  await expect(keeper.count(scope, broken)).rejects.toThrow('no_such_table');
  await expect(keeper.count(scope, broken)).rejects.toThrow('no_such_table');
  await keeper.count(scope, devices(scope));
  await keeper.count(scope, devices(scope, 'MON%'));
  const before = counted();
  await keeper.count(scope, devices(scope));
  expect(counted() - before).toBe(2);
});

test('the counts of installation base and tickets reflect a write', async () => {
  const page = { page: 1, pageSize: 10 };
  const countOf = async () => [
    (await bme.call('deviceList', { query: { ...page, search: 'mon' } })).answer.totalCount,
    (await bme.call('deviceList', { query: { ...page, department: 'Theatre' } })).answer.totalCount,
    (await bme.call('deviceList', { query: { ...page, type: 'Ventilator' } })).answer.totalCount,
    (await bme.call('ticketPage', { query: { ...page, status: 'not-closed' } })).answer.totalCount,
  ];
  expect(await countOf()).toEqual([2, 1, 2, 0]);
  await bme.call('reportTicket', {
    key: randomUUID(),
    body: {
      installationBaseId: server.city.devices['MON-0001'] ?? '',
      serialNumber: 'MON-0001',
      issueType: 'Electrical',
      problemReported: 'No power',
      priority: 'High',
      machineStatus: 'Restrictive Use',
      reportedDate: server.clock.now.toISOString(),
    },
  });
  expect(await countOf()).toEqual([2, 1, 2, 1]);
});
