import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { attachment, fileRemoval } from '#server/db/schema.ts';
import { createS3Store } from '#server/files/s3-store.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { removeFiles } from '#server/http/keep-files.ts';
import { createLog } from '#server/operations/log.ts';
import { readSettings } from '#server/operations/settings.ts';
import { startServer } from '#server/start.ts';
import { urlOf } from '#tests/postgres/processes.ts';
import { startHungBucket } from '#tests/support/hung-bucket.ts';
import { seedHospital, seedPassword, type SeededHospital } from '#tests/support/seed.ts';
import { startTestDatabases } from '#tests/support/test-database.ts';
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

test('while the bucket hangs under 16 uploads of 4 hospitals, a fifth hospital can read and write', async () => {
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
  await vi.waitFor(() => expect(bucket.sockets.size).toBeGreaterThan(0), 20_000);

  const writes = [1, 2, 3, 4].map((number) =>
    asha.call('addTaskNote', { body: { taskId: city.tasks.overdue, note: `Note ${number}`, files: [] } }),
  );
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await asha.call('bmeCount')).status).toBe(200);
  expect(ended, 'uploads that did not hang').toBe(0);
  bucket.letGo();
  expect((await under).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 16 }, () => 503));
}, 60_000);

test('a request to a hung bucket is aborted, not only reported', async () => {
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

test('bytes of a form whose process died before its commit are deleted when due; referenced bytes stay', async () => {
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

test('bytes are not stored again while they are being deleted, and nothing else waits', async () => {
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

test("requests and jobs share three slots for a hung bucket, which does not delay the server's stop", async () => {
  const existing = await startHungBucket({ exists: true });
  onTestFinished(() => existing.close());
  const databases = await startTestDatabases();
  onTestFinished(() => databases.stop());
  const database = await databases.create();
  onTestFinished(() => database.close());
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = existing.settings;
  const hospitals: SeededHospital[] = [];
  for (const prefix of ['A', 'B', 'C']) {
    hospitals.push(await seedHospital(database.db, { name: `Hospital ${prefix}`, prefix, now: new Date() }));
  }
  await database.db
    .insert(fileRemoval)
    .values(hospitals.map(({ id }) => ({ hospitalId: id, sha256: 'f'.repeat(64), dueAt: new Date() })));
  const running = await startServer(
    readSettings({
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: urlOf(database),
      S3_ENDPOINT: endpoint,
      S3_BUCKET: name,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    }),
    createLog('error'),
  );
  // The deletion of files, which a server does when it starts.
  await vi.waitFor(() => expect(existing.hung.size).toBe(1), 20_000);
  const uploads: Promise<{ statusCode: number }>[] = [];
  for (const { users, tasks, id } of hospitals) {
    const signedIn = await running.app.inject({
      method: 'POST',
      url: '/api/Auth/login',
      payload: { email: users.bme.email, password: seedPassword },
    });
    const authorization = `Bearer ${signedIn.json<{ token: string }>().token}`;
    const bytes = [1, 2].map((number) => pdf(`${id} ${number}`));
    const files = bytes.map((each) => ({
      sha256: hashOf(each),
      size: each.length,
      mime: 'application/pdf',
      name: 'report.pdf',
    }));
    await running.app.inject({
      method: 'POST',
      url: '/api/BMEDashboard/task/note',
      headers: { authorization },
      payload: { taskId: tasks.overdue, note: 'See the files', files },
    });
    for (const each of bytes) {
      const headers = { authorization, 'content-type': 'application/octet-stream' };
      const url = `/api/Attachments/${hashOf(each)}?offset=0`;
      uploads.push(running.app.inject({ method: 'PUT', url, headers, payload: each }));
    }
  }
  await vi.waitFor(() => expect(existing.hung.size).toBe(3), 20_000);
  await running.close();
  expect((await Promise.all(uploads)).map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(503));
  expect(existing.hung.size).toBe(3);
}, 60_000);
