import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileStore, type FileStore } from '#server/files/file-store.ts';
import { openFileStore } from '#server/operations/open-file-store.ts';
import { createS3Store } from '#server/files/s3-store.ts';
import { startTestBucket } from '#tests/support/s3-server.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

/** A store that can be made to fail. */
interface OpenStore {
  files: FileStore;
  close(): Promise<void>;
}

async function openFolder(): Promise<OpenStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wr-store-'));
  return { files: createFileStore(folder), close: () => rm(folder, { recursive: true, force: true }) };
}

async function openBucket(): Promise<OpenStore> {
  const bucket = await startTestBucket();
  return { files: createS3Store(bucket.settings), close: bucket.close };
}

let server: TestServer;
let bme: TestClient;

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const pdf = (text: string, size = 3000): Buffer => Buffer.concat([Buffer.from(`%PDF-1.7 ${text}`), Buffer.alloc(size)]);
const refOf = (bytes: Buffer, mime = 'application/pdf' as const) => ({
  sha256: hashOf(bytes),
  size: bytes.length,
  mime,
  name: 'report.pdf',
});

function put(sha256: string, offset: number, bytes: Buffer, client = bme) {
  return server.app.inject({
    method: 'PUT',
    url: `/api/Attachments/${sha256}?offset=${offset}`,
    headers: {
      authorization: `Bearer ${client.session?.token ?? ''}`,
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  });
}
const note = (bytes: Buffer) =>
  bme.call('addTaskNote', {
    body: { taskId: server.city.tasks.overdue, note: 'See the file', files: [refOf(bytes)] },
  });
async function taskFiles() {
  const { answer } = await bme.call('syncChanges', { query: { limit: 10_000 } });
  const tasks = answer.rows.find(({ kind }) => kind === 'task')?.rows ?? [];
  return tasks.find((row) => row['id'] === server.city.tasks.overdue)?.['files'] as {
    sha256: string;
    received: boolean;
    missing?: string;
  }[];
}

function form(fields: Record<string, string>, file?: { name: string; bytes: Buffer }) {
  const border = 'ward-rounds-test';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${border}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const payload = Buffer.concat([
    Buffer.from(parts.join('')),
    ...(file
      ? [
          Buffer.from(
            `--${border}\r\ncontent-disposition: form-data; name="ServiceReportFile"; filename="${file.name}"\r\ncontent-type: application/pdf\r\n\r\n`,
          ),
          file.bytes,
          Buffer.from('\r\n'),
        ]
      : []),
    Buffer.from(`--${border}--\r\n`),
  ]);
  return { payload, type: `multipart/form-data; boundary=${border}` };
}
function sendForm(fields: Record<string, string>, file?: { name: string; bytes: Buffer }) {
  const { payload, type } = form(fields, file);
  return server.app.inject({
    method: 'POST',
    url: '/api/Maintenance/submit-report',
    headers: { authorization: `Bearer ${bme.session?.token ?? ''}`, 'content-type': type },
    payload,
  });
}

describe.each([
  ['a folder', openFolder],
  ['an S3 bucket', openBucket],
])('attached files in %s', (_where, open) => {
  let store: OpenStore;
  beforeAll(async () => {
    store = await open();
    server = await startTestServer({ files: store.files });
    bme = await server.as(server.city.users.bme);
  });
  afterAll(async () => {
    await server.close();
    await store.close();
  });

  test('a file is uploaded in chunks after its entry, from the offset that the server reports', async () => {
    const bytes = pdf('pieces', 5000);
    const { sha256, size } = refOf(bytes);
    expect((await put(sha256, 0, bytes)).json().code).toBe('file.unknown');
    await note(bytes);
    expect((await taskFiles()).find((file) => file.sha256 === sha256)?.received).toBe(false);
    expect((await put(sha256, 0, bytes.subarray(0, 2000))).json()).toEqual({
      sha256,
      size,
      offset: 2000,
      received: false,
    });
    const again = await put(sha256, 0, bytes.subarray(0, 2000));
    expect([again.statusCode, again.json().code, again.json().context]).toEqual([409, 'file.offset', { offset: 2000 }]);
    const status = await bme.call('attachmentStatus', { params: { sha256 } });
    expect(status.answer.offset).toBe(2000);
    const { head } = (await bme.call('syncDigest')).answer;
    expect((await put(sha256, 2000, bytes.subarray(2000))).json().received).toBe(true);
    expect((await put(sha256, 0, bytes)).json()).toEqual({ sha256, size, offset: size, received: true });
    const change = await bme.call('syncChanges', { query: { cursor: head } });
    expect(change.answer.rows.map(({ kind }) => kind)).toEqual(['task']);
    expect((await taskFiles()).find((file) => file.sha256 === sha256)?.received).toBe(true);
  });

  test('a file that the tablet had no room for is listed as missing until someone uploads it', async () => {
    const bytes = pdf('no room');
    const { sha256 } = refOf(bytes);
    const missing = { ...refOf(bytes), missing: 'no-room' as const };
    const find = async () => (await taskFiles()).find((file) => file.sha256 === sha256);
    const body = { taskId: server.city.tasks.overdue, note: 'The file found no room', files: [missing] };
    expect((await bme.call('addTaskNote', { body })).status).toBe(200);
    expect(await find()).toMatchObject({ name: 'report.pdf', received: false, missing: 'no-room' });
    // The same file with its bytes: first pending, then received.
    await note(bytes);
    expect(await find()).not.toHaveProperty('missing');
    await put(sha256, 0, bytes);
    expect(await find()).toMatchObject({ received: true });
    // A later fact without the bytes removes nothing.
    await bme.call('addTaskNote', { body: { ...body, note: 'Once more' } });
    expect(await find()).toMatchObject({ received: true });
    expect(await find()).not.toHaveProperty('missing');
  });

  test('a received file is returned complete, as a download that browsers do not execute', async () => {
    const bytes = pdf('download');
    await note(bytes);
    const { sha256 } = refOf(bytes);
    await put(sha256, 0, bytes);
    const { response } = await bme.call('getAttachment', { params: { sha256 } });
    expect(response.rawPayload.equals(bytes)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''report.pdf",
      'x-content-type-options': 'nosniff',
    });
    const lake = await server.as(server.lake.users.bme);
    expect((await lake.call('getAttachment', { params: { sha256 } })).status).toBe(404);
    expect((await put(sha256, 0, bytes, lake)).json().code).toBe('file.unknown');
  });

  test('bytes that do not match the hash are refused and may be uploaded again', async () => {
    const bytes = pdf('right');
    const { sha256 } = refOf(bytes);
    await note(bytes);
    const wrong = Buffer.concat([bytes.subarray(0, -1), Buffer.from('x')]);
    const refused = await put(sha256, 0, wrong);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'file.hash']);
    expect((await put(sha256, 0, bytes)).json().received).toBe(true);
  });

  test('a chunk that arrives several times at once, or late, does not damage the file', async () => {
    for (const round of Array.from({ length: 6 }, (_, index) => index)) {
      const bytes = pdf(`doubled ${round}`, 200_000);
      await note(bytes);
      const answers = await Promise.all([1, 2, 3].map(() => put(hashOf(bytes), 0, bytes)));
      expect(answers.map((answer) => answer.json())).not.toContainEqual(expect.objectContaining({ code: 'file.hash' }));
      expect((await put(hashOf(bytes), 0, bytes)).json()).toMatchObject({ received: true });
    }
    // The first piece comes once more after the second; both are still there for the end.
    const { files } = store;
    const bytes = pdf('late', 3000);
    const send = (offset: number, end: number) =>
      files.writePiece(server.city.id, hashOf(bytes), offset, bytes.subarray(offset, end));
    expect([await send(0, 1000), await send(1000, 2000), await send(0, 1000)]).toEqual([true, true, true]);
    expect(await send(2000, bytes.length)).toBe(true);
    expect(await files.finish(server.city.id, hashOf(bytes), bytes.length)).toMatchObject({ size: bytes.length });
  });

  test('chunks missing at the end are requested again and do not count as a hash mismatch', async () => {
    const bytes = pdf('half', 3000);
    const { files } = store;
    const finish = () => files.finish(server.city.id, hashOf(bytes), bytes.length);
    expect(await finish()).toEqual({ fault: 'file.offset' });
    await files.writePiece(server.city.id, hashOf(bytes), 0, bytes.subarray(0, 1000));
    expect(await finish()).toEqual({ fault: 'file.offset' });
    // Bytes beyond the end, which an earlier sender with another size has left, are cut off.
    await files.writePiece(server.city.id, hashOf(bytes), 0, Buffer.concat([bytes, Buffer.from('more')]));
    expect(await finish()).toMatchObject({ size: bytes.length });
  });

  test('the type of a file is detected from its content, not from its name', async () => {
    const bytes = Buffer.from('<html><script>alert(1)</script></html>');
    await note(bytes);
    const refused = await put(hashOf(bytes), 0, bytes);
    expect([refused.statusCode, refused.json().code]).toEqual([415, 'file.wrong_type']);
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
    await note(picture);
    await put(hashOf(picture), 0, picture);
    const { response } = await bme.call('getAttachment', { params: { sha256: hashOf(picture) } });
    expect(response.headers['content-type']).toBe('image/png');
  });

  test('more bytes than announced, or a chunk over the limit, are refused', async () => {
    const bytes = pdf('short');
    await note(bytes);
    expect((await put(hashOf(bytes), 0, Buffer.concat([bytes, bytes]))).json().code).toBe('file.too_large');
    expect((await put(hashOf(bytes), 0, Buffer.alloc(1024 * 1024 + 1))).statusCode).toBe(413);
  });

  test('the documented form takes fields and the file in one request, however long the file name', async () => {
    const bytes = pdf('form');
    const name = `${'😀'.repeat(127)}.pdf`;
    const TaskId = server.city.tasks.upcoming;
    const answer = await sendForm(
      { TaskId, ActionsTaken: 'Changed', IsActionRequired: 'true', ActionRequiredDetails: 'Order a hose' },
      { name, bytes },
    );
    expect([answer.statusCode, answer.json()]).toEqual([200, { id: TaskId, status: 'Action Required' }]);
    const { response } = await bme.call('getAttachment', { params: { sha256: hashOf(bytes) } });
    expect(response.rawPayload.equals(bytes)).toBe(true);
    const kept = encodeURIComponent(`${'😀'.repeat(125)}.pdf`);
    expect(response.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${kept}`);
    expect((await sendForm({ TaskId, ActionsTaken: 'Hose changed' })).json().status).toBe('Closed');
  });

  test('a form with a file of 10 MB or more, or of an unsupported type, is refused and changes nothing', async () => {
    const TaskId = server.city.tasks.calibration;
    const fields = { TaskId, ActionsTaken: 'Changed' };
    const large = await sendForm(fields, { name: 'a.pdf', bytes: pdf('large', 10 * 1024 * 1024) });
    expect([large.statusCode, large.json().message]).toEqual([413, 'The file is larger than 10 MB.']);
    const script = await sendForm(fields, { name: 'a.pdf', bytes: Buffer.from('#!/bin/sh') });
    expect([script.statusCode, script.json().message]).toEqual([
      415,
      'Only PDF, JPEG, PNG, WebP or HEIC files can be attached.',
    ]);
    expect((await sendForm({ TaskId, ActionsTaken: 'Changed' })).json().status).toBe('Closed');
  });

  test('a refused form leaves no file behind', async () => {
    const { files } = store;
    const TaskId = server.city.tasks.calibration;
    const closed = pdf('for a closed task');
    const refused = await sendForm({ TaskId, ActionsTaken: 'Again' }, { name: 'a.pdf', bytes: closed });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'task.already_closed']);
    expect(await files.has(server.city.id, hashOf(closed))).toBe(false);
    const empty = pdf('without actions');
    expect((await sendForm({ TaskId, ActionsTaken: '' }, { name: 'a.pdf', bytes: empty })).statusCode).toBe(400);
    expect(await files.has(server.city.id, hashOf(empty))).toBe(false);
  });

  test('lost chunks are requested again from the start', async () => {
    const bytes = pdf('lost pieces', 5000);
    const { sha256 } = refOf(bytes);
    await note(bytes);
    await put(sha256, 0, bytes.subarray(0, 2000));
    await store.files.discard(server.city.id, sha256);
    const lost = await put(sha256, 2000, bytes.subarray(2000));
    expect([lost.json().code, lost.json().context]).toEqual(['file.offset', { offset: 0 }]);
    expect((await put(sha256, 0, bytes.subarray(0, 100))).json().offset).toBe(100);
    expect((await put(sha256, 100, bytes.subarray(100))).json().received).toBe(true);
  });

  test('a discarded file is deleted, whether complete or partial', async () => {
    const { files } = store;
    const bytes = pdf('discarded');
    const sha256 = hashOf(bytes);
    await files.save(server.city.id, sha256, bytes);
    await files.discard(server.city.id, sha256);
    expect(await files.has(server.city.id, sha256)).toBe(false);
    await files.writePiece(server.city.id, sha256, 0, bytes.subarray(0, 10));
    await files.discard(server.city.id, sha256);
    expect(await files.writePiece(server.city.id, sha256, 10, bytes.subarray(10))).toBe(false);
  });
});

test('a start with a missing bucket or a refused key fails and names the setting', async () => {
  const bucket = await startTestBucket();
  const open = (change: Partial<typeof bucket.settings>) =>
    openFileStore({ s3: { ...bucket.settings, ...change }, dataDir: '' }, { warn: () => undefined });
  await expect(open({ bucket: 'nowhere' })).rejects.toThrow('S3_BUCKET names a bucket that does not exist: nowhere.');
  await expect(open({ accessKeyId: 'unknown' })).rejects.toThrow(
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY may not list, read and write the bucket.',
  );
  expect(await (await open({})).has('hospital', 'a'.repeat(64))).toBe(false);
  await bucket.close();
  const warned: string[] = [];
  await openFileStore({ s3: bucket.settings, dataDir: '' }, { warn: (_facts, text) => warned.push(text) });
  expect(warned).toEqual(['The bucket of attached files does not answer']);
});

test('a bucket that does not respond is reported as busy, and no key is logged', async () => {
  const files = createS3Store({
    endpoint: 'http://127.0.0.1:9',
    bucket: 'ward-files',
    region: 'us-east-1',
    accessKeyId: 'KEY-ID',
    secretAccessKey: 'KEY-SECRET',
    forcePathStyle: true,
  });
  const fault = await files.has('hospital', 'a'.repeat(64)).catch((error: unknown) => error);
  expect(fault).toMatchObject({ code: 'server.busy' });
  expect(inspect(fault, { depth: 9 })).not.toMatch(/KEY-/);
});
