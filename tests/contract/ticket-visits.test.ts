import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import { runMigration } from '#tests/support/run-migration.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const minuteMs = 60_000;
let server: TestServer;
let asha: TestClient;
let binu: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  asha = await server.as(server.city.users.bme);
  binu = await server.as(server.city.users.secondBme);
});
afterAll(() => server.close());

async function report(): Promise<string> {
  const body = {
    installationBaseId: server.city.devices['VENT-0001'] ?? '',
    issueType: 'Electrical' as const,
    problemReported: 'No display',
    priority: 'High' as const,
    machineStatus: 'System Down' as const,
    reportedDate: before(300),
  };
  return (await asha.call('reportTicket', { body, key: randomUUID() })).answer.id;
}

const read = async (id: string) => (await asha.call('readTicket', { params: { id } })).answer;
async function replicaRows() {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  return answer.rows.flatMap(({ kind, rows, versions }) =>
    rows.map((row, place) => ({ kind, row: row as Partial<DeviceRecord>, version: versions[place] ?? 0 })),
  );
}
const costOf = async (): Promise<number> =>
  (await replicaRows()).find(({ row }) => row.serialNumber === 'VENT-0001')?.row.maintenanceCost ?? 0;
const versionOf = async (id: string): Promise<number> =>
  (await replicaRows()).find(({ kind, row }) => kind === 'ticket' && row.id === id)?.version ?? 0;
const before = (minutes: number): string => new Date(server.clock.now.getTime() - minutes * minuteMs).toISOString();
const madeBefore = (minutes: number) => ({ [madeAtHeader]: before(minutes), [clockOffsetHeader]: '0' });
async function replica<K extends ReplicaKind>(kind: K, id: string): Promise<ReplicaRecords[K] | undefined> {
  const found = (await replicaRows()).find((one) => one.kind === kind && one.row.id === id);
  return found?.row as ReplicaRecords[K] | undefined;
}
const withPart = (part: string, partCost: number) => ({
  actionTaken: `${part} changed`,
  partRequired: true,
  partDetails: part,
  partCost,
});
const first = {
  actionTaken: 'Fuse changed',
  partRequired: true,
  partDetails: 'FIRSTPART',
  partCost: 5000,
  followUpAction: 'Order the board',
  isFollowUpRequired: true,
};
const second = { actionTaken: 'Board changed', partRequired: true, partDetails: 'Board', partCost: 0.25 };

test('P160 a second closing keeps the first visit, and the cost is the sum of both', async () => {
  const cost = await costOf();
  const id = await report();
  expect((await asha.call('closeTicket', { body: { id, ...first } })).answer.status).toBe('Pending');
  const answer = await binu.call('closeTicket', { body: { id, ...second, failureClass: 'component' } });
  expect(answer.answer).toEqual({ id, status: 'Closed' });
  const page = await read(id);
  expect(page.visits).toMatchObject([
    { by: 'A. Rao', ...first },
    { by: 'B. Nair', isFollowUpRequired: false, ...second },
  ]);
  expect(page).toMatchObject({ actionTaken: 'Board changed', partDetails: 'Board', partCost: 5000.25 });
  expect((await costOf()) - cost).toBeCloseTo(5000.25, 2);
});

test('P160 an offline closing of a ticket that was left pending meanwhile: both visits are kept in chronological order', async () => {
  const id = await report();
  await asha.call('closeTicket', { body: { id, ...first }, headers: madeBefore(10) });
  const late = await binu.call('closeTicket', { body: { id, ...second }, headers: madeBefore(90) });
  expect(late.answer).toEqual({
    id,
    status: 'Closed',
    notices: ['Meanwhile A. Rao recorded a visit on this ticket. Both visits are kept.'],
  });
  const page = await read(id);
  expect(page.visits.map(({ by, partCost }) => [by, partCost])).toEqual([
    ['B. Nair', 0.25],
    ['A. Rao', 5000],
  ]);
  expect(page).toMatchObject({ actionTaken: 'Fuse changed', partDetails: 'FIRSTPART', partCost: 5000.25 });
});

test('P160 the migration creates a visit from the columns of an old ticket', async () => {
  const id = await report();
  await asha.call('closeTicket', { body: { id, ...first } });
  const told = (await read(id)).visits;
  const { db } = server.database;
  await db.execute(sql`update work_event set data = data - 'visit' where owner_id = ${id}`);
  expect((await read(id)).visits).toEqual([]);
  const version = await versionOf(id);
  await runMigration(db, 'ticket-visits');
  expect((await read(id)).visits).toEqual(told);
  expect(await versionOf(id)).toBeGreaterThan(version);
});

test.each([
  ['the earlier closing arrives first', [90, 10]],
  ['the later closing arrives first', [10, 90]],
] as const)('P190 two authors close one ticket, %s: both are kept and the earlier one counts', async (_name, order) => {
  const id = await report();
  const forms = { 90: { user: asha, ...withPart('Fuse', 100) }, 10: { user: binu, ...withPart('Board', 5000) } };
  const answers = [];
  for (const minutes of order) {
    const { user, ...form } = forms[minutes];
    answers.push((await user.call('closeTicket', { body: { id, ...form }, headers: madeBefore(minutes) })).answer);
  }
  const [other, whose] = order[0] === 90 ? ['A. Rao', 'the earlier closing counts'] : ['B. Nair', ''];
  expect(answers).toEqual([
    { id, status: 'Closed' },
    {
      id,
      status: 'Closed',
      notices: [
        `This ticket was already closed by ${other}. Your visit is kept; ${whose || 'it was earlier, so its closing counts'}.`,
      ],
    },
  ]);
  const page = await read(id);
  expect(page.visits.map(({ by, actionTaken }) => [by, actionTaken])).toEqual([
    ['A. Rao', 'Fuse changed'],
    ['B. Nair', 'Board changed'],
  ]);
  expect(page).toMatchObject({ status: 'Closed', closedDate: before(90), partCost: 5100 });
  expect(page.timeline.map(({ text }) => text)).toEqual([
    'Reported by A. Rao',
    'Closed',
    'Closed again by B. Nair, kept as a visit; the first closing counts',
  ]);
  expect(await replica('ticket', id)).toMatchObject({ closedBy: 'A. Rao', isFollowUpRequired: false });
  const device = await replica('device', server.city.devices['VENT-0001'] ?? '');
  expect(device?.openTicketIds).not.toContain(id);
  expect(device?.downtimes).toContainEqual([before(300), before(90)]);
});

test('P190 a follow-up requested after another author closed the ticket is kept and can be worked on', async () => {
  const id = await report();
  await asha.call('closeTicket', { body: { id, actionTaken: 'Reset' }, headers: madeBefore(90) });
  const form = { id, ...withPart('Hose', 40), followUpAction: 'Order a hose', isFollowUpRequired: true };
  const late = await binu.call('closeTicket', { body: form, headers: madeBefore(10) });
  expect(late.answer).toEqual({
    id,
    status: 'Closed',
    notices: [
      'This ticket was already closed by A. Rao. Your visit is kept, and the ticket stays closed. Report a new breakdown if the device still needs work.',
    ],
  });
  const page = await read(id);
  expect(page.visits.at(-1)).toMatchObject({ by: 'B. Nair', followUpAction: 'Order a hose', partCost: 40 });
  expect(page.timeline.at(-1)?.text).toBe('Visit by B. Nair after the closing; the ticket stays closed');
  const taskId = (await replica('ticket', id))?.followUpTaskId ?? expect.fail();
  expect(await replica('task', taskId)).toBeUndefined();
  const done = await binu.call('closeTask', { body: { taskId, actionTaken: 'Hose fitted' } });
  expect(done.answer.status).toBe('Closed');
  expect((await replica('task', taskId))?.actionTaken).toBe('Hose fitted');
});
