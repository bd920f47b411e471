import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { madeAtHeader } from '#contract/calls/sync.ts';
import { hospitalTally, idempotencyKey, ticket } from '#server/db/schema.ts';
import { breakdownReport } from '#tests/support/breakdown-report.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

/** Longer than the longest session of 365 days. */
const keyDays = 400;
const dayMs = 24 * 60 * 60 * 1000;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const report = (text?: string) => breakdownReport(server, text);

test('a key is kept for 400 days; then the activity log detects a duplicate, which changes nothing', async () => {
  const { db } = server.database;
  const { bme, secondBme, hospital } = server.city.users;
  const key = randomUUID();
  const headers = { [madeAtHeader]: new Date(server.clock.now.getTime() - 60_000).toISOString() };
  const send = async (user = bme) =>
    (await server.as(user)).call('reportTicket', { body: report('No pressure'), key, headers });
  const first = await send();
  expect(first.status).toBe(201);
  const madeAt = async () => {
    const office = await server.as(hospital);
    return (await office.call('auditPage', { query: { search: 'Report' } })).answer.items[0]?.madeAt;
  };
  const told = await madeAt();
  expect(told).not.toBeNull();

  server.clock.advance(keyDays * dayMs);
  await server.clearNightly();
  const kept = await send();
  expect([kept.status, kept.answer, kept.header('idempotency-replayed')]).toEqual([201, first.answer, 'true']);

  server.clock.advance(dayMs);
  await server.clearNightly();
  expect(await db.select().from(idempotencyKey).where(eq(idempotencyKey.key, key))).toEqual([]);
  const later = await send();
  expect([later.status, later.answer, later.header('idempotency-replayed')]).toEqual([201, {}, 'true']);
  expect(Number(later.header('x-ward-version'))).toBeGreaterThanOrEqual(Number(first.header('x-ward-version')));
  expect((await send(secondBme)).problem.code).toBe('key.reused');
  expect(await db.select().from(ticket)).toHaveLength(1);
  expect((await (await server.as(bme)).call('syncMissing', { query: { keys: key } })).answer.missing).toEqual([]);
  expect(await madeAt()).toBe(told);
});

test('the key of a refusal is kept with it', async () => {
  const key = randomUUID();
  const send = async () =>
    (await server.as(server.city.users.bme)).call('closeTask', {
      body: { taskId: '0199e000-0000-7000-8000-000000000000', actionTaken: 'Cleaned' },
      key,
    });
  const first = await send();
  server.clock.advance((keyDays + 1) * dayMs);
  await server.clearNightly();
  const again = await send();
  expect([again.status, again.problem, again.header('idempotency-replayed')]).toEqual([404, first.problem, 'true']);
});

test('the keys of Admins are deleted in the same way', async () => {
  const admin = async () => server.as(server.admin);
  const key = randomUUID();
  const params = { id: server.lake.id };
  await (await admin()).call('toggleHospital', { params, body: { isActive: false }, key });
  server.clock.advance((keyDays + 1) * dayMs);
  await server.clearNightly();
  expect(await server.database.db.select().from(idempotencyKey).where(eq(idempotencyKey.key, key))).toEqual([]);
  expect((await (await admin()).call('toggleHospital', { params, body: { isActive: false }, key })).status).toBe(200);
});

test('tallies equal the rows, before and after they are summed up, with concurrent writers', async () => {
  const { db } = server.database;
  const { city } = server;
  const asha = await server.as(city.users.bme);
  const keys = Array.from({ length: 6 }, () => randomUUID());
  await Promise.all(keys.map((key) => asha.call('reportTicket', { body: report(key), key })));
  await db.execute(sql`update ticket set status = 'Closed' where id in (${keys[0]}, ${keys[1]})`);
  await db.execute(sql`update ticket set status = 'Open' where id = ${keys[1]}`);
  await db.execute(sql`delete from ticket where id = ${keys[2]}`);
  const [first, second] = Object.values(city.devices);
  await db.execute(sql`update installation set retired_at = now() where id in (${first}, ${second})`);
  await db.execute(sql`update installation set retired_at = now() where id = ${first}`);
  await db.execute(sql`update installation set retired_at = null where id = ${second}`);
  await db.execute(sql`insert into attachment (hospital_id, sha256, mime, size_bytes, received_bytes, created_at)
    values (${city.id}, 'a', 'image/png', 3000000, 0, now()), (${city.id}, 'b', 'image/png', 5000000, 1, now())`);
  await db.execute(sql`update attachment set received_bytes = 1 where sha256 = 'a'`);
  await db.execute(sql`delete from attachment where sha256 = 'b'`);
  const admin = await server.as(server.admin);
  const seen = async () =>
    (await admin.call('adminDashboard')).answer.map(({ installedDevices, openTickets, storage }) => [
      installedDevices,
      openTickets,
      storage.usedMB,
    ]);
  const there = [
    [4, 4, 3],
    [5, 0, 0],
  ];
  expect(await seen()).toEqual(there);
  await server.clearNightly();
  expect(await db.select().from(hospitalTally)).toHaveLength(2);
  expect(await seen()).toEqual(there);
});

test('the activity log counts each entry once, however long ago it was last read', async () => {
  const { bme, hospital } = server.city.users;
  const seen = async () =>
    (await (await server.as(hospital)).call('auditPage', { query: { page: 1, pageSize: 10 } })).answer.totalCount;
  const there = async () => {
    const { rows } = await server.database.db.execute<{ count: string }>(
      sql`select count(*) as count from audit_entry where hospital_id = ${server.city.id}`,
    );
    return Number(rows[0]?.count);
  };
  const counts: number[] = [];
  for (const minutes of [0, 30, 45, 180, 1]) {
    server.clock.advance(minutes * 60_000);
    await (await server.as(bme)).call('reportTicket', { body: report(`After ${minutes} minutes`) });
    counts.push(await seen());
    expect(counts.at(-1)).toBe(await there());
  }
  expect(new Set(counts).size).toBe(5);
});
