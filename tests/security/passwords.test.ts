import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callList } from '#contract/index.ts';
import { makeOneTimePassword, refusalOfPassword } from '#server/auth/new-password.ts';
import { loadAppMeta } from '#server/db/app-meta.ts';
import { appUser, passwordReset } from '#server/db/schema.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { linkSecret } from '#server/password-reset/link.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let office: TestClient;
let bme: TestClient;
let admin: TestClient;
/** A link for a new password of the engineer. */
let link = '';
beforeAll(async () => {
  server = await startTestServer();
  office = await server.as(server.city.users.hospital);
  bme = await server.as(server.city.users.bme);
  admin = await server.as(server.admin);
  const { db } = server.database;
  const { signingKey } = await loadAppMeta(db);
  const { email } = server.city.users.bme;
  const [account] = await db.select().from(appUser).where(eq(appUser.email, email));
  const at = server.clock.now;
  await db.insert(passwordReset).values({ id: 'a-link', email, askedAt: at, state: 'sent', attempts: 1, nextAt: at });
  link = linkSecret(signingKey, 'a-link', account ?? expect.fail());
});
afterAll(() => server.close());

const setPassword = (client: TestClient, of: { id: string; email: string }, password: string) =>
  client.call('updateEngineer', { params: { id: of.id }, body: { name: 'A. R.', email: of.email, password } });

test("an engineer cannot take over a colleague's account by setting the password", async () => {
  const colleague = server.city.users.secondBme;
  const refused = await setPassword(bme, colleague, 'chosen-by-me');
  expect([refused.status, refused.problem.message]).toEqual([
    403,
    'Only the hospital’s office can set another engineer’s password.',
  ]);
  await server.as(colleague);
  const renamed = await setPassword(bme, colleague, '');
  expect([renamed.status, renamed.problem.code]).toEqual([403, 'auth.forbidden']);
});

test("no call changes one's own password without the current one", async () => {
  const own = server.city.users.bme;
  const refused = await setPassword(bme, own, 'chosen-by-a-thief');
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    { password: ['Please change your own password under Settings.'] },
  ]);
  await server.as(own);
});

test("the office's reset of an engineer's password ends the engineer's sessions", async () => {
  const engineer = server.city.users.secondBme;
  const before = await server.as(engineer);
  expect((await setPassword(office, engineer, 'set-by-office')).status).toBe(200);
  expect((await before.call('profile')).status).toBe(401);
  await expect(server.as(engineer)).rejects.toThrow('Invalid email or password.');
  const next = await server.as({ ...engineer, password: 'set-by-office' });
  await next.call('changePassword', { body: { currentPassword: 'set-by-office', newPassword: seedPassword } });
});

/** Every contract field that holds a password, and who sets it; those without a setter hold the current one. */
const places = {
  'changePassword.newPassword': () => bme,
  'createEngineer.password': () => office,
  'updateEngineer.password': () => office,
  'createHospital.password': () => admin,
  'resetOfficePassword.password': () => admin,
  'passwordByLink.newPassword': () => server.visitor,
} as const satisfies Record<string, () => TestClient>;
const proofs = ['login.password', 'changePassword.currentPassword'];
/** Random, made by a phone for one report. */
const noPasswords = ['sendFaultReport.secret'];

test('only these contract fields hold a password', () => {
  const fields = callList.flatMap(({ name, spec }) => {
    const shape: unknown = spec.body && 'shape' in spec.body ? spec.body.shape : {};
    return Object.keys(shape as object).flatMap((field) => (/passw|secret/i.test(field) ? `${name}.${field}` : []));
  });
  expect(fields.sort()).toEqual([...Object.keys(places), ...proofs, ...noPasswords].sort());
});

describe('A new password', () => {
  const email = 'somebody-new@ward.test';
  /** A body for each call with the given password and address. */
  const bodyOf = (call: string): { params?: { id: string }; body: Record<string, unknown>; email: string } => {
    const { hospital, secondBme, bme: own } = server.city.users;
    const place = { address: 'A', stateId: 'KL', cityId: 'KL-kollam', numberOfBME: 1, numberOfBeds: 1, phone: '1' };
    if (call === 'passwordByLink') return { body: { link }, email: own.email };
    if (call === 'changePassword') return { body: { currentPassword: seedPassword }, email: own.email };
    if (call === 'createEngineer') return { body: { name: 'New', email }, email };
    if (call === 'createHospital') return { body: { name: 'New', ...place, email }, email };
    const office = { params: { id: server.city.id }, body: {}, email: hospital.email };
    const engineer = { name: secondBme.name, email: secondBme.email };
    return call === 'resetOfficePassword'
      ? office
      : { params: { id: secondBme.id }, body: engineer, email: secondBme.email };
  };

  test.each(Object.entries(places))(
    'set with %s is long enough, not blank, not common and not the e-mail address',
    async (at, who) => {
      const [call = '', field = ''] = at.split('.');
      const { params, body, email: own } = bodyOf(call);
      const common = 'This password is one of the most common ones. Please choose another.';
      for (const [password, sentence] of [
        ['12345', 'Password must have at least 6 characters.'],
        ['       ', 'Password is required.'],
        ['x'.repeat(201), 'At most 200 characters.'],
        [own.toUpperCase(), 'The password must not be the email address.'],
        ['password1', common],
        ['QwErTy123', common],
        [' Iloveyou ', common],
      ] as const) {
        const sent = { ...(params && { params }), body: { ...body, [field]: password } };
        const { status, problem } = await who().call(call as 'createEngineer', sent as never);
        expect([password, status, problem.errors]).toEqual([password, 400, { [field]: [sentence] }]);
      }
      const accounts = await server.database.db.select().from(appUser).where(eq(appUser.email, email));
      expect(accounts).toEqual([]);
      await server.as(server.city.users.secondBme);
    },
  );

  test('is hashed by one function, which checks all of that; only the demo bypasses it', () => {
    const folder = fileURLToPath(new URL('../../server', import.meta.url));
    const hashing = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && /\bhashPassword\(/.test(readFileSync(join(folder, file), 'utf8')))
      .sort();
    expect(hashing).toEqual(['auth/new-password.ts', 'auth/password.ts', 'demo/seed.ts', 'operations/first-admin.ts']);
  });

  test('as the demo sets it is not a common one', async () => {
    for (const { email: address, password } of Object.values(demoSignIns)) {
      expect(await refusalOfPassword(password, address)).toBeNull();
    }
  });

  test('generated by a command is accepted and unique', async () => {
    const made = Array.from({ length: 50 }, makeOneTimePassword);
    expect(new Set(made).size).toBe(50);
    for (const password of made) expect(await refusalOfPassword(password, email)).toBeNull();
  });
});
