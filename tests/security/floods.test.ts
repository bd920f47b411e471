import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundConnections } from '#server/http/connections.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { signIn, type Session } from './world.ts';

let server: TestServer;
let bme: Session;
let port: number;
beforeAll(async () => {
  server = await startTestServer();
  bme = await signIn(server, server.city.users.bme);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = portOf(server.app.server);
});
afterAll(() => server.close());

const portOf = (listening: Server): number => (listening.address() as AddressInfo).port;
const post = (url: string, payload: string, token?: string) =>
  server.app.inject({
    method: 'POST',
    url: `/api${url}`,
    payload,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.resume();
  });

describe('A body', () => {
  test.each([
    ['that is not JSON', 'not JSON'],
    ['that exceeds every limit', `"${'x'.repeat(5 * 1024 * 1024)}"`],
    ['of 3.8 MB in nested objects', nested(640_000)],
  ])('%s is not read of a visitor', async (_what, payload) => {
    for (const url of ['/BreakDown', '/BME', '/Auth/password', '/Maintenance/submit-report']) {
      expect((await post(url, payload)).statusCode).toBe(401);
    }
  });

  test('of a visitor has at most 16 kB', async () => {
    for (const url of ['/Auth/login', '/Auth/refresh/x', '/Auth/refresh/x/logout']) {
      expect((await post(url, JSON.stringify({ email: 'x'.repeat(16 * 1024) }))).statusCode).toBe(413);
    }
  });

  test.each([33, 10_000, 640_000])('nested %i deep is refused, even with a session', async (depth) => {
    const answers = [await post('/BME', nested(depth), bme.token), await post('/BME', `[${nested(depth)}]`, bme.token)];
    expect(answers.map((answer) => answer.json<{ code: string }>().code)).toEqual([
      'input.unreadable',
      'input.unreadable',
    ]);
  });

  test('of more than 100,000 values is refused before it is parsed', async () => {
    const ofValues = (values: number): string => `{"a":[${Array.from({ length: values - 2 }, () => '0').join(',')}]}`;
    const code = async (values: number) =>
      (await post('/BME', ofValues(values), bme.token)).json<{ code: string }>().code;
    expect([await code(99_000), await code(100_100)]).toEqual(['input.invalid', 'input.unreadable']);
  });

  test('may contain any number of brackets inside its strings', async () => {
    const answer = await post('/BME', JSON.stringify({ name: '[{'.repeat(100) + String.raw`"\"[` }), bme.token);
    expect(answer.json<{ errors: object }>().errors).toHaveProperty('email');
  });

  test('of a form has at most 25 MB in total', async () => {
    const form = new FormData();
    form.set('TaskId', server.city.tasks.upcoming);
    form.set('ActionsTaken', 'Changed');
    const file = new Uint8Array(9 * 1024 * 1024);
    file.set(Buffer.from('%PDF-1.7'));
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) form.append('ServiceReportFile', new Blob([file]), name);
    const answer = await fetch(`http://127.0.0.1:${port}/api/Maintenance/submit-report`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${bme.token}` },
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'body.too_large']);
  });
});

async function openStream({ token }: Session) {
  const headers = { authorization: `Bearer ${token}` };
  const reader = (await fetch(`http://127.0.0.1:${port}/api/Sync/events`, { headers })).body?.getReader();
  await reader?.read();
  return reader;
}

test('a session holds eight event streams: a ninth ends the oldest', async () => {
  const streams = [];
  for (let count = 0; count < 9; count += 1) streams.push(await openStream(bme));
  expect((await streams[0]?.read())?.done).toBe(true);
  for (const stream of streams) await stream?.cancel();
});

test('an account holds 64 event streams, however often it signs in: another one ends the oldest', async () => {
  const streams = [];
  for (let session = 0; session < 8; session += 1) {
    const own = await signIn(server, server.city.users.secondBme);
    for (let count = 0; count < 8; count += 1) streams.push(await openStream(own));
  }
  const ofColleague = await openStream(bme);
  streams.push(await openStream(await signIn(server, server.city.users.secondBme)));
  expect((await streams[0]?.read())?.done).toBe(true);
  for (const stream of [...streams, ofColleague]) await stream?.cancel();
});

test('a connection that sends no or incomplete headers is closed', async () => {
  const silent = connect(port, '127.0.0.1');
  const slow = connect(port, '127.0.0.1');
  slow.write('POST /api/Auth/login HTTP/1.1\r\nhost: x\r\n');
  await Promise.all([closed(silent), closed(slow)]);
}, 20_000);

test('one address cannot use all connections; behind a proxy, all share one address', async () => {
  for (const isBehindProxy of [false, true]) {
    const small = createServer();
    boundConnections(small, isBehindProxy, { all: 4, each: 2 });
    await new Promise<void>((resolve) => small.listen(0, '127.0.0.1', resolve));
    const reach = () =>
      new Promise<string>((resolve) => {
        const socket = connect(portOf(small), '127.0.0.1');
        sockets.push(socket);
        socket.on('error', () => undefined);
        socket.once('data', () => resolve('answered'));
        socket.once('close', () => resolve('closed'));
        socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      });
    const sockets: Socket[] = [];
    small.on('request', (_request, response) => response.end('ok'));
    const outcomes = [await reach(), await reach(), await reach()];
    expect(outcomes).toEqual(['answered', 'answered', isBehindProxy ? 'answered' : 'closed']);
    sockets[0]?.destroy();
    await expect.poll(reach).toBe('answered');
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => small.close(resolve));
  }
});
