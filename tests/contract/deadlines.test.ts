import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NoticeRecord } from '#contract/records/notice.ts';
import { noticeText } from '#contract/rules/notices.ts';
import { notice, noticeSettings, warranty } from '#server/db/schema.ts';
import { defaultNoticeSettings } from '#contract/rules/escalation.ts';
import { tellOfOverdueWork } from '#server/notice/overdue.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Runs the check at eight in the morning of a day and returns the deadline notices since the previous one. */
async function look(day: string) {
  const { db } = server.database;
  await db.delete(notice);
  await tellOfOverdueWork(db, new Date(`${day}T08:00:00+05:30`));
  const rows = (await db.select().from(notice)).filter(({ hospitalId }) => hospitalId === server.city.id);
  const told = rows.filter(({ kind }) => kind !== 'overdueWork') as Pick<NoticeRecord, 'kind' | 'facts' | 'told'>[];
  return { words: told.map(noticeText).toSorted(), users: new Set(told.flatMap((each) => each.told)) };
}

test('P349 the office and the named engineer are notified once of contracts and certificates that end in 30 days', async () => {
  const { db } = server.database;
  const { id: hospitalId, users } = server.city;
  await db.insert(noticeSettings).values({ hospitalId, ...defaultNoticeSettings, personId: users.bme.id });
  const [any] = await db.select().from(warranty);
  const contract = (id: string, kind: 'AMC' | 'CMC' | 'Rental' | 'Warranty', endOn: string, noticeDays = 0) => {
    const { search: _search, numberOrder: _order, ...row } = any ?? expect.fail();
    const terms = { noticeDays } as typeof row.terms;
    return db
      .insert(warranty)
      .values({ ...row, createdAt: new Date('2026-08-01'), hospitalId, id, number: id, kind, endOn, terms });
  };
  await db.execute(sql`update warranty set end_on = '2030-01-01'`);
  await db.execute(sql`update tester_certificate set due_on = '2030-01-01', created_at = '2026-08-01'`);
  await look('2026-09-01');
  await contract('amc', 'AMC', '2026-10-10');
  await contract('notice', 'CMC', '2026-12-09', 60);
  await contract('plain', 'Warranty', '2026-10-10');
  expect((await look('2026-09-09')).words).toEqual([]);
  const found = await look('2026-09-10');
  expect(found.words).toEqual([
    '1 contract ends within 30 days',
    'The last day for notice of 1 contract is within 30 days',
  ]);
  expect(found.users).toEqual(new Set([users.bme.id, users.hospital.id]));
  expect((await look('2026-09-11')).words).toEqual([]);
  // A week of downtime skips nothing; after months of it, past deadlines are not announced.
  await contract('week', 'Rental', '2026-10-15');
  expect((await look('2026-09-20')).words).toEqual(['1 contract ends within 30 days']);
  // What is entered later with fewer days left is in the next list.
  await contract('late', 'AMC', '2026-10-01');
  await db.execute(sql`update warranty set created_at = '2026-09-20T12:00:00Z' where id = 'late'`);
  expect((await look('2026-09-21')).words).toEqual(['1 contract ends within 30 days']);
  expect((await look('2026-09-22')).words).toEqual([]);
  // A changed date is notified again, once, even when it is changed back; a renaming is not notified.
  const endOn = (id: string, on: string) => db.execute(sql`update warranty set end_on = ${on}::date where id = ${id}`);
  await endOn('plain', '2026-10-05');
  await endOn('amc', '2026-10-03');
  expect([(await look('2026-09-23')).words, (await look('2026-09-24')).words]).toEqual([
    ['1 contract ends within 30 days'],
    [],
  ]);
  await endOn('amc', '2026-10-10');
  expect([(await look('2026-09-25')).words, (await look('2026-09-26')).words]).toEqual([
    ['1 contract ends within 30 days'],
    [],
  ]);
  // Extended, it is no longer due; a new end within 30 days is.
  await endOn('amc', '2027-10-10');
  expect((await look('2026-09-27')).words).toEqual([]);
  await endOn('amc', '2026-10-20');
  expect((await look('2026-09-28')).words).toEqual(['1 contract ends within 30 days']);
  await contract('passed', 'AMC', '2027-01-01');
  await contract('coming', 'AMC', '2027-02-20');
  expect((await look('2027-02-01')).words).toEqual(['1 contract ends within 30 days']);
});
