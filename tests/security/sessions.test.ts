import { createHmac, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appUser } from '#server/db/schema.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { signIn, type Session } from './world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = (token: string, url = '/api/BreakDown/tiles') =>
  server.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

describe('A forged access token is refused', () => {
  let bme: Session;
  let head: Record<string, unknown>;
  let claims: Record<string, unknown>;
  beforeEach(async () => {
    bme = await signIn(server, server.city.users.bme);
    const [first, second] = bme.token.split('.');
    head = decoded(first);
    claims = decoded(second);
  });
  const signed = (header: object, body: object, key: string, hash = 'sha256'): string => {
    const text = `${encoded(header)}.${encoded(body)}`;
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  };
  const own = (): [string, string, string] => bme.token.split('.') as [string, string, string];

  const forgeries: [string, () => string][] = [
    ['of algorithm none', () => `${encoded({ ...head, alg: 'none' })}.${own()[1]}.`],
    ['of algorithm None with its old signature', () => `${encoded({ ...head, alg: 'None' })}.${own()[1]}.${own()[2]}`],
    ['without signature', () => `${own()[0]}.${own()[1]}.`],
    ['signed with another key', () => signed(head, claims, 'another key')],
    ['signed with an empty key', () => signed(head, claims, '')],
    ['of another HMAC', () => signed({ ...head, alg: 'HS512' }, claims, 'another key', 'sha512')],
    ['that contains its own key', () => signed({ ...head, kid: 'mine', jwk: { k: 'eA' } }, claims, 'x')],
    ['that uses a file as its key', () => signed({ ...head, kid: '../../../dev/null' }, claims, '')],
    [
      'whose role was changed',
      () => `${own()[0]}.${encoded({ ...claims, role: 'Admin', hospital: null })}.${own()[2]}`,
    ],
    ['whose hospital was changed', () => `${own()[0]}.${encoded({ ...claims, hospital: server.lake.id })}.${own()[2]}`],
    ['whose expiry was changed', () => `${own()[0]}.${encoded({ ...claims, exp: 4_000_000_000 })}.${own()[2]}`],
    ['that is a refresh secret', () => bme.cookie],
    ['that is the family id of the session', () => String(claims['family'])],
    ['that is a plain word', () => 'undefined'],
  ];
  test.each(forgeries)('%s', async (_what, forge) => {
    expect((await ask(bme.token)).statusCode).toBe(200);
    const answer = await ask(forge());
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'auth.expired']);
    expect((await ask(forge(), '/api/Hospital')).statusCode).toBe(401);
  });

  test('a token identifies its session, and the database decides what the session may do', async () => {
    await server.database.db.update(appUser).set({ name: 'A. R.' }).where(eq(appUser.id, server.city.users.bme.id));
    expect((await ask(bme.token)).statusCode).toBe(200);
    expect((await ask(bme.token, '/api/Hospital')).statusCode).toBe(403);
  });

  test('a token in the URL is ignored', async () => {
    const answer = await server.app.inject(`/api/BreakDown/tiles?access_token=${bme.token}&token=${bme.token}`);
    expect(answer.statusCode).toBe(401);
  });
});

describe('The refresh cookie', () => {
  const login = (headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/api/Auth/login',
      headers,
      payload: { email: server.city.users.hospital.email, password: seedPassword },
    });

  test('is inaccessible to scripts and other sites, and only sent to its own path', async () => {
    const [cookie] = (await login()).cookies;
    expect(cookie).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: `/api/Auth/refresh/${server.city.users.hospital.id}`,
    });
    expect(cookie?.domain).toBeUndefined();
    expect((await login()).body).not.toContain(String(cookie?.value).split('.')[1]);
  });

  test('is not accepted as a session by any other call', async () => {
    const { cookie } = await signIn(server, server.city.users.hospital);
    const answer = await server.app.inject({ url: '/api/BreakDown/tiles', cookies: { ward_refresh: cookie } });
    expect(answer.statusCode).toBe(401);
  });
});

describe('Password guessing', () => {
  const attempt = (options: { password?: string; from?: string; deviceId?: string; who?: string }) =>
    server.app.inject({
      method: 'POST',
      url: '/api/Auth/login',
      remoteAddress: options.from ?? '10.0.0.1',
      payload: {
        email: options.who ?? server.city.users.secondBme.email,
        password: options.password ?? 'wrong!',
        ...(options.deviceId === undefined ? {} : { deviceId: options.deviceId }),
      },
    });
  const guess = async (count: number, options: Parameters<typeof attempt>[0] = {}): Promise<number[]> => {
    const statuses: number[] = [];
    for (let tried = 0; tried < count; tried += 1) statuses.push((await attempt(options)).statusCode);
    return statuses;
  };

  beforeEach(() => server.clock.advance(20 * 60_000));

  test('has to wait a minute after five wrong attempts, even for the right password', async () => {
    expect(await guess(6)).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = await attempt({ password: seedPassword });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  });

  test('in parallel gets no more attempts than in sequence, and the owner can sign in elsewhere immediately', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => attempt({ from: '10.4.0.1' })));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect([401, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([5, 195]);
    expect((await attempt({ password: seedPassword, from: '10.4.0.2' })).statusCode).toBe(200);
  });

  test('does not count right passwords: concurrent ones are all accepted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => attempt({ password: seedPassword, from: '10.4.1.1' })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  test('from one address or IPv6 network for hours does not lock the owner out at another', async () => {
    for (let minute = 1; minute <= 110; minute += 1) {
      await attempt({ from: minute < 100 ? '10.5.0.1' : `2001:db8:1:2::${minute}` });
      server.clock.advance(60_000);
    }
    expect((await attempt({ password: seedPassword, from: '10.5.0.2' })).statusCode).toBe(200);
    expect(await guess(6, { from: '2001:db8:1:3::1' })).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await attempt({ from: '2001:db8:1:3:ffff::9' })).statusCode).toBe(429);
    expect((await attempt({ from: '2001:db8:1:4::9' })).statusCode).toBe(401);
  });

  test('does not lock the account at other addresses, nor other accounts at this one', async () => {
    await guess(6);
    expect((await attempt({ password: seedPassword, from: '10.0.0.2' })).statusCode).toBe(200);
    const { bme } = server.city.users;
    expect((await attempt({ password: seedPassword, who: bme.email })).statusCode).toBe(200);
  });

  test("from many addresses is blocked a minute at a time; the account's own tablet is not", async () => {
    const deviceId = randomUUID();
    expect((await attempt({ password: seedPassword, deviceId })).statusCode).toBe(200);
    for (let address = 0; address < 25; address += 1) await guess(4, { from: `10.2.0.${address}` });
    const elsewhere = { password: seedPassword, from: '10.2.1.1' };
    expect((await attempt(elsewhere)).statusCode).toBe(429);
    expect((await attempt({ ...elsewhere, deviceId: randomUUID() })).statusCode).toBe(429);
    expect((await attempt({ password: seedPassword, from: '10.2.0.1', deviceId })).statusCode).toBe(200);
    server.clock.advance(60_000);
    expect((await attempt(elsewhere)).statusCode).toBe(200);
    expect((await guess(6, { deviceId })).at(-1)).toBe(429);
  });

  test('with a stolen session has to wait a minute after five wrong current passwords, even in parallel', async () => {
    const bme = await signIn(server, server.city.users.bme);
    const change = (currentPassword: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/Auth/password',
        headers: { authorization: `Bearer ${bme.token}` },
        payload: { currentPassword, newPassword: 'Another-Password-1' },
      });
    const answers = await Promise.all(Array.from({ length: 60 }, (_each, place) => change(`wrong ${place}`)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect([400, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([5, 55]);
    expect((await change(seedPassword)).statusCode).toBe(429);
    server.clock.advance(60_000);
    expect((await change(seedPassword)).statusCode).toBe(204);
  });

  test('does not reveal which accounts exist', async () => {
    const known = await attempt({ who: server.city.users.bme.email, from: '10.3.0.1' });
    const unknown = await attempt({ who: 'nobody@ward.test', from: '10.3.0.1' });
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    expect(await guess(5, { who: 'nobody@ward.test', from: '10.3.0.1' })).toEqual([401, 401, 401, 401, 429]);
  });
});
