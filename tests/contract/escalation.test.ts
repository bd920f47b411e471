import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { NoticeRecord } from '#contract/records/notice.ts';
import { defaultNoticeSettings } from '#contract/rules/escalation.ts';
import { noticeText } from '#contract/rules/notices.ts';
import { eventSentence } from '#contract/rules/work-events.ts';
import type { WorkEvent } from '#contract/records/work-event.ts';
import { databaseOn } from '#server/db/database.ts';
import { hospital, noticeMail, workEvent } from '#server/db/schema.ts';
import { escalateTickets } from '#server/notice/escalate.ts';
import { type ReportedTicket, ticketBody } from '#tests/support/reported-ticket.ts';
import { openPool } from '#tests/support/test-database.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

const minuteMs = 60_000;
const serial = 'VENT-0001';

let server: TestServer;
let ids: { office: string; asha: string; binu: string };
beforeAll(async () => {
  server = await startTestServer();
  const { hospital, bme, secondBme } = server.city.users;
  ids = { office: hospital.id, asha: bme.id, binu: secondBme.id };
});
beforeEach(async () => {
  // Takes the tickets of the test before through all steps.
  for (let step = 0; step < 3; step += 1) {
    server.clock.advance(4 * 24 * 60 * minuteMs);
    await escalate();
  }
});
afterAll(() => server.close());

const escalate = (db = server.database.db) => escalateTickets(db, server.clock.now);
/** Sign-ins are short, and the clock moves on. */
const as = {
  office: () => server.as(server.city.users.hospital),
  asha: () => server.as(server.city.users.bme),
};

type Settings = BodyInput<Calls['updateNoticeSettings']>;
async function set(part: Partial<Settings>): Promise<number> {
  const { answer } = await (await as.office()).call('noticeSettings');
  const body = { ...defaultNoticeSettings, ...part, revision: answer.revision };
  return (await (await as.office()).call('updateNoticeSettings', { body, key: randomUUID() })).status;
}

async function report(part: Partial<ReportedTicket> = {}): Promise<string> {
  const body = ticketBody(server, part);
  return (await (await as.office()).call('reportTicket', { body, key: randomUUID() })).answer.id;
}
async function rows(kind: string): Promise<Record<string, unknown>[]> {
  const { answer } = await (await as.asha()).call('syncChanges', { query: { limit: 10_000 } });
  return answer.rows.flatMap((part) => (part.kind === kind ? part.rows : []));
}
const notices = async () => (await rows('notice')) as unknown as NoticeRecord[];
const about = async (id: string) =>
  (await notices()).filter((notice) => notice.about.id === id && notice.kind.endsWith('Unaccepted'));
async function steps(id: string): Promise<string[]> {
  const found = (await rows('ticket')).find((row) => row['id'] === id);
  const events = (found?.['events'] ?? []) as WorkEvent[];
  return events.filter(({ kind }) => kind === 'unaccepted').map((event) => eventSentence(event, 'staff'));
}

describe('P345 escalation', () => {
  test('notifies those on duty, the named engineer and the office in turn, each a step of the timeline', async () => {
    expect(await set({ personId: ids.binu })).toBe(200);
    const { answer: duty } = await (await as.office()).call('dutyTable');
    const all = [1, 2, 3, 4, 5, 6, 7];
    const shifts = [{ id: 'day', technicianId: ids.asha, days: all, from: '00:00', to: '00:00' }];
    await (
      await as.office()
    ).call('updateDutyTable', { body: { shifts, leave: [], revision: duty.revision }, key: randomUUID() });
    const id = await report();
    server.clock.advance(14 * minuteMs);
    expect(await escalate()).toBe(0);
    for (let step = 0; step < 5; step += 1) {
      server.clock.advance(15 * minuteMs);
      await escalate();
      await escalate();
    }
    expect(await steps(id)).toEqual([
      'No one accepted within 15 minutes; told the engineer on duty',
      'No one accepted within 15 minutes; told B. Nair',
      'No one accepted within 15 minutes; told the office',
    ]);
    const told = (await about(id)).toSorted((a, b) => (a.at < b.at ? -1 : 1));
    expect(told.map((each) => [each.kind, each.told])).toEqual([
      ['urgentUnaccepted', [ids.asha]],
      ['urgentUnaccepted', [ids.binu]],
      ['urgentUnaccepted', [ids.office]],
    ]);
    expect(told[0] && noticeText(told[0])).toMatch(
      /^Urgent ticket BD-2026-\d{6} was not accepted within 15 minutes: Ventilator, ICU$/,
    );
    expect(JSON.stringify(told)).not.toMatch(/Secret|VENT-0001/);
    const { answer: after } = await (await as.office()).call('dutyTable');
    await (
      await as.office()
    ).call('updateDutyTable', {
      body: { shifts: [], leave: [], revision: after.revision },
      key: randomUUID(),
    });
  });

  test('ends when somebody accepts, and does not begin for a ticket that engineers report for themselves', async () => {
    const id = await report();
    server.clock.advance(16 * minuteMs);
    expect(await escalate()).toBe(1);
    await (await as.asha()).call('acceptTicket', { body: { ticketId: id }, key: randomUUID() });
    const body = {
      installationBaseId: server.city.devices[serial] ?? '',
      issueType: 'Electrical' as const,
      problemReported: 'Fan',
      priority: 'Critical' as const,
      machineStatus: 'Restrictive Use' as const,
      reportedDate: server.clock.now.toISOString(),
      technicianId: ids.asha,
    };
    await (await as.asha()).call('reportTicket', { body, key: randomUUID() });
    server.clock.advance(60 * minuteMs);
    expect(await escalate()).toBe(0);
    expect(await steps(id)).toHaveLength(1);
  });

  test('goes to the office if nobody is named or the named engineer has left', async () => {
    await set({ personId: ids.binu });
    await (await as.office()).call('deleteEngineer', { params: { id: ids.binu }, key: randomUUID() });
    expect((await (await as.office()).call('noticeSettings')).answer.personId).toBe('');
    const id = await report();
    for (let step = 0; step < 4; step += 1) {
      server.clock.advance(15 * minuteMs);
      await escalate();
    }
    expect(await steps(id)).toHaveLength(2);
    expect((await about(id)).map(({ told }) => told)).toContainEqual([ids.office]);
    expect(await set({ personId: ids.binu })).toBe(404);
    await (await as.office()).call('restoreEngineer', { params: { id: ids.binu }, key: randomUUID() });
  });

  test('makes each step once, with its notice, with two servers and one that is killed', async () => {
    await set({ personId: '' });
    const made = [await report(), await report(), await report()];
    const pools = Array.from({ length: 3 }, () => openPool(server.database.connection));
    for (const pool of pools) pool.on('connect', (client) => client.on('error', () => undefined));
    const [first, second, dying] = pools.map((pool) => databaseOn(pool));
    if (!first || !second || !dying) expect.fail();
    server.clock.advance(16 * minuteMs);
    // A server that dies after the events: its connection ends before the commit.
    const killed = dying
      .transaction(async (tx) => {
        await escalateTickets(tx, server.clock.now);
        await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      })
      .then(
        () => 'committed',
        () => 'lost',
      );
    expect(await killed).toBe('lost');
    expect(await steps(made[0] ?? '')).toEqual([]);
    const counts = await Promise.all([escalate(first), escalate(second), escalate(first), escalate(second)]);
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(3);
    for (const id of made) {
      expect(await steps(id)).toHaveLength(1);
      expect(await about(id)).toHaveLength(1);
    }
    await Promise.all(pools.map((pool) => pool.end()));
  });

  test('after a downtime makes one step per ticket, and one notice for many', async () => {
    const made: string[] = [];
    for (let ticket = 0; ticket < 6; ticket += 1) made.push(await report({ priority: 'High' }));
    server.clock.advance(7 * 60 * minuteMs);
    expect([await escalate(), await escalate()]).toEqual([6, 0]);
    const [notice, ...more] = (await notices()).filter(
      ({ kind, at }) => kind === 'ticketsUnaccepted' && at === server.clock.now.toISOString(),
    );
    expect([notice && noticeText(notice), more]).toEqual(['6 tickets were not accepted in time', []]);
    for (const id of made) expect([await steps(id), await about(id)]).toEqual([[expect.any(String)], []]);
  });

  test('of urgent tickets after days is one notice too, and marking notices as read clears them all', async () => {
    for (let ticket = 0; ticket < 6; ticket += 1) await report({ priority: 'Critical' });
    server.clock.advance(49 * 60 * minuteMs);
    expect(await escalate()).toBe(6);
    const now = server.clock.now.toISOString();
    const told = (await notices()).filter(({ at }) => at === now);
    expect(told.map(noticeText)).toEqual(['6 tickets were not accepted in time']);
    const engineer = await server.as(server.city.users.bme);
    const ids = (await notices())
      .filter(({ unreadBy }) => unreadBy.includes(server.city.users.bme.id))
      .map(({ id }) => id);
    expect(ids.some((id) => id.length > 64)).toBe(true);
    expect((await engineer.call('readNotices', { body: { ids }, key: randomUUID() })).status).toBe(200);
    expect((await notices()).flatMap(({ unreadBy }) => unreadBy)).not.toContain(server.city.users.bme.id);
  });

  test('continues with the next hospital if one fails', async () => {
    const { db } = server.database;
    const setZone = (timeZone: string, id: string) => db.update(hospital).set({ timeZone }).where(eq(hospital.id, id));
    const [first, second] = [server.city, server.lake].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (!first || !second) expect.fail();
    for (const { users, devices } of [first, second]) {
      const body = {
        installationBaseId: Object.values(devices)[0] ?? '',
        issueType: 'Electrical' as const,
        problemReported: 'Fan',
        priority: 'High' as const,
        machineStatus: 'Restrictive Use' as const,
        reportedDate: server.clock.now.toISOString(),
      };
      expect((await (await server.as(users.hospital)).call('reportTicket', { body, key: randomUUID() })).status).toBe(
        201,
      );
    }
    server.clock.advance(5 * 60 * minuteMs);
    await setZone('Nowhere/Broken', first.id);
    await expect(escalate()).rejects.toThrow(`hospital ${first.id}: `);
    const events = await db.select().from(workEvent).where(eq(workEvent.at, server.clock.now));
    expect(events.map(({ hospitalId, kind }) => [hospitalId, kind])).toEqual([[second.id, 'unaccepted']]);
    await setZone('Asia/Kolkata', first.id);
    expect(await escalate()).toBe(1);
  });

  test('does not run in a hospital that the Admin has switched off', async () => {
    await report();
    const toggle = async (isActive: boolean) => {
      const admin = await server.as(server.admin);
      await admin.call('toggleHospital', { params: { id: server.city.id }, body: { isActive }, key: randomUUID() });
    };
    await toggle(false);
    server.clock.advance(20 * minuteMs);
    expect(await escalate()).toBe(0);
    await toggle(true);
  });
});

describe('P346 quiet hours', () => {
  const mails = () => server.database.db.select().from(noticeMail);

  test('delay mail of all kinds except urgent ones until they end', async () => {
    await set({ quietFrom: '22:00', quietTo: '06:30' });
    // 23:30 in India.
    server.clock.now = new Date(`${server.clock.now.toISOString().slice(0, 10)}T18:00:00.000Z`);
    await server.database.db.delete(noticeMail);
    await report({ priority: 'Low', technicianId: ids.asha });
    const end = new Date(server.clock.now.getTime() + 7 * 60 * minuteMs);
    expect((await mails()).map(({ nextAt }) => nextAt)).toEqual([end]);
    await server.database.db.delete(noticeMail);
    await report();
    expect(new Set((await mails()).map(({ nextAt }) => nextAt.toISOString()))).toEqual(
      new Set([server.clock.now.toISOString()]),
    );
    expect((await notices()).some(({ at }) => at === server.clock.now.toISOString())).toBe(true);
    await set({});
  });

  test.each([
    ['only one of the two times', { quietFrom: '22:00' }, 'quietTo'],
    ['two equal times', { quietFrom: '22:00', quietTo: '22:00' }, 'quietTo'],
    ['no time', { quietFrom: 'late', quietTo: '06:00' }, 'quietFrom'],
    ['no minutes', { criticalMinutes: 0 }, 'criticalMinutes'],
  ])('refuse %s', async (_what, part, field) => {
    const body = { ...defaultNoticeSettings, ...part };
    const { status, problem } = await (await as.office()).call('updateNoticeSettings', { body, key: randomUUID() });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, [field]]);
    expect((await (await as.asha()).call('updateNoticeSettings', { body, key: randomUUID() })).status).toBe(403);
  });
});
