import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeText } from '#contract/rules/notices.ts';
import { attachment, hospital, notice } from '#server/db/schema.ts';
import { textWorkbook } from '#server/import/sheets-out.ts';
import { screens } from '#server/notice/mail-text.ts';
import { tellOfOverdueWork } from '#server/notice/overdue.ts';
import { uploader } from '#tests/support/import-upload.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { paths } from '#ui/paths.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function told(kind: 'importFinished' | 'storageNearlyFull'): Promise<[string, string[]][]> {
  const rows = await server.database.db.select().from(notice).where(eq(notice.kind, kind));
  return rows.map((each) => [noticeText(each), each.told]);
}

test('P351 the office is notified of an import once, and not of a dry run', async () => {
  const header = ['Equipment Name', 'Importance', 'Make', 'Model', 'Serial Number', 'Department', 'Location'];
  const row = ['Ventilator', 'Critical', 'Aerolife', 'AV-9', 'IMP-0001', 'ICU', 'Bay 1', '2026-06-30'];
  const file = textWorkbook({ name: 'Register', rows: [[...header, 'Installation Date'], row] });
  const upload = uploader(server, await server.as(server.admin));
  await upload({ file, checkOnly: true });
  expect(await told('importFinished')).toEqual([]);
  for (const key of ['one-import', 'one-import']) expect((await upload({ file, key })).status).toBe(200);
  // Nothing of the file is new.
  await upload({ file });
  expect(await told('importFinished')).toEqual([['1 device was imported', [server.city.users.hospital.id]]]);
  expect(screens.devices('')).toBe(paths.devices());
});

test('P351 the office is notified once when 80 % of the storage is used', async () => {
  const { db } = server.database;
  const look = async (day: string) => {
    server.clock.now = new Date(`${day}T08:00:00+05:30`);
    await tellOfOverdueWork(db, server.clock.now);
    return told('storageNearlyFull');
  };
  await db.update(hospital).set({ storageMb: 10 }).where(eq(hospital.id, server.city.id));
  const file = { hospitalId: server.city.id, sha256: 'f'.repeat(64), mime: 'application/pdf' };
  const sizeBytes = 7 * 1024 * 1024;
  await db.insert(attachment).values({ ...file, sizeBytes, receivedBytes: sizeBytes });
  expect(await look('2026-08-05')).toEqual([]);
  await db
    .update(attachment)
    .set({ sizeBytes: 8 * 1024 * 1024 })
    .where(eq(attachment.sha256, file.sha256));
  const full = [['80 % of the storage for files is used. The Admin can allow more.', [server.city.users.hospital.id]]];
  expect(await look('2026-08-06')).toEqual(full);
  expect(await look('2026-08-07')).toEqual(full);
  // Settings show how much is used.
  expect(screens.storage('')).toBe(paths.settings());
});
