import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
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
    reportedDate: new Date(server.clock.now.getTime() - 300 * minuteMs).toISOString(),
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
const madeBefore = (minutes: number) => ({
  [madeAtHeader]: new Date(server.clock.now.getTime() - minutes * minuteMs).toISOString(),
  [clockOffsetHeader]: '0',
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
  const before = await costOf();
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
  expect((await costOf()) - before).toBeCloseTo(5000.25, 2);
});

test('P160 a closing made offline meets a ticket left pending meanwhile: both visits are kept in the order of their times', async () => {
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

test('P160 the migration makes a visit of what the columns of an old ticket still say', async () => {
  const id = await report();
  await asha.call('closeTicket', { body: { id, ...first } });
  const told = (await read(id)).visits;
  const { db } = server.database;
  await db.execute(sql`update work_event set data = data - 'visit' where owner_id = ${id}`);
  expect((await read(id)).visits).toEqual([]);
  const before = await versionOf(id);
  await runMigration(db, 'ticket-visits');
  expect((await read(id)).visits).toEqual(told);
  expect(await versionOf(id)).toBeGreaterThan(before);
});
