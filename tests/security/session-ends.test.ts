import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SeededUser } from '#tests/support/seed.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { signIn, type Session } from './world.ts';

/** Well below the 20 seconds after which a stream checks its session. Units: milliseconds. */
const atOnceMs = 5_000;

let server: TestServer;
let admin: Session;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  admin = await signIn(server, server.admin);
});
afterAll(() => server.close());

/** An event stream that has sent its first version. */
async function openStream({ token }: Session): Promise<IncomingMessage> {
  const { port } = server.app.server.address() as AddressInfo;
  const asked = request({ port, path: '/api/Sync/events', headers: { authorization: `Bearer ${token}` } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await once(answer, 'data');
  answer.resume();
  return answer;
}

const endOf = async (stream: IncomingMessage): Promise<void> => {
  if (!stream.readableEnded) await once(stream, 'end', { signal: AbortSignal.timeout(atOnceMs) });
};
const post = async (url: string, session: Session, payload: object, method: 'POST' | 'DELETE' = 'POST') => {
  const answer = await server.app.inject({
    method,
    url: `/api${url}`,
    payload,
    headers: { authorization: `Bearer ${session.token}` },
    cookies: { ward_refresh: session.cookie },
  });
  if (answer.statusCode >= 300) throw new Error(`${url} is refused: ${answer.statusCode} ${answer.body}`);
  return answer;
};
const refresh = (user: SeededUser, cookie: string) =>
  server.app.inject({ method: 'POST', url: `/api/Auth/refresh/${user.id}`, cookies: { ward_refresh: cookie } });

describe('An event stream ends immediately', () => {
  let user: SeededUser;
  let session: Session;
  let stream: IncomingMessage;
  beforeEach(async () => {
    user = server.city.users.bme;
    session = await signIn(server, user);
    stream = await openStream(session);
  });

  test.each([false, true])('with a logout (unsent work: %s)', async (keepOutbox) => {
    await post(`/Auth/refresh/${user.id}/logout`, session, { keepOutbox });
    await endOf(stream);
  });

  test('with a password change in another session, whose own stream continues', async () => {
    const other = await signIn(server, user);
    const others = await openStream(other);
    await post('/Auth/password', other, { currentPassword: seedPassword, newPassword: `${seedPassword}!` });
    await endOf(stream);
    await post('/Auth/password', other, { currentPassword: `${seedPassword}!`, newPassword: seedPassword });
    const [beat] = await Promise.race([once(others, 'end'), bumped(others)]);
    expect(String(beat)).toContain('event: version');
    others.destroy();
  });

  test('when its hospital is deactivated', async () => {
    await post(`/Hospital/ToggleStatus/${server.city.id}`, admin, { isActive: false });
    await endOf(stream);
    await post(`/Hospital/ToggleStatus/${server.city.id}`, admin, { isActive: true });
  });

  test('when a refresh secret is reused', async () => {
    const second = await refresh(user, session.cookie);
    await refresh(user, second.cookies[0]?.value ?? '');
    expect((await refresh(user, session.cookie)).statusCode).toBe(401);
    await endOf(stream);
  });

  test('with the next sign-in in the same browser', async () => {
    const deviceId = randomUUID();
    const login = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/Auth/login',
        payload: { email: user.email, password: seedPassword, deviceId },
      });
    const { token } = (await login()).json<{ token: string }>();
    const here = await openStream({ token, cookie: '' });
    await login();
    await endOf(here);
    stream.destroy();
  });

  test('when its account is deleted', async () => {
    const office = await signIn(server, server.city.users.hospital);
    const gone = server.city.users.secondBme;
    const theirs = await openStream(await signIn(server, gone));
    await post(`/BME/${gone.id}`, office, {}, 'DELETE');
    await endOf(theirs);
    stream.destroy();
  });
});

/** The event that a write in the stream's hospital causes. */
async function bumped(stream: IncomingMessage): Promise<unknown[]> {
  const office = await signIn(server, server.city.users.hospital);
  const told = once(stream, 'data');
  await post('/Department', office, { name: `Ward ${randomUUID()}`, location: 'First floor' });
  return told;
}
