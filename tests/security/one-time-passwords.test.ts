import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/password.ts';
import { appUser, hospital } from '#server/db/schema.ts';
import { makeFirstAdmin } from '#server/operations/first-admin.ts';
import { urlOf } from '#tests/postgres/processes.ts';
import { runTool } from '#tests/support/run-tool.ts';
import { seedPassword, type SeededUser } from '#tests/support/seed.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const given = 'first-day-7';
const own = 'mango-tree-9';
let server: TestServer;
let office: TestClient;
let admin: TestClient;
let minute = 0;
beforeEach(async () => {
  server ??= await startTestServer();
  // The tests share one log, to which each appends.
  server.clock.advance(1_000);
  office = await server.as(server.city.users.hospital, `10.9.0.${(minute += 1)}`);
  admin = await server.as(server.admin, `10.9.1.${minute}`);
});
afterAll(() => server?.close());

const reset = (client: TestClient, of: SeededUser, password = given) =>
  client.call('updateEngineer', { params: { id: of.id }, body: { name: of.name, email: of.email, password } });
const resetOffice = (password = given) =>
  admin.call('resetOfficePassword', { params: { id: server.city.id }, body: { password } });
const choose = (client: TestClient, newPassword = own, currentPassword = given) =>
  client.call('changePassword', { body: { currentPassword, newPassword } });
const refresh = (of: { id: string }, { cookie = '' }: TestClient) =>
  server.app.inject({ method: 'POST', url: `/api/Auth/refresh/${of.id}`, cookies: { ward_refresh: cookie } });
const latest = async (client: TestClient) =>
  (await client.call('auditPage', { query: { search: 'password reset' } })).answer.items[0];

/** A new engineer with a password set by the office. */
async function newEngineer(): Promise<SeededUser> {
  await server.database.db.update(hospital).set({ numberOfBme: 1000 }).where(eq(hospital.id, server.city.id));
  const word = randomUUID();
  const [name, email] = [`D. Pillai ${word}`, `${word}@ward.test`];
  const { answer } = await office.call('createEngineer', { body: { name, email, password: given } });
  return { id: answer.id, email, name };
}

/** An engineer who has chosen their own password. */
async function settledEngineer(): Promise<SeededUser & { password: string }> {
  const user = await newEngineer();
  await choose(await server.as({ ...user, password: given }));
  return { ...user, password: own };
}

describe('A password set by someone else', () => {
  test('starts a session that can only set a new one and is unrestricted afterwards', async () => {
    const user = await newEngineer();
    const first = await server.as({ ...user, password: given });
    expect(first.session).toMatchObject({ scope: 'password', userName: user.name });
    expect((await refresh(user, first)).json().scope).toBe('password');
    const refused = await first.call('upcomingTasks');
    expect([refused.status, refused.problem.code]).toEqual([401, 'auth.one_time_password']);
    const same = await choose(first, given);
    expect(same.problem.errors).toEqual({
      newPassword: ['Please choose another password than the one-time password.'],
    });
    const second = await server.as({ ...user, password: given });
    expect((await choose(first)).status).toBe(204);
    expect((await first.call('upcomingTasks')).status).toBe(200);
    expect((await second.call('upcomingTasks')).problem.code).toBe('auth.expired');
    expect((await server.as({ ...user, password: own })).session?.scope).toBe('full');
    await expect(server.as({ ...user, password: given })).rejects.toThrow('Invalid email or password.');
  });

  test('keeps offline entries waiting: the refusal is not stored under their idempotency keys', async () => {
    const user = await newEngineer();
    const client = await server.as({ ...user, password: given });
    const key = randomUUID();
    const closing = { body: { taskId: server.city.tasks.upcoming, actionTaken: 'Cleaned' }, key };
    expect((await client.call('closeTask', closing)).problem.code).toBe('auth.one_time_password');
    await choose(client);
    const sent = await client.call('closeTask', closing);
    expect([sent.status, sent.header('idempotency-replayed')]).toEqual([200, undefined]);
  });

  test('still allows logout', async () => {
    const user = await newEngineer();
    const client = await server.as({ ...user, password: given });
    await client.call('logout', { params: { userId: user.id }, body: {} });
    expect((await choose(client)).problem.code).toBe('auth.expired');
  });
});

describe('A reset', () => {
  test("by the office ends the engineer's sessions, including those of scope outbox, and is logged", async () => {
    const user = await settledEngineer();
    const [open, left] = [await server.as(user), await server.as(user)];
    await left.call('logout', { params: { userId: user.id }, body: { keepOutbox: true } });
    expect((await reset(office, user, 'second-day-7')).status).toBe(200);
    for (const client of [open, left]) {
      expect((await client.call('upcomingTasks')).problem.code).toBe('auth.expired');
      expect((await refresh(user, client)).statusCode).toBe(401);
    }
    expect((await server.as({ ...user, password: 'second-day-7' })).session?.scope).toBe('password');
    expect(await latest(office)).toMatchObject({
      what: 'Password reset',
      userName: server.city.users.hospital.name,
      userRole: 'Hospital',
      records: [user.name],
    });
  });

  test('does not happen if an edit has no new password', async () => {
    const user = await settledEngineer();
    const client = await server.as(user);
    const before = await latest(office);
    expect((await reset(office, user, '')).status).toBe(200);
    expect((await client.call('upcomingTasks')).status).toBe(200);
    expect(await latest(office)).toEqual(before);
  });

  test('wins over a concurrent change of the same password, whichever comes first', async () => {
    const user = await settledEngineer();
    for (let round = 0; round < 4; round += 1) {
      const client = await server.as(user);
      const [changed, done] = await Promise.all([
        choose(client, 'chosen-by-a-thief', user.password),
        reset(office, user, `reset-day-${round}`),
      ]);
      expect([[204, 400, 401].includes(changed.status), done.status]).toEqual([true, 200]);
      const next = await server.as({ ...user, password: `reset-day-${round}` }, `10.9.2.${round}`);
      expect(next.session?.scope).toBe('password');
      await choose(next, user.password, `reset-day-${round}`);
    }
  });

  test('by the Admin gives an office a one-time password and is in both logs', async () => {
    const { hospital: user } = server.city.users;
    const shown = await admin.call('hospital', { params: { id: server.city.id } });
    expect(shown.answer.email).toBe(user.email);
    expect((await resetOffice('password1')).problem.errors).toEqual({
      password: ['This password is one of the most common ones. Please choose another.'],
    });
    expect((await office.call('upcomingTasks')).status).toBe(200);
    expect((await resetOffice()).status).toBe(204);
    expect((await office.call('upcomingTasks')).problem.code).toBe('auth.expired');
    const again = await server.as({ ...user, password: given });
    expect(again.session?.scope).toBe('password');
    await choose(again, seedPassword);
    expect(await latest(again)).toMatchObject({ what: 'Password reset', userName: 'Admin', records: [user.name] });
    expect(await latest(admin)).toMatchObject({
      what: 'Reset the password of a hospital’s office',
      records: ['City Hospital'],
    });
  });

  test('of a missing hospital or office is refused', async () => {
    const unknown = { params: { id: randomUUID() }, body: { password: given } };
    expect((await admin.call('resetOfficePassword', unknown)).problem.message).toBe('This hospital does not exist.');
    const { db } = server.database;
    const { id } = server.lake.users.hospital;
    await db.update(appUser).set({ deletedAt: server.clock.now }).where(eq(appUser.id, id));
    const gone = { params: { id: server.lake.id }, body: { password: given } };
    expect((await admin.call('resetOfficePassword', gone)).problem.message).toBe('This office does not exist.');
    await db.update(appUser).set({ deletedAt: null }).where(eq(appUser.id, id));
  });
});

describe('The command on the server', () => {
  const command = (...args: string[]) => runTool({ DATABASE_URL: urlOf(server.database) }, 'reset-password', ...args);

  test("gives an Admin a one-time password while the server runs and is in the Admins' log", async () => {
    const { status, text } = await command('--email', server.admin.email.toUpperCase());
    const password = / is (\S+)$/m.exec(text)?.[1] ?? '';
    expect([status, password]).toEqual([0, expect.stringMatching(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)]);
    expect((await admin.call('hospitals')).problem.code).toBe('auth.expired');
    const back = await server.as({ ...server.admin, password });
    expect(back.session).toMatchObject({ userRole: 'Admin', scope: 'password' });
    await choose(back, seedPassword, password);
    expect(await latest(back)).toMatchObject({
      what: 'Password reset',
      userName: 'Command on the server',
      userRole: null,
      records: ['Admin'],
    });
  }, 90_000);

  test('resets only Admins and says who resets others', async () => {
    const other = await command('--email', server.city.users.hospital.email);
    expect([other.status, other.text]).toEqual([1, expect.stringContaining('is no Admin: an Admin resets')]);
    const unknown = await command('--email', 'nobody@ward.test');
    expect([unknown.status, unknown.text]).toEqual([1, 'No account has the address nobody@ward.test.\n']);
    expect((await office.call('upcomingTasks')).status).toBe(200);
  }, 90_000);
});

test('the first Admin has a one-time password if it was generated, but not if it is in the settings', async () => {
  const { db } = server.database;
  await db.update(appUser).set({ deletedAt: server.clock.now }).where(eq(appUser.role, 'Admin'));
  await expect(makeFirstAdmin(db, { email: 'chief@ward.test', password: 'Password1' })).rejects.toThrow(
    'ADMIN_PASSWORD: This password is one of the most common ones. Please choose another.',
  );
  const made = await makeFirstAdmin(db, undefined);
  expect((await server.as(made ?? { email: '' })).session).toMatchObject({ userRole: 'Admin', scope: 'password' });
  await db.update(appUser).set({ deletedAt: server.clock.now }).where(eq(appUser.role, 'Admin'));
  const wanted = { email: 'chief@ward.test', password: 'chief-of-the-server' };
  expect(await makeFirstAdmin(db, wanted)).toBeUndefined();
  expect((await server.as(wanted)).session?.scope).toBe('full');
  await db.update(appUser).set({ deletedAt: null, passwordHash: await hashPassword(seedPassword) });
});
