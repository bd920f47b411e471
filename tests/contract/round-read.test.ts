import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { RoundRecord } from '#contract/records/ward.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const dayMs = 24 * 60 * 60 * 1000;
const today = '2026-07-01';

let server: TestServer;
let bme: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

type Entry = BodyInput<Calls['submitRound']>[number];

async function submit(entries: readonly Partial<Entry>[], date = today): Promise<string> {
  const [first, second, third] = Object.entries(server.city.devices);
  const key = randomUUID();
  const body = [first, second, third].slice(0, entries.length).map((device, place) => ({
    installationBaseId: device?.[1] ?? '',
    serialNumber: device?.[0] ?? '',
    status: 'Operational' as const,
    date,
    dailyRoundTemplateId: server.city.templateId,
    ...entries[place],
  }));
  const { status } = await bme.call('submitRound', { key, body });
  expect(status).toBe(201);
  return key;
}

async function pulled(id: string, cursor = 0): Promise<RoundRecord | undefined> {
  // Sign in again, because a session expires sooner than the days in a test.
  bme = await server.as(server.city.users.bme);
  const { answer } = await bme.call('syncChanges', { query: { cursor, limit: 10_000 } });
  const rounds = answer.rows.find(({ kind }) => kind === 'round')?.rows ?? [];
  return rounds.find((row) => row['id'] === id) as RoundRecord | undefined;
}

test('a round is returned with its findings, confirmations, photos and the tickets of its day', async () => {
  const photo = Buffer.from('%PDF-1.7 a photo');
  const sha256 = createHash('sha256').update(photo).digest('hex');
  const photos = [{ sha256, size: photo.length, mime: 'application/pdf' as const, name: 'pump.pdf' }];
  const [serial = '', deviceId = ''] = Object.entries(server.city.devices)[0] ?? [];
  const id = await submit([
    { status: 'Not Working', description: 'No power.', photos },
    { confirmedBy: 'scan' },
    { status: 'Not Seen', notSeenReason: 'In use' },
  ]);
  const ticket = await bme.call('reportTicket', {
    key: randomUUID(),
    body: {
      installationBaseId: deviceId,
      serialNumber: serial,
      issueType: 'Electrical',
      problemReported: 'No power.',
      priority: 'High',
      machineStatus: 'System Down',
      reportedDate: server.clock.now.toISOString(),
    },
  });
  expect(ticket.status).toBe(201);
  const { answer } = await bme.call('roundPage', { params: { id } });
  expect(answer).toMatchObject({ templateName: 'ICU round', by: 'A. Rao', on: today, missing: 0, notWorking: 1 });
  expect(answer.entries.map(({ status, confirmedBy, notSeenReason }) => [status, confirmedBy, notSeenReason])).toEqual([
    ['Not Working', 'tap', null],
    ['Not Seen', 'tap', 'In use'],
    ['Operational', 'scan', null],
  ]);
  expect(answer.entries[0]).toMatchObject({
    serialNumber: serial,
    description: 'No power.',
    photos: [{ name: 'pump.pdf', received: false }],
    tickets: [{ id: ticket.answer.id, status: 'Open' }],
  });

  expect((await pulled(id))?.entries?.told).toHaveLength(2);
  const { answer: before } = await bme.call('syncChanges', { query: { limit: 10_000 } });
  const put = await server.app.inject({
    method: 'PUT',
    url: `/api/Attachments/${sha256}?offset=0`,
    headers: { authorization: `Bearer ${bme.session?.token ?? ''}`, 'content-type': 'application/octet-stream' },
    payload: photo,
  });
  expect(put.statusCode).toBe(200);
  const after = await pulled(id, before.head);
  expect(after?.entries?.told.flatMap(({ photos = [] }) => photos)).toMatchObject([{ received: true }]);
});

test('the rounds of a template are paged, the latest first', async () => {
  server.clock.advance(60_000);
  const later = await submit([{}, {}, {}]);
  const params = { id: server.city.templateId };
  const first = await bme.call('roundsOfTemplate', { params, query: { page: 1, pageSize: 1 } });
  expect(first.answer).toMatchObject({ totalCount: 2, totalPages: 2, items: [{ roundId: later, operational: 3 }] });
  const second = await bme.call('roundsOfTemplate', { params, query: { page: 2, pageSize: 1 } });
  expect(second.answer.items.map(({ roundId }) => roundId)).not.toContain(later);
});

test('a round or template of another hospital is not found', async () => {
  const id = await submit([{}]);
  const other = await server.as(server.lake.users.bme);
  for (const [name, params] of [
    ['roundPage', { id }],
    ['roundPage', { id: 'nothing' }],
    ['roundsOfTemplate', { id: server.city.templateId }],
  ] as const) {
    const { status, problem } = await other.call(name, { params });
    expect([name, status, problem.code]).toEqual([name, 404, 'record.unknown']);
  }
});

test('a row of the activity log links to its round', async () => {
  const id = await submit([{}]);
  const office = await server.as(server.city.users.hospital);
  const { answer } = await office.call('auditPage', { query: { search: 'daily round' } });
  expect(answer.items.find((row) => row.id === id)).toMatchObject({ roundId: id });
});

test('tablets drop the entries of a round after 30 days, once', async () => {
  const id = await submit([{}, { status: 'Needs Attention', description: 'Worn cable.' }]);
  const head = async () => {
    bme = await server.as(server.city.users.bme);
    return (await bme.call('syncChanges', { query: { limit: 10_000 } })).answer.head;
  };
  server.clock.advance(28 * dayMs);
  const before = await head();
  await server.clearNightly();
  expect(await head()).toBe(before);
  expect((await pulled(id))?.entries).toBeDefined();
  server.clock.advance(2 * dayMs);
  await server.clearNightly();
  const dropped = await pulled(id, before);
  expect(dropped).toMatchObject({ operational: 1, needsAttention: 1 });
  expect(dropped?.entries).toBeUndefined();
  const after = await head();
  server.clock.advance(dayMs);
  await server.clearNightly();
  expect(await head()).toBe(after);
});
