import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deviceDetailsCalls } from '#contract/calls/device/details.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { signIn } from './world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const counted = (statuses: readonly number[], status: number): number =>
  statuses.filter((each) => each === status).length;

describe('Device pages', () => {
  const { session, stranger } = deviceDetailsCalls.deviceDetails.perMinute;
  const serial = () => Object.keys(server.city.devices)[0] ?? '';
  const look = async (
    times: number,
    from: { address: string; token?: string; method?: 'GET' | 'HEAD' },
  ): Promise<number[]> => {
    const answers = await Promise.all(
      Array.from({ length: times }, () =>
        server.app.inject({
          method: from.method ?? 'GET',
          url: `/api/InstallationBase/equipmentdetails/${serial()}`,
          remoteAddress: from.address,
          ...(from.token === undefined ? {} : { headers: { authorization: `Bearer ${from.token}` } }),
        }),
      ),
    );
    return answers.map(({ statusCode }) => statusCode);
  };

  test('are limited per session, regardless of strangers and colleagues at the same address', async () => {
    const address = '10.10.0.1';
    const [first, second] = [
      await signIn(server, server.city.users.bme),
      await signIn(server, server.city.users.hospital),
    ];
    expect(counted(await look(stranger, { address }), 200)).toBe(stranger);
    expect(await look(1, { address })).toEqual([429]);
    expect(counted(await look(session, { address, token: first.token }), 200)).toBe(session);
    expect(await look(1, { address, token: first.token })).toEqual([429]);
    expect(counted(await look(stranger + 1, { address, token: second.token }), 200)).toBe(stranger + 1);
    expect(await look(1, { address: '10.10.0.2', token: first.token })).toEqual([429]);
    expect(await look(1, { address, token: 'made up' })).toEqual([429]);
    expect(await look(1, { address: '10.10.0.2' })).toEqual([200]);
  }, 60_000);

  test('share one counter for HEAD and GET', async () => {
    const address = '10.10.0.3';
    expect(counted(await look(stranger - 1, { address, method: 'HEAD' }), 200)).toBe(stranger - 1);
    expect(await look(1, { address })).toEqual([200]);
    expect(await look(1, { address })).toEqual([429]);
    expect(await look(1, { address, method: 'HEAD' })).toEqual([429]);
  });

  test('are counted by /64 network for IPv6 addresses without a session', async () => {
    expect(counted(await look(stranger, { address: '2001:db8:7:7::1' }), 200)).toBe(stranger);
    expect(await look(1, { address: '2001:db8:7:7:1234::9' })).toEqual([429]);
    expect(await look(1, { address: '2001:db8:7:8::1' })).toEqual([200]);
  });

  test('say when to retry', async () => {
    await look(stranger, { address: '10.10.0.4' });
    const refused = await server.app.inject({
      url: `/api/InstallationBase/equipmentdetails/${serial()}`,
      remoteAddress: '10.10.0.4',
    });
    expect(refused.json<{ code: string }>().code).toBe('server.rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('Sign-ins behind the address of the guest Wi-Fi', () => {
  const address = '10.11.0.1';
  const signInFrom = async (body: object): Promise<number> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/Auth/login',
      remoteAddress: address,
      payload: body,
    });
    return answer.statusCode;
  };
  const many = (count: number, body: (place: number) => object): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, (_each, place) => signInFrom(body(place))));
  const guess = (place: number) => ({ email: `guest-${place}@ward.test`, password: 'a guess' });

  beforeEach(() => server.clock.advance(20 * 60_000));

  test('are not blocked by requests without a password check', async () => {
    const { bme } = server.city.users;
    expect(counted(await many(500, () => ({})), 400)).toBe(500);
    expect(await signInFrom({ email: bme.email, password: seedPassword })).toBe(200);
  });

  test('from unknown browsers are blocked for the rest of the minute after 240 wrong attempts; known browsers are not', async () => {
    const { bme, hospital } = server.city.users;
    const deviceId = randomUUID();
    const known = { email: bme.email, password: seedPassword, deviceId };
    expect(await signInFrom(known)).toBe(200);
    const right = { email: hospital.email, password: seedPassword };
    expect(counted(await many(10, () => right), 200)).toBe(10);
    const statuses = await many(300, guess);
    expect([counted(statuses, 401), counted(statuses, 429)]).toEqual([240, 60]);
    expect(await signInFrom(right)).toBe(429);
    expect(await signInFrom(known)).toBe(200);
    server.clock.advance(60_000);
    expect(await signInFrom(right)).toBe(200);
  }, 120_000);
});
