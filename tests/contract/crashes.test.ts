import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import type { CrashReport } from '#contract/records/crash.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const report = (part: Partial<CrashReport> = {}): CrashReport => ({
  kind: 'screen',
  name: 'TypeError',
  stack: ['/assets/index-D0.js:1:2345'],
  route: '/vendor/:id',
  release: '1.0.0',
  engine: 'Chrome 156 on Android',
  ...part,
});

test('the Admin sees each fault once, with its count and where it last occurred', async () => {
  const bme = await server.as(server.city.users.bme);
  const lake = await server.as(server.lake.users.bme);
  const admin = await server.as(server.admin);
  expect((await bme.call('reportCrash', { body: report() })).status).toBe(204);
  const first = server.clock.now.toISOString();
  server.clock.advance(60_000);
  await lake.call('reportCrash', { body: report({ engine: 'Safari 16.4 on iPad' }) });
  await bme.call('reportCrash', { body: report({ name: 'RangeError' }) });
  const { items, totalCount } = (await admin.call('crashPage', { query: { search: 'typeerror' } })).answer;
  expect(totalCount).toBe(1);
  expect(items[0]).toMatchObject({
    ...report({ engine: 'Safari 16.4 on iPad' }),
    count: 2,
    firstAt: first,
    lastAt: server.clock.now.toISOString(),
    hospitalName: 'Lake Hospital',
  });
  expect((await admin.call('crashPage')).answer.totalCount).toBe(2);
  expect((await bme.call('crashPage')).problem.code).toBe('auth.forbidden');
});

test.each([
  ['a stack with words', { stack: ['Mrs Rao'] }],
  ['an address that contains an id', { route: '/vendor/Mrs Rao' }],
  ['a name with words', { name: 'Ventilator of Mrs Rao' }],
])('%s is refused', async (_what, part) => {
  const bme = await server.as(server.city.users.bme);
  expect((await bme.call('reportCrash', { body: report(part) })).problem.code).toBe('input.invalid');
});

test('old faults are evicted for new ones', async () => {
  await server.database.db.execute(sql`
    insert into crash (id, kind, name, stack, route, release, engine, hospital_id, count, first_at, last_at)
    select n::text, 'code', 'Error', '{}', '/', '1.0.0', 'x', ${server.city.id}, 1, to_timestamp(n), to_timestamp(n)
    from generate_series(1, 600) n`);
  const bme = await server.as(server.city.users.bme);
  server.clock.advance(60_000);
  await bme.call('reportCrash', { body: report({ name: 'NewError' }) });
  const admin = await server.as(server.admin);
  const { items, totalCount } = (await admin.call('crashPage')).answer;
  expect([totalCount, items[0]?.name]).toEqual([500, 'NewError']);
});

test('a visitor reports a fault too, at most ten a minute, and evicts no other one', async () => {
  const admin = await server.as(server.admin);
  await server.database.db.execute(sql`
    insert into crash (id, kind, name, stack, route, release, engine, count, first_at, last_at)
    select 'v' || n, 'code', 'Error', '{}', '/', '1.0.0', 'x', 1, to_timestamp(n), to_timestamp(n) from generate_series(1, 150) n`);
  const before = (await admin.call('crashPage', { query: { search: 'newerror' } })).answer.totalCount;
  const statuses: number[] = [];
  for (let sent = 0; sent < 11; sent += 1) {
    statuses.push(
      (await server.visitor.call('reportCrash', { body: report({ kind: 'worker', name: 'Visitor' }) })).status,
    );
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
  const [found] = (await admin.call('crashPage', { query: { search: 'visitor' } })).answer.items;
  expect(found).toMatchObject({ kind: 'worker', count: 10, hospitalName: '' });
  expect((await admin.call('crashPage', { query: { search: 'newerror' } })).answer.totalCount).toBe(before);
  const { rows } = await server.database.db.execute(sql`select id from crash where hospital_id is null`);
  expect(rows).toHaveLength(100);
});
