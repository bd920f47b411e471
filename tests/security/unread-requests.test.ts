import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idempotencyHeader, protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { createKeepAliveProxy, type KeepAliveProxy } from './fuzz/keep-alive-proxy.ts';
import { headerOf, type RawAnswer } from './fuzz/raw-answer.ts';
import { signIn, type Session } from './world.ts';

let server: TestServer;
let proxy: KeepAliveProxy;
let bme: Session;
beforeAll(async () => {
  server = await startTestServer();
  bme = await signIn(server, server.city.users.bme);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  proxy = createKeepAliveProxy({ port, connections: 1, hangMs: 5_000, leftOver: () => undefined });
});
afterAll(async () => {
  proxy.close();
  await server.close();
});

async function send(head: string, body = ''): Promise<RawAnswer> {
  const method = head.split(' ')[0] ?? '';
  const bytes = Buffer.from(`${head}\r\n\r\n${body}`, 'latin1');
  const exchange = await proxy.ask({ method, bytes, asker: 'test', isAlone: true });
  if (exchange.kind !== 'answer') throw new Error(`No answer: ${exchange.kind}`);
  return exchange.answer;
}
const host = 'HTTP/1.1\r\nhost: x';
const signedIn = () => `${host}\r\nauthorization: Bearer ${bme.token}`;
const codeOf = ({ body }: RawAnswer): string => (JSON.parse(body.toString()) as { code: string }).code;

describe('An unreadable request gets a problem document', () => {
  test.each([
    ['bytes that are not HTTP', '\u0016\u0003\u0001 x'],
    ['two content lengths', `POST /api/Auth/login ${host}\r\ncontent-length: 2\r\ncontent-length: 3`],
    [
      'a content length and chunked encoding',
      `POST /api/Auth/login ${host}\r\ncontent-length: 2\r\ntransfer-encoding: chunked`,
    ],
    ['no host', 'GET /api/health/live HTTP/1.1'],
    ['a space in a name', `GET /api/health/live ${host}\r\na b: c`],
    ['headers of more than 16 kB', `GET /api/health/live ${host}\r\na: ${'x'.repeat(20_000)}`],
  ])('with %s', async (_what, head) => {
    const answer = await send(head);
    expect([answer.status, codeOf(answer), answer.faults]).toEqual([400, 'input.unreadable', []]);
    expect(headerOf(answer, 'content-type')).toMatch(/^application\/problem\+json/);
    expect(headerOf(answer, protocolHeader.toLowerCase())).toBe(protocolVersion);
    expect(headerOf(answer, 'connection')).toBe('close');
  });

  test('with more headers than Node keeps, of which the last would be lost', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `\r\nx-${at}: y`).join('');
    const answer = await send(`GET /api/Auth/profile ${host}${many(100)}\r\nauthorization: Bearer ${bme.token}`);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'input.unreadable']);
    expect((await send(`GET /api/Auth/profile ${signedIn()}${many(98)}`)).status).toBe(200);
  });

  test('with a URL that cannot be decoded, and its key is echoed', async () => {
    const answer = await send(`GET /api/BreakDown/%ed%a0%80 ${host}\r\n${idempotencyHeader}: key-1`);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'input.unreadable']);
    expect(headerOf(answer, idempotencyHeader.toLowerCase())).toBe('key-1');
  });

  test.each(['', '--b', '--b\r\ncontent-disposition: form-data; name="a"; filename="a.pdf"\r\n\r\n%PDF-1.7'])(
    'with a truncated form: %j',
    async (form) => {
      const head = `POST /api/BMEDashboard/task/close ${signedIn()}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${form.length}`;
      const answer = await send(head, form);
      expect([answer.status, codeOf(answer)]).toEqual([400, expect.stringMatching(/^input\./)]);
    },
  );
});

test('an unsupported Expect header does not cause a refusal', async () => {
  expect((await send(`GET /api/health/live ${host}\r\nexpect: x`)).status).toBe(200);
});

test('an event stream does not support HEAD', async () => {
  expect((await send(`HEAD /api/Sync/events ${signedIn()}`)).status).toBe(404);
});

test.each(['', '/logout'])('an id that cannot be part of a cookie path is refused: refresh%s', async (tail) => {
  const json = 'content-type: application/json\r\ncontent-length: 2';
  for (const id of ['a%EF%BF%BDb', '%1f', 'a;b', '%0d%0ax']) {
    const answer = await send(`POST /api/Auth/refresh/${id}${tail} ${host}\r\n${json}`, '{}');
    expect([id, answer.status, codeOf(answer)]).toEqual([id, 400, 'input.invalid']);
  }
});
