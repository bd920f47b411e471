import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockEstimateHeader, clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { TicketRecord } from '#contract/records/ward.ts';
import { downtime } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const dayMs = 24 * 3_600_000;
let server: TestServer;
let asha: TestClient;
let binu: TestClient;
let office: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  asha = await server.as(server.city.users.bme);
  binu = await server.as(server.city.users.secondBme);
  office = await server.as(server.city.users.hospital);
});
afterAll(() => server.close());

/** Headers of an entry of a tablet that is 9 days behind: its clock shows 20 June, and it assumes 29 June, 10:30. */
const estimated = {
  [madeAtHeader]: '2026-06-20T05:00:00.000Z',
  [clockOffsetHeader]: String(9 * dayMs),
  [clockEstimateHeader]: String(9 * dayMs),
};

async function report(headers: Record<string, string> = estimated): Promise<string> {
  const body = {
    installationBaseId: server.city.devices['VENT-0001'] ?? '',
    issueType: 'Electrical' as const,
    problemReported: 'No display',
    priority: 'High' as const,
    technicianId: server.city.users.bme.id,
    reportedDate: headers === estimated ? '2026-06-29' : '2026-07-01',
    machineStatus: 'System Down' as const,
  };
  return (await asha.call('reportTicket', { body, headers })).answer.id;
}

async function record(id: string): Promise<TicketRecord> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  const tickets = answer.rows.flatMap(({ kind, rows }) => (kind === 'ticket' ? rows : []));
  return tickets.find((row) => row['id'] === id) as unknown as TicketRecord;
}
const at = (id: string, on: string, time: string) => ({ body: { id, eventId: id, on, time } });

test('5.13: the author or the office corrects the estimated time of a report, and the ticket follows', async () => {
  const id = await report();
  const before = await record(id);
  expect([before.reportedDate, before.events[0]?.tabletTime]).toEqual([
    '2026-06-29T05:00:00.000Z',
    '2026-06-20T05:00:00.000Z',
  ]);
  expect((await binu.call('correctTicketTime', at(id, '2026-06-30', '16:45'))).status).toBe(403);
  expect((await asha.call('correctTicketTime', at(id, '2026-06-30', '16:45'))).status).toBe(200);
  const after = await record(id);
  const corrected = '2026-06-30T11:15:00.000Z';
  expect([after.reportedDate, after.assignedAt]).toEqual([corrected, corrected]);
  const [reported, assigned, note] = after.events;
  expect([reported?.kind, reported?.at, reported?.tabletTime]).toEqual(['reported', corrected, undefined]);
  expect([assigned?.kind, assigned?.at, assigned?.tabletTime]).toEqual(['assigned', corrected, undefined]);
  expect([note?.by, note?.data]).toEqual([
    asha.session?.userName,
    {
      text: `Time corrected: "Reported by ${asha.session?.userName}" was on 30 Jun 2026 16:45. The tablet had estimated 29 Jun 2026 10:30, and its clock showed 20 Jun 2026 10:30.`,
    },
  ]);
  const [down] = await server.database.db.select().from(downtime).where(eq(downtime.sourceId, id));
  expect(down?.fromAt.toISOString()).toBe(corrected);
});

test('5.13: the office corrects a closing time, and the ticket counts as closed then', async () => {
  const id = await report();
  const closing = await asha.call('closeTicket', { body: { id, actionTaken: 'Fuse' }, headers: estimated });
  expect(closing.answer.status).toBe('Closed');
  const closed = (await record(id)).events.find(({ kind }) => kind === 'closed');
  const body = { id, eventId: closed?.id ?? '', on: '2026-06-30', time: '09:00' };
  expect((await office.call('correctTicketTime', { body })).status).toBe(200);
  const after = await record(id);
  expect([after.reportedDate, after.status, after.closedAt, after.closedBy]).toEqual([
    '2026-06-29T05:00:00.000Z',
    'Closed',
    '2026-06-30T03:30:00.000Z',
    asha.session?.userName,
  ]);
});

test('5.13: only an estimated time can be corrected, to one between it and its arrival', async () => {
  const id = await report();
  for (const [on, time] of [
    ['2026-06-29', '10:28'],
    ['2026-07-01', '23:00'],
  ] as const) {
    const { status, problem } = await office.call('correctTicketTime', at(id, on, time));
    expect([status, problem.errors]).toEqual([
      400,
      { time: ['Enter a time between 29 Jun 2026 10:30 and 1 Jul 2026 12:00.'] },
    ]);
  }
  const exact = await report({});
  const refused = await office.call('correctTicketTime', at(exact, '2026-07-01', '11:00'));
  expect(refused.problem.errors).toEqual({ time: ['This time is not an estimate.'] });
  expect((await office.call('correctTicketTime', at('unknown', '2026-07-01', '11:00'))).status).toBe(404);
});
