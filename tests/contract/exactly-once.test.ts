import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#contract/index.ts';
import { department, idempotencyKey, refusal, syncIndex, ticket } from '#server/db/schema.ts';
import { ApiError } from '#server/problem.ts';
import { writeOnce } from '#server/sync/write-once.ts';
import type { WriteRequest } from '#server/sync/write-once.ts';
import { createWriteGate } from '#server/db/write-gate.ts';
import { breakdownReport } from '#tests/support/breakdown-report.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
let colleague: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  colleague = await server.as(server.city.users.secondBme);
});
afterAll(() => server.close());

const report = (text?: string) => breakdownReport(server, text);

test('eight simultaneous deliveries of one report create one ticket and get the same response', async () => {
  const key = randomUUID();
  const body = report('No pressure');
  const answers = await Promise.all(Array.from({ length: 8 }, () => bme.call('reportTicket', { body, key })));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  for (const { answer } of answers) expect(answer).toEqual(answers[0]?.answer);
  expect(new Set(answers.map((answer) => answer.header('x-ward-version'))).size).toBe(1);
  expect(answers.filter((answer) => answer.header('idempotency-replayed') === 'true')).toHaveLength(7);
  expect(answers.every((answer) => answer.header('idempotency-key') === key)).toBe(true);
  expect(answers[0]?.answer.id).toBe(key);
  const rows = await server.database.db.select().from(ticket);
  expect(rows.filter(({ id }) => id === key)).toHaveLength(1);
});

test('the same body with reordered fields counts as the same body', async () => {
  const key = randomUUID();
  const body = report('Alarm');
  const first = await bme.call('reportTicket', { body, key });
  const turned = Object.fromEntries(Object.entries(body).reverse()) as typeof body;
  const again = await bme.call('reportTicket', { body: turned, key });
  expect([again.status, again.answer]).toEqual([201, first.answer]);
});

test('a key reused with another body, call or user is refused and changes nothing', async () => {
  const key = randomUUID();
  await bme.call('reportTicket', { body: report('Leak'), key });
  const others = [
    await bme.call('reportTicket', { body: report('Another leak'), key }),
    await bme.call('escalateTicket', { body: { ticketId: key }, key }),
    await colleague.call('reportTicket', { body: report('Leak'), key }),
  ];
  for (const { status, problem } of others) expect([status, problem.code]).toEqual([422, 'key.reused']);
});

test('the same key can be used in another hospital', async () => {
  const key = randomUUID();
  const lake = await server.as(server.lake.users.bme);
  await bme.call('reportTicket', { body: report('Leak'), key });
  const body = { ...report('Leak'), installationBaseId: server.lake.devices['LVENT-0001'] ?? '' };
  expect((await lake.call('reportTicket', { body, key })).status).toBe(201);
});

test('a tablet learns which of its acknowledged keys its hospital does not know', async () => {
  const [known, unknown, foreign] = [randomUUID(), randomUUID(), randomUUID()];
  await bme.call('reportTicket', { body: report('Beeps'), key: known });
  const neighbour = await server.as(server.lake.users.bme);
  const elsewhere = { ...report('Beeps'), installationBaseId: Object.values(server.lake.devices)[0] ?? '' };
  expect((await neighbour.call('reportTicket', { body: elsewhere, key: foreign })).status).toBe(201);
  const { answer } = await bme.call('syncMissing', { query: { keys: [known, unknown, foreign].join(',') } });
  expect(answer.missing.toSorted()).toEqual([unknown, foreign].toSorted());
  const tooMany = Array.from({ length: 101 }, () => randomUUID()).join(',');
  expect((await bme.call('syncMissing', { query: { keys: tooMany } })).status).toBe(400);
});

test('ticket numbers have no gaps after refusals, retries and a race', async () => {
  const lake = await server.as(server.lake.users.secondBme);
  const good = { ...report('Leak'), installationBaseId: server.lake.devices['LMON-0001'] ?? '' };
  const bad = { ...good, installationBaseId: 'nothing' };
  const before = await server.database.db.select({ number: ticket.number, hospital: ticket.hospitalId }).from(ticket);
  const used = before.filter((row) => row.hospital === server.lake.id).length;
  const keys = Array.from({ length: 6 }, () => randomUUID());
  const answers = await Promise.all([
    ...keys.map((key) => lake.call('reportTicket', { body: good, key })),
    ...keys.map((key) => lake.call('reportTicket', { body: good, key })),
    ...keys.map(() => lake.call('reportTicket', { body: bad, key: randomUUID() })),
  ]);
  const numbers = new Set(answers.filter(({ status }) => status === 201).map(({ answer }) => answer.ticketNumber));
  const wanted = keys.map((_key, place) => `BD-2026-${String(used + place + 1).padStart(6, '0')}`);
  expect([...numbers].sort()).toEqual(wanted);
});

test('a permanent refusal is stored: a retry gets it again, and the hospital sees it as refused work', async () => {
  const key = randomUUID();
  const body = { taskId: randomUUID(), actionTaken: 'Cleaned' };
  const first = await bme.call('closeTask', { body, key });
  const again = await bme.call('closeTask', { body, key });
  expect([first.status, first.problem.code]).toEqual([404, 'record.unknown']);
  expect([again.status, again.problem, again.header('idempotency-replayed')]).toEqual([404, first.problem, 'true']);
  const row = (await server.database.db.select().from(refusal)).find(({ id }) => id === key);
  expect(row).toMatchObject({ kind: 'task.close', code: 'record.unknown', userName: 'A. Rao' });
  expect(row?.payload).toMatchObject({ body });
});

test('work that is refused after its first writes is rolled back, except for the refusal', async () => {
  const { database, city, clock } = server;
  const { id, name } = city.users.bme;
  const services = {
    db: database.db,
    meta: { epoch: 'epoch', signingKey: 'key' },
    writes: createWriteGate(),
  };
  const key = randomUUID();
  const request: WriteRequest = {
    name: 'closeTask',
    spec: calls.closeTask,
    key,
    keyGiven: true,
    actor: {
      id,
      name,
      role: 'BME',
      hospital: { id: city.id, name: city.name, timeZone: 'Asia/Kolkata' },
      scope: 'full',
      familyId: randomUUID(),
    },
    kind: 'task.close@1',
    time: { at: clock.now, madeAt: null, saidAt: null, tabletTime: null, offsetMs: 0, clockFlagged: false },
    now: clock.now,
    input: {},
    arrivedFiles: new Map(),
  };
  const written = async () => (await database.db.select().from(department)).filter((row) => row.name === 'Half done');
  const outcome = await writeOnce(services, request, async ({ hospital }) => {
    await hospital?.insert(department, { id: randomUUID(), name: 'Half done', createdAt: clock.now });
    hospital?.touch('device', randomUUID());
    throw new ApiError('task.already_closed');
  });
  expect(outcome).toMatchObject({ status: 409, replayed: false });
  expect(await written()).toEqual([]);
  const changed = await database.db
    .select()
    .from(syncIndex)
    .where(and(eq(syncIndex.hospitalId, city.id), eq(syncIndex.version, outcome.version ?? 0)));
  expect(changed.map(({ kind, entityId }) => [kind, entityId])).toEqual([['refusal', key]]);
});

test('the title of refused work names the device as the tablet does', async () => {
  const body = { taskId: server.city.tasks.upcoming, actionTaken: 'Cleaned' };
  await colleague.call('closeTask', { body, key: randomUUID() });
  const key = randomUUID();
  await bme.call('closeTask', { body, key });
  const row = (await server.database.db.select().from(refusal)).find(({ id }) => id === key);
  expect(row?.title).toBe('Close PM of VENT-0002');
});

test('invalid input of a keyed offline entry is stored as a refusal, that of a plain form is not', async () => {
  const count = async () => (await server.database.db.select().from(refusal)).length;
  const before = await count();
  const body = { taskId: server.city.tasks.calibration, actionTaken: ' ' };
  await bme.call('closeTask', { body });
  expect(await count()).toBe(before);
  const key = randomUUID();
  expect((await bme.call('closeTask', { body, key })).status).toBe(400);
  expect(await count()).toBe(before + 1);
});

test('a refusal that may pass later is not stored: the same key works then', async () => {
  const key = randomUUID();
  const body = { taskId: server.city.tasks.calibration, actionTaken: 'Calibrated' };
  expect((await server.visitor.call('closeTask', { body, key })).status).toBe(401);
  expect((await (await server.as(server.admin)).call('closeTask', { body, key })).status).toBe(403);
  expect((await bme.call('closeTask', { body, key })).status).toBe(200);
  const rows = (await server.database.db.select().from(idempotencyKey)).filter((row) => row.key === key);
  expect(rows.map(({ status, hospitalId }) => [status, hospitalId])).toEqual([[200, server.city.id]]);
});

test('an entry of a kind this server does not know asks for an update and is not stored', async () => {
  const key = randomUUID();
  const body = { taskId: server.city.tasks.calibration, note: 'x' };
  const headers = { 'X-Ward-Kind': 'task.note@99' };
  expect((await bme.call('addTaskNote', { body, key, headers })).status).toBe(426);
  expect((await bme.call('addTaskNote', { body, key, headers: { 'X-Ward-Kind': 'task.note@1' } })).status).toBe(200);
});

test('a connection killed midway leaves nothing, and the retry writes once', async () => {
  const key = randomUUID();
  const body = { taskId: server.city.tasks.overdue, actionTaken: 'Cleaned' };
  const { pool } = server.database;
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select * from task where id = $1 for update', [server.city.tasks.overdue]);
  const waiting = bme.call('closeTask', { body, key });
  let victims = 0;
  while (victims === 0) {
    const killed = await holder.query<{ done: boolean }>(
      "select pg_terminate_backend(pid) as done from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    victims = killed.rows.length;
  }
  await holder.query('rollback');
  holder.release();
  expect((await waiting).problem.code).toBe('server.busy');
  const again = await bme.call('closeTask', { body, key });
  expect([again.status, again.header('idempotency-replayed')]).toEqual([200, undefined]);
});
