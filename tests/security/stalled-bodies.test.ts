import { randomUUID } from 'node:crypto';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { signIn, type Session } from './world.ts';

const kb = 1024;
const stallMs = 1_000;
let server: TestServer;
let bme: Session;
let office: Session;
let elsewhere: Session;
let port: number;
beforeAll(async () => {
  const room = { inAll: 400 * kb, each: [300 * kb, 200 * kb] };
  const small = { inAll: 400 * kb, each: [300 * kb, 100 * kb] };
  server = await startTestServer({ bodies: { room, small, stallMs } });
  bme = await signIn(server, server.city.users.bme);
  office = await signIn(server, server.city.users.hospital);
  elsewhere = await signIn(server, server.lake.users.bme);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

interface Upload {
  socket: Socket;
  answer: Promise<string>;
}

const head = (path: string, method = 'POST'): string =>
  `${method} /api${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`;

/** Sends the first bytes of a body and stalls. */
function begin({ token }: Session, length: number): Upload {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `${head('/BreakDown')}authorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n{"a":`,
  );
  socket.on('error', () => undefined);
  return { socket, answer: text(socket).catch(() => '') };
}
const codeOf = async ({ answer }: Upload): Promise<string | undefined> => /"code":"([^"]+)"/.exec(await answer)?.[1];

test('A stalled body is aborted, and other bodies of its session wait for its place', async () => {
  const first = begin(bme, 150 * kb);
  const second = begin(bme, 150 * kb);
  second.socket.write(`"${'x'.repeat(150 * kb - 8)}"}`);
  const earlier = await Promise.race([first.answer.then(() => 'first'), second.answer.then(() => 'second')]);
  expect([earlier, await codeOf(first)]).toEqual(['first', 'server.timeout']);
  // The body is now read, and refused because of its content.
  expect(await codeOf(second)).toBe('input.invalid');
});

test('A session cannot use up the share of its hospital, nor a hospital that of others', async () => {
  const stalled = [begin(bme, 150 * kb), begin(bme, 150 * kb)];
  const colleague = begin(office, 90 * kb);
  const other = begin(elsewhere, 90 * kb);
  for (const { socket } of [colleague, other]) socket.write(`"${'x'.repeat(90 * kb - 8)}"}`);
  const first = await Promise.race([
    ...[colleague, other].map(codeOf),
    ...stalled.map(({ answer }) => answer.then(() => 'stalled')),
  ]);
  expect(first).toBe('input.invalid');
  expect(await Promise.all([colleague, other].map(codeOf))).toEqual(['input.invalid', 'input.invalid']);
  for (const { socket } of stalled) socket.destroy();
});

test('Small bodies of a session that exceed its room are refused at once; those of others are read', async () => {
  const stalled = Array.from({ length: 8 }, () => begin(bme, 45 * kb));
  const colleague = begin(office, 45 * kb);
  colleague.socket.write(`"${'x'.repeat(45 * kb - 8)}"}`);
  expect(await codeOf(colleague)).toBe('input.invalid');
  expect(await Promise.all(stalled.map(codeOf))).toContain('server.busy');
});

test('A body of a visitor without a length counts as the longest one of its call', async () => {
  const login = (rest: string): Upload => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head('/Auth/login')}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${rest}`);
    socket.on('error', () => undefined);
    return { socket, answer: text(socket).catch(() => '') };
  };
  const stalled = Array.from({ length: 30 }, () => login('5\r\n{"a":\r\n'));
  expect(await codeOf(login('7\r\n{"a":1}\r\n0\r\n\r\n'))).toBe('input.invalid');
  for (const { socket } of stalled) socket.destroy();
});

test('Visitors of one address cannot use up the room of visitors of others', async () => {
  const photo = (localAddress: string, bytes: number): Upload => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.write(
      `${head(`/FaultReports/${randomUUID()}/photos/${'a'.repeat(64)}`, 'PUT')}content-type: application/octet-stream\r\n`,
    );
    socket.write(`content-length: ${150 * kb}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes));
    socket.on('error', () => undefined);
    return { socket, answer: text(socket).catch(() => '') };
  };
  const stalled = [photo('127.0.0.2', kb), photo('127.0.0.2', kb)];
  const other = photo('127.0.0.3', 150 * kb);
  const first = await Promise.race([codeOf(other), ...stalled.map(({ answer }) => answer.then(() => 'stalled'))]);
  expect(first).not.toBe('stalled');
  for (const { socket } of stalled) socket.destroy();
});
