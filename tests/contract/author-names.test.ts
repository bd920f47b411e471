import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ticket, workEvent } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { addTestWork } from '#tests/support/test-work.ts';

let server: TestServer;
let office: TestClient;
let asha: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  office = await server.as(server.city.users.hospital);
  asha = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

const rename = async (name: string) => {
  const { id, email } = server.city.users.bme;
  const { status } = await office.call('updateEngineer', { params: { id }, body: { name, email } });
  expect(status).toBe(200);
};
const reportTicket = async (by: TestClient, reportedBy?: string): Promise<string> => {
  const body = {
    installationBaseId: server.city.devices['VENT-0001'] ?? '',
    issueType: 'Electrical' as const,
    problemReported: 'No display',
    priority: 'High' as const,
    reportedDate: server.clock.now.toISOString(),
    ...(reportedBy !== undefined && { reportedBy }),
  };
  return (await by.call('reportTicket', { body, key: randomUUID() })).answer.id;
};

test('P198 records keep the name their author had, and show the current one beside it', async () => {
  const { city } = server;
  const ids = await addTestWork(server.database.db, city, server.clock.now);
  const ticketId = await reportTicket(asha);
  const typed = await reportTicket(asha, 'Sister Mary');
  const technicianId = city.users.bme.id;
  await office.call('assignTicket', { body: { ticketId, technicianId }, key: randomUUID() });
  await asha.call('acceptTicket', { body: { ticketId }, key: randomUUID() });
  await asha.call('closeTicket', { body: { id: ticketId, actionTaken: 'Fuse changed' }, key: randomUUID() });
  await asha.call('closeTask', { body: { taskId: city.tasks.upcoming, actionTaken: 'Cleaned' }, key: randomUUID() });
  const round = randomUUID();
  const [device] = Object.entries(city.devices);
  const entry = { installationBaseId: device?.[1] ?? '', serialNumber: device?.[0] ?? '', date: '2026-07-01' };
  const rounded = await asha.call('submitRound', {
    key: round,
    body: [{ ...entry, status: 'Needs Attention', description: 'Loud fan', dailyRoundTemplateId: city.templateId }],
  });
  expect(rounded.status).toBe(201);
  const tested = await asha.call('submitTestRecord', {
    body: {
      deviceId: city.devices['VENT-0001'] ?? '',
      taskId: null,
      procedureId: ids.procedure,
      version: 1,
      answers: [
        { stepId: 'housing', look: 'ok' },
        { stepId: 'rate', found: 60 },
        { stepId: 'earth', found: 90 },
      ],
      testers: [{ testerId: ids.good, certificateId: `${ids.good}-1` }],
      told: 'Pass',
    },
  });
  expect(tested.status).toBe(201);
  const before = (await office.call('syncChanges')).answer.head;
  // In the demo hospital and in older releases, a ticket's report event has its own id.
  await server.database.db.update(workEvent).set({ id: randomUUID() }).where(eq(workEvent.id, ticketId));
  await rename('Asha Menon');

  const both = 'A. Rao (now Asha Menon)';
  const { answer: page } = await office.call('readTicket', { params: { id: ticketId } });
  expect(page.reportedBy).toBe(both);
  expect(page.visits.map(({ by }) => by)).toEqual([both]);
  const texts = page.timeline.map(({ text }) => text);
  expect(texts).toEqual(
    expect.arrayContaining([`Reported by ${both}`, `Technician assigned: ${both}`, `Accepted by ${both}`]),
  );
  expect((await office.call('readTicket', { params: { id: typed } })).answer.reportedBy).toBe('Sister Mary');
  const read = {
    round: (await office.call('roundPage', { params: { id: round } })).answer.by,
    list: (await office.call('roundsOfTemplate', { params: { id: city.templateId } })).answer.items[0]?.by,
    device: (await office.call('deviceRounds', { params: { id: device?.[1] ?? '' } })).answer[0]?.by,
    certificate: (await office.call('testRecord', { params: { id: tested.answer.id } })).answer.by,
    tests: (await office.call('deviceTests', { params: { id: city.devices['VENT-0001'] ?? '' } })).answer[0]?.by,
  };
  expect(read).toEqual({ round: both, list: both, device: both, certificate: both, tests: both });

  // Tablets receive the new name although none of these records has changed.
  const { rows } = (await office.call('syncChanges', { query: { cursor: before } })).answer;
  const pulled = new Map(rows.map(({ kind, rows: records }) => [kind as string, records]));
  const of = (kind: string, id: string) => pulled.get(kind)?.find((record) => record['id'] === id);
  expect(of('ticket', ticketId)).toMatchObject({ closedBy: both, reportedBy: both });
  expect(of('task', city.tasks.upcoming)).toMatchObject({ closedBy: both, events: [{ kind: 'closed', by: both }] });
  expect(of('round', round)).toMatchObject({ by: both });
  expect(of('test', tested.answer.id)).toMatchObject({ by: both });
});

test('P198 a write that restates an earlier author uses the recorded name, however often the author is renamed', async () => {
  const id = await reportTicket(asha);
  await asha.call('closeTicket', { body: { id, actionTaken: 'Fuse changed' }, key: randomUUID() });
  await rename('Asha Pillai');
  server.clock.advance(60_000);
  const binu = await server.as(server.city.users.secondBme);
  await binu.call('closeTicket', { body: { id, actionTaken: 'Looked again' }, key: randomUUID() });
  const [row] = await server.database.db.select().from(ticket).where(eq(ticket.id, id));
  expect(row?.closedByName).toBe('Asha Menon');
  await rename('A. Rao');
  const { answer } = await office.call('readTicket', { params: { id } });
  expect(answer.visits.map(({ by }) => by)).toEqual(['Asha Menon (now A. Rao)', 'B. Nair']);
  await rename('Asha Menon');
  const back = await office.call('readTicket', { params: { id } });
  expect(back.answer.visits.map(({ by }) => by)).toEqual(['Asha Menon', 'B. Nair']);
});
