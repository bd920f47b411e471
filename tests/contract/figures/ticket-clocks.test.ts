import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { FigureSet } from '#contract/rules/figures/figure.ts';
import { ticketClock } from '#contract/rules/ticket-clock.ts';
import type { TicketRecord } from '#contract/records/ward.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import { waitingReasons, type WorkEvent } from '#contract/records/work-event.ts';
import { ticket } from '#server/db/schema.ts';
import { readScope, writeScope } from '#server/db/scope.ts';
import { seeded, type Seeded } from '#server/demo/seeded.ts';
import { clockColumns } from '#server/records/clock-columns.ts';
import { addEvents } from '#server/records/work-events.ts';
import { presentTickets } from '#server/sync/present-work.ts';
import { clockSecondWay, storedClock } from '#tests/support/clock-second-way.ts';
import { readHospitalRows } from '#tests/support/figures-second-way.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const minuteMs = 60_000;
const stored = 500;
const throughTheApi = 40;
const stepKinds = ['accepted', 'arrived', 'waiting', 'resumed', 'restored', 'left-pending'] as const;

let server: TestServer;
let asha: TestClient;
let tickets: TicketRecord[];

beforeAll(async () => {
  server = await startTestServer();
  asha = await server.as(server.city.users.bme);
  for (let seed = 1; seed <= throughTheApi; seed++) await workThroughTheApi(seeded(seed));
  await writeTickets(seeded(77));
  tickets = await readTickets();
}, 120_000);
afterAll(() => server.close());

const readTickets = async () => {
  const ids = await server.database.db
    .select({ id: ticket.id })
    .from(ticket)
    .where(eq(ticket.hospitalId, server.city.id));
  const facts = { id: server.city.id, name: server.city.id, timeZone: 'Asia/Kolkata' };
  return presentTickets(
    readScope(server.database.db, facts),
    ids.map(({ id }) => id),
  );
};

/** Draws steps in random order, some of them twice or not at all. */
function drawSteps(random: Seeded): (typeof stepKinds)[number][] {
  return Array.from({ length: random.between(0, 8) }, () => random.pick(stepKinds));
}

/** Works on a ticket whose steps arrive in a different order than they were made, some after the closing. */
async function workThroughTheApi(random: Seeded): Promise<void> {
  const now = server.clock.now.getTime();
  const reportedMs = now - random.between(50, 200) * 60 * minuteMs;
  const body = {
    installationBaseId: Object.values(server.city.devices)[0] ?? '',
    issueType: 'Other' as const,
    problemReported: 'Beeps',
    priority: 'Low' as const,
    reportedDate: new Date(reportedMs).toISOString(),
  };
  const { id } = (await asha.call('reportTicket', { body, key: randomUUID() })).answer;
  const madeAt = () => ({
    [madeAtHeader]: new Date(reportedMs + random.between(0, 45) * 60 * minuteMs).toISOString(),
    [clockOffsetHeader]: '0',
  });
  const send = async (kind: (typeof stepKinds)[number] | 'closed'): Promise<void> => {
    const options = { headers: madeAt(), key: randomUUID() };
    const ticketId = { ticketId: id };
    const reason = random.pick(waitingReasons);
    if (kind === 'accepted') await asha.call('acceptTicket', { body: ticketId, ...options });
    else if (kind === 'arrived') await asha.call('arriveTicket', { body: ticketId, ...options });
    else if (kind === 'waiting') await asha.call('waitTicket', { body: { ...ticketId, reason }, ...options });
    else if (kind === 'resumed') await asha.call('resumeTicket', { body: ticketId, ...options });
    else if (kind === 'restored') await asha.call('restoreTicket', { body: ticketId, ...options });
    else {
      const closing = { id, actionTaken: 'Done', isFollowUpRequired: kind === 'left-pending' };
      await asha.call('closeTicket', { body: closing, ...options });
    }
  };
  const steps = drawSteps(random);
  const closing = random.chance(0.7) ? random.between(0, steps.length) : -1;
  for (const [place, kind] of steps.entries()) {
    if (place === closing) await send('closed');
    await send(kind);
  }
  if (closing === steps.length) await send('closed');
}

/** Inserts rows as a write stores them, bypassing the calls. */
async function writeTickets(random: Seeded): Promise<void> {
  const { now } = server.clock;
  const by = { by: 'A. Rao', byRole: 'BME' as const };
  await server.database.db.transaction(async (tx) => {
    const scope = writeScope(tx, { id: server.city.id, name: server.city.id, timeZone: 'Asia/Kolkata' });
    const deviceId = Object.values(server.city.devices)[0] ?? '';
    for (let at = 0; at < stored; at++) {
      const id = randomUUID();
      const reportedAt = new Date(now.getTime() - random.between(100, 400) * 60 * minuteMs);
      // Some steps are before the report, and some after the closing.
      const time = () => new Date(reportedAt.getTime() + random.between(-60, 99 * 60) * minuteMs);
      const events = drawSteps(random).map((kind, place): WorkEvent => {
        const told = time().toISOString();
        const facts = { id: `${id}-${place}`, at: told, receivedAt: told, ...by };
        return kind === 'waiting'
          ? workEvent(kind, { reason: random.pick(waitingReasons), note: '' }, facts)
          : workEvent(kind, {}, facts);
      });
      const closedAt = random.chance(0.6) ? new Date(Math.max(reportedAt.getTime(), time().getTime())) : null;
      await scope.insert(ticket, {
        id,
        number: `BD-2026-${String(900_000 + at)}`,
        deviceId,
        issueType: 'Other',
        problemReported: '',
        priority: 'Low',
        machineStatus: 'Restrictive Use',
        status: closedAt ? 'Closed' : 'Open',
        reportedBy: by.by,
        reportedById: server.city.users.bme.id,
        reportedAt,
        receivedAt: reportedAt,
        closedAt,
        ...clockColumns({
          reportedDate: reportedAt.toISOString(),
          closedAt: closedAt?.toISOString() ?? null,
          events,
        }),
      });
      await addEvents(
        scope,
        events.map((event) => ({ owner: { kind: 'ticket', id }, event, byId: server.city.users.bme.id })),
      );
    }
  });
}

/** Returns the rows behind a number, by ticket. Units: hours, to hundredths. */
async function rowsBehind(set: FigureSet): Promise<Map<string, number | null>> {
  const rows = new Map<string, number | null>();
  for (let page = 1; ; page++) {
    const query = { period: 'custom', from: '2026-06-01', to: '2026-07-01', set, page, pageSize: 100 } as const;
    const { answer } = await asha.call('figureRows', { query });
    for (const { id, amount } of answer.items) rows.set(id, amount);
    if (page * 100 >= answer.totalCount) return rows;
  }
}

const hours = (ms: number): number => Math.round(ms / 36_000) / 100;

test('P92 every time on a ticket page equals that of its row behind the figure', async () => {
  const now = server.clock.now.toISOString();
  expect(tickets).toHaveLength(stored + throughTheApi);
  const clocks = new Map(tickets.map((each) => [each.id, ticketClock(each, now)]));
  const wanted = (value: (id: string) => number | null): Map<string, number> =>
    new Map([...clocks.keys()].flatMap((id) => ((ms) => (ms === null ? [] : [[id, hours(ms)] as const]))(value(id))));
  const clockOf = (id: string) => clocks.get(id) ?? expect.fail();
  const sets: [FigureSet, (id: string) => number | null][] = [
    ['response.measured', (id) => clockOf(id).responseMs],
    ['turnaround.measured', (id) => clockOf(id).turnaroundMs],
    [
      'hands-on.measured',
      (id) => {
        const { turnaroundMs, firstArrivedAt, handsOnMs } = clockOf(id);
        return turnaroundMs !== null && (firstArrivedAt !== null || handsOnMs > 0) ? handsOnMs : null;
      },
    ],
    ...waitingReasons.map((reason): [FigureSet, (id: string) => number | null] => [
      `waiting.${reason}`,
      (id) => clockOf(id).waitingMs[reason] || null,
    ]),
  ];
  for (const [set, value] of sets) {
    const told = wanted(value);
    expect(told.size, set).toBeGreaterThan(20);
    expect([set, await rowsBehind(set)]).toEqual([set, told]);
  }
  const closedInWork = tickets.filter(({ closedAt }) => closedAt !== null).map(({ id }) => clockOf(id));
  expect(closedInWork.filter((clock) => clock.restoredAt === null && clock.handsOnMs > 0).length).toBeGreaterThan(50);
});

test('P92 an independent computation with plain loops gives the same times from the steps', async () => {
  const facts = { id: server.city.id, name: server.city.id, timeZone: 'Asia/Kolkata' };
  const rows = await readHospitalRows(server.database.db, facts);
  expect(rows.tickets).toHaveLength(stored + throughTheApi);
  for (const row of rows.tickets) expect(storedClock(row)).toEqual(clockSecondWay(row, rows.events));
});

test('P92 the migration recomputes the stored times of tickets', async () => {
  const { db } = server.database;
  await db.execute(sql`
    update ticket set waiting_ms = '{}', hands_on_ms = 0, waiting_for = null, waiting_since = null,
      accepted_at = null, first_arrived_at = null, restored_at = null`);
  const folder = new URL('../../../server/db/migrations/', import.meta.url);
  const file = (await readdir(folder)).find((name) => name.endsWith('_closed-clocks.sql')) ?? expect.fail();
  const [, ...statements] = (await readFile(new URL(file, folder), 'utf8')).split('--> statement-breakpoint');
  for (const statement of statements) await db.execute(sql.raw(statement));
  const rows = await db.select().from(ticket).where(eq(ticket.hospitalId, server.city.id));
  const byId = new Map(tickets.map((each) => [each.id, each]));
  expect(rows).toHaveLength(tickets.length);
  for (const row of rows) expect(row).toMatchObject(clockColumns(byId.get(row.id) ?? expect.fail()));
});
