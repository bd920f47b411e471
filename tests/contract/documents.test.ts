import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EquipmentDetails } from '#contract/calls/device-details.ts';
import { createFileStore, type FileStore } from '#server/files/file-store.ts';
import { attachment, auditEntry } from '#server/db/schema.ts';
import { runNightly } from '#server/jobs/nightly.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
let desk: TestClient;
let files: FileStore;
let folder: string;
let deviceId: string;
let serialNumber: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wr-documents-'));
  files = createFileStore(folder);
  server = await startTestServer({ files });
  bme = await server.as(server.city.users.bme);
  desk = await server.as(server.city.users.hospital);
  [serialNumber, deviceId] = Object.entries(server.city.devices)[0] ?? ['', ''];
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const pdf = (text: string, size = 3000): Buffer => Buffer.concat([Buffer.from(`%PDF-1.7 ${text}`), Buffer.alloc(size)]);

function add(client: TestClient, file: { name: string; bytes: Buffer } | null, id = deviceId) {
  const border = 'ward-rounds-test';
  const part = file && [
    Buffer.from(
      `--${border}\r\ncontent-disposition: form-data; name="File"; filename="${file.name}"\r\ncontent-type: text/plain\r\n\r\n`,
    ),
    file.bytes,
    Buffer.from('\r\n'),
  ];
  return server.app.inject({
    method: 'POST',
    url: `/api/InstallationBase/${id}/documents`,
    headers: {
      authorization: `Bearer ${client.session?.token ?? ''}`,
      'content-type': `multipart/form-data; boundary=${border}`,
    },
    payload: Buffer.concat([...(part ?? []), Buffer.from(`--${border}--\r\n`)]),
  });
}
const list = async (client: TestClient) =>
  (await client.call('deviceDocuments', { params: { id: deviceId } })).answer.documents;
async function pageOf(client: TestClient): Promise<EquipmentDetails> {
  const { answer } = await client.call('deviceDetails', { params: { serialNumber } });
  if ('hospitals' in answer) throw new Error('Expected one hospital');
  return answer;
}

test('BME and Hospital users add files to a device, see them in the list and open them', async () => {
  const manual = pdf('User manual');
  const added = await add(bme, { name: 'Manuel d’été (v2).pdf', bytes: manual });
  const sha256 = hashOf(manual);
  const record = { sha256, name: 'Manuel d’été (v2).pdf', mime: 'application/pdf', size: manual.length };
  expect([added.statusCode, added.json()]).toEqual([
    201,
    { ...record, addedBy: server.city.users.bme.name, addedAt: server.clock.now.toISOString() },
  ]);
  server.clock.advance(1000);
  const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
  expect((await add(desk, { name: 'plate.png', bytes: picture })).statusCode).toBe(201);
  expect((await list(desk)).map(({ name, mime }) => [name, mime])).toEqual([
    ['plate.png', 'image/png'],
    ['Manuel d’été (v2).pdf', 'application/pdf'],
  ]);
  const { response } = await desk.call('getAttachment', { params: { sha256 } });
  expect(response.rawPayload.equals(manual)).toBe(true);
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''Manuel%20d%E2%80%99%C3%A9t%C3%A9%20%28v2%29.pdf",
    'x-content-type-options': 'nosniff',
  });
});

test('a file is known by its content: a script called .pdf, 10 MB and more, and no file at all are refused', async () => {
  const script = await add(bme, { name: 'manual.pdf', bytes: Buffer.from('<script>alert(1)</script>') });
  expect([script.statusCode, script.json().message]).toEqual([
    415,
    'Only PDF, JPEG, PNG, WebP or HEIC files can be attached.',
  ]);
  const large = await add(bme, { name: 'large.pdf', bytes: pdf('large', 10 * 1024 * 1024) });
  expect([large.statusCode, large.json().message]).toEqual([413, 'The file is larger than 10 MB.']);
  const none = await add(bme, null);
  expect([none.statusCode, none.json().message]).toEqual([400, 'Please choose a file.']);
});

test('the same file is attached to a device once, and is stored once for all devices of the hospital', async () => {
  const bytes = pdf('shared manual');
  const [, other] = Object.values(server.city.devices);
  expect((await add(bme, { name: 'manual.pdf', bytes })).statusCode).toBe(201);
  const again = await add(bme, { name: 'copy.pdf', bytes });
  expect([again.statusCode, again.json().message]).toEqual([409, 'This file is attached already, as “manual.pdf”.']);
  expect((await add(bme, { name: 'copy.pdf', bytes }, other)).statusCode).toBe(201);
  const stored = await server.database.db
    .select()
    .from(attachment)
    .where(eq(attachment.sha256, hashOf(bytes)));
  expect(stored).toHaveLength(1);
});

test('two users who add the same file at the same time attach it once', async () => {
  const bytes = pdf('at once');
  const codes = await Promise.all([1, 2, 3].map(() => add(bme, { name: 'once.pdf', bytes })));
  expect(codes.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
  expect((await list(bme)).filter(({ name }) => name === 'once.pdf')).toHaveLength(1);
});

test('a file is taken off and comes back with Undo; without Undo its bytes go after 30 days', async () => {
  const bytes = pdf('to be removed');
  const sha256 = hashOf(bytes);
  await add(bme, { name: 'old.pdf', bytes });
  const params = { id: deviceId, sha256 };
  expect((await desk.call('removeDocument', { params })).status).toBe(204);
  expect((await list(bme)).some((document) => document.sha256 === sha256)).toBe(false);
  expect((await desk.call('removeDocument', { params })).status).toBe(404);
  const back = await desk.call('restoreDocument', { params, body: { name: 'old.pdf' } });
  expect([back.status, back.answer.name]).toEqual([200, 'old.pdf']);
  expect((await list(bme)).some((document) => document.sha256 === sha256)).toBe(true);
  const audit = await server.database.db.select().from(auditEntry).where(eq(auditEntry.call, 'removeDocument'));
  expect(audit.map(({ records }) => records)).toEqual([[`device:${deviceId}`]]);

  await desk.call('removeDocument', { params });
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const later = new Date(server.clock.now.getTime() + 31 * 24 * 60 * 60 * 1000);
  await runNightly({ db: server.database.db, files, now: () => later, log: quiet });
  expect(await files.has(server.city.id, sha256)).toBe(false);
  expect((await desk.call('restoreDocument', { params, body: { name: 'old.pdf' } })).status).toBe(404);
  expect((await list(bme)).length).toBeGreaterThan(0);
  for (const kept of await list(bme)) expect(await files.has(server.city.id, kept.sha256)).toBe(true);
});

test('the photos of a breakdown and of a round are listed with the device, once their bytes are here', async () => {
  const jpeg = (text: string) => Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.from(text)]);
  const [burnt, label] = [jpeg('burnt plug'), jpeg('label')];
  const refOf = (bytes: Buffer, name: string) => ({
    sha256: hashOf(bytes),
    size: bytes.length,
    mime: 'image/jpeg' as const,
    name,
  });
  const report = await bme.call('reportTicket', {
    body: {
      installationBaseId: deviceId,
      serialNumber,
      issueType: 'Electrical',
      problemReported: 'Burnt plug',
      priority: 'High',
      reportedBy: 'A. Rao',
      reportedDate: '2026-07-01',
      anyPatientHarm: false,
      machineStatus: 'System Down',
      files: [refOf(burnt, 'plug.jpg')],
    },
  });
  const round = await bme.call('submitRound', {
    body: [
      {
        installationBaseId: deviceId,
        serialNumber,
        status: 'Needs Attention',
        description: 'Label is loose',
        confirmedBy: 'tap',
        observedAt: server.clock.now.toISOString(),
        photos: [refOf(label, 'label.jpg')],
        date: '2026-07-01',
        dailyRoundTemplateId: server.city.templateId,
      },
    ],
  });
  const photos = async () =>
    (await desk.call('deviceDocuments', { params: { id: deviceId } })).answer.photos.map((photo) => [
      photo.of,
      photo.ofId,
      photo.name,
      photo.addedBy,
    ]);
  expect(await photos()).toEqual([]);
  for (const bytes of [burnt, label]) {
    await server.app.inject({
      method: 'PUT',
      url: `/api/Attachments/${hashOf(bytes)}?offset=0`,
      headers: {
        authorization: `Bearer ${bme.session?.token ?? ''}`,
        'content-type': 'application/octet-stream',
      },
      payload: bytes,
    });
  }
  const by = server.city.users.bme.name;
  const expected = [
    ['round', round.answer.roundId, 'label.jpg', by],
    ['ticket', report.answer.id, 'plug.jpg', by],
  ];
  expect((await photos()).toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual(expected);
  const [, other = ''] = Object.values(server.city.devices);
  expect((await desk.call('deviceDocuments', { params: { id: other } })).answer.photos).toEqual([]);
});

test('a visitor learns that there are documents, but neither their names nor a way to open them', async () => {
  await add(bme, { name: 'Report by Dr Rao.pdf', bytes: pdf('report') });
  const staff = await pageOf(bme);
  expect(staff.documents.map(({ name }) => name)).toContain('Report by Dr Rao.pdf');
  const visitor = await pageOf(server.visitor);
  expect(visitor.documents).toHaveLength((await list(bme)).length);
  for (const document of visitor.documents) {
    expect(document.name).toMatch(/^(PDF document|Picture) \d+$/);
    expect(document.sha256).toBe('');
  }
  const sha256 = hashOf(pdf('report'));
  expect((await server.visitor.call('getAttachment', { params: { sha256 } })).status).toBe(401);
  expect((await server.visitor.call('deviceDocuments', { params: { id: deviceId } })).status).toBe(401);
});

test('documents of another hospital do not exist, and the Admin has none', async () => {
  const lake = await server.as(server.lake.users.bme);
  const bytes = pdf('city only');
  await add(bme, { name: 'city.pdf', bytes });
  const params = { id: deviceId, sha256: hashOf(bytes) };
  expect((await lake.call('deviceDocuments', { params: { id: deviceId } })).status).toBe(404);
  expect((await add(lake, { name: 'lake.pdf', bytes: pdf('lake') })).statusCode).toBe(404);
  expect((await lake.call('removeDocument', { params })).status).toBe(404);
  const own = { id: Object.values(server.lake.devices)[0] ?? '', sha256: params.sha256 };
  expect((await lake.call('restoreDocument', { params: own, body: { name: 'x.pdf' } })).status).toBe(404);
  const admin = await server.as(server.admin);
  expect((await admin.call('deviceDocuments', { params: { id: deviceId } })).status).toBe(403);
});
