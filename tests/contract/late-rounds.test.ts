import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { NoticeRecord } from '#contract/records/notice.ts';
import { defaultFigureSettings, type FigureSettings } from '#contract/rules/figures/settings.ts';
import { noticeText } from '#contract/rules/notices.ts';
import { databaseOn } from '#server/db/database.ts';
import { figureSettings, holiday, notice, noticeMail } from '#server/db/schema.ts';
import { screens } from '#server/notice/mail-text.ts';
import { tellOfRounds } from '#server/notice/rounds.ts';
import { openPool } from '#tests/support/test-database.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { paths } from '#ui/paths.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Moves the clock to a time of the hospital on a day of August 2026; the 3rd is a Monday. */
const at = (day: number, time: string) => {
  server.clock.now = new Date(`2026-08-${String(day).padStart(2, '0')}T${time}:00+05:30`);
};
const look = (db = server.database.db) => tellOfRounds(db, server.clock.now);
const asha = () => server.as(server.city.users.bme);

/** Returns the notices of late rounds, and forgets them. */
async function told() {
  const gone = await server.database.db.delete(notice).where(eq(notice.kind, 'roundLate')).returning();
  return gone as (Pick<NoticeRecord, 'kind' | 'facts' | 'told'> & (typeof gone)[number])[];
}
const words = async () => (await told()).map(noticeText);

async function template(id = server.city.templateId) {
  const { answer } = await (await asha()).call('roundTemplates');
  return answer.find(({ templateId }) => templateId === id) ?? expect.fail();
}
async function save(submitBy?: string) {
  const { templateName, departmentId, devices: serials, revision } = await template();
  const body = { templateName, departmentId, serials, ...(submitBy !== undefined && { submitBy }), revision };
  const params = { id: server.city.templateId };
  expect((await (await asha()).call('updateRoundTemplate', { params, body, key: randomUUID() })).status).toBe(200);
}
async function add(templateName: string, submitBy: string) {
  const serials = [{ serialNumber: 'VENT-0001' }];
  const body = { templateName, serials, submitBy };
  return (await (await asha()).call('createRoundTemplate', { body, key: randomUUID() })).answer.templateId;
}
async function submit(date: string, madeAt?: string) {
  const serialNumber = 'VENT-0001';
  const entry = { serialNumber, installationBaseId: server.city.devices[serialNumber], status: 'Operational' as const };
  return (await asha()).call('submitRound', {
    body: [{ ...entry, date, dailyRoundTemplateId: server.city.templateId }],
    ...(madeAt !== undefined && { headers: { [madeAtHeader]: madeAt, [clockOffsetHeader]: '0' } }),
  });
}

test('P381 several servers report a late round once, by the hospital’s clock', async () => {
  const { hospital, bme, secondBme } = server.city.users;
  at(3, '08:00');
  expect(await look()).toBe(0);
  await save('10:00');
  // Another program that does not know the field keeps it.
  await save();
  expect((await template()).submitBy).toBe('10:00');
  at(3, '09:59');
  expect(await look()).toBe(0);
  at(3, '10:00');
  const pools = Array.from({ length: 3 }, () => openPool(server.database.connection));
  const counts = await Promise.all(pools.map((pool) => look(databaseOn(pool))));
  await Promise.all(pools.map((pool) => pool.end()));
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(1);
  const mails = (await server.database.db.select().from(noticeMail)).map(({ userId }) => userId);
  const everybody = [hospital.id, bme.id, secondBme.id].toSorted();
  expect(mails.toSorted()).toEqual(everybody);
  const [late, ...more] = await told();
  expect([noticeText(late ?? expect.fail()), late?.told.toSorted(), more]).toEqual([
    'The round of ICU was not submitted by 10:00',
    everybody,
    [],
  ]);
  expect([late?.aboutKind, late?.aboutId]).toEqual(['rounds', server.city.templateId]);
  expect([screens.rounds('one'), screens.rounds('')]).toEqual([paths.roundAdd('one'), paths.rounds()]);

  // Walked in time without network, it arrives late; neither that nor a later check tells anything again.
  at(3, '11:00');
  expect((await submit('2026-08-03', '2026-08-03T09:40:00+05:30')).status).toBe(201);
  expect([await look(), await words()]).toEqual([0, []]);
});

test('P381 a submitted round is not reported, and a changed time counts from the next day if it has passed', async () => {
  at(4, '09:30');
  expect((await submit('2026-08-04')).status).toBe(201);
  at(4, '12:00');
  expect(await look()).toBe(0);
  // A time that has passed when it is set counts from the next day.
  at(5, '12:00');
  await save('11:00');
  expect(await look()).toBe(0);
  const added = await add('Ward B', '11:30');
  expect(await look()).toBe(0);
  at(6, '11:45');
  expect(await look()).toBe(2);
  const [both, ...more] = await told();
  expect([noticeText(both ?? expect.fail()), both?.aboutId, more]).toEqual([
    '2 rounds were not submitted in time',
    '',
    [],
  ]);
  await save('12:30');
  at(6, '12:45');
  expect(await look()).toBe(0);
  await (await asha()).call('deleteRoundTemplate', { params: { id: added }, key: randomUUID() });
});

test('P381 rounds are late only on working days of the hospital', async () => {
  const { db } = server.database;
  const change = async (place: number, part: Partial<FigureSettings>) => {
    const facts = { place, id: randomUUID(), changedAt: server.clock.now, changedById: 'x', changedByName: 'x' };
    const settings = { ...defaultFigureSettings, ...part };
    await db.insert(figureSettings).values({ hospitalId: server.city.id, ...facts, settings });
  };
  const lookAt = async (day: number) => {
    at(day, '13:00');
    await look();
    return words();
  };
  const late = ['The round of ICU was not submitted by 12:30'];
  await change(1001, { hours: 'department', workDays: [1, 2, 3, 4, 5] });
  // Friday, Saturday, Sunday, a holiday on Monday, Tuesday.
  await db.insert(holiday).values({ hospitalId: server.city.id, onDay: '2026-08-10', name: 'Holiday' });
  expect([await lookAt(7), await lookAt(8), await lookAt(9), await lookAt(10), await lookAt(11)]).toEqual([
    late,
    [],
    [],
    [],
    late,
  ]);
  await change(1002, { hours: '24x7' });
  expect(await lookAt(15)).toEqual(late);
});
