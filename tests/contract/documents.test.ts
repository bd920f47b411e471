import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EquipmentDetails } from '#contract/calls/device/details.ts';
import { createFileStore, type FileStore } from '#server/files/file-store.ts';
import { attachment, auditEntry } from '#server/db/schema.ts';
import { runClearing, runRemovals } from '#server/jobs/nightly.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
let desk: TestClient;
let files: FileStore;
let folder: string;
let deviceId: string;
let serialNumber: string;
let otherContractId: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wr-documents-'));
  files = createFileStore(folder);
  server = await startTestServer({ files });
  bme = await server.as(server.city.users.bme);
  desk = await server.as(server.city.users.hospital);
  [serialNumber, deviceId] = Object.entries(server.city.devices)[0] ?? ['', ''];
  otherContractId = await makeAgreement('CMC-7');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const pdf = (text: string, size = 3000): Buffer => Buffer.concat([Buffer.from(`%PDF-1.7 ${text}`), Buffer.alloc(size)]);

/** Creates a contract for a device outside the seeded warranty. */
async function makeAgreement(warrantyNumber: string): Promise<string> {
  const made = await bme.call('saveWarranty', {
    body: {
      warrantyNumber,
      kind: 'CMC',
      equipmentId: server.city.equipment.monitor,
      makeId: server.city.makeId,
      pmFrequency: 'yearly',
      pmCount: 0,
      warrantyStartDate: '2026-01-01',
      warrantyDurationInYear: 1,
      selectedSerials: [{ serialNumber: 'MON-0001' }],
    },
    key: randomUUID(),
  });
  expect([made.status, made.problem.message]).toEqual([201, undefined]);
  return made.answer.id;
}

/** Records that own documents, with their calls: two of the hospital and one of another. */
const owners = {
  device: {
    word: 'device',
    path: 'InstallationBase',
    list: 'deviceDocuments',
    remove: 'removeDocument',
    restore: 'restoreDocument',
    subject: 'device',
    id: () => deviceId,
    other: () => Object.values(server.city.devices)[1] ?? '',
    foreign: () => Object.values(server.lake.devices)[0] ?? '',
  },
  contract: {
    word: 'contract',
    path: 'warranty',
    list: 'contractDocuments',
    remove: 'removeContractDocument',
    restore: 'restoreContractDocument',
    subject: 'warranty',
    id: () => server.city.warrantyId,
    other: () => otherContractId,
    foreign: () => server.lake.warrantyId,
  },
} as const;
type Owner = (typeof owners)[keyof typeof owners];

function add(client: TestClient, file: { name: string; bytes: Buffer } | null, owner: Owner, id: string = owner.id()) {
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
    url: `/api/${owner.path}/${id}/documents`,
    headers: {
      authorization: `Bearer ${client.session?.token ?? ''}`,
      'content-type': `multipart/form-data; boundary=${border}`,
    },
    payload: Buffer.concat([...(part ?? []), Buffer.from(`--${border}--\r\n`)]),
  });
}
const list = async (client: TestClient, owner: Owner, id: string = owner.id()) =>
  (await client.call(owner.list, { params: { id } })).answer.documents;
const agreementsOf = async (id: string) =>
  (await desk.call('deviceDocuments', { params: { id } })).answer.contracts?.map(
    ({ number, kind, endOn, documents }) => [number, kind, endOn, documents.map(({ name }) => name)],
  );
/** Each night is more than 30 days after the one before. */
let nights = 31;
async function runNightlyLater(): Promise<void> {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const later = new Date(server.clock.now.getTime() + nights * 24 * 60 * 60 * 1000);
  nights += 1;
  expect(await runClearing({ db: server.database.db, files, now: () => later, log: quiet })).toBe('done');
  await runRemovals({ db: server.database.db, files, now: () => later, log: quiet });
}
async function pageOf(client: TestClient): Promise<EquipmentDetails> {
  const { answer } = await client.call('deviceDetails', { params: { serialNumber } });
  if ('hospitals' in answer) throw new Error('Expected one hospital');
  return answer;
}

describe.each(Object.entries(owners))('The documents of a %s', (_word, owner) => {
  test('are added by BME and Hospital users, listed and downloaded', async () => {
    const manual = pdf(`User manual of a ${owner.word}`);
    const added = await add(bme, { name: 'Manuel d’été (v2).pdf', bytes: manual }, owner);
    const sha256 = hashOf(manual);
    const record = { sha256, name: 'Manuel d’été (v2).pdf', mime: 'application/pdf', size: manual.length };
    expect([added.statusCode, added.json()]).toEqual([
      201,
      { ...record, addedBy: server.city.users.bme.name, addedAt: server.clock.now.toISOString() },
    ]);
    server.clock.advance(1000);
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
    expect((await add(desk, { name: 'plate.png', bytes: picture }, owner)).statusCode).toBe(201);
    expect((await list(desk, owner)).map(({ name, mime }) => [name, mime])).toEqual([
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

  test('are checked by content: a script called .pdf, 10 MB or more, and no file at all are refused', async () => {
    const script = await add(bme, { name: 'manual.pdf', bytes: Buffer.from('<script>alert(1)</script>') }, owner);
    expect([script.statusCode, script.json().message]).toEqual([
      415,
      'Only PDF, JPEG, PNG, WebP or HEIC files can be attached.',
    ]);
    const large = await add(bme, { name: 'large.pdf', bytes: pdf('large', 10 * 1024 * 1024) }, owner);
    expect([large.statusCode, large.json().message]).toEqual([413, 'The file is larger than 10 MB.']);
    const none = await add(bme, null, owner);
    expect([none.statusCode, none.json().message]).toEqual([400, 'Please choose a file.']);
  });

  test('are attached once per record and stored once per hospital', async () => {
    const bytes = pdf('shared manual');
    expect((await add(bme, { name: 'manual.pdf', bytes }, owner)).statusCode).toBe(201);
    const again = await add(bme, { name: 'copy.pdf', bytes }, owner);
    expect([again.statusCode, again.json().message]).toEqual([409, 'This file is attached already, as “manual.pdf”.']);
    expect((await add(bme, { name: 'copy.pdf', bytes }, owner, owner.other())).statusCode).toBe(201);
    expect((await list(bme, owner, owner.other())).map(({ name }) => name)).toEqual(['copy.pdf']);
    const stored = await server.database.db
      .select()
      .from(attachment)
      .where(eq(attachment.sha256, hashOf(bytes)));
    expect(stored).toHaveLength(1);
  });

  test('are attached once if users add the same file at the same time', async () => {
    const bytes = pdf('at once');
    const codes = await Promise.all([1, 2, 3].map(() => add(bme, { name: 'once.pdf', bytes }, owner)));
    expect(codes.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect((await list(bme, owner)).filter(({ name }) => name === 'once.pdf')).toHaveLength(1);
  });

  test('are removed and restored by Undo; without Undo their bytes are deleted after 30 days', async () => {
    const bytes = pdf(`to be removed from a ${owner.word}`);
    const sha256 = hashOf(bytes);
    await add(bme, { name: 'old.pdf', bytes }, owner);
    const params = { id: owner.id(), sha256 };
    expect((await desk.call(owner.remove, { params })).status).toBe(204);
    expect((await list(bme, owner)).some((document) => document.sha256 === sha256)).toBe(false);
    expect((await desk.call(owner.remove, { params })).status).toBe(404);
    const back = await desk.call(owner.restore, { params, body: { name: 'old.pdf' } });
    expect([back.status, back.answer.name]).toEqual([200, 'old.pdf']);
    expect((await list(bme, owner)).some((document) => document.sha256 === sha256)).toBe(true);
    const audit = await server.database.db.select().from(auditEntry).where(eq(auditEntry.call, owner.remove));
    expect(audit.map(({ records }) => records)).toEqual([[`${owner.subject}:${owner.id()}`]]);

    await desk.call(owner.remove, { params });
    await runNightlyLater();
    expect(await files.has(server.city.id, sha256)).toBe(false);
    expect((await desk.call(owner.restore, { params, body: { name: 'old.pdf' } })).status).toBe(404);
    expect((await list(bme, owner)).length).toBeGreaterThan(0);
    for (const kept of await list(bme, owner)) expect(await files.has(server.city.id, kept.sha256)).toBe(true);
  });

  test('of another hospital are not found, and neither the Admin nor a visitor has any', async () => {
    const lake = await server.as(server.lake.users.bme);
    const bytes = pdf('city only');
    await add(bme, { name: 'city.pdf', bytes }, owner);
    const id = owner.id();
    const params = { id, sha256: hashOf(bytes) };
    const body = { name: 'x.pdf' };
    const unknown = await lake.call(owner.list, { params: { id } });
    expect([unknown.status, unknown.problem.message]).toEqual([404, `This ${owner.word} does not exist.`]);
    expect((await add(lake, { name: 'lake.pdf', bytes: pdf('lake') }, owner)).statusCode).toBe(404);
    expect((await lake.call(owner.remove, { params })).status).toBe(404);
    expect((await lake.call(owner.restore, { params, body })).status).toBe(404);
    const own = { id: owner.foreign(), sha256: params.sha256 };
    expect((await lake.call(owner.restore, { params: own, body })).status).toBe(404);
    expect((await lake.call(owner.list, { params: { id: own.id } })).answer.documents).toEqual([]);
    const admin = await server.as(server.admin);
    for (const [who, status] of [[admin, 403] as const, [server.visitor, 401] as const]) {
      expect((await who.call(owner.list, { params: { id } })).status).toBe(status);
      expect((await add(who, { name: 'x.pdf', bytes: pdf('x') }, owner)).statusCode).toBe(status);
      expect((await who.call(owner.remove, { params })).status).toBe(status);
      expect((await who.call(owner.restore, { params, body })).status).toBe(status);
    }
    expect((await list(bme, owner)).map(({ name }) => name)).toContain('city.pdf');
  });
});

test('the photos of a breakdown and of a round are listed with the device once they are uploaded', async () => {
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

test('a visitor learns that documents exist, but neither their names nor a way to open them', async () => {
  await add(bme, { name: 'Report by Dr Rao.pdf', bytes: pdf('report') }, owners.device);
  await add(bme, { name: 'Agreement of Dr Rao.pdf', bytes: pdf('agreement') }, owners.contract);
  const staff = await pageOf(bme);
  expect(staff.documents.map(({ name }) => name)).toContain('Report by Dr Rao.pdf');
  const visitor = await pageOf(server.visitor);
  expect(JSON.stringify([staff.documents, visitor])).not.toContain('Agreement');
  expect(visitor.documents).toHaveLength((await list(bme, owners.device)).length);
  for (const document of visitor.documents) {
    expect(document.name).toMatch(/^(PDF document|Picture) \d+$/);
    expect(document.sha256).toBe('');
  }
  const sha256 = hashOf(pdf('report'));
  expect((await server.visitor.call('getAttachment', { params: { sha256 } })).status).toBe(401);
  expect((await server.visitor.call('deviceDocuments', { params: { id: deviceId } })).status).toBe(401);
});

describe('A contract with documents', () => {
  const signed = pdf('signed agreement');
  const monitor = () => server.city.devices['MON-0001'] ?? '';

  test('shows them on its devices and on no other device', async () => {
    const id = await makeAgreement('AMC-8');
    expect((await add(desk, { name: 'signed.pdf', bytes: signed }, owners.contract, id)).statusCode).toBe(201);
    expect(await agreementsOf(monitor())).toEqual([
      ['AMC-8', 'CMC', '2026-12-31', ['signed.pdf']],
      ['CMC-7', 'CMC', '2026-12-31', ['copy.pdf']],
    ]);
    expect((await agreementsOf(deviceId))?.map(([number]) => number)).toEqual(['AMC-1']);
    expect((await list(bme, owners.device, monitor())).map(({ name }) => name)).toEqual([]);
  });

  test('keeps its revision and the version of tablets when documents are attached', async () => {
    const params = { id: otherContractId };
    const state = async () => {
      const { revision } = (await bme.call('warranty', { params })).answer;
      return [revision, (await bme.call('syncChanges')).answer.head];
    };
    const before = await state();
    await add(bme, { name: 'more.pdf', bytes: pdf('more') }, owners.contract, otherContractId);
    expect(await state()).toEqual(before);
  });

  test('keeps them when deleted, for Undo, and accepts no more', async () => {
    const id = await makeAgreement('AMC-9');
    await add(bme, { name: 'kept.pdf', bytes: pdf('kept') }, owners.contract, id);
    expect((await bme.call('deleteWarranty', { params: { id } })).status).toBe(204);
    expect((await agreementsOf(monitor()))?.map(([number]) => number)).not.toContain('AMC-9');
    const refused = await add(bme, { name: 'late.pdf', bytes: pdf('late') }, owners.contract, id);
    expect([refused.statusCode, refused.json().message]).toEqual([404, 'This contract does not exist.']);
    const params = { id, sha256: hashOf(pdf('kept')) };
    expect((await bme.call('removeContractDocument', { params })).status).toBe(404);
    await runNightlyLater();
    expect((await bme.call('restoreWarranty', { params: { id } })).status).toBe(200);
    expect((await agreementsOf(monitor()))?.find(([number]) => number === 'AMC-9')?.[3]).toEqual(['kept.pdf']);
    expect(await files.has(server.city.id, params.sha256)).toBe(true);
  });

  test('keeps the bytes of a file that a device also has', async () => {
    const id = await makeAgreement('AMC-10');
    const both = pdf('on both');
    await add(bme, { name: 'both.pdf', bytes: both }, owners.device);
    await add(bme, { name: 'both.pdf', bytes: both }, owners.contract, id);
    await bme.call('removeDocument', { params: { id: deviceId, sha256: hashOf(both) } });
    await runNightlyLater();
    const opened = await bme.call('getAttachment', { params: { sha256: hashOf(both) } });
    expect(opened.response.rawPayload.equals(both)).toBe(true);
  });
});

test.each(Object.values(owners))(
  'a document of a $word with a long name keeps its extension, and no half emoji',
  async (owner) => {
    const name = `${'😀'.repeat(127)}.pdf`;
    const { statusCode, body } = await add(bme, { name, bytes: pdf(`Emojis of a ${owner.word}`) }, owner);
    expect([statusCode, JSON.parse(body).name]).toEqual([201, `${'😀'.repeat(125)}.pdf`]);
  },
);

test('The photo of a device is one of its files, and is deleted and restored with it', async () => {
  const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('front of the device')]);
  const sha256 = hashOf(bytes);
  const preview = bytes.toString('base64');
  const params = { id: deviceId };
  const photo = { sha256, preview };
  const choose = (body: { photo: typeof photo | null }, client = bme) =>
    client.call('chooseDevicePhoto', { params, body, key: randomUUID() });
  const shown = async () => (await desk.call('deviceDocuments', { params })).answer.headerPhoto;

  expect((await choose({ photo })).problem.message).toBe('This file does not exist.');
  await add(bme, { name: 'front.png', bytes }, owners.device);
  expect(await shown()).toBeNull();
  expect((await choose({ photo })).status).toBe(200);
  expect(await shown()).toEqual({ sha256, name: 'front.png', mime: 'image/png', preview });
  const script = Buffer.from('<script>').toString('base64');
  expect((await choose({ photo: { sha256, preview: script } })).status).toBe(415);

  const file = { id: deviceId, sha256 };
  await desk.call('removeDocument', { params: file });
  expect(await shown()).toBeNull();
  await desk.call('restoreDocument', { params: file, body: { name: 'front.png' } });
  expect(await shown()).toMatchObject({ sha256 });
  expect((await choose({ photo: null }, desk)).answer.headerPhoto).toBeNull();
  expect(await shown()).toBeNull();
  expect((await list(desk, owners.device)).map(({ name }) => name)).toContain('front.png');
  await desk.call('removeDocument', { params: file });
});
