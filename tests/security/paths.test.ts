import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { signIn } from './world.ts';

let server: TestServer;
let root: string;
let port: number;
let token: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'wr-paths-'));
  const appDir = path.join(root, 'app');
  await mkdir(path.join(appDir, 'assets'), { recursive: true });
  await writeFile(path.join(appDir, 'index.html'), '<!doctype html><title>Ward Rounds</title>');
  await writeFile(path.join(appDir, 'assets', 'app.js'), 'app');
  await writeFile(path.join(root, 'secret.txt'), 'a secret of the machine');
  server = await startTestServer({ appDir });
  ({ token } = await signIn(server, server.city.users.hospital));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

/** Sends a URL unchanged: clients would normalize it first. */
function ask(method: string, address: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }));
    const head = `${method} ${address} HTTP/1.1\r\nhost: ward\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n`;
    socket.write(`${head}${method === 'GET' || method === 'HEAD' ? '' : 'content-length: 0\r\n'}\r\n`);
  });
}

const long = (length: number): string => 'a'.repeat(length);
const climbing = [
  '/../secret.txt',
  '/../../../../../../etc/passwd',
  '/assets/../../secret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/assets/....//....//secret.txt',
  '/%252e%252e/secret.txt',
  '/assets/%c0%ae%c0%ae/secret.txt',
  '//etc/passwd',
  'http://elsewhere/../secret.txt',
];
const broken = [
  '/%',
  '/%zz',
  '/%ff',
  '/%00',
  '/assets/%00',
  '/assets/app.js%00.html',
  '/a%00b',
  '/assets/%',
  '/api/%',
  '/api/BME/%',
  '/api/BME/%ff',
  '/api/BME/%00',
  '/api/InstallationBase/qr-code/image/%00',
  '/api/Attachments/../../../etc/passwd',
  '/api/Hospital/cities/%2e%2e%2f',
];
const tooLong = [
  `/${long(300)}`,
  `/${long(5000)}`,
  `/assets/${long(300)}`,
  `/assets/${long(5000)}`,
  `/assets/${'a/'.repeat(3000)}`,
  `/${'../'.repeat(2000)}`,
  `/api/BME/${long(300)}`,
  `/api/BME/${long(10_000)}`,
  `/api/InstallationBase/qr-code/image/${long(10_000)}`,
  `/api/Attachments/${long(3000)}`,
  `/api/${long(10_000)}`,
  `/api/BME?search=${long(10_000)}`,
  `/api/BME?${'a='.repeat(3000)}`,
];

test.each([...climbing, ...broken, ...tooLong].map((address) => [address.slice(0, 60), address]))(
  '%s gets a status below 500, reveals nothing about the machine, and leaves the server running',
  async (_shown, address) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
      const { status, text } = await ask(method, address);
      expect(status, `${method} ${text.slice(0, 300)}`).toBeGreaterThanOrEqual(200);
      expect(status, `${method} ${text.slice(0, 300)}`).toBeLessThan(500);
      expect(text).not.toMatch(/a secret of the machine|root:|ENOENT|ENAMETOOLONG|\/tmp\/|node_modules/);
    }
  },
);

test.each(['bytes=999999-', 'bytes=0-', 'bytes=-0', 'bytes=5-1', 'bytes=a-b', `bytes=${'0-0,'.repeat(1000)}0-0`])(
  'the range %s of an app file gets a status below 500',
  async (range) => {
    const answer = await fetch(`http://127.0.0.1:${port}/assets/app.js`, { headers: { range } });
    expect(answer.status).toBeLessThan(500);
    await answer.arrayBuffer();
  },
);
