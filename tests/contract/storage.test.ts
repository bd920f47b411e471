import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const megabyte = 1024 * 1024;

let server: TestServer;
let admin: TestClient;
let bme: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  admin = await server.as(server.admin);
  bme = await server.as(server.city.users.bme);
});
afterEach(() => server.close());

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const pdf = (text: string, size: number): Buffer =>
  Buffer.concat([Buffer.from(`%PDF-1.7 ${text} `), Buffer.alloc(size)]).subarray(0, size);

/** Sets a hospital's storage limit, as the Admin's form does. */
async function allow(storageMB: number): Promise<void> {
  const params = { id: server.city.id };
  const { answer } = await admin.call('hospital', { params });
  const { storage: _storage, ...record } = answer;
  const body = { ...record, storageMB };
  expect((await admin.call('updateHospital', { params, body })).status).toBe(200);
}
const used = async () => (await bme.call('hospitalStorage')).answer;

function attach(bytes: Buffer, key: string = randomUUID()) {
  const border = 'ward-rounds-test';
  const head = `--${border}\r\ncontent-disposition: form-data; name="File"; filename="a.pdf"\r\n\r\n`;
  return server.app.inject({
    method: 'POST',
    url: `/api/InstallationBase/${server.city.devices['VENT-0001']}/documents`,
    headers: {
      authorization: `Bearer ${bme.session?.token}`,
      'content-type': `multipart/form-data; boundary=${border}`,
      'idempotency-key': key,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${border}--\r\n`)]),
  });
}

async function name(bytes: Buffer): Promise<void> {
  const files = [{ sha256: hashOf(bytes), size: bytes.length, mime: 'application/pdf' as const, name: 'a.pdf' }];
  const body = { taskId: server.city.tasks.overdue, note: 'See the file', files };
  expect((await bme.call('addTaskNote', { body })).status).toBe(200);
}

const put = (bytes: Buffer, offset = 0, end = bytes.length) =>
  server.app.inject({
    method: 'PUT',
    url: `/api/Attachments/${hashOf(bytes)}?offset=${offset}`,
    headers: { authorization: `Bearer ${bme.session?.token}`, 'content-type': 'application/octet-stream' },
    payload: bytes.subarray(offset, end),
  });

test('a document over the quota is refused with the reason, and accepted under the same key after the Admin raises it', async () => {
  await allow(2);
  expect((await attach(pdf('first', 1.5 * megabyte))).statusCode).toBe(201);
  const key = randomUUID();
  const second = pdf('second', megabyte);
  const refused = await attach(second, key);
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'storage.full',
      message: 'There is no room for this file: 2 of 2 MB used. The administrator can allow more.',
      context: { usedMB: 2, quotaMB: 2 },
    }),
  ]);
  expect(await used()).toEqual({ usedMB: 2, quotaMB: 2 });
  await allow(3);
  expect((await attach(second, key)).statusCode).toBe(201);
  expect(await used()).toEqual({ usedMB: 3, quotaMB: 3 });
});

test('an entry is accepted on full storage; its file is refused at its first chunk until there is room', async () => {
  await allow(1);
  const photo = pdf('photo', 2 * megabyte);
  await name(photo);
  const refused = await put(photo, 0, megabyte);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'storage.full']);
  expect(await used()).toEqual({ usedMB: 0, quotaMB: 1 });
  await allow(2);
  expect((await put(photo, 0, megabyte)).json()).toMatchObject({ offset: megabyte, received: false });
  // An upload that has begun keeps its reserved room, even if the Admin lowers the limit meanwhile.
  await allow(0);
  expect((await put(photo, megabyte)).json()).toMatchObject({ received: true });
  expect(await used()).toEqual({ usedMB: 2, quotaMB: 0 });
});

test('concurrent uploads together do not exceed the free storage', async () => {
  await allow(5);
  const photos = Array.from({ length: 12 }, (_, count) => pdf(`photo ${count}`, megabyte));
  for (const photo of photos) await name(photo);
  const answers = await Promise.all(photos.map((photo) => put(photo)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(5).fill(200), ...Array(7).fill(409)]);
  expect(await used()).toEqual({ usedMB: 5, quotaMB: 5 });
});

test('the Admin sees the usage of each hospital, and a hospital only its own', async () => {
  await allow(7);
  await attach(pdf('document', 1.5 * megabyte));
  const storage = { usedMB: 2, quotaMB: 7 };
  expect((await admin.call('hospital', { params: { id: server.city.id } })).answer.storage).toEqual(storage);
  const figures = (await admin.call('adminDashboard')).answer;
  expect(figures.map((row) => [row.name, row.storage])).toEqual([
    ['City Hospital', storage],
    ['Lake Hospital', { usedMB: 0, quotaMB: 10_000 }],
  ]);
  const lake = await server.as(server.lake.users.bme);
  expect((await lake.call('hospitalStorage')).answer).toEqual({ usedMB: 0, quotaMB: 10_000 });
});

test("a form without a quota leaves the hospital's quota unchanged", async () => {
  await allow(7);
  const params = { id: server.city.id };
  const { answer } = await admin.call('hospital', { params });
  const { storage: _storage, storageMB: _quota, ...body } = answer;
  expect((await admin.call('updateHospital', { params, body })).answer.storageMB).toBe(7);
});
