import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createFileStore } from '#server/files/file-store.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { openWorld, type World } from './world.ts';
import { seedPassword } from '#tests/support/seed.ts';

let server: TestServer;
let app: FastifyInstance;
let city: World;
let folder: string;
let sha256: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(path.join(tmpdir(), 'wr-app-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Ward Rounds</title>');
  await writeFile(path.join(folder, 'service-worker.js'), '');
  await writeFile(path.join(folder, 'assets/index-1a2b3c.js'), '');
  const files = createFileStore(path.join(folder, 'files'));
  app = await buildApp({ ...server.database, now: () => server.clock.now, files, appDir: folder, trustProxy: 1 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  city = await openWorld({ ...server, app }, server.city);
  ({ sha256 } = await city.file(true));
});
afterAll(async () => {
  await app.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const bearer = () => ({ authorization: `Bearer ${city.office.token}` });
const serial = () => Object.keys(server.city.devices)[0] ?? '';

/** Every kind of response that this server sends. */
const answers: [string, number, () => InjectOptions & { url: string }][] = [
  ['the page', 200, () => ({ url: '/' })],
  ['a screen of the app', 200, () => ({ url: '/breakdown?status=Open' })],
  ['the service worker', 200, () => ({ url: '/service-worker.js' })],
  ['a hashed file', 200, () => ({ url: '/assets/index-1a2b3c.js' })],
  ['a missing file', 404, () => ({ url: '/assets/none.js' })],
  ['a JSON answer', 200, () => ({ url: '/api/BreakDown/tiles', headers: bearer() })],
  ['a public answer', 200, () => ({ url: `/api/InstallationBase/equipmentdetails/${serial()}` })],
  ['an attached file', 200, () => ({ url: `/api/Attachments/${sha256}`, headers: bearer() })],
  ['a picture', 200, () => ({ url: `/api/InstallationBase/qr-code/image/${serial()}`, headers: bearer() })],
  ['a sheet', 200, () => ({ url: '/api/warranty/download', headers: bearer() })],
  ['a refusal', 401, () => ({ url: '/api/BreakDown/tiles' })],
  ['an unknown record', 404, () => ({ url: '/api/BreakDown/x', headers: bearer() })],
  ['an unknown address', 404, () => ({ url: '/api/nothing' })],
  ['an unreadable body', 400, () => ({ method: 'POST', url: '/api/Auth/login', payload: '{', headers: json })],
  ['too large a body', 413, () => ({ method: 'POST', url: '/api/Auth/login', payload: tooLarge, headers: json })],
  ['the pages of the API', 200, () => ({ url: '/api/docs/' })],
  ['the description of the API', 200, () => ({ url: '/api/openapi.json' })],
  ['health', 200, () => ({ url: '/api/health/live' })],
];
const json = { 'content-type': 'application/json' };
const tooLarge = `"${'x'.repeat(26 * 1024 * 1024)}"`;

/** Requests an unroutable URL or an endless stream over a real connection. */
function overTheWire(address: string, headers: Record<string, string> = {}): Promise<IncomingHttpHeaders> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ port, path: address, headers: { connection: 'close', ...headers } }, (answer) => {
      resolve(answer.headers);
      asked.destroy();
    });
    asked.on('error', reject).end();
  });
}

function expectSafe(headers: Record<string, unknown>): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/);
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['access-control-allow-origin']).toBeUndefined();
}

describe('Headers', () => {
  test.each(answers)('%s', async (_what, status, ask) => {
    const answer = await app.inject(ask());
    expect(answer.statusCode).toBe(status);
    expectSafe(answer.headers);
  });

  test('an event stream', async () => {
    const headers = await overTheWire('/api/Sync/events', bearer());
    expect(headers['content-type']).toContain('text/event-stream');
    expectSafe(headers);
    expect(headers['cache-control']).toContain('no-store');
  });

  test('an unroutable URL', async () => {
    const headers = await overTheWire('/api/BreakDown/%c0%ae%zz', bearer());
    expect(headers['content-type']).toContain('application/problem+json');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('nothing under /api is cached; a page is revalidated; a hashed file is immutable', async () => {
    for (const [what, , ask] of answers) {
      const options = ask();
      const kept = (await app.inject(options)).headers['cache-control'];
      const isApi = options.url.startsWith('/api') && !options.url.startsWith('/api/docs');
      if (isApi) expect([what, kept]).toEqual([what, 'no-store']);
    }
    expect((await app.inject('/')).headers['cache-control']).toBe('no-cache');
    expect((await app.inject('/assets/index-1a2b3c.js')).headers['cache-control']).toContain('immutable');
  });

  test('a page of another site cannot read responses or submit a form', async () => {
    const headers = { origin: 'https://evil.example', ...bearer() };
    const asked = await app.inject({ method: 'OPTIONS', url: '/api/BreakDown/tiles', headers });
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
    const form = await app.inject({
      method: 'POST',
      url: '/api/BMEDashboard/task/close',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      cookies: { ward_refresh: city.office.cookie },
      payload: `taskId=${server.city.tasks.overdue}&actionTaken=x`,
    });
    expect(form.statusCode).toBeGreaterThanOrEqual(400);
  });

  test('behind a proxy that terminates TLS, the refresh cookie is limited to HTTPS', async () => {
    const login = (headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/api/Auth/login',
        headers,
        payload: { email: server.city.users.bme.email, password: seedPassword },
      });
    expect((await login({ 'x-forwarded-proto': 'https' })).cookies[0]?.secure).toBe(true);
    expect((await login({})).cookies[0]?.secure).toBeUndefined();
  });
});
