import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appUser, hospital } from '#server/db/schema.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const minuteMs = 60_000;
const refresh = (userId: string, cookie: string | undefined) =>
  server.app.inject({
    method: 'POST',
    url: `/api/Auth/refresh/${userId}`,
    ...(cookie === undefined ? {} : { cookies: { ward_refresh: cookie } }),
  });

test('each role signs in, in any case of the address, and gets its session', async () => {
  const { city, admin } = server;
  const sessions = await Promise.all([admin, city.users.hospital, city.users.bme].map((user) => server.as(user)));
  expect(sessions.map(({ session }) => [session?.userRole, session?.hospitalId, session?.bmeAccountId])).toEqual([
    ['Admin', undefined, undefined],
    ['Hospital', city.id, undefined],
    ['BME', undefined, city.users.bme.id],
  ]);
  const shouted = await server.as({ ...city.users.bme, email: city.users.bme.email.toUpperCase() });
  expect(shouted.session?.hospital).toEqual({ id: city.id, name: 'City Hospital', timeZone: 'Asia/Kolkata' });
});

test('a wrong password and an unknown address get the same message', async () => {
  for (const email of [server.city.users.bme.email, 'nobody@nowhere.test']) {
    const { status, problem } = await server.visitor.call('login', { body: { email, password: 'wrong!' } });
    expect([status, problem.message]).toEqual([401, 'Invalid email or password.']);
  }
});

test('after five failed attempts an account waits a minute, then can sign in', async () => {
  const { email } = server.city.users.bme;
  for (let tried = 0; tried < 5; tried += 1) {
    await server.visitor.call('login', { body: { email, password: 'wrong!' } });
  }
  const refused = await server.visitor.call('login', { body: { email, password: seedPassword } });
  expect([refused.status, refused.problem.code, refused.header('retry-after')]).toEqual([
    429,
    'auth.too_many_tries',
    '60',
  ]);
  server.clock.advance(minuteMs);
  expect((await server.as(server.city.users.bme)).session?.userRole).toBe('BME');
});

test('failed attempts counted while the clock ran ahead do not extend the lock', async () => {
  const { email } = server.city.users.bme;
  const right = server.clock.now;
  server.clock.advance(3 * 24 * 60 * minuteMs);
  for (let tried = 0; tried < 5; tried += 1) {
    await server.visitor.call('login', { body: { email, password: 'wrong!' } });
  }
  server.clock.now = right;
  const wrong = await server.visitor.call('login', { body: { email, password: 'wrong!' } });
  expect(wrong.status).toBe(401);
  const refused = await server.visitor.call('login', { body: { email, password: seedPassword } });
  expect([refused.status, refused.header('retry-after')]).toEqual([429, '60']);
  server.clock.advance(minuteMs);
  expect((await server.as(server.city.users.bme)).session?.userRole).toBe('BME');
});

test('an access token expires after 15 minutes and the cookie starts the next session', async () => {
  const bme = await server.as(server.city.users.bme);
  server.clock.advance(15 * minuteMs);
  expect((await bme.call('ticketTiles')).problem.code).toBe('auth.expired');
  const answer = await refresh(server.city.users.bme.id, bme.cookie);
  expect([answer.statusCode, answer.json().userName]).toEqual([200, 'A. Rao']);
  expect(answer.cookies[0]).toMatchObject({
    path: `/api/Auth/refresh/${server.city.users.bme.id}`,
    httpOnly: true,
    sameSite: 'Strict',
  });
});

test('a tablet that lost the refresh response may repeat it hours later and gets the same successor', async () => {
  const { id } = server.city.users.bme;
  const { cookie } = await server.as(server.city.users.bme);
  const first = await refresh(id, cookie);
  server.clock.advance(8 * 60 * minuteMs);
  const again = await refresh(id, cookie);
  expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
  expect(again.cookies[0]?.value).toBe(first.cookies[0]?.value);
  expect((await refresh(id, first.cookies[0]?.value)).statusCode).toBe(200);
});

test('reuse of an old refresh cookie is theft: the whole family ends, including its access token', async () => {
  const { id } = server.city.users.bme;
  const bme = await server.as(server.city.users.bme);
  const second = await refresh(id, bme.cookie);
  const third = await refresh(id, second.cookies[0]?.value);
  expect((await refresh(id, bme.cookie)).statusCode).toBe(401);
  expect((await refresh(id, third.cookies[0]?.value)).statusCode).toBe(401);
  expect((await bme.call('ticketTiles')).status).toBe(401);
});

test('the previous cookie is accepted for one shift only', async () => {
  const { id } = server.city.users.bme;
  const { cookie } = await server.as(server.city.users.bme);
  const second = await refresh(id, cookie);
  server.clock.advance(13 * 60 * minuteMs);
  expect((await refresh(id, cookie)).statusCode).toBe(401);
  expect((await refresh(id, second.cookies[0]?.value)).statusCode).toBe(401);
});

test('a cookie does not open the session of another user', async () => {
  const { cookie } = await server.as(server.city.users.bme);
  expect((await refresh(server.city.users.secondBme.id, cookie)).statusCode).toBe(401);
  expect((await refresh(server.city.users.bme.id, undefined)).statusCode).toBe(401);
});

test('a logout ends the session; with unsent work it only leaves the right to send', async () => {
  const { bme: user } = server.city.users;
  const leaving = await server.as(user);
  await leaving.call('logout', { params: { userId: user.id }, body: { keepOutbox: true } });
  expect((await leaving.call('upcomingTasks')).problem.code).toBe('auth.scope');
  const closing = { body: { taskId: server.city.tasks.overdue, actionTaken: 'Filter changed' } };
  expect((await leaving.call('closeTask', closing)).status).toBe(200);
  expect((await refresh(user.id, leaving.cookie)).json().scope).toBe('outbox');
  const gone = await leaving.call('logout', { params: { userId: user.id }, body: {} });
  expect(gone.status).toBe(204);
  expect((await leaving.call('closeTask', closing)).status).toBe(401);
});

test('deactivating a hospital or deleting an account ends its sessions immediately', async () => {
  const { db } = server.database;
  const bme = await server.as(server.city.users.bme);
  await db.update(hospital).set({ isActive: false }).where(eq(hospital.id, server.city.id));
  expect((await bme.call('ticketTiles')).problem.message).toBe(
    'This hospital is inactive. Please contact the administrator.',
  );
  const login = { body: { email: server.city.users.bme.email, password: seedPassword } };
  expect((await server.visitor.call('login', login)).status).toBe(403);
  await db.update(hospital).set({ isActive: true }).where(eq(hospital.id, server.city.id));
  expect((await bme.call('ticketTiles')).status).toBe(200);
  await db.update(appUser).set({ deletedAt: server.clock.now }).where(eq(appUser.id, server.city.users.bme.id));
  expect((await bme.call('ticketTiles')).status).toBe(401);
});

test.each([
  ['a BME', (of: TestServer) => of.city.users.bme],
  ['a hospital', (of: TestServer) => of.city.users.hospital],
  ['an Admin', (of: TestServer) => of.admin],
])('the account of %s includes its own address', async (_who, pick) => {
  const user = pick(server);
  const { answer } = await (await server.as(user)).call('profile');
  expect([answer.email, typeof answer.name, typeof answer.phone]).toEqual([user.email, 'string', 'string']);
});

test("a new password ends the user's other sessions and keeps this one", async () => {
  const here = await server.as(server.city.users.bme);
  const there = await server.as(server.city.users.bme);
  const wrong = await here.call('changePassword', { body: { currentPassword: 'nope', newPassword: 'new-secret' } });
  expect(wrong.problem.errors?.['currentPassword']).toEqual(['The current password is not right.']);
  const changed = await here.call('changePassword', {
    body: { currentPassword: seedPassword, newPassword: 'new-secret' },
  });
  expect([changed.status, (await here.call('ticketTiles')).status]).toEqual([204, 200]);
  expect((await there.call('ticketTiles')).status).toBe(401);
});

test('a token signed with another key or algorithm, or unsigned, is refused', async () => {
  const { session } = await server.as(server.city.users.bme);
  const [head = '', claims = ''] = (session?.token ?? '').split('.');
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  for (const token of [`${head}.${claims}.`, `${none}.${claims}.`, `${head}.${claims}.AAAA`, 'x']) {
    const answer = await server.app.inject({
      url: '/api/BreakDown/tiles',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth.expired']);
  }
});
