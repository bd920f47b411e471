import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NoticeRecord } from '#contract/records/notice.ts';
import { noticesOf, noticeText } from '#contract/rules/notices.ts';
import { clearHospitals } from '#server/jobs/clearing.ts';
import { screens } from '#server/notice/mail-text.ts';
import { type ReportedTicket, ticketBody } from '#tests/support/reported-ticket.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { paths } from '#ui/paths.ts';

const dayMs = 86_400_000;
const serial = 'VENT-0001';

let server: TestServer;
let office: TestClient;
let asha: TestClient;
let binu: TestClient;
let ids: { office: string; asha: string; binu: string };
beforeAll(async () => {
  server = await startTestServer();
  const { hospital, bme, secondBme } = server.city.users;
  ids = { office: hospital.id, asha: bme.id, binu: secondBme.id };
});
beforeEach(async () => {
  server.clock.advance(2 * 3_600_000);
  office = await server.as(server.city.users.hospital);
  asha = await server.as(server.city.users.bme);
  binu = await server.as(server.city.users.secondBme);
});
afterAll(() => server.close());

async function notices(): Promise<NoticeRecord[]> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  return answer.rows.flatMap((part) => (part.kind === 'notice' ? part.rows : [])) as unknown as NoticeRecord[];
}
const about = async (id: string) => (await notices()).filter((notice) => notice.about.id === id);
const shown = (all: readonly NoticeRecord[]) =>
  all.map((notice) => [notice.kind, notice.told.toSorted()] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));

async function report(who: TestClient, part: Partial<ReportedTicket> = {}): Promise<string> {
  const body = ticketBody(server, { priority: 'Low', ...part });
  return (await who.call('reportTicket', { body, key: randomUUID() })).answer.id;
}
const label = async (patientAffected: 'no' | 'yes', serialNumber = serial) => {
  const at = server.clock.now.toISOString();
  const sender = { id: randomUUID(), browser: randomUUID(), secret: randomUUID(), reportedAt: at, sentAt: at };
  const body = { ...sender, serialNumber, kind: 'alarm' as const, text: 'Secret words', patientAffected };
  expect((await server.visitor.call('sendFaultReport', { body })).status).toBe(201);
  return sender.id;
};

describe('P313 a notice', () => {
  test('of an urgent ticket goes to engineers on duty and the office, but not to its reporter', async () => {
    expect(await about(await report(asha))).toEqual([]);
    const everybody = [ids.binu, ids.office].toSorted();
    expect(shown(await about(await report(asha, { priority: 'Critical' })))).toEqual([['urgentTicket', everybody]]);
    const harm = { anyPatientHarm: true, harmDescription: 'Secret harm' };
    const [notice] = await about(await report(asha, harm));
    expect(notice?.told.toSorted()).toEqual(everybody);
    expect(JSON.stringify(notice)).not.toMatch(/Secret|VENT-0001|atient/);
    expect(noticeText(notice ?? expect.fail())).toMatch(/^Urgent ticket BD-2026-\d{6}: Ventilator, ICU$/);

    const { answer: before } = await office.call('dutyTable');
    const leave = [{ id: 'away', technicianId: ids.binu, from: '2026-01-01', to: '2027-12-31' }];
    await office.call('updateDutyTable', { body: { shifts: [], leave, revision: before.revision }, key: randomUUID() });
    expect(shown(await about(await report(office, { priority: 'Critical' })))).toEqual([['urgentTicket', [ids.asha]]]);
    const { answer: after } = await office.call('dutyTable');
    const none = { shifts: [], leave: [], revision: after.revision };
    await office.call('updateDutyTable', { body: none, key: randomUUID() });
  });

  test('P382 of a refused entry goes to its author, at most once an hour, and opens the entries', async () => {
    const refused = async () => (await notices()).filter(({ kind }) => kind === 'entryRefused');
    const body = { taskId: randomUUID(), actionTaken: 'Secret words' };
    const close = async (who: TestClient, key?: string) => {
      expect((await who.call('closeTask', { body, ...(key !== undefined && { key }) })).status).toBe(404);
    };
    // Without a key it is a form, whose user sees the message.
    await close(asha);
    expect(await refused()).toEqual([]);
    const key = randomUUID();
    for (const each of [key, key, randomUUID()]) await close(asha, each);
    const [notice, ...more] = await refused();
    expect([notice?.told, notice?.unreadBy, notice?.about, more]).toEqual([
      [ids.asha],
      [ids.asha],
      { kind: 'entries', id: '' },
      [],
    ]);
    expect(JSON.stringify(notice)).not.toContain('Secret');
    expect(noticeText(notice ?? expect.fail())).toBe('An entry of yours was not accepted and needs your attention');
    expect(screens.entries('')).toBe(paths.outbox());
    await close(binu, randomUUID());
    server.clock.advance(3_600_000);
    asha = await server.as(server.city.users.bme);
    await close(asha, randomUUID());
    expect((await refused()).map(({ told }) => told).toSorted()).toEqual(
      [[ids.asha], [ids.asha], [ids.binu]].toSorted(),
    );
  });

  test('P363 of a note on a ticket or task goes to the colleagues it mentions, without its text', async () => {
    const id = await report(asha);
    const note = 'Secret words for @B. Nair and @A. Rao.';
    await asha.call('addTicketNote', { body: { ticketId: id, note }, key: randomUUID() });
    const [notice] = await about(id);
    expect(shown(await about(id))).toEqual([['mentioned', [ids.binu]]]);
    expect(JSON.stringify(notice)).not.toContain('Secret');
    expect(noticeText(notice ?? expect.fail())).toMatch(/^A note by .+ mentions you, BD-2026-\d{6}: Ventilator, ICU$/);
    const taskId = server.city.tasks.overdue;
    await asha.call('addTaskNote', { body: { taskId, note }, key: randomUUID() });
    expect(shown(await about(taskId))).toEqual([['mentioned', [ids.binu]]]);
  });

  test('of work goes to the assignee, unless they assigned it themselves', async () => {
    const id = await report(office, { technicianId: ids.asha });
    expect(shown(await about(id))).toEqual([['ticketAssigned', [ids.asha]]]);
    const step = { body: { ticketId: id }, key: randomUUID() };
    await asha.call('waitTicket', { body: { ticketId: id, reason: 'part', note: '' }, key: randomUUID() });
    await binu.call('resumeTicket', { ...step, key: randomUUID() });
    await binu.call('escalateTicket', { ...step, key: randomUUID() });
    await asha.call('escalateTicket', { ...step, key: randomUUID() });
    expect(shown(await about(id))).toEqual([
      ['ticketAssigned', [ids.asha]],
      ['ticketEscalated', [ids.asha]],
      ['waitingEnded', [ids.asha]],
    ]);
    // High to Critical.
    await asha.call('escalateTicket', { ...step, key: randomUUID() });
    expect((await about(id)).filter(({ kind }) => kind === 'urgentTicket')).toHaveLength(1);

    server.clock.advance(60_000);
    await asha.call('assignTicket', { body: { ticketId: id, technicianId: ids.asha }, key: randomUUID() });
    server.clock.advance(60_000);
    const key = randomUUID();
    for (const _time of [1, 2])
      await asha.call('assignTicket', { body: { ticketId: id, technicianId: ids.binu }, key });
    expect(
      (await about(id)).filter(({ kind, told }) => kind === 'ticketAssigned' && told[0] === ids.binu),
    ).toHaveLength(1);
    expect((await about(id)).filter(({ kind }) => kind === 'ticketAssigned')).toHaveLength(2);

    const taskId = server.city.tasks.upcoming;
    await office.call('assignTask', { body: { taskId, technicianId: ids.binu }, key: randomUUID() });
    const [task] = await about(taskId);
    expect([task?.told, task && noticeText(task)]).toEqual([
      [ids.binu],
      'Scheduled work was assigned to you by City Hospital Office: Ventilator, ICU',
    ]);
  });

  test('of a report from a label goes to engineers on duty, and to the office once a patient was affected', async () => {
    const { answer } = await office.call('reportSettings');
    const settings = { isOn: true, helpline: '', keepDays: 90, labelLine: '', revision: answer.revision };
    await office.call('updateReportSettings', { body: settings, key: randomUUID() });
    const id = await label('no');
    expect(shown(await about(id))).toEqual([['newReport', [ids.asha, ids.binu].toSorted()]]);
    await label('no');
    expect(await about(id)).toHaveLength(1);
    await label('yes');
    await label('yes');
    expect(shown(await about(id))).toEqual([
      ['newReport', [ids.asha, ids.binu].toSorted()],
      ['patientReport', [ids.asha, ids.binu, ids.office].toSorted()],
    ]);
    expect(JSON.stringify(await about(id))).not.toMatch(/Secret|VENT-0001/);
  });

  test('is marked read per user, also twice and after it is deleted', async () => {
    const id = await report(office, { priority: 'Critical' });
    const [notice] = await about(id);
    const read = { body: { ids: [notice?.id ?? '', 'gone.urgentTicket'] } };
    for (const _time of [1, 2])
      expect((await asha.call('readNotices', { ...read, key: randomUUID() })).status).toBe(200);
    expect((await about(id))[0]).toMatchObject({ told: notice?.told, unreadBy: [ids.binu] });
    const mine = noticesOf(await notices(), ids.asha);
    expect(mine.map(({ at }) => at)).toEqual(
      mine
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(noticesOf(await notices(), 'nobody')).toEqual([]);
  });

  test('is not written for a closed account, and is deleted after 30 days', async () => {
    const { status } = await office.call('deleteEngineer', { params: { id: ids.binu }, key: randomUUID() });
    expect(status).toBeLessThan(300);
    expect((await about(await report(office, { priority: 'Critical' })))[0]?.told).toEqual([ids.asha]);

    const old = await notices();
    server.clock.advance(31 * dayMs);
    asha = await server.as(server.city.users.bme);
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    await clearHospitals({ db: server.database.db, now: () => server.clock.now, log: quiet });
    expect(old.length).toBeGreaterThan(0);
    expect(await notices()).toEqual([]);
  });
});
