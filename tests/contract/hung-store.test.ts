import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attachment, fileRemoval } from '#server/db/schema.ts';
import { createS3Store } from '#server/files/s3-store.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { removeFiles } from '#server/http/keep-files.ts';
import { startHungBucket } from '#tests/support/hung-bucket.ts';
import { seedHospital, type SeededHospital } from '#tests/support/seed.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

/** How long a request would wait for the bucket; the test ends it as soon as it knows. Units: milliseconds. */
const hangsForMs = 50_000;

let server: TestServer | undefined;
let bucket: Awaited<ReturnType<typeof startHungBucket>>;
beforeEach(async () => {
  bucket = await startHungBucket();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await bucket.close();
});

const pdf = (text: string): Buffer => Buffer.concat([Buffer.from(`%PDF-1.7 ${text}`), Buffer.alloc(2000)]);
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const note = (client: TestClient, taskId: string, bytes: Buffer) =>
  client.call('addTaskNote', {
    body: {
      taskId,
      note: 'See the file',
      files: [{ sha256: hashOf(bytes), size: bytes.length, mime: 'application/pdf', name: 'report.pdf' }],
    },
  });
const put = ({ app }: TestServer, client: TestClient, bytes: Buffer) =>
  app.inject({
    method: 'PUT',
    url: `/api/Attachments/${hashOf(bytes)}?offset=0`,
    headers: {
      authorization: `Bearer ${client.session?.token ?? ''}`,
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  });

test('while the bucket hangs under 16 uploads of 4 hospitals, a fifth hospital writes and reads', async () => {
  const running = (server = await startTestServer({ files: createS3Store(bucket.settings, hangsForMs) }));
  const { db } = running.database;
  const { clock, city, lake } = running;
  const more: SeededHospital[] = [];
  for (const prefix of ['X', 'Y', 'Z']) {
    more.push(await seedHospital(db, { name: `Hospital ${prefix}`, prefix, now: clock.now }));
  }
  const uploads = [];
  for (const hospital of [lake, ...more]) {
    const client = await running.as(hospital.users.bme);
    for (const number of [1, 2, 3, 4]) {
      const bytes = pdf(`${hospital.id} ${number}`);
      expect((await note(client, hospital.tasks.overdue, bytes)).status).toBe(200);
      uploads.push(() => put(running, client, bytes));
    }
  }
  const asha = await running.as(city.users.bme);
  let ended = 0;
  const under = Promise.all(uploads.map((upload) => upload().finally(() => (ended += 1))));
  await vi.waitFor(() => expect(bucket.sockets.size).toBeGreaterThan(0));

  const writes = [1, 2, 3, 4].map((number) =>
    asha.call('addTaskNote', { body: { taskId: city.tasks.overdue, note: `Note ${number}`, files: [] } }),
  );
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await asha.call('bmeCount')).status).toBe(200);
  expect(ended, 'uploads that did not hang').toBe(0);
  bucket.letGo();
  expect((await under).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 16 }, () => 503));
}, 60_000);

test('a request to a bucket that hangs is aborted, not only warned of', async () => {
  const store = createS3Store(bucket.settings, 500);
  await expect(store.has('hospital', 'a'.repeat(64))).rejects.toMatchObject({ code: 'server.busy' });
  await vi.waitFor(() => expect([...bucket.sockets].every((socket) => socket.closed)).toBe(true));
}, 30_000);

/** Creates an in-memory store whose deletions can be made to hang. */
function memoryStore() {
  const kept = new Set<string>();
  const gates: { isShut: boolean; hung: (() => void)[] } = { isShut: false, hung: [] };
  const files: FileStore = {
    save: async (_hospitalId, sha256) => void kept.add(sha256),
    writePiece: async () => true,
    has: async (_hospitalId, sha256) => kept.has(sha256),
    finish: async (_hospitalId, sha256) => {
      kept.add(sha256);
      return { size: pdf('twice').length, mime: 'application/pdf' };
    },
    read: () => Promise.reject(new Error('not read')),
    async discard(_hospitalId, sha256) {
      if (gates.isShut) await new Promise<void>((resolve) => gates.hung.push(resolve));
      kept.delete(sha256);
    },
  };
  return { files, kept, gates };
}

function sendForm({ app }: TestServer, client: TestClient, fields: Record<string, string>, bytes: Buffer) {
  const border = 'ward-rounds-test';
  const head = (disposition: string) => `--${border}\r\ncontent-disposition: form-data; ${disposition}\r\n`;
  const payload = Buffer.concat([
    Buffer.from(
      Object.entries(fields)
        .map(([name, value]) => `${head(`name="${name}"`)}\r\n${value}\r\n`)
        .join(''),
    ),
    Buffer.from(`${head('name="ServiceReportFile"; filename="a.pdf"')}content-type: application/pdf\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${border}--\r\n`),
  ]);
  return app.inject({
    method: 'POST',
    url: '/api/Maintenance/submit-report',
    headers: {
      authorization: `Bearer ${client.session?.token ?? ''}`,
      'content-type': `multipart/form-data; boundary=${border}`,
    },
    payload,
  });
}

test('bytes of a form whose process died before its commit are deleted when they are due, named ones stay', async () => {
  const { files, kept } = memoryStore();
  const running = (server = await startTestServer({ files }));
  const { db } = running.database;
  const { city, clock } = running;
  const asha = await running.as(city.users.bme);
  const named = pdf('named');
  const form = { TaskId: city.tasks.upcoming, ActionsTaken: 'Changed' };
  expect((await sendForm(running, asha, form, named)).statusCode).toBe(200);
  expect(await db.select().from(fileRemoval)).toEqual([]);

  const lost = 'f'.repeat(64);
  kept.add(lost);
  const dueAt = new Date(clock.now.getTime() + 60 * 60_000);
  await db.insert(fileRemoval).values([lost, hashOf(named)].map((sha256) => ({ hospitalId: city.id, sha256, dueAt })));
  expect(await removeFiles(db, files, clock.now)).toBe(0);
  clock.advance(60 * 60_000);
  expect(await removeFiles(db, files, clock.now)).toBe(1);
  expect([...kept]).toEqual([hashOf(named)]);
  expect(await db.select().from(fileRemoval)).toEqual([]);
});

test('while bytes are being deleted the same bytes are not stored again, and nothing else waits', async () => {
  const { files, kept, gates } = memoryStore();
  const running = (server = await startTestServer({ files }));
  const { db } = running.database;
  const { city, clock } = running;
  const asha = await running.as(city.users.bme);
  const bytes = pdf('twice');
  const sha256 = hashOf(bytes);
  kept.add(sha256);
  await db.insert(fileRemoval).values({ hospitalId: city.id, sha256, dueAt: clock.now });
  gates.isShut = true;
  const deleting = removeFiles(db, files, clock.now);
  await vi.waitFor(() => expect(gates.hung).toHaveLength(1));

  const form = { TaskId: city.tasks.upcoming, ActionsTaken: 'Changed' };
  expect((await sendForm(running, asha, form, bytes)).statusCode).toBe(503);
  expect((await note(asha, city.tasks.overdue, bytes)).status).toBe(200);
  expect((await put(running, asha, bytes)).statusCode).toBe(503);
  for (const end of gates.hung) end();
  await deleting;
  expect(kept.size).toBe(0);
  expect((await put(running, asha, bytes)).statusCode).toBe(200);
  expect((await sendForm(running, asha, form, bytes)).statusCode).toBe(200);
  const [row] = await db.select().from(attachment).where(eq(attachment.sha256, sha256));
  expect(row?.receivedAt).not.toBeNull();
  expect([...kept]).toEqual([sha256]);
});
