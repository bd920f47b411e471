import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import type { NoticeRecord } from '#contract/records/notice.ts';
import { noticeText } from '#contract/rules/notices.ts';
import { databaseOn } from '#server/db/database.ts';
import { notice, noticeMail } from '#server/db/schema.ts';
import { tellOfVendors } from '#server/notice/vendors.ts';
import { ticketBody } from '#tests/support/reported-ticket.ts';
import { openPool } from '#tests/support/test-database.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

const minuteMs = 60_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const office = await server.as(server.city.users.hospital);
  const contract = {
    warrantyNumber: 'C-1',
    equipmentId: server.city.equipment.ventilator,
    makeId: server.city.makeId,
    pmFrequency: 'quarterly' as const,
    pmCount: 0,
    warrantyStartDate: '2026-06-01',
    warrantyDurationInYear: 1,
    selectedSerials: [{ serialNumber: 'VENT-0001' }],
    kind: 'CMC' as const,
    vendorId: server.city.vendorId,
    contactName: '',
    phone: '',
    // Around the clock.
    terms: { ...blankTerms(), covers: ['labour' as const], responseHours: 4, repairDays: 1 },
  };
  expect((await office.call('saveWarranty', { body: contract, key: randomUUID() })).status).toBe(201);
});
afterAll(() => server.close());

async function report(technicianId?: string): Promise<string> {
  const office = await server.as(server.city.users.hospital);
  const body = ticketBody(server, { priority: 'High', ...(technicianId !== undefined && { technicianId }) });
  return (await office.call('reportTicket', { body, key: randomUUID() })).answer.id;
}
const look = (db = server.database.db) => tellOfVendors(db, server.clock.now);
async function toldOf(id: string): Promise<[string, readonly string[]][]> {
  const rows = await server.database.db.select().from(notice).where(eq(notice.aboutId, id));
  const told = rows.filter(({ kind }) => kind.startsWith('vendor')) as Pick<NoticeRecord, 'kind' | 'facts' | 'told'>[];
  return told.map((each): [string, readonly string[]] => [noticeText(each), each.told]).toSorted();
}

test('P373 the engineer of a ticket is notified once when its vendor must act within 2 hours, and when it is late', async () => {
  const { bme } = server.city.users;
  const id = await report(bme.id);
  expect(await look()).toBe(0);
  server.clock.advance(119 * minuteMs);
  expect(await look()).toBe(0);
  server.clock.advance(61 * minuteMs);
  const pools = Array.from({ length: 3 }, () => openPool(server.database.connection));
  await Promise.all(pools.map((pool) => look(databaseOn(pool))));
  await Promise.all(pools.map((pool) => pool.end()));
  const dueSoon = expect.stringMatching(
    /^The vendor’s response to BD-2026-\d{6} is due within 2 hours: Ventilator, ICU$/,
  );
  expect(await toldOf(id)).toEqual([[dueSoon, [bme.id]]]);
  const mails = await server.database.db.select().from(noticeMail);
  expect(mails.filter(({ noticeId }) => noticeId.endsWith('.vendorDueSoon'))).toHaveLength(1);
  server.clock.advance(61 * minuteMs);
  expect([await look(), await look()]).toEqual([1, 0]);
  const late = expect.stringMatching(/^The vendor’s response to BD-2026-\d{6} is late: Ventilator, ICU$/);
  expect(await toldOf(id)).toEqual([
    [dueSoon, [bme.id]],
    [late, [bme.id]],
  ]);
  // The repair is late after a day, but nobody is notified long afterwards.
  server.clock.advance(50 * 60 * minuteMs);
  expect(await look()).toBe(0);
});

test('P373 those on duty are notified if nobody is assigned, and nobody once the vendor came or the hospital is to act', async () => {
  const { bme, secondBme } = server.city.users;
  const [nobodys, arrived, waiting] = [await report(), await report(bme.id), await report(bme.id)];
  server.clock.advance(30 * minuteMs);
  const asha = await server.as(bme);
  expect((await asha.call('arriveTicket', { body: { ticketId: arrived }, key: randomUUID() })).status).toBe(200);
  const wait = { ticketId: waiting, reason: 'approval' as const, note: 'Estimate' };
  expect((await asha.call('waitTicket', { body: wait, key: randomUUID() })).status).toBe(200);
  server.clock.advance(170 * minuteMs);
  await look();
  expect((await toldOf(nobodys)).map(([, told]) => told.toSorted())).toEqual([[bme.id, secondBme.id].toSorted()]);
  expect([await toldOf(arrived), await toldOf(waiting)]).toEqual([[], []]);
});
