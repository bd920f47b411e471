import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TabletReport } from '#contract/records/tablet.ts';
import { release } from '#contract/release.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const report = (part: Partial<TabletReport> = {}): TabletReport => ({
  release,
  engine: 'Chrome 156 on Android',
  usedBytes: 5_000_000,
  nearlyFull: false,
  waiting: 0,
  oldestAt: null,
  refusal: null,
  trouble: null,
  ...part,
});

test('the release that tablets report is that of the package', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ version: release });
});

test('the office sees the tablets of its people, those with the oldest work first, and no others', async () => {
  const { users } = server.city;
  const [first, second, elsewhere] = await Promise.all(
    [users.bme, users.secondBme, server.lake.users.bme].map((user) => server.as(user)),
  );
  const office = await server.as(users.hospital);
  const oldestAt = '2026-06-28T08:00:00.000Z';
  const refusal = { code: 'task.already_closed', at: '2026-06-30T08:00:00.000Z' };
  server.clock.advance(60_000);
  expect((await first?.call('reportTablet', { body: report() }))?.status).toBe(204);
  const late = report({ waiting: 2, oldestAt, refusal });
  await second?.call('reportTablet', { body: late });
  await elsewhere?.call('reportTablet', { body: report({ waiting: 9, oldestAt }) });

  const { items, totalCount } = (await office.call('tabletPage')).answer;
  expect(items.map(({ userName, report: said }) => [userName, said?.waiting])).toEqual([
    [users.secondBme.name, 2],
    [users.bme.name, 0],
    [users.hospital.name, undefined],
  ]);
  expect(totalCount).toBe(3);
  expect(items[0]).toMatchObject({ report: late, seenAt: server.clock.now.toISOString(), sendsOnly: false });
  const [found] = (await office.call('tabletPage', { query: { search: users.bme.name } })).answer.items;
  expect(found?.userName).toBe(users.bme.name);

  const admin = await server.as(server.admin);
  const all = (await admin.call('tabletPage')).answer.items;
  expect(all.map(({ hospitalName }) => hospitalName)).toContain('Lake Hospital');
  expect((await first?.call('tabletPage'))?.problem.code).toBe('auth.forbidden');
  expect((await admin.call('reportTablet', { body: report() })).problem.code).toBe('auth.forbidden');
});

test('a session that has ended is no longer listed; one that only sends is marked', async () => {
  const office = await server.as(server.lake.users.hospital);
  const names = async () => (await office.call('tabletPage')).answer.items;
  const client = await server.as(server.lake.users.secondBme);
  const before = await names();
  const mine = before.find(({ userName }) => userName === server.lake.users.secondBme.name);
  expect(mine?.sendsOnly).toBe(false);
  const userId = client.session?.userId ?? '';
  const logout = (keepOutbox: boolean) => client.call('logout', { params: { userId }, body: { keepOutbox } });
  await logout(true);
  expect((await names()).find(({ id }) => id === mine?.id)?.sendsOnly).toBe(true);
  await logout(false);
  expect((await names()).some(({ id }) => id === mine?.id)).toBe(false);
});

test('a report changes no version of the hospital and is no act in its log', async () => {
  const bme = await server.as(server.city.users.bme);
  const office = await server.as(server.city.users.hospital);
  const head = async () => (await bme.call('syncDigest')).answer.head;
  const log = async () => (await office.call('auditPage')).answer.totalCount;
  const before = [await head(), await log()];
  await bme.call('reportTablet', { body: report() });
  expect([await head(), await log()]).toEqual(before);
});
