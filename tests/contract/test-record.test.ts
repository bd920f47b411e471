import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { addMonthsKeepingDay, hospitalDay } from '#contract/rules/hospital-day.ts';
import { attachmentUse, task, testRecord, ticket } from '#server/db/schema.ts';
import { runMigration } from '#tests/support/run-migration.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { addTestWork, seededSteps } from '#tests/support/test-work.ts';

type Body = BodyInput<Calls['submitTestRecord']>;

let server: TestServer;
let bme: TestClient;
let ids: Awaited<ReturnType<typeof addTestWork>>;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  ids = await addTestWork(server.database.db, server.city, server.clock.now);
});
afterAll(() => server.close());

let deviceId: string;
let taskId: string;
beforeEach(async () => {
  const number = (made += 1);
  const device = {
    serialNumber: `TEST-${number}`,
    modelId: server.city.models.ventilator,
    vendorId: server.city.vendorId,
    price: 1000,
    purchaseDate: '2026-06-01',
    installationDate: server.clock.now.toISOString().slice(0, 10),
    departmentId: server.city.departments.icu,
    calibrationRequired: true,
    calibrationFrequency: 'half-yearly' as const,
    calibrationCount: 2,
  };
  const { status } = await bme.call('createDevices', { body: [device] });
  expect(status).toBe(201);
  const { answer } = await bme.call('deviceSerials', {});
  deviceId = answer.find(({ serialNumber }) => serialNumber === device.serialNumber)?.id ?? '';
  const tasks = await server.database.db
    .select()
    .from(task)
    .where(and(eq(task.deviceId, deviceId), eq(task.type, 'Cal')));
  taskId = tasks.toSorted((a, b) => (a.taskDate < b.taskDate ? -1 : 1))[0]?.id ?? '';
});
let made = 0;

const good = () => ({ testerId: ids.good, certificateId: `${ids.good}-1` });
const late = () => ({ testerId: ids.late, certificateId: `${ids.late}-1` });
const bodyOf = ({ rate = 60, ...more }: Partial<Body> & { rate?: number } = {}): Body => ({
  deviceId,
  taskId,
  procedureId: ids.procedure,
  version: 1,
  answers: [
    { stepId: 'housing', look: 'ok' },
    { stepId: 'rate', found: rate },
    { stepId: 'earth', found: 90 },
  ],
  testers: [good()],
  told: 'Pass',
  ...more,
});
const submit = (body: Body, key?: string) => bme.call('submitTestRecord', { body, ...(key !== undefined && { key }) });
const taskRow = async () => (await server.database.db.select().from(task).where(eq(task.id, taskId)))[0];
const ticketBody = (id: string) => ({
  id,
  issueType: 'Electrical' as const,
  priority: 'High' as const,
  machineStatus: 'System Down' as const,
  problemReported: 'Rate is wrong.',
});

/** Returns a different file for each text. */
const pictureOf = (text: string) => {
  const bytes = Buffer.from(`%PDF-1.7 ${text}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, photo: { sha256, size: bytes.length, mime: 'application/pdf' as const, name: 'display.pdf' } };
};

describe('A test', () => {
  test('that passes closes its task in the same entry, and says when the work is due next', async () => {
    const { status, answer } = await submit(bodyOf());
    expect([status, answer.result, answer.findings, answer.notices]).toEqual([201, 'Pass', [], undefined]);
    expect(await taskRow()).toMatchObject({
      closedByName: server.city.users.bme.name,
      actionTaken: 'Ventilator, yearly test, version 1: Pass',
      actionRequired: false,
    });
    const { answer: certificate } = await bme.call('testRecord', { params: { id: answer.id } });
    expect(certificate).toMatchObject({
      result: 'Pass',
      device: { serialNumber: `TEST-${made}` },
      testers: [{ name: 'Safety analyser', certificateNumber: 'NABL-1' }],
    });
    expect(certificate.nextDueOn).toMatch(/^\d{4}-/);
    expect(certificate.steps.map(({ title, limits, found }) => [title, limits, found])).toEqual([
      ['Housing', '', null],
      ['Rate at 60 bpm', '57 to 63 bpm', 60],
      ['Earth resistance', 'at most 200 mΩ', 90],
      ['Screen', '', null],
      ['Software', '', null],
    ]);
  });

  test('that fails keeps its task open, and creates a ticket with its photo', async () => {
    const { photo } = pictureOf('photo');
    const id = `ticket-${made}`;
    const answers = [
      { stepId: 'housing', look: 'ok' as const },
      { stepId: 'rate', found: 90, photos: [photo] },
      { stepId: 'earth', found: 90 },
    ];
    const { status, answer } = await submit(bodyOf({ answers, told: 'Fail', ticket: ticketBody(id) }));
    expect([status, answer.result, answer.findings]).toEqual([
      201,
      'Fail',
      ['Rate at 60 bpm: 90 bpm is above 63 bpm.'],
    ]);
    expect(answer.ticketNumber).toMatch(/^BD-/);
    expect(await taskRow()).toMatchObject({ closedAt: null, actionRequired: true });
    const uses = await server.database.db.select().from(attachmentUse).where(eq(attachmentUse.sha256, photo.sha256));
    expect(uses.map(({ ownerKind, ownerId, partId }) => [ownerKind, ownerId, partId]).toSorted()).toEqual([
      ['test', answer.id, 'rate'],
      ['ticket', id, ''],
    ]);
    const { answer: page } = await bme.call('readTicket', { params: { id } });
    expect(page).toMatchObject({ problemReported: 'Rate is wrong.', status: 'Open' });
  });

  test('sent twice with one key is stored once, with one ticket', async () => {
    const id = `ticket-${made}`;
    const body = bodyOf({ rate: 90, told: 'Fail', ticket: ticketBody(id) });
    const key = `key-${made}-aaaaaaaaaaaa`;
    const [one, two] = await Promise.all([submit(body, key), submit(body, key)]);
    expect([one.status, two.status, one.answer.id]).toEqual([201, 201, two.answer.id]);
    const { db } = server.database;
    expect(await db.$count(testRecord, eq(testRecord.deviceId, deviceId))).toBe(1);
    expect(await db.$count(ticket, eq(ticket.deviceId, deviceId))).toBe(1);
  });

  test('with a tester out of date cannot pass, whatever the tablet says', async () => {
    const { answer } = await submit(bodyOf({ testers: [good(), late()] }));
    expect([answer.result, answer.notices]).toEqual([
      'Incomplete',
      ['The result is Incomplete: the server has judged the readings again.'],
    ]);
    expect(answer.findings[0]).toMatch(/^Tester out of date: Patient simulator SIM-7 was due on /);
    expect((await taskRow())?.closedAt).toBeNull();
  });

  test('can pass with a limitation in words', async () => {
    const { answer } = await submit(bodyOf({ rate: 64, limitation: 'Adults only', told: 'Pass limited' }));
    expect([answer.result, (await taskRow())?.actionTaken]).toEqual([
      'Pass limited',
      'Ventilator, yearly test, version 1: Pass limited',
    ]);
  });

  test('is judged by the version and certificate that it was made with, despite later changes', async () => {
    const { answer: now } = await bme.call('procedure', { params: { id: ids.procedure } });
    const strict = seededSteps.map((step) => (step.kind === 'reading' ? { ...step, lower: 100, upper: 110 } : step));
    const edited = {
      name: now.name,
      steps: strict,
      equipmentIds: now.equipmentIds,
      modelIds: [],
      revision: now.revision,
    };
    expect((await bme.call('updateProcedure', { params: { id: ids.procedure }, body: edited })).answer.version).toBe(2);
    const { answer: tester } = await bme.call('tester', { params: { id: ids.good } });
    const params = { id: ids.good };
    const { answer: told } = await bme.call('updateTester', { params, body: { ...tester, laboratory: 'NABL Pune' } });
    const renewed = { ...told, certificateNumber: 'NABL-9', dueOn: '2026-01-01', laboratory: 'NABL Goa' };
    expect((await bme.call('updateTester', { params, body: renewed })).status).toBe(200);

    const { answer: old } = await submit(bodyOf());
    expect(old.result).toBe('Pass');
    const { answer: certificate } = await bme.call('testRecord', { params: { id: old.id } });
    expect([certificate.version, certificate.steps[1]?.limits, certificate.testers[0]?.certificateNumber]).toEqual([
      1,
      '57 to 63 bpm',
      'NABL-1',
    ]);
    expect(certificate.testers[0]?.calibration?.laboratory).toBe('NABL Pune');
    const { answer: fresh } = await submit(bodyOf({ version: 2, told: 'Fail', taskId: null }));
    expect(fresh.result).toBe('Fail');
  });

  test('on a task that somebody has closed is kept, and the task stays as it was closed', async () => {
    await bme.call('closeTask', { body: { taskId, actionTaken: 'Cleaned.' } });
    const { status, answer } = await submit(bodyOf());
    expect([status, answer.notices?.[0]]).toEqual([
      201,
      `The task was already closed by ${server.city.users.bme.name}. The test is kept.`,
    ]);
    expect((await taskRow())?.actionTaken).toBe('Cleaned.');
  });

  test('that corrects another may arrive before it', async () => {
    const [first, second] = ['test-made-first', 'test-made-second'];
    const { status, answer } = await submit(bodyOf({ taskId: null, correctsId: first }), second);
    expect([status, answer.notices]).toEqual([
      201,
      ['The test that this one corrects does not exist here, or has not arrived yet.'],
    ]);
    expect((await submit(bodyOf({ taskId: null, rate: 90, told: 'Fail' }), first)).status).toBe(201);
    const { answer: rows } = await bme.call('deviceTests', { params: { id: deviceId } });
    expect(rows.map(({ id, correctedBy }) => [id, correctedBy]).toSorted()).toEqual([
      [first, second],
      [second, null],
    ]);
  });

  test('is corrected by another that refers to it; neither changes', async () => {
    const { answer: first } = await submit(bodyOf({ taskId: null, rate: 90, told: 'Fail' }));
    const { answer: second } = await submit(bodyOf({ taskId: null, correctsId: first.id }));
    const { answer: rows } = await bme.call('deviceTests', { params: { id: deviceId } });
    expect(
      rows.map(({ id, result, correctsId, correctedBy }) => [id, result, correctsId, correctedBy]).toSorted(),
    ).toEqual(
      [
        [first.id, 'Fail', null, second.id],
        [second.id, 'Pass', first.id, null],
      ].toSorted(),
    );
  });
});

describe('P214 next due', () => {
  const rowOf = async (id: string) =>
    (await server.database.db.select().from(testRecord).where(eq(testRecord.id, id)))[0];

  test('is never before the test: a task that was overdue and stays open is named instead', async () => {
    await server.database.db.update(task).set({ taskDate: '2026-06-10', type: 'PM' }).where(eq(task.id, taskId));
    const { answer } = await submit(bodyOf({ taskId: null }));
    const openTask = { type: 'PM', dueOn: '2026-06-10' };
    expect(await rowOf(answer.id)).toMatchObject({ nextDueOn: null, openTask });
    const { answer: certificate } = await bme.call('testRecord', { params: { id: answer.id } });
    expect(certificate).toMatchObject({ nextDueOn: null, openTask });
    server.clock.advance(60_000);
    const { answer: closing } = await submit(bodyOf());
    expect(await rowOf(closing.id)).toMatchObject({ openTask: null });
  });

  test('before the date of a stored test is replaced by the open task', async () => {
    await server.database.db.update(task).set({ taskDate: '2026-06-10' }).where(eq(task.id, taskId));
    const { answer: known } = await submit(bodyOf({ taskId: null }));
    const { answer: unknown } = await submit(bodyOf({ taskId: null }));
    const { answer: later } = await submit(bodyOf({ taskId: null }));
    const old = async (id: string, nextDueOn: string) =>
      server.database.db.update(testRecord).set({ nextDueOn, openTask: null }).where(eq(testRecord.id, id));
    await old(known.id, '2026-06-10');
    await old(unknown.id, '2026-06-05');
    await old(later.id, '2099-01-01');
    const { answer: all } = await bme.call('syncChanges', { query: { limit: 10_000 } });
    await runMigration(server.database.db, 'overdue-next-due');
    expect(await rowOf(known.id)).toMatchObject({ nextDueOn: null, openTask: { type: 'Cal', dueOn: '2026-06-10' } });
    expect(await rowOf(unknown.id)).toMatchObject({ nextDueOn: null, openTask: null });
    expect(await rowOf(later.id)).toMatchObject({ nextDueOn: '2099-01-01', openTask: null });
    const { answer: next } = await bme.call('syncChanges', { query: { cursor: all.head, limit: 10_000 } });
    const told = next.rows.flatMap(({ kind, rows }) => (kind === 'test' ? rows : []));
    expect(told.map((row) => row['id']).toSorted()).toEqual([known.id, unknown.id].toSorted());
  });
});

describe('P215 a value found out of its limits and left within them', () => {
  const answers = [
    { stepId: 'housing', look: 'ok' as const },
    { stepId: 'rate', found: 70, left: 60 },
    { stepId: 'earth', found: 90 },
  ];
  const adjusted = [{ stepId: 'rate', title: 'Rate at 60 bpm', unit: 'bpm', found: 70, left: 60 }];

  test('stays a Pass and is stored with the values as found and as left', async () => {
    const { answer } = await submit(bodyOf({ answers }));
    expect(answer.result).toBe('Pass');
    const { answer: certificate } = await bme.call('testRecord', { params: { id: answer.id } });
    expect(certificate.adjusted).toEqual(adjusted);
    const { answer: rows } = await bme.call('deviceTests', { params: { id: deviceId } });
    expect(rows.map((row) => row.adjusted)).toEqual([adjusted]);
  });

  test('P240 is a row of the figure “Found out of tolerance” until the test is corrected', async () => {
    const read = async () => {
      const { answer: page } = await bme.call('figures', { query: { period: 'year' } });
      const figure = page.groups.flatMap(({ figures }) => figures).find(({ id }) => id === 'out-of-tolerance');
      const { answer } = await bme.call('figureRows', {
        query: { period: 'year', set: 'tolerance.found', page: 1, pageSize: 100 },
      });
      expect(answer.totalCount).toBe(figure?.numerator?.rows);
      return { parts: figure?.parts.map(({ amount }) => amount) ?? [], rows: answer.items };
    };
    const before = await read();
    const { answer: wrong } = await submit(bodyOf({ answers }));
    const { answer: worse } = await submit(bodyOf({ taskId: null, rate: 90, told: 'Fail' }));
    const { answer: fine } = await submit(bodyOf({ taskId: null }));
    const after = await read();
    expect(after.parts.map((amount, place) => amount - (before.parts[place] ?? 0))).toEqual([1, 1]);
    const words = new Map(after.rows.map((row) => [row.key, [row.kind, row.words]]));
    const name = 'Ventilator, yearly test';
    expect([words.get(wrong.id), words.get(worse.id), words.get(fine.id)]).toEqual([
      ['test', `${name}: Pass. Rate at 60 bpm: found 70 bpm, left 60 bpm`],
      ['test', `${name}: Fail. Rate at 60 bpm: found 90 bpm`],
      undefined,
    ]);
    await submit(bodyOf({ taskId: null, correctsId: worse.id }));
    expect((await read()).parts[1]).toBe(before.parts[1]);
  });

  test('is added to stored tests by the migration', async () => {
    const { db } = server.database;
    const [out, within] = [await submit(bodyOf({ answers })), await submit(bodyOf({ taskId: null }))];
    await db.update(testRecord).set({ adjusted: null }).where(eq(testRecord.deviceId, deviceId));
    const { answer: all } = await bme.call('syncChanges', { query: { limit: 10_000 } });
    await runMigration(db, 'adjusted-in-stored-tests');
    const rows = await db.select().from(testRecord).where(eq(testRecord.deviceId, deviceId));
    const told = new Map(rows.map((row) => [row.id, row.adjusted]));
    expect([told.get(out.answer.id), told.get(within.answer.id)]).toEqual([adjusted, null]);
    const { answer: next } = await bme.call('syncChanges', { query: { cursor: all.head, limit: 10_000 } });
    const again = next.rows.flatMap(({ kind, rows: some }) => (kind === 'test' ? some : []));
    expect(again.find((row) => row['id'] === out.answer.id)?.['adjusted']).toEqual(adjusted);
    expect(again.some((row) => row['id'] === within.answer.id)).toBe(false);
  });
});

describe('P210 a failing correction', () => {
  const openAgain = async () => {
    const row = await taskRow();
    return [row?.closedAt ?? null, row?.closedOn ?? null, row?.closedByName ?? null, row?.actionRequired];
  };
  const words = 'The test that closed this task was corrected: Ventilator, yearly test, version 1: Fail';

  test('reopens the task that the test had closed, and withdraws the next due date', async () => {
    const { answer: first } = await submit(bodyOf());
    expect((await taskRow())?.closedAt).not.toBeNull();
    server.clock.advance(60_000);
    const { answer: second } = await submit(bodyOf({ taskId: null, correctsId: first.id }));
    expect((await taskRow())?.closedAt).not.toBeNull();
    server.clock.advance(60_000);
    const wrong = bodyOf({ taskId: null, rate: 90, told: 'Fail', correctsId: second.id });
    const { answer: third } = await submit(wrong);
    expect(third.notices).toEqual(['The task that the corrected test had closed is open again.']);
    expect(await openAgain()).toEqual([null, null, null, true]);
    expect(await taskRow()).toMatchObject({ actionRequiredDetails: words, actionTaken: words });
    const [row] = await server.database.db.select().from(testRecord).where(eq(testRecord.id, third.id));
    expect(row?.nextDueOn).toBeNull();
    // The task can be closed again, by a test that corrects the correction.
    server.clock.advance(60_000);
    await submit(bodyOf({ correctsId: third.id }));
    expect((await taskRow())?.closedAt).toEqual(server.clock.now);
  });

  test('P214 names the reopened task as overdue, even if its procedure does not match', async () => {
    await server.database.db.update(task).set({ taskDate: '2026-05-20', type: 'CM' }).where(eq(task.id, taskId));
    const { answer: first } = await submit(bodyOf());
    server.clock.advance(60_000);
    const { answer: second } = await submit(bodyOf({ taskId: null, rate: 90, told: 'Fail', correctsId: first.id }));
    const { answer: certificate } = await bme.call('testRecord', { params: { id: second.id } });
    expect([certificate.nextDueOn, certificate.openTask]).toEqual([null, { type: 'CM', dueOn: '2026-05-20' }]);
  });

  test('leaves a task closed that somebody else closed', async () => {
    const { answer: first } = await submit(bodyOf({ taskId: null }));
    await bme.call('closeTask', { body: { taskId, actionTaken: 'Cleaned' } });
    server.clock.advance(60_000);
    const { answer } = await submit(bodyOf({ taskId: null, rate: 90, told: 'Fail', correctsId: first.id }));
    expect(answer.notices).toBeUndefined();
    expect((await taskRow())?.actionTaken).toBe('Cleaned');
  });

  test('reopens the task even if the correction is incomplete', async () => {
    const { answer: first } = await submit(bodyOf());
    server.clock.advance(60_000);
    const answers = bodyOf().answers.slice(0, 2);
    const { answer } = await submit(bodyOf({ taskId: null, answers, told: 'Incomplete', correctsId: first.id }));
    expect([answer.result, answer.notices]).toEqual([
      'Incomplete',
      ['The task that the corrected test had closed is open again.'],
    ]);
    expect(await openAgain()).toEqual([null, null, null, true]);
    const [row] = await server.database.db.select().from(testRecord).where(eq(testRecord.id, answer.id));
    expect(row?.nextDueOn).toBeNull();
  });

  test('keeps the task open if it arrives before the test that it corrects', async () => {
    const first = `arrives-late-${made}`;
    await submit(bodyOf({ taskId: null, rate: 90, told: 'Fail', correctsId: first }));
    await submit(bodyOf(), first);
    expect(await openAgain()).toEqual([null, null, null, true]);
  });
});

test('a test of a deleted procedure is kept, and its correction uses its version', async () => {
  const steps = [{ id: 'look', kind: 'look' as const, title: 'Housing', detail: '' }];
  const fields = { name: `Deleted ${made}`, equipmentIds: [], modelIds: [] };
  const { answer: old } = await bme.call('createProcedure', { body: { ...fields, steps } });
  const params = { id: old.id };
  const body = bodyOf({
    taskId: null,
    procedureId: old.id,
    answers: [{ stepId: 'look', look: 'not-ok' }],
    testers: [],
    told: 'Fail',
  });
  const { answer: first } = await submit(body);
  const changed = await bme.call('updateProcedure', {
    params,
    body: { ...fields, steps: [{ ...steps[0]!, id: 'other' }], revision: old.revision },
  });
  expect(changed.answer.version).toBe(2);
  expect((await bme.call('deleteProcedure', { params })).status).toBe(204);
  const { answer: version } = await bme.call('procedureVersion', { params, query: { version: 1 } });
  expect(version).toEqual({ name: fields.name, version: 1, steps });
  expect((await bme.call('procedureVersion', { params, query: { version: 3 } })).status).toBe(404);
  server.clock.advance(60_000);
  const { status, answer: late } = await submit(body);
  expect([status, late.notices]).toEqual([
    201,
    [`The procedure “${fields.name}” was deleted in the meantime. Your entry is kept.`],
  ]);
  const right = { ...body, answers: [{ stepId: 'look', look: 'ok' as const }], told: 'Pass' as const };
  const { answer: second } = await submit({ ...right, correctsId: first.id });
  expect([second.result, second.notices]).toEqual(['Pass', undefined]);
  const { answer: page } = await bme.call('testRecord', { params: { id: second.id } });
  expect(page).toMatchObject({ version: 1, procedureName: fields.name, correctsId: first.id });
});

test('the photo of a corrected test is not uploaded again, and belongs to the correction too', async () => {
  const { photo, bytes } = pictureOf('kept');
  const answers = [{ stepId: 'rate', found: 90, photos: [photo] }];
  const { answer: first } = await submit(bodyOf({ taskId: null, answers, told: 'Fail' }));
  const sent = await server.app.inject({
    method: 'PUT',
    url: `/api/Attachments/${photo.sha256}?offset=0`,
    headers: {
      authorization: `Bearer ${bme.session?.token ?? ''}`,
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  });
  expect(sent.json()).toMatchObject({ received: true });
  const later = await server.as(server.city.users.secondBme);
  const { answer: second } = await later.call('submitTestRecord', {
    body: bodyOf({ taskId: null, answers, told: 'Fail', remarks: 'Other hand.', correctsId: first.id }),
  });
  const { answer: page } = await later.call('testRecord', { params: { id: second.id } });
  expect(page).toMatchObject({ correctsId: first.id, steps: [{}, { photos: [photo] }, {}, {}, {}] });
  const uses = await server.database.db.select().from(attachmentUse).where(eq(attachmentUse.sha256, photo.sha256));
  expect(uses.map(({ ownerId, partId }) => [ownerId, partId]).toSorted()).toEqual(
    [first.id, second.id].map((id) => [id, 'rate']).toSorted(),
  );
  const status = await later.call('attachmentStatus', { params: { sha256: photo.sha256 } });
  expect(status.answer).toMatchObject({ received: true });
});

test('the test list of a device has the columns of its rows, the latest correction and the latest 2,000', async () => {
  const { answer: first } = await submit(bodyOf({ taskId: null, rate: 90, told: 'Fail' }));
  server.clock.advance(1000);
  await submit(bodyOf({ taskId: null, rate: 91, told: 'Fail', correctsId: first.id }));
  server.clock.advance(1000);
  const { answer: latest } = await submit(bodyOf({ taskId: null, correctsId: first.id }));
  const list = async () => (await bme.call('deviceTests', { params: { id: deviceId } })).answer;
  const rows = await list();
  expect(rows.map(({ id }) => id).at(0)).toBe(latest.id);
  expect(rows.at(-1)).toEqual({
    id: first.id,
    procedureName: 'Ventilator, yearly test',
    version: 1,
    result: 'Fail',
    limitation: '',
    testedAt: expect.stringMatching(/Z$/),
    by: server.city.users.bme.name,
    correctsId: null,
    correctedBy: latest.id,
  });

  const { db } = server.database;
  const [row] = await db.select().from(testRecord).where(eq(testRecord.id, first.id));
  if (!row) expect.fail('No record.');
  const earlier = Array.from({ length: 2000 }, (_, place) => ({
    ...row,
    id: `earlier-${made}-${place}`,
    testedAt: new Date(row.testedAt.getTime() - (place + 1) * 1000),
  }));
  await db.insert(testRecord).values(earlier);
  const all = await list();
  expect([all.length, all.at(0)?.id, all.at(-1)?.id]).toEqual([2000, latest.id, `earlier-${made}-1996`]);
  // The device's papers list the latest 500, earliest first, and say how many are left out.
  const { answer: file } = await bme.call('deviceFile', { params: { id: deviceId } });
  expect([file.tests.length, file.olderTests, file.tests.at(-1)?.id]).toEqual([500, 1503, latest.id]);
  expect(file.tests.find(({ id }) => id === first.id)).toMatchObject({ correctedBy: latest.id, result: 'Fail' });
});

test('the file of a device has the readings of each test with the limits of their version', async () => {
  const { answer: first } = await submit(bodyOf({ taskId: null }));
  const { answer: procedure } = await bme.call('procedure', { params: { id: ids.procedure } });
  const { revision, name, equipmentIds, modelIds } = procedure;
  const changed = procedure.steps.map((step) =>
    step.id === 'rate' && step.kind === 'reading' ? { ...step, lower: 57, upper: 61 } : step,
  );
  const { status } = await bme.call('updateProcedure', {
    params: { id: ids.procedure },
    body: { name, equipmentIds, modelIds, steps: changed, revision },
  });
  expect(status).toBe(200);
  server.clock.advance(1000);
  const { answer: second } = await submit(
    bodyOf({ taskId: null, version: procedure.version + 1, rate: 62, told: 'Fail', testers: [good(), late()] }),
  );
  const { answer: file } = await bme.call('deviceFile', { params: { id: deviceId } });
  expect(file.tests.map(({ id, result, version }) => [id, result, version])).toEqual([
    [first.id, 'Pass', 1],
    [second.id, 'Fail', procedure.version + 1],
  ]);
  expect(
    file.tests.map(({ readings }) =>
      readings?.map(({ title, limits, found, problem }) => [title, limits, found, problem]),
    ),
  ).toEqual([
    [
      ['Rate at 60 bpm', '57 to 63 bpm', 60, ''],
      ['Earth resistance', 'at most 200 mΩ', 90, ''],
    ],
    [
      ['Rate at 60 bpm', '57 to 61 bpm', 62, '62 bpm is above 61 bpm'],
      ['Earth resistance', 'at most 200 mΩ', 90, ''],
    ],
  ]);
  expect(file.tests[1]?.testers.map(({ certificateNumber }) => certificateNumber)).toHaveLength(2);
});

describe('The next due date of a test', () => {
  const nextDueOf = async (id: string) => (await bme.call('testRecord', { params: { id } })).answer.nextDueOn;

  test('is kept by its correction, and a failed test has none', async () => {
    const { answer: first } = await submit(bodyOf());
    const due = await nextDueOf(first.id);
    expect(due).toMatch(/^\d{4}-/);
    const { answer: again } = await submit(bodyOf({ rate: 61, correctsId: first.id }));
    expect(await nextDueOf(again.id)).toBe(due);
    const { answer: failed } = await submit(bodyOf({ rate: 90, told: 'Fail', correctsId: first.id }));
    expect(await nextDueOf(failed.id)).toBeNull();
  });

  test.each([
    ['a floating plan', { basis: 'floating', every: 6, unit: 'month' }, (day: string) => addMonthsKeepingDay(day, 6)],
    [
      'a plan beyond the horizon',
      { basis: 'fixed', every: 3, unit: 'year' },
      (day: string) => addMonthsKeepingDay(day, 36),
    ],
  ] as const)('follows from %s, which has no further task yet', async (_what, interval, after) => {
    const today = hospitalDay(server.clock.now, 'Asia/Kolkata');
    const schedule = { target: 'device' as const, targetId: deviceId, kind: 'Safety' as const, firstDueOn: today };
    const { status } = await bme.call('createSchedule', { body: { ...schedule, ...interval } });
    expect(status).toBe(201);
    const tasks = await server.database.db
      .select()
      .from(task)
      .where(and(eq(task.deviceId, deviceId), eq(task.type, 'Safety')));
    expect(tasks.map(({ taskDate }) => taskDate)).toEqual([today]);
    const { answer } = await submit(bodyOf({ taskId: tasks[0]?.id ?? '' }));
    expect(await nextDueOf(answer.id)).toBe(after(today));
  });
});

describe('A test is refused', () => {
  test.each([
    ['of a step that the version does not have', () => ({ answers: [{ stepId: 'other', look: 'ok' as const }] }), 400],
    [
      'with a duplicate answer',
      () => ({ answers: [1, 2].map(() => ({ stepId: 'housing', look: 'ok' as const })) }),
      400,
    ],
    ['of a version that does not exist', () => ({ version: 99 }), 404],
    ['of a device of another hospital', () => ({ deviceId: Object.values(server.lake.devices)[0] ?? '' }), 404],
    ['of a task of another device', () => ({ taskId: server.city.tasks.calibration }), 400],
    ['with an unknown certificate', () => ({ testers: [{ testerId: ids.good, certificateId: 'none' }] }), 404],
  ] as const)('%s', async (_what, more, status) => {
    const refused = await submit(bodyOf(more()));
    expect(refused.status).toBe(status);
    expect(await server.database.db.$count(testRecord, eq(testRecord.deviceId, deviceId))).toBe(0);
  });
});

test('a tablet has procedures, testers and tests', async () => {
  await submit(bodyOf());
  const { answer } = await bme.call('syncChanges', { query: { cursor: 0, limit: 10_000 } });
  const kinds = new Map(answer.rows.map(({ kind, rows }) => [kind, rows.length]));
  expect([kinds.get('procedure'), kinds.get('tester'), (kinds.get('test') ?? 0) > 0]).toEqual([1, 2, true]);
});

test('a schedule names the procedure of its work, which reaches tablets with the device', async () => {
  const schedule = (procedureId: string) => ({
    target: 'device' as const,
    targetId: deviceId,
    kind: 'Safety' as const,
    every: 1,
    unit: 'year' as const,
    basis: 'fixed' as const,
    firstDueOn: server.clock.now.toISOString().slice(0, 10),
    procedureId,
  });
  const refused = await bme.call('createSchedule', { body: schedule('none') });
  expect([refused.status, refused.problem.errors]).toEqual([400, { procedureId: ['This procedure does not exist.'] }]);
  const { answer } = await bme.call('createSchedule', { body: schedule(ids.procedure) });
  expect(answer.procedureId).toBe(ids.procedure);
  const { answer: changes } = await bme.call('syncChanges', { query: { cursor: 0, limit: 10_000 } });
  const devices = changes.rows.flatMap(({ kind, rows }) => (kind === 'device' ? rows : []));
  const device = devices.find(({ id }) => id === deviceId);
  expect(device?.['plans']).toContainEqual(expect.objectContaining({ type: 'Safety', procedureId: ids.procedure }));
});
