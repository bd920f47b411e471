import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#contract/calls/session.ts';
import type { TabletReport } from '#contract/records/tablet.ts';
import { release } from '#contract/release.ts';
import { refreshFamily } from '#server/db/schema.ts';
import { seedPassword, type SeededUser } from '#tests/support/seed.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

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

test('the release that tablets report is the version in package.json', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ version: release });
});

test('the office sees only the tablets of its own people, the oldest unsent work first', async () => {
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

test('an ended session is no longer listed; one that may only send is marked', async () => {
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

test("a report does not raise the hospital's version or appear in its log", async () => {
  const bme = await server.as(server.city.users.bme);
  const office = await server.as(server.city.users.hospital);
  const head = async () => (await bme.call('syncDigest')).answer.head;
  const log = async () => (await office.call('auditPage')).answer.totalCount;
  const before = [await head(), await log()];
  await bme.call('reportTablet', { body: report() });
  expect([await head(), await log()]).toEqual(before);
});

describe('A lost tablet', () => {
  const deviceId = '7d0f0a52-7a3d-4c5e-9b3b-0a8f1d3c2b11';

  /** Signs a user in on the tablet, as the app does. */
  async function onTablet({ email }: SeededUser): Promise<Session & { cookie: string }> {
    const { answer, response } = await server.visitor.call('login', {
      body: { email, password: seedPassword, deviceId, locks: true },
    });
    return { ...answer, cookie: response.cookies[0]?.value ?? '' };
  }
  const refresh = async ({ userId, cookie }: { userId: string; cookie: string }) => {
    const response = await server.app.inject({
      method: 'POST',
      url: `/api/Auth/refresh/${userId}`,
      cookies: { ward_refresh: cookie },
    });
    const next = response.cookies[0]?.value ?? cookie;
    return { status: response.statusCode, body: response.json<Session & { context?: object }>(), cookie: next };
  };
  const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const rowsFor = async (client: TestClient, search: string) =>
    (await client.call('tabletPage', { query: { search } })).answer.items;
  const log = async (client: TestClient) =>
    (await client.call('auditPage')).answer.items.map(({ what, records }) => [what, records]);

  test('is signed out by the office for all its users, is told to erase its data, and may still send', async () => {
    const { bme, secondBme, hospital } = server.city.users;
    const office = await server.as(hospital);
    const [asha, ben] = [await onTablet(bme), await onTablet(secondBme)];
    const row = (await rowsFor(office, bme.name)).find(({ others }) => others.length > 0);
    expect(row).toMatchObject({ others: [secondBme.name], isOwn: false, lostAt: null, backAt: null });
    const { status } = await office.call('revokeTablet', { params: { id: row?.id ?? '' } });
    expect(status).toBe(204);

    const profile = await server.visitor.call('profile', withToken(asha.token));
    expect(profile.problem.code).toBe('auth.scope');
    const lostAt = server.clock.now.toISOString();
    expect(await rowsFor(office, bme.name)).toContainEqual(
      expect.objectContaining({ id: row?.id, lostAt, backAt: null }),
    );
    server.clock.advance(60_000);
    const renewed = await refresh(asha);
    expect(renewed.body).toMatchObject({ scope: 'outbox', lost: true });
    expect((await refresh(ben)).body).toMatchObject({ scope: 'outbox', lost: true });
    const backAt = server.clock.now.toISOString();
    expect(await rowsFor(office, bme.name)).toContainEqual(expect.objectContaining({ id: row?.id, lostAt, backAt }));

    const note = { taskId: server.city.tasks.upcoming, note: 'Written before the tablet was lost', files: [] };
    const sent = await server.visitor.call('addTaskNote', {
      body: note,
      key: 'lost-1',
      ...withToken(renewed.body.token),
    });
    expect(sent.status).toBe(200);
    const lines = await log(office);
    expect(lines).toContainEqual(['Sign out and erase a lost tablet', [`Tablet of ${bme.name}`]]);
    const told = 'Lost tablet came back and was told to remove the hospital’s data';
    expect(lines.filter(([what]) => what === told)).toHaveLength(2);
    await refresh({ ...asha, cookie: renewed.cookie });
    expect((await log(office)).filter(([what]) => what === told)).toHaveLength(2);
  });

  test('is told to erase its data even if its session has ended or its account was deleted', async () => {
    const office = await server.as(server.city.users.hospital);
    const asha = await onTablet(server.city.users.bme);
    const [row] = await rowsFor(office, server.city.users.bme.name);
    await office.call('revokeTablet', { params: { id: row?.id ?? '' } });
    await server.database.db
      .update(refreshFamily)
      .set({ revokedAt: server.clock.now })
      .where(eq(refreshFamily.id, row?.id ?? ''));
    expect(await refresh(asha)).toMatchObject({ status: 401, body: { code: 'auth.expired', context: { lost: true } } });
    expect((await refresh({ ...asha, cookie: 'made-up' })).body.context).toBeUndefined();
  });

  test('is no longer lost once somebody has signed in on it', async () => {
    const office = await server.as(server.city.users.hospital);
    const asha = await onTablet(server.city.users.bme);
    const [row] = await rowsFor(office, server.city.users.bme.name);
    await office.call('revokeTablet', { params: { id: row?.id ?? '' } });
    await onTablet(server.city.users.secondBme);
    const { body } = await refresh(asha);
    expect(body.scope).toBe('outbox');
    expect(body.lost).toBeUndefined();
  });

  test('can be revoked only by the office of its hospital or the Admin, and never while it is the tablet in use', async () => {
    const { bme, hospital } = server.lake.users;
    const office = await server.as(hospital);
    const client = await server.as(bme);
    const row = (await rowsFor(office, bme.name)).find(({ report: said }) => said === null);
    const params = { id: row?.id ?? '' };
    const city = await server.as(server.city.users.hospital);
    expect((await city.call('revokeTablet', { params })).problem.code).toBe('record.unknown');
    expect((await client.call('revokeTablet', { params })).problem.code).toBe('auth.forbidden');
    const own = (await rowsFor(office, hospital.name)).find(({ isOwn }) => isOwn);
    const refused = await office.call('revokeTablet', { params: { id: own?.id ?? '' } });
    expect(refused.problem).toMatchObject({
      code: 'record.conflict',
      detail: expect.stringContaining('Log out instead'),
    });
    const admin = await server.as(server.admin);
    expect((await admin.call('revokeTablet', { params })).status).toBe(204);
    expect((await client.call('profile')).problem.code).toBe('auth.scope');
    expect(await log(office)).toContainEqual(['Sign out and erase a lost tablet', [bme.name]]);
    expect(await log(admin)).toContainEqual(['Sign out and erase a lost tablet', [`Tablet of ${bme.name}`]]);
  });
});
