import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { errorCatalogue, problem, type ErrorCode } from '#contract/errors.ts';
import { filePieceBytes } from '#contract/calls/sync.ts';
import { openOutboxDatabase } from '#sync/outbox/database.ts';
import { replicaSchema } from '#contract/records/replica.ts';
import type { PickedFile } from '#sync/types.ts';
import type { WireAnswer } from '#tests/faults/wire-answer.ts';
import { testRecord } from '#tests/support/ward-records.ts';
import { closing, createBench, offline, startOfTest } from '../bench.ts';
import type { Interception } from '../bench.ts';

/** Creates a photo of this many bytes; another `seed` gives another picture. */
function photo(size: number, seed = 31): PickedFile {
  const bytes = new Uint8Array(size).map((_byte, at) => (at * seed) % 251);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ref: { sha256, size, mime: 'image/jpeg', name: 'panel.jpg' }, bytes: bytes.buffer };
}
const withPhoto = (taskId: string, file: PickedFile) => ({
  ...closing(taskId),
  files: [{ ...file.ref, mime: 'image/jpeg' as const }],
});
const isPut = (request: { method: string }) => request.method === 'PUT';
/** Builds the server's permanent refusal of a file. */
const refusal = (code: ErrorCode): Interception => ({
  status: errorCatalogue[code].status,
  headers: { 'X-Ward-Protocol': '1', 'Content-Type': 'application/problem+json' },
  body: JSON.stringify(problem(code)),
});
const wrongType = (): Interception => refusal('file.wrong_type');

test('OB8 a photo is stored in chunks of at most 1 MiB', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  bench.network = offline;
  const file = photo(2.5 * filePieceBytes);
  await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  const db = await openOutboxDatabase(tab.ports.databases);
  const pieces = await bench.during(db.read(({ files }) => files.toArray()));
  db.close();
  expect(pieces.map(({ bytes }) => bytes.byteLength)).toEqual([filePieceBytes, filePieceBytes, filePieceBytes / 2]);
  const kept = await bench.during(engine.localFile(file.ref.sha256));
  expect(kept && Buffer.compare(Buffer.from(kept), Buffer.from(file.bytes))).toBe(0);
});

test('PU15 a file is uploaded after its entry, resumes after each cut, and then the entry is settled', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(3 * filePieceBytes + 200_001);
  let pieces = 0;
  bench.network = (request) => {
    if (!isPut(request)) return undefined;
    pieces += 1;
    return pieces % 3 === 1 ? 'refuse' : pieces % 3 === 2 ? 'lose-answer' : undefined;
  };
  const { id } = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  expect(await bench.during(engine.outcome(id, 10_000))).toMatchObject({ kind: 'received' });
  expect(engine.outbox()).toMatchObject([{ id, state: 'acked', files: [{ received: false }] }]);
  expect(engine.status().waiting).toBe(1);
  await bench.time.run(600_000);
  expect(bench.server.files().get(file.ref.sha256)).toMatchObject({ received: true });
  expect(engine.outbox()).toMatchObject([{ id, state: 'done', files: [{ received: true, sentBytes: file.ref.size }] }]);
});

/** Returns answered entries whose files are all confirmed. */
async function halfSettled(bench: ReturnType<typeof createBench>) {
  const db = await openOutboxDatabase(bench.tablet.storageOfContext());
  const [commands, uploads] = await bench.during(
    db.read((tables) => Promise.all([tables.commands.toArray(), tables.uploads.toArray()])),
  );
  db.close();
  const confirmed = new Set(uploads.filter(({ received }) => received).map(({ sha256 }) => sha256));
  return commands.filter(({ state, files }) => state === 'acked' && files.every(({ sha256 }) => confirmed.has(sha256)));
}

test('PU15 a tab that dies at any step between response and confirmed file leaves nothing waiting forever', async () => {
  let killed = 0;
  for (let steps = 1; steps <= 40; steps += 1) {
    const bench = createBench(steps);
    const { engine, tab } = await bench.signIn('asha');
    const file = photo(2000);
    const { id } = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
    tab.fuse.stepsLeft = steps;
    await bench.time.run(60_000);
    killed += tab.alive() ? 0 : 1;
    tab.kill();
    const left = await halfSettled(bench);
    expect(left, `killed at step ${steps}`).toEqual([]);
    const later = await bench.openTab();
    await bench.time.run(120_000);
    expect(later.engine.outbox(), `killed at step ${steps}`).toMatchObject([{ id, state: 'done' }]);
    expect(bench.server.effects()).toHaveLength(1);
  }
  expect(killed).toBeGreaterThan(20);
  // Restarts a tab at each step, which takes seconds of real time, and more on a busy machine.
}, 120_000);

test('PU15 an acknowledged entry whose file is confirmed is settled at the next start', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  const file = photo(2000);
  bench.network = (request) => (isPut(request) ? 'refuse' : undefined);
  const { id } = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  await bench.during(engine.outcome(id, 10_000));
  tab.kill();
  const db = await openOutboxDatabase(bench.tablet.storageOfContext());
  await bench.during(db.write(['uploads'], (tables) => tables.uploads.update(file.ref.sha256, { received: true })));
  db.close();
  const later = await bench.openTab();
  await bench.time.run(10_000);
  expect(later.engine.outbox()).toMatchObject([{ id, state: 'done' }]);
});

test('PU15 a slow connection gets smaller chunks', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(filePieceBytes);
  bench.network = (request) =>
    isPut(request) && request.body instanceof ArrayBuffer && request.body.byteLength > 200_000 ? 'hang' : undefined;
  const { id } = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  await bench.time.run(3600_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
});

/** Creates an answered entry whose file the server has refused permanently. */
async function refusedFile() {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  bench.network = (request) => (isPut(request) ? wrongType() : undefined);
  const { id } = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  await bench.time.run(120_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'attention', error: { code: 'file.wrong_type' } }]);
  return { bench, engine, id };
}

test('PU16 a permanently refused file needs attention while its entry stays acknowledged', async () => {
  const { bench, engine, id } = await refusedFile();
  bench.network = () => undefined;
  await bench.during(engine.retry(id));
  await bench.time.run(10_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
  expect(bench.server.effects()).toHaveLength(1);
});

test("PU16 a file over the hospital's quota stays here with the reason, and is sent again once there is room", async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  bench.network = (request) => (isPut(request) ? refusal('storage.full') : undefined);
  const { id } = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  await bench.time.run(120_000);
  const message = errorCatalogue['storage.full'].text;
  expect(engine.outbox()).toMatchObject([{ id, state: 'attention', error: { code: 'storage.full', message } }]);
  bench.network = () => undefined;
  await bench.during(engine.retry(id));
  await bench.time.run(10_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
  expect(bench.server.files().get(file.ref.sha256)).toMatchObject({ received: true });
});

test('PU16 an entry acknowledged after its file was refused for another one needs attention too', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  const isSecond = ({ body }: { body?: unknown }) => typeof body === 'string' && body.includes('"taskId":"8"');
  bench.network = (request) => (isPut(request) ? wrongType() : isSecond(request) ? 'refuse' : undefined);
  const first = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  const second = await bench.during(engine.save('closeTask', withPhoto('8', file), { files: [file] }));
  await bench.time.run(60_000);
  expect(engine.outbox()).toMatchObject([
    { id: first.id, state: 'attention' },
    { id: second.id, state: 'waiting' },
  ]);
  bench.network = (request) => (isPut(request) ? wrongType() : undefined);
  await bench.time.run(120_000);
  const error = { code: 'file.wrong_type' };
  expect(engine.outbox()).toMatchObject([
    { id: first.id, state: 'attention', error },
    { id: second.id, state: 'attention', error },
  ]);
  bench.network = () => undefined;
  await bench.during(engine.retry(second.id));
  await bench.time.run(10_000);
  expect(engine.outbox()).toMatchObject([
    { id: first.id, state: 'done', error: null },
    { id: second.id, state: 'done', error: null },
  ]);
});

test('PU16 a permanently refused file does not hold back the other files of its entry', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const photos = [photo(2000), photo(3000, 17)].toSorted((a, b) => (a.ref.sha256 < b.ref.sha256 ? -1 : 1));
  const [sick = photo(1), well = photo(1)] = photos;
  bench.network = (request) => (isPut(request) && request.path.includes(sick.ref.sha256) ? wrongType() : undefined);
  const files = [sick, well].map(({ ref }) => ({ ...ref, mime: 'image/jpeg' as const }));
  const { id } = await bench.during(engine.save('closeTask', { ...closing('7'), files }, { files: [sick, well] }));
  await bench.time.run(120_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'attention', error: { code: 'file.wrong_type' } }]);
  expect(bench.server.files().get(well.ref.sha256)).toMatchObject({ received: true });
  expect(bench.requests.filter((request) => isPut(request) && request.path.includes(sick.ref.sha256))).toHaveLength(1);
});

test('PU15 a file of two users is sent for the one whose entry is still waiting', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  bench.network = (request) => (isPut(request) ? 'refuse' : undefined);
  const first = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  await bench.during(engine.outcome(first.id, 5000));
  await bench.during(engine.logout());
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  const second = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  await bench.during(engine.outcome(second.id, 5000));
  await bench.during(engine.discard(second.id));
  await bench.during(engine.logout());
  bench.network = () => undefined;
  await bench.time.run(300_000);
  expect(engine.outbox()).toMatchObject([{ id: first.id, state: 'done' }]);
  expect(bench.server.files().get(file.ref.sha256)).toMatchObject({ received: true });
});

test('PU15 users of two hospitals with the same photo on one tablet both send it to their own hospital', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  bench.network = (request) => (isPut(request) ? 'refuse' : undefined);
  const first = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  await bench.during(engine.outcome(first.id, 5000));
  await bench.during(engine.login('ben2@ward.test', 'secret1'));
  const second = await bench.during(engine.save('closeTask', withPhoto('8', file), { files: [file] }));
  await bench.during(engine.outcome(second.id, 5000));
  bench.network = () => undefined;
  await bench.time.run(300_000);
  expect(bench.server.files().get(file.ref.sha256)).toMatchObject({ received: true });
  expect(bench.server.files().get(`hospital-2 ${file.ref.sha256}`)).toMatchObject({ received: true });
  expect(engine.outbox().map((entry) => entry.state)).toEqual(['done', 'done']);
});

test('PU15 a photo that another hospital has is sent again for this one', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  await bench.time.run(10_000);
  await bench.during(engine.login('ben2@ward.test', 'secret1'));
  const { id } = await bench.during(engine.save('closeTask', withPhoto('8', file), { files: [file] }));
  await bench.time.run(10_000);
  expect(bench.server.files().get(`hospital-2 ${file.ref.sha256}`)).toMatchObject({ received: true });
  expect(engine.outbox().find((entry) => entry.id === id)).toMatchObject({ state: 'done' });
});

test('PU19 after a restored backup the files of settled entries are sent again too', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  const { id } = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  await bench.time.run(120_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
  bench.server.restore();
  await bench.time.run(300_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
  expect(bench.server.files().get(file.ref.sha256)).toMatchObject({ received: true });
});

test('PU19 an entry whose file was refused is also sent again when the server has lost the entry', async () => {
  const { bench, engine, id } = await refusedFile();
  bench.server.restore();
  await bench.time.run(300_000);
  expect(bench.server.effects()).toMatchObject([{ key: id, userId: 'asha' }]);
  expect(engine.outbox()).toMatchObject([{ id, state: 'attention', error: { code: 'file.wrong_type' } }]);
});

const refOf = ({ ref }: PickedFile) => ({ ...ref, mime: 'image/jpeg' as const });
const testOf = (file: PickedFile) =>
  testRecord({ answers: [{ stepId: 'screen', look: 'ok', found: null, left: null, text: '', photos: [refOf(file)] }] });
/** Builds a pulled test with a photo whose bytes the tablet lacks. */
const pulledTest = (file: PickedFile): WireAnswer => ({
  status: 200,
  headers: { 'X-Ward-Protocol': '1', 'Content-Type': 'application/json' },
  body: JSON.stringify({
    epoch: 'model',
    schema: replicaSchema,
    rows: [{ kind: 'test', versions: [1], rows: [testOf(file)] }],
    tombstones: [],
    next: 1,
    head: 1,
    more: false,
    serverTime: new Date(startOfTest).toISOString(),
  }),
});
const correction = (file: PickedFile, correctsId: string) => ({
  deviceId: 'device-1',
  procedureId: 'procedure',
  version: 1,
  answers: [{ stepId: 'screen', look: 'ok' as const, photos: [refOf(file)] }],
  told: 'Pass' as const,
  correctsId,
});

test("PU15 a correction refers to its test's photos without their bytes, and is settled once", async () => {
  const bench = createBench();
  const file = photo(2000);
  let isOffline = false;
  bench.network = (request) =>
    isOffline ? 'refuse' : request.path.startsWith('/api/Sync/changes?cursor=0') ? pulledTest(file) : undefined;
  const { engine } = await bench.signIn('asha');
  await bench.time.runUntil(() => engine.view().get('test', 'test-1') !== undefined, 60_000);
  isOffline = true;
  const saved = await bench.during(engine.save('submitTestRecord', correction(file, 'test-1')));
  expect(saved.refusedFiles).toEqual([]);
  expect(await bench.during(engine.outcome(saved.id, 5000))).toMatchObject({ kind: 'saved-on-tablet' });
  isOffline = false;
  await bench.time.run(120_000);
  expect(engine.outbox()).toMatchObject([{ id: saved.id, state: 'done' }]);
  expect(bench.server.effects()).toMatchObject([
    { key: saved.id, body: { correctsId: 'test-1', answers: [{ photos: [{ sha256: file.ref.sha256 }] }] } },
  ]);
  expect(bench.requests.filter(isPut)).toEqual([]);
});

test('ST2 a correction of a test missing on this tablet refers to no photo without bytes', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  const saved = await bench.during(engine.save('submitTestRecord', correction(file, 'test-2')));
  expect(saved.refusedFiles).toEqual([{ ...file.ref, reason: 'bytes-gone' }]);
});

test('ST2 on a full tablet a correction keeps the photos of its test', async () => {
  const bench = createBench();
  const [known, fresh] = [photo(2000), photo(2100, 37)];
  bench.network = (request) => (request.path.startsWith('/api/Sync/changes?cursor=0') ? pulledTest(known) : undefined);
  const { engine } = await bench.signIn('asha');
  await bench.time.runUntil(() => engine.view().get('test', 'test-1') !== undefined, 60_000);
  const body = correction(known, 'test-1');
  const [answer] = body.answers;
  const photos = [known, fresh].map(refOf);
  bench.tablet.limitFiles(0);
  const saved = await bench.during(
    engine.save('submitTestRecord', { ...body, answers: [{ ...answer!, photos }] }, { files: [fresh] }),
  );
  expect(saved.refusedFiles).toEqual([{ ...fresh.ref, reason: 'no-room' }]);
});

test('OB8 bytes of files that no entry refers to are deleted', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  await bench.during(engine.save('closeTask', closing('7')));
  const file = photo(2000);
  const refused = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  await bench.during(engine.outcome(refused.id, 5000));
  await bench.during(engine.save('dispatchTask', { taskId: '8' }, { replaces: refused.id }));
  await bench.time.run(10_000);
  tab.kill();
  const later = await bench.openTab();
  await bench.time.run(1000);
  expect(await bench.during(later.engine.localFile(file.ref.sha256))).toBeUndefined();
});

test('ST2 without room for the photo the text is saved and the photo is reported', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  bench.tablet.limitFiles(0);
  const saved = await bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file] }));
  expect(saved.refusedFiles).toMatchObject([{ name: 'panel.jpg' }]);
  await bench.time.run(5000);
  expect(bench.server.effects()).toMatchObject([
    { key: saved.id, body: { files: [{ sha256: file.ref.sha256, missing: 'no-room' }] } },
  ]);
  expect(bench.server.files().has(file.ref.sha256)).toBe(false);
  expect(engine.outbox()).toMatchObject([{ id: saved.id, state: 'done', lost: [{ name: 'panel.jpg' }] }]);
  expect(engine.warnings()).toMatchObject([{ code: 'storage-full' }]);
});

test('ST2 a save that refuses to lose files stores nothing, keeps the draft and reports the photo each time', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  const save = (lostFiles: 'refuse' | 'save-text') =>
    bench.during(engine.save('closeTask', withPhoto('7', file), { files: [file], draftKey: 'close', lostFiles }));
  await bench.during(engine.writeDraft('close:files', [file]));
  for (const time of ['first', 'second']) {
    bench.tablet.limitFiles(0);
    await expect(save('refuse'), time).rejects.toMatchObject({
      code: 'files-not-kept',
      message: 'This tablet has no room for panel.jpg.',
      lost: [{ name: 'panel.jpg', reason: 'no-room' }],
    });
    expect(engine.outbox()).toEqual([]);
    expect(await bench.during(engine.readDraft('close:files'))).toHaveLength(1);
  }
  bench.tablet.limitFiles(0);
  await save('save-text');
  expect(engine.outbox()).toMatchObject([{ lost: [{ name: 'panel.jpg', reason: 'no-room' }] }]);
});

test('ST2 of several photos, those that fit are stored', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const [large, small, middle] = [photo(9000, 5), photo(1000, 7), photo(2000, 11)];
  const files = [large, small, middle].map(({ ref }) => ({ ...ref, mime: 'image/jpeg' as const }));
  bench.tablet.limitFiles(3000);
  const saved = await bench.during(
    engine.save('closeTask', { ...closing('7'), files }, { files: [large, small, middle], lostFiles: 'save-text' }),
  );
  expect(saved.refusedFiles).toEqual([{ ...large.ref, reason: 'no-room' }]);
  bench.tablet.limitFiles(Number.POSITIVE_INFINITY);
  await bench.time.run(60_000);
  expect(engine.outbox()).toMatchObject([{ id: saved.id, state: 'done' }]);
  for (const { ref } of [small, middle]) {
    expect(bench.server.files().get(ref.sha256)).toMatchObject({ received: true });
  }
  expect(bench.server.files().has(large.ref.sha256)).toBe(false);
});

test('ST2 a note with only photos is not saved without them', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  const note = { ticketId: '7', note: '', files: [{ ...file.ref, mime: 'image/jpeg' as const }] };
  bench.tablet.limitFiles(0);
  await bench.during(engine.writeDraft('note:files', [file]));
  await expect(
    bench.during(engine.save('addTicketNote', note, { files: [file], draftKey: 'note' })),
  ).rejects.toMatchObject({ code: 'invalid', errors: { note: ['Please write a note or add a photo.'] } });
  expect(engine.outbox()).toEqual([]);
  expect(await bench.during(engine.readDraft('note:files'))).toHaveLength(1);
});

test('ST2 a save that refuses to lose files succeeds once there is room', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  bench.tablet.failStorage(1, () => new DOMException('full', 'QuotaExceededError'));
  const saved = await bench.during(
    engine.save('closeTask', withPhoto('7', file), { files: [file], lostFiles: 'refuse' }),
  );
  expect(saved.refusedFiles).toEqual([]);
});

test('ST2 a photo whose bytes are not on this tablet is reported, and the server does not wait for it', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const file = photo(2000);
  const saved = await bench.during(engine.save('closeTask', withPhoto('7', file)));
  expect(saved.refusedFiles).toEqual([{ ...file.ref, reason: 'bytes-gone' }]);
  await bench.time.run(5000);
  expect(bench.server.effects()).toMatchObject([{ key: saved.id, body: { files: [{ missing: 'bytes-gone' }] } }]);
  expect(engine.outbox()).toMatchObject([{ id: saved.id, state: 'done' }]);
});

test('ST2 without room for the text nothing is reported as saved', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.tablet.failStorage(3, () => new DOMException('full', 'QuotaExceededError'));
  await expect(bench.during(engine.save('closeTask', closing('7')))).rejects.toMatchObject({ code: 'storage-full' });
  await bench.time.run(5000);
  expect(engine.outbox()).toEqual([]);
  expect(bench.server.effects()).toEqual([]);
});
