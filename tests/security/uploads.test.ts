import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { hostileText } from './hostile.ts';
import { openWorld, send, type World } from './world.ts';

let server: TestServer;
let city: World;
beforeAll(async () => {
  server = await startTestServer();
  city = await openWorld(server, server.city);
});
afterAll(() => server.close());

const addTo = async (bytes: Buffer) => {
  const id = await city.made('createDevices');
  return send(server, city.office, 'addDocument', { params: { id }, body: {}, file: bytes });
};
const script = '<script>alert(1)</script>';

test.each([
  ['a web page called .pdf', Buffer.from(`<!doctype html>${script}`)],
  ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
  ['a script', Buffer.from('alert(1)')],
  ['a GIF', Buffer.from(`GIF89a=1;${script}`)],
  ['a ZIP', Buffer.from('PK\x03\x04../../../etc/passwd')],
  ['a program', Buffer.from('MZ\x90\x00\x03')],
])('%s is not attached', async (_what, bytes) => {
  const answer = await addTo(bytes);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([415, 'file.wrong_type']);
});

test('an image or PDF that is also a web page is served as its detected type, as a download, never executed', async () => {
  const polyglots = [
    ['application/pdf', Buffer.from(`%PDF-1.7 ${script}`)],
    ['image/jpeg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(script)])],
  ] as const;
  for (const [mime, bytes] of polyglots) {
    const { sha256 } = (await addTo(bytes)).json<{ sha256: string }>();
    const answer = await send(server, city.office, 'getAttachment', { params: { sha256 } });
    expect(answer.headers).toMatchObject({
      'content-type': mime,
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'cache-control': 'no-store',
    });
  }
});

test('a hostile file name cannot inject a header or a path', async () => {
  const name = `${hostileText('name').slice(0, 200)}"\r\nset-cookie: a=b`;
  const bytes = Buffer.from('%PDF-1.7 name');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const files = [{ sha256, size: bytes.length, mime: 'application/pdf', name }];
  await city.done('addTaskNote', { body: { taskId: server.city.tasks.upcoming, note: 'See', files } });
  await city.done('putAttachment', { params: { sha256 }, query: { offset: 0 }, bytes });
  const answer = await send(server, city.office, 'getAttachment', { params: { sha256 } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['set-cookie']).toBeUndefined();
  const disposition = String(answer.headers['content-disposition']);
  expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/);
  expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(name);
});
