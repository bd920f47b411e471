import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedPassword } from '#tests/support/seed.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { signIn } from './world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
});
afterAll(() => server.close());

const overTls = { 'x-forwarded-proto': 'https' };
const plain = 'ward_refresh';
const secure = '__Secure-ward_refresh';
const user = () => server.city.users.bme;

const login = (headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/Auth/login',
    headers,
    payload: { email: user().email, password: seedPassword },
  });
const refresh = (cookies: Record<string, string>, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: `/api/Auth/refresh/${user().id}`, headers, cookies });
const logout = (cookies: Record<string, string>, headers: Record<string, string> = {}, keepOutbox = false) =>
  server.app.inject({
    method: 'POST',
    url: `/api/Auth/refresh/${user().id}/logout`,
    headers,
    cookies,
    payload: { keepOutbox },
  });
const namesOf = (answer: LightMyRequestResponse): string[] =>
  answer.cookies.filter(({ value }) => value !== '').map(({ name }) => name);
const valueOf = (answer: LightMyRequestResponse): string =>
  answer.cookies.find(({ value }) => value !== '')?.value ?? '';

describe('A logout', () => {
  test.each([true, false])('with a forged secret for a valid family id ends nothing (keepOutbox %s)', async (keep) => {
    const { cookie } = await signIn(server, user());
    const [familyId = '', secret = ''] = cookie.split('.');
    for (const forged of ['x', secret.slice(1), secret.toUpperCase()]) {
      expect((await logout({ [plain]: `${familyId}.${forged}` }, {}, keep)).statusCode).toBe(204);
    }
    const answer = await refresh({ [plain]: cookie });
    expect([answer.statusCode, answer.json<{ scope: string }>().scope]).toEqual([200, 'full']);
  });

  test('with the current secret, or the previous one if its successor was lost, ends the session', async () => {
    const first = await signIn(server, user());
    await logout({ [plain]: first.cookie });
    expect((await refresh({ [plain]: first.cookie })).statusCode).toBe(401);
    const second = await signIn(server, user());
    const lost = await refresh({ [plain]: second.cookie });
    await logout({ [plain]: second.cookie });
    expect((await refresh({ [plain]: valueOf(lost) })).statusCode).toBe(401);
  });
});

describe('The calls that use the cookie', () => {
  const own = { host: 'ward.hospital.org' };
  const refused: [string, Record<string, string>][] = [
    ['another site, according to Sec-Fetch-Site', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['another name of the same site', { ...own, 'sec-fetch-site': 'same-site', origin: 'https://ward.hospital.org' }],
    ['another site in a browser without Sec-Fetch-Site', { ...own, origin: 'https://evil.example' }],
    ['another port', { host: 'ward.hospital.org:4310', origin: 'http://ward.hospital.org:8080' }],
    ['a page without TLS while the server has it', { ...own, ...overTls, origin: 'http://ward.hospital.org' }],
    ['a page in a frame without origin', { ...own, origin: 'null' }],
    ['an invalid origin', { ...own, origin: 'ward.hospital.org' }],
  ];
  test.each(refused)('are refused to %s', async (_what, headers) => {
    const { cookie } = await signIn(server, user());
    const answers = [
      await login(headers),
      await refresh({ [plain]: cookie }, headers),
      await logout({ [plain]: cookie }, headers),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect(answers.flatMap(({ cookies }) => cookies)).toEqual([]);
    expect((await refresh({ [plain]: cookie })).statusCode).toBe(200);
  });

  const taken: [string, Record<string, string>][] = [
    ['our page, according to Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin', origin: 'https://ward.hospital.org' }],
    ['our page in a browser without Sec-Fetch-Site', { ...own, ...overTls, origin: 'https://ward.hospital.org' }],
    ['our page behind a proxy that connects without TLS', { ...own, origin: 'https://ward.hospital.org' }],
    ['our page on a port', { host: 'localhost:4310', origin: 'http://localhost:4310' }],
    ['our page on a port that a proxy omits', { ...own, origin: 'https://ward.hospital.org:8443' }],
    [
      'our page behind a proxy that forwards its name',
      { host: '10.0.0.7:4310', 'x-forwarded-host': 'ward.hospital.org', origin: 'https://ward.hospital.org' },
    ],
    ['a client that is not a browser', own],
  ];
  test.each(taken)('are open to %s', async (_what, headers) => {
    const { cookie } = await signIn(server, user());
    expect((await login(headers)).statusCode).toBe(200);
    expect((await refresh({ [plain]: cookie }, headers)).statusCode).toBe(200);
  });
});

describe('The name of the cookie', () => {
  test('is the one that browsers restrict to TLS if there is TLS, and the plain one on localhost', async () => {
    const [cookie] = (await login(overTls)).cookies;
    expect(cookie).toMatchObject({ name: secure, secure: true, httpOnly: true, sameSite: 'Strict' });
    expect(namesOf(await login())).toEqual([plain]);
  });

  test('migrates with a running session: nobody is logged out, and the plain cookie is cleared', async () => {
    const { cookie } = await signIn(server, user());
    const moved = await refresh({ [plain]: cookie }, overTls);
    expect([moved.statusCode, namesOf(moved)]).toEqual([200, [secure]]);
    const dropped = moved.cookies.find(({ name }) => name === plain);
    expect([dropped?.value, dropped?.path]).toEqual(['', `/api/Auth/refresh/${user().id}`]);
    expect((await refresh({ [secure]: valueOf(moved) }, overTls)).statusCode).toBe(200);
  });

  test('decides: a plain cookie, which a page without TLS can plant, is ignored beside a secure one', async () => {
    const mine = await login(overTls);
    const planted = await login();
    const answer = await refresh({ [plain]: valueOf(planted), [secure]: valueOf(mine) }, overTls);
    expect(valueOf(answer).split('.')[0]).toBe(valueOf(mine).split('.')[0]);
    expect((await refresh({ [secure]: valueOf(answer) })).statusCode).toBe(401);
  });
});

describe('A session', () => {
  const dayMs = 24 * 60 * 60_000;

  test('ends 30 days after its sign-in, however often it is refreshed, and so does its cookie', async () => {
    const begun = await login();
    expect(begun.cookies[0]?.maxAge).toBe((30 * dayMs) / 1000);
    let cookie = valueOf(begun);
    for (let day = 1; day < 30; day += 1) {
      server.clock.advance(dayMs);
      const answer = await refresh({ [plain]: cookie });
      expect([answer.statusCode, answer.cookies[0]?.maxAge]).toEqual([200, ((30 - day) * dayMs) / 1000]);
      cookie = valueOf(answer);
    }
    server.clock.advance(dayMs - 60_000);
    const last = await refresh({ [plain]: cookie });
    expect(last.statusCode).toBe(200);
    server.clock.advance(60_000);
    expect((await refresh({ [plain]: valueOf(last) })).statusCode).toBe(401);
    const authorization = `Bearer ${last.json<{ token: string }>().token}`;
    expect((await server.app.inject({ url: '/api/BreakDown/tiles', headers: { authorization } })).statusCode).toBe(401);
  });

  test('ends after the number of days set by the operator', async () => {
    const short = await startTestServer({ sessionDays: 2 });
    const { bme } = short.city.users;
    const { cookie } = await signIn(short, bme);
    const ask = () =>
      short.app.inject({ method: 'POST', url: `/api/Auth/refresh/${bme.id}`, cookies: { [plain]: cookie } });
    short.clock.advance(2 * dayMs - 1);
    expect((await ask()).statusCode).toBe(200);
    short.clock.advance(1);
    expect((await ask()).statusCode).toBe(401);
    await short.close();
  });
});

test("HSTS is sent over our TLS or a trusted proxy's, but not over plain HTTP", async () => {
  const hstsOf = async (headers: Record<string, string>) =>
    (await server.app.inject({ url: '/api/health/live', headers })).headers['strict-transport-security'];
  expect(await hstsOf(overTls)).toMatch(/^max-age=31536000/);
  expect(await hstsOf({})).toBeUndefined();
  const alone = await startTestServer();
  const answer = await alone.app.inject({ url: '/api/health/live', headers: overTls });
  expect(answer.headers['strict-transport-security']).toBeUndefined();
  await alone.close();
});

describe('A locked tablet', () => {
  const begin = async () => {
    const payload = { email: user().email, password: seedPassword, locks: true };
    const answer = await server.app.inject({ method: 'POST', url: '/api/Auth/login', payload });
    const { unlockKey = '', token } = answer.json<{ unlockKey?: string; token: string }>();
    return { cookies: { [plain]: valueOf(answer) }, unlockKey, token };
  };
  const tiles = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await server.app.inject({ url: '/api/BreakDown/tiles', headers })).statusCode;
  };

  test('gets a token for sending with its cookie, and a full one with the key that the password restores', async () => {
    const { cookies, unlockKey, token } = await begin();
    expect([await tiles(token), unlockKey.length]).toEqual([200, 64]);
    const other = (await begin()).unlockKey;
    for (const shown of ['', 'x', other, unlockKey.toUpperCase().replaceAll(/[0-9]/g, '0')]) {
      const answer = await refresh(cookies, { 'x-ward-unlock': shown });
      const { scope, token: given } = answer.json<{ scope: string; token: string }>();
      expect([answer.statusCode, scope, await tiles(given)]).toEqual([200, 'outbox', 403]);
      cookies[plain] = valueOf(answer);
    }
    const opened = await refresh(cookies, { 'x-ward-unlock': unlockKey });
    const { scope, token: full } = opened.json<{ scope: string; token: string }>();
    expect([scope, await tiles(full)]).toEqual(['full', 200]);
  });

  test('that sends in the background does not restrict the session of its page', async () => {
    const { cookies, token } = await begin();
    expect((await refresh(cookies)).json<{ scope: string }>().scope).toBe('outbox');
    expect(await tiles(token)).toBe(200);
  });

  test('sends what was saved offline', async () => {
    const { cookies } = await begin();
    const { token } = (await refresh(cookies)).json<{ token: string }>();
    const sent = await server.app.inject({
      method: 'POST',
      url: '/api/BMEDashboard/task/close',
      headers: { authorization: `Bearer ${token}` },
      payload: { taskId: server.city.tasks.overdue, actionTaken: 'Filter changed' },
    });
    expect(sent.statusCode).toBe(200);
  });
});
