import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { signIn } from './world.ts';

const megabyte = 1024 * 1024;
const border = 'ward-rounds-test';

let server: TestServer;
let port: number;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signIn(server, server.city.users.bme));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const field = (name: string): string => `--${border}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;
const file = (name: string): string =>
  `--${border}\r\ncontent-disposition: form-data; name="ServiceReportFile"; filename="${name}"\r\n\r\n`;

/** Sends parts until there is a response; returns it with the megabytes that the server accepted until then. */
function send(parts: { head: string; bytes: number }[]): Promise<{ status: number; code: string; sentMB: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const asking = request({
      port,
      path: '/api/Maintenance/submit-report',
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${border}` },
    });
    let isAnswered = false;
    asking.on('response', (answer) => {
      isAnswered = true;
      let body = '';
      answer.on('data', (bytes) => (body += String(bytes)));
      answer.on('end', () => {
        asking.destroy();
        const { code } = JSON.parse(body) as { code: string };
        resolve({ status: answer.statusCode ?? 0, code, sentMB: sent / megabyte });
      });
    });
    asking.on('error', (error) => !isAnswered && reject(error));
    const push = async (): Promise<void> => {
      for (const { head, bytes } of parts) {
        for (let left = bytes, begin = head; left > 0; left -= megabyte, begin = '') {
          const chunk = Buffer.concat([Buffer.from(begin), Buffer.alloc(Math.min(left, megabyte), 'a')]);
          if (isAnswered) return;
          sent += chunk.length;
          if (!asking.write(chunk)) await new Promise((drained) => asking.once('drain', drained));
        }
        asking.write('\r\n');
      }
      asking.end(`--${border}--\r\n`);
    };
    push().catch(reject);
  });
}

test.each([
  ['fields and files', (count: number) => (count % 2 ? { head: file(`${count}.pdf`), bytes: 9 * megabyte } : null)],
  ['fields alone', () => null],
])(
  'a form of 163 MB in %s is refused once it is over 25 MB, and its connection does not hang',
  async (_what, fileAt) => {
    const parts: { head: string; bytes: number }[] = [];
    for (let bytes = 0; bytes < 163 * megabyte; bytes += parts.at(-1)?.bytes ?? 0) {
      parts.push(fileAt(parts.length) ?? { head: field(`field${parts.length}`), bytes: megabyte - 1 });
    }
    const { status, code, sentMB } = await send(parts);
    expect([status, code]).toEqual([413, 'body.too_large']);
    expect(sentMB).toBeLessThan(60);
  },
);
