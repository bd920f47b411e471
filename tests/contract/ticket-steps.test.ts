import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clockEstimateHeader, clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { DeviceRecord, TicketRecord } from '#contract/records/ward.ts';
import { ticket } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const minuteMs = 60_000;
let server: TestServer;
let asha: TestClient;
let binu: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  await signIn();
});
afterAll(() => server.close());

async function signIn(): Promise<void> {
  asha = await server.as(server.city.users.bme);
  binu = await server.as(server.city.users.secondBme);
}

async function report(serial: string): Promise<string> {
  const body = {
    installationBaseId: server.city.devices[serial] ?? '',
    issueType: 'Electrical' as const,
    problemReported: 'No display',
    priority: 'High' as const,
    reportedDate: server.clock.now.toISOString(),
  };
  return (await asha.call('reportTicket', { body, key: randomUUID() })).answer.id;
}
/** Advances the clock; the engineers sign in again, because their sessions have expired. */
async function later(minutes: number): Promise<void> {
  server.clock.advance(minutes * minuteMs);
  await signIn();
}
const read = async (id: string) => (await asha.call('readTicket', { params: { id } })).answer;
/** Returns the headers of an entry that waited on its tablet this long. */
const madeBefore = (minutes: number) => ({
  [madeAtHeader]: new Date(server.clock.now.getTime() - minutes * minuteMs).toISOString(),
  [clockOffsetHeader]: '0',
});
const stored = async (id: string) => {
  const [row] = await server.database.db
    .select()
    .from(ticket)
    .where(and(eq(ticket.hospitalId, server.city.id), eq(ticket.id, id)));
  return row;
};
async function downtimes(serial: string): Promise<DeviceRecord['downtimes'] | undefined> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  const rows = answer.rows.flatMap((group) => (group.kind === 'device' ? group.rows : [])) as unknown as DeviceRecord[];
  return rows.find(({ serialNumber }) => serialNumber === serial)?.downtimes;
}

describe('P72 the steps of a ticket', () => {
  test('determine its clock, and the columns that figures read', async () => {
    const id = await report('VENT-0001');
    const reported = server.clock.now.toISOString();
    await later(5);
    await asha.call('acceptTicket', { body: { ticketId: id } });
    await later(15);
    await asha.call('arriveTicket', { body: { ticketId: id } });
    await later(10);
    const since = server.clock.now.toISOString();
    await asha.call('waitTicket', { body: { ticketId: id, reason: 'part', note: 'Board' } });
    await later(60);
    for (const waitingFor of ['part', 'any'] as const) {
      const { answer } = await asha.call('ticketPage', { query: { page: 1, pageSize: 10, waitingFor } });
      expect(answer.items.map((row) => [row.id, row.waitingFor, row.waitingSince])).toEqual([[id, 'part', since]]);
    }
    const none = await asha.call('ticketPage', { query: { page: 1, pageSize: 10, waitingFor: 'vendor' } });
    expect(none.answer.items).toEqual([]);
    expect((await read(id)).clock).toMatchObject({
      state: 'waiting',
      waitingFor: 'part',
      responseMs: 20 * minuteMs,
      handsOnMs: 10 * minuteMs,
      waitingMs: { part: 60 * minuteMs },
      turnaroundMs: null,
    });
    expect(await stored(id)).toMatchObject({ waitingFor: 'part', handsOnMs: null, waitingMs: {} });

    await asha.call('resumeTicket', { body: { ticketId: id } });
    // A running ticket has waited up to its latest step, and the figure counts it so.
    expect(await stored(id)).toMatchObject({ waitingFor: null, handsOnMs: null, waitingMs: { part: 60 * minuteMs } });
    await later(10);
    const restored = server.clock.now.toISOString();
    expect((await asha.call('restoreTicket', { body: { ticketId: id } })).answer).toEqual({ id, status: 'Open' });
    expect(await downtimes('VENT-0001')).toEqual([[reported, restored]]);
    await later(120);
    await asha.call('closeTicket', { body: { id, actionTaken: 'Board changed', failureClass: 'component' } });
    expect(await downtimes('VENT-0001')).toEqual([[reported, restored]]);
    const page = await read(id);
    expect(page.failureClass).toBe('component');
    expect(page.clock).toMatchObject({ state: 'closed', turnaroundMs: 100 * minuteMs, handsOnMs: 20 * minuteMs });
    expect(await stored(id)).toMatchObject({
      failureClass: 'component',
      restoredAt: new Date(restored),
      waitingFor: null,
      handsOnMs: 20 * minuteMs,
      waitingMs: { part: 60 * minuteMs },
    });
  });

  test('that arrive after the closing count if they were made before it, and end the downtime there', async () => {
    const id = await report('MON-0001');
    const reported = server.clock.now.toISOString();
    await later(60);
    await asha.call('closeTicket', { body: { id, actionTaken: 'Plug' } });
    await later(30);
    const arrived = await binu.call('arriveTicket', { body: { ticketId: id }, headers: madeBefore(80) });
    const restored = await binu.call('restoreTicket', { body: { ticketId: id }, headers: madeBefore(70) });
    expect([arrived.answer, restored.answer]).toEqual([
      { id, status: 'Closed' },
      { id, status: 'Closed' },
    ]);
    const end = new Date(Date.parse(reported) + 20 * minuteMs).toISOString();
    expect(await downtimes('MON-0001')).toEqual([[reported, end]]);
    expect(await stored(id)).toMatchObject({ status: 'Closed', handsOnMs: 10 * minuteMs, restoredAt: new Date(end) });
  });

  test('that contradict others are kept, marked and not counted', async () => {
    const id = await report('VENT-0002');
    await later(60);
    const early = await binu.call('restoreTicket', { body: { ticketId: id }, headers: madeBefore(90) });
    const idle = await binu.call('resumeTicket', { body: { ticketId: id } });
    const words = 'This step contradicts other recorded steps. It is kept but not counted.';
    expect([early.answer.notices, idle.answer.notices]).toEqual([[words], [words]]);
    const { clock, timeline } = await read(id);
    expect(clock).toMatchObject({ state: 'reported', restoredAt: null, turnaroundMs: null });
    expect(timeline.map(({ text }) => text)).toEqual(['Back in clinical use', 'Reported by A. Rao', 'Work resumed']);
    expect((await downtimes('VENT-0002'))?.at(-1)?.[1]).toBeNull();
  });

  test('sent twice are stored once', async () => {
    const id = await report('MON-0002');
    const key = randomUUID();
    const sent = { body: { ticketId: id, isByPhone: true }, key };
    const answers = [await asha.call('arriveTicket', sent), await asha.call('arriveTicket', sent)];
    expect(answers.map(({ answer }) => answer)).toEqual([
      { id, status: 'Open' },
      { id, status: 'Open' },
    ]);
    expect((await read(id)).timeline.filter(({ text }) => text === 'Started by phone')).toHaveLength(1);
  });

  test('with a wait without a reason or an unknown class are refused with what is missing', async () => {
    const id = await report('MON-0002');
    const wait = await asha.call('waitTicket', { body: { ticketId: id, reason: '' as never } });
    expect([wait.status, wait.problem.errors]).toEqual([
      400,
      { reason: ['Please choose what the ticket is waiting for.'] },
    ]);
    const close = await asha.call('closeTicket', { body: { id, actionTaken: 'Done', failureClass: 'magic' as never } });
    expect([close.status, Object.keys(close.problem.errors ?? {})]).toEqual([400, ['failureClass']]);
  });

  test('may omit the class, so that the documented close form stays valid', async () => {
    const id = await report('MON-0002');
    for (const [at, failureClass] of ([undefined, null, ''] as const).entries()) {
      const body = { id, actionTaken: `Looked at ${at}`, isFollowUpRequired: true, ...(at > 0 && { failureClass }) };
      expect((await asha.call('closeTicket', { body })).status).toBe(200);
      expect((await read(id)).failureClass).toBeNull();
    }
  });
});

test('5.13: a ticket says which of its times are estimated, and the day of its report follows a correction', async () => {
  const dayMs = 24 * 60 * minuteMs;
  const behindMs = 9 * dayMs;
  const madeAt = new Date(server.clock.now.getTime() - 10 * dayMs).toISOString();
  const takenForNow = new Date(Date.parse(madeAt) + behindMs).toISOString();
  const reportBy = async (offsetMs: number) => {
    const headers = {
      [madeAtHeader]: madeAt,
      [clockOffsetHeader]: String(offsetMs),
      [clockEstimateHeader]: String(behindMs),
    };
    const body = {
      installationBaseId: server.city.devices['VENT-0001'] ?? '',
      issueType: 'Electrical' as const,
      problemReported: 'No display',
      priority: 'High' as const,
      reportedDate: takenForNow.slice(0, 10),
    };
    const { answer } = await asha.call('reportTicket', { body, headers });
    const changes = await asha.call('syncChanges', { query: { limit: 10_000 } });
    const tickets = changes.answer.rows.flatMap(({ kind, rows }) => (kind === 'ticket' ? rows : []));
    const record = tickets.find((row) => row['id'] === answer.id) as unknown as TicketRecord;
    return [record.reportedDate, record.events[0]?.tabletTime];
  };
  expect(await reportBy(10 * dayMs)).toEqual([server.clock.now.toISOString(), undefined]);
  expect(await reportBy(behindMs)).toEqual([takenForNow, madeAt]);
});
