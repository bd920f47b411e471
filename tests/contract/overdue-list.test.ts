import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NoticeRecord } from '#contract/records/notice.ts';
import { noticeText } from '#contract/rules/notices.ts';
import { databaseOn } from '#server/db/database.ts';
import { hospital, notice, noticeMail, task } from '#server/db/schema.ts';
import { screens } from '#server/notice/mail-text.ts';
import { tellOfOverdueWork } from '#server/notice/overdue.ts';
import { openPool } from '#tests/support/test-database.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const look = (db = server.database.db) => tellOfOverdueWork(db, server.clock.now);
const at = (time: string) => {
  server.clock.now = new Date(`2026-08-05T${time}:00+05:30`);
};
async function told(): Promise<[string, readonly string[]][]> {
  const rows = await server.database.db.select().from(notice).where(eq(notice.hospitalId, server.city.id));
  const lists = rows.filter(({ kind }) => kind === 'overdueWork') as Pick<NoticeRecord, 'kind' | 'facts' | 'told'>[];
  return lists.map((each): [string, readonly string[]] => [noticeText(each), each.told]).toSorted();
}

test('P347 overdue work is reported once a day, by the hospital clock, however many servers run', async () => {
  const { hospital, bme, secondBme } = server.city.users;
  const { db } = server.database;
  await db.update(task).set({ taskDate: '2026-08-20' });
  const overdue = await db
    .select()
    .from(task)
    .where(sql`${task.hospitalId} = ${server.city.id} and ${task.closedAt} is null and ${task.removedAt} is null`);
  expect(overdue.length).toBeGreaterThan(1);
  const [mine, ...others] = overdue.map(({ id }) => id);
  const late = (id = '', technicianId: string | null = null) =>
    db.update(task).set({ taskDate: '2026-08-04', technicianId }).where(eq(task.id, id));
  at('07:29');
  await late(mine, bme.id);
  await late(others[0]);
  expect(await look()).toBe(0);
  at('07:30');
  const pools = Array.from({ length: 3 }, () => openPool(server.database.connection));
  // Both seeded hospitals are due.
  const looks = await Promise.all(pools.map((pool) => look(databaseOn(pool))));
  expect(looks.reduce((sum, each) => sum + each, 0)).toBe(2);
  await Promise.all(pools.map((pool) => pool.end()));
  const lists = [
    ['1 task of yours is overdue', [bme.id]],
    ['2 tasks are overdue, 1 of them assigned to nobody', [hospital.id]],
  ];
  expect(await told()).toEqual(lists);
  expect((await db.select().from(noticeMail)).map(({ userId }) => userId).toSorted()).toEqual(
    [bme.id, hospital.id].toSorted(),
  );
  at('23:00');
  expect(await look()).toBe(0);

  const asha = await server.as(bme);
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  expect(answer.rows.some(({ kind }) => kind === 'notice')).toBe(true);
  expect([screens.overdueTasks(''), screens.overdueTasks('me')]).toEqual([
    '/bme-dashboard/maintenance?status=overdue',
    '/bme-dashboard/maintenance?status=overdue&technician=me',
  ]);

  // A closed account, a hospital that is switched off, and a day without overdue work.
  await late(mine, secondBme.id);
  const office = await server.as(hospital);
  await office.call('deleteEngineer', { params: { id: secondBme.id }, key: randomUUID() });
  server.clock.now = new Date('2026-08-06T09:00:00+05:30');
  expect(await look()).toBe(2);
  expect((await told()).flatMap(([, users]) => users)).not.toContain(secondBme.id);
  await db.update(task).set({ taskDate: '2026-08-20' });
  server.clock.now = new Date('2026-08-07T09:00:00+05:30');
  const before = await told();
  await look();
  expect(await told()).toEqual(before);
});

test('P347 a failing hospital does not keep the others from their list', async () => {
  const { db } = server.database;
  const setZone = (timeZone: string, id: string) => db.update(hospital).set({ timeZone }).where(eq(hospital.id, id));
  const [first, second] = [server.city.id, server.lake.id].toSorted();
  if (first === undefined || second === undefined) expect.fail();
  server.clock.now = new Date('2026-08-08T09:00:00+05:30');
  await setZone('Nowhere/Broken', first);
  await expect(look()).rejects.toThrow(`hospital ${first}: `);
  await setZone('Asia/Kolkata', first);
  // The second hospital has had its list.
  expect([await look(), await look()]).toEqual([1, 0]);
});
