import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileRef } from '#contract/records/values.ts';
import { createFileStore, type FileStore } from '#server/files/file-store.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { openWorld, pdfOf, send, type World } from './world.ts';

/** A response that takes longer counts as hanging. Units: milliseconds. */
const hangMs = 2_000;

let folder: string;
let server: TestServer;
let city: World;
let store: FileStore;
let agent: Agent;
let lengthOffBy = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wr-split-'));
  store = createFileStore(folder);
  const files: FileStore = {
    ...store,
    async read(hospitalId, sha256) {
      const { bytes, size } = await store.read(hospitalId, sha256);
      return { bytes, size: size + lengthOffBy };
    },
  };
  server = await startTestServer({ files });
  city = await openWorld(server, server.city);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterAll(async () => {
  agent.destroy();
  await server.close();
  await rm(folder, { recursive: true });
});

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const refOf = (bytes: Buffer): FileRef => ({
  sha256: hashOf(bytes),
  size: bytes.length,
  mime: 'application/pdf',
  name: 'report.pdf',
});
const claim = (ref: FileRef) =>
  send(server, city.office, 'addTaskNote', {
    body: { taskId: server.city.tasks.upcoming, note: 'See the file', files: [ref as never] },
  });
const arriveByForm = async (bytes: Buffer): Promise<void> => {
  const id = await city.made('createDevices');
  await city.done('addDocument', { params: { id }, body: {}, file: bytes });
};

/** Sends a GET over the connection that the tests share. */
function get(address: string): Promise<{ status: number; body: Buffer; headers: Record<string, unknown> }> {
  const { port } = server.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({
      port,
      path: `/api${address}`,
      agent,
      headers: { authorization: `Bearer ${city.office.token}` },
      signal: AbortSignal.timeout(hangMs),
    });
    asked.on('error', reject);
    asked.on('response', (answer: Readable & { statusCode?: number; headers: Record<string, unknown> }) => {
      answer
        .toArray()
        .then(
          (chunks: Buffer[]) =>
            resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks), headers: answer.headers }),
          reject,
        );
    });
    asked.end();
  });
}

const injected = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 3\r\n\r\nbad`);

test.each([
  ['smaller', (size: number) => size - injected.length],
  ['larger', (size: number) => size + 1],
])(
  'a file that was announced as %s than it is comes back complete, and the next response is unaffected',
  async (_what, claimed) => {
    const bytes = Buffer.concat([pdfOf(randomUUID()), injected]);
    const { sha256 } = refOf(bytes);
    expect((await claim({ ...refOf(bytes), size: claimed(bytes.length), mime: 'image/png' })).statusCode).toBe(200);
    await arriveByForm(bytes);
    const [file, status] = await Promise.all([get(`/Attachments/${sha256}`), get(`/Attachments/${sha256}/status`)]);
    expect([file.status, file.headers['content-length'], file.headers['content-type']]).toEqual([
      200,
      String(bytes.length),
      'application/pdf',
    ]);
    expect(file.body.equals(bytes)).toBe(true);
    expect(JSON.parse(status.body.toString())).toEqual({
      sha256,
      size: bytes.length,
      offset: bytes.length,
      received: true,
    });
  },
);

test('a server that stopped between the last chunk and its commit measures what is stored', async () => {
  const bytes = pdfOf(randomUUID());
  const { sha256 } = refOf(bytes);
  await claim({ ...refOf(bytes), size: bytes.length - 1 });
  await store.save(server.city.id, sha256, bytes);
  const piece = bytes.subarray(0, 1);
  const answer = await send(server, city.office, 'putAttachment', {
    params: { sha256 },
    query: { offset: 0 },
    bytes: piece,
  });
  expect(answer.json()).toEqual({ sha256, size: bytes.length, offset: bytes.length, received: true });
});

test.each([
  ['smaller', -1],
  ['larger', 1],
])('a file that was announced as %s arrives all the same, for whoever has its bytes', async (_what, by) => {
  const bytes = pdfOf(randomUUID());
  const { sha256 } = refOf(bytes);
  await claim({ ...refOf(bytes), size: bytes.length + by, mime: 'image/png' });
  expect((await claim(refOf(bytes))).statusCode).toBe(200);
  const answer = await send(server, city.office, 'putAttachment', {
    params: { sha256 },
    query: { offset: 0, size: bytes.length },
    bytes,
  });
  expect(answer.json()).toEqual({ sha256, size: bytes.length, offset: bytes.length, received: true });
  const file = await get(`/Attachments/${sha256}`);
  expect([file.headers['content-type'], file.body.equals(bytes)]).toEqual(['application/pdf', true]);
});

test('a file that has arrived cannot be announced with another size or type', async () => {
  const bytes = pdfOf(randomUUID());
  await arriveByForm(bytes);
  for (const other of [{ size: bytes.length + 1 }, { mime: 'image/png' }]) {
    const refused = await claim({ ...refOf(bytes), ...other });
    expect([refused.statusCode, refused.json<{ errors: object }>().errors]).toEqual([
      400,
      { files: ['A file is already known with another size or type.'] },
    ]);
  }
  expect((await claim(refOf(bytes))).statusCode).toBe(200);
});

test.each([
  [1, 'the connection ends'],
  [-1, 500],
])('a file whose stored size is off by %i is not sent: %s', async (off, outcome) => {
  const bytes = pdfOf(randomUUID());
  await arriveByForm(bytes);
  lengthOffBy = off;
  const answered = get(`/Attachments/${hashOf(bytes)}`).then(
    ({ status }) => status,
    () => 'the connection ends',
  );
  expect(await answered).toBe(outcome);
  lengthOffBy = 0;
  expect((await get(`/Attachments/${hashOf(bytes)}`)).body.equals(bytes)).toBe(true);
});
