import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditRow } from '#contract/calls/audit.ts';
import type { CallSpec } from '#contract/define.ts';
import { calls, callList } from '#contract/index.ts';
import { idempotencyHeader } from '#contract/calls/sync.ts';
import { auditEntry } from '#server/db/schema.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { keyless } from '#tests/security/keyless.ts';
import { openWorld, sampleOf, send, type World } from './world.ts';

let server: TestServer;
let city: World;
beforeAll(async () => {
  server = await startTestServer();
  city = await openWorld(server, server.city);
});
afterAll(() => server.close());

const writes = callList.filter(({ name, spec }) => spec.method !== 'GET' && !keyless.has(name));

async function log(query: Record<string, unknown> = {}, session = city.office): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await send(server, session, 'auditPage', { query: { pageSize: 100, page, ...query } });
    expect(answer.statusCode).toBe(200);
    const { items, totalPages } = answer.json<{ items: AuditRow[]; totalPages: number }>();
    rows.push(...items);
    if (page >= totalPages) return rows;
  }
}

/** The words of a write for the log; those of all variants, but not those of earlier releases. */
const wordsIn = (activity: CallSpec['activity']): readonly string[] =>
  typeof activity === 'object' ? Object.values(activity.variants) : [activity ?? ''];

/** Writes to things that the log does not name: the user's own password, the hospital's settings, notices. */
const ofNoRecord = new Set([
  'changePassword',
  'updateFigureSettings',
  'updateReportSettings',
  'updateDutyTable',
  'updateNoticeSettings',
  'dismissAccountNotices',
  'readNotices',
  'updateNoticePreferences',
  'saveListView',
  'deleteListView',
  'setHospitalLogo',
]);

describe('Every accepted write is in the activity log', () => {
  test.each(writes.map(({ name }) => name))('%s', async (name) => {
    const spec: CallSpec = calls[name];
    const isAdmins = Array.isArray(spec.access) && spec.access.includes('Admin') && !spec.access.includes('Hospital');
    const session = isAdmins ? city.admin : city.office;
    const key = `trace-${name}`;
    const sample = await sampleOf(name, city);
    const answer = await send(server, session, name, sample, { [idempotencyHeader]: key });
    expect([answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([spec.status ?? 200, '']);
    const rows = await server.database.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.id, key), eq(auditEntry.call, name)));
    expect(rows.map(({ userId }) => userId)).toContain(isAdmins ? server.admin.id : server.city.users.hospital.id);
    const shown = (await log({}, session)).find(({ id }) => id === key);
    expect(shown).toMatchObject({ userName: isAdmins ? 'Admin' : 'City Hospital Office' });
    expect(wordsIn(spec.activity)).toContain(shown?.what);
    if (ofNoRecord.has(name)) return;
    const records =
      rows.find(({ userId }) => userId === (isAdmins ? server.admin.id : server.city.users.hospital.id))?.records ?? [];
    expect(records.length).toBeGreaterThan(0);
    expect(shown?.records, records.join(' ')).toHaveLength(Math.min(3, records.length));
  });

  test('a refused write and a repeated one are not', async () => {
    const count = async () => (await server.database.db.select().from(auditEntry)).length;
    const sample = await sampleOf('createDepartment', city);
    await send(server, city.office, 'createDepartment', sample, { [idempotencyHeader]: 'twice' });
    const before = await count();
    await send(server, city.office, 'createDepartment', sample, { [idempotencyHeader]: 'twice' });
    await send(server, city.office, 'createDepartment', sample);
    await send(server, city.office, 'closeTask', { body: { taskId: 'x', actionTaken: 'Cleaned' } });
    expect(await count()).toBe(before);
  });
});

describe('The activity log', () => {
  test('can be searched by user, action, record and day of the hospital', async () => {
    const serialNumber = 'AUDIT-7';
    const sample = await sampleOf('createDevices', city);
    const [device] = sample.body as object[];
    await city.done('createDevices', { body: [{ ...device, serialNumber }] });
    const [row] = await log({ search: 'audit-7' });
    expect(row).toMatchObject({
      what: 'Install devices',
      at: server.clock.now.toISOString(),
      userRole: 'Hospital',
    });
    expect(row?.records).toContain(serialNumber);
    expect((await log({ search: 'hospital office' })).length).toBeGreaterThan(0);
    expect((await log({ search: 'install devices' })).length).toBeGreaterThan(0);
    expect(await log({ search: 'nobody did this' })).toEqual([]);
    expect((await log({ from: city.today, to: city.today })).length).toBeGreaterThan(0);
    expect(await log({ to: '2026-06-30' })).toEqual([]);
    expect(await log({ from: '2026-07-02' })).toEqual([]);
  });

  test('says what was done where one call does several things, and names schedules', async () => {
    const sample = await sampleOf('saveWarranty', city);
    const save = async (key: string, known: object) => {
      const body = { ...(sample.body as object), ...known };
      const answer = await send(server, city.office, 'saveWarranty', { body }, { [idempotencyHeader]: key });
      return answer.json<{ id: string; revision: string }>();
    };
    const { id, revision } = await save('first', {});
    await save('second', { id, revision });
    const whatOf = async (key: string) => (await log()).find((row) => row.id === key)?.what;
    expect([await whatOf('first'), await whatOf('second')]).toEqual(['Create a warranty', 'Change a warranty']);
    expect((await log({ search: 'create a warranty' })).map((row) => row.id)).not.toContain('second');
    const hospital = await city.made('createHospital');
    for (const isActive of [false, true]) {
      await city.done('toggleHospital', { params: { id: hospital }, body: { isActive } });
    }
    const done = (await log({ search: 'activate a hospital' }, city.admin)).slice(0, 2).map(({ what }) => what);
    expect(done.toSorted()).toEqual(['Activate a hospital', 'Deactivate a hospital']);
    await city.done('createSchedule');
    const [schedule] = await log({ search: 'add a schedule' });
    expect(schedule?.records[0]).toMatch(/^title .* of /);
  });

  test('shows a hospital what the Admin changed in it, and nothing about another hospital', async () => {
    await city.done('importEquipment');
    const [row] = await log({ search: 'import' });
    expect([row?.userName, row?.userRole]).toEqual(['Admin', 'Admin']);
    const lake = await openWorld(server, server.lake, { admin: city.admin });
    const seen = await log({}, lake.office);
    expect(seen.map(({ what, userName }) => [what, userName])).toEqual([['Sign in', 'Lake Hospital Office']]);
  });

  test('contains writes of the Admin and of the hospital under the same key', async () => {
    const byAdmin = () => sampleOf('importEquipment', city);
    const byOffice = () => sampleOf('createVendor', city);
    const statusOf = async (key: string, name: 'importEquipment' | 'createVendor') => {
      const [sender, sample] = name === 'createVendor' ? [city.office, byOffice] : [city.admin, byAdmin];
      return (await send(server, sender, name, await sample(), { [idempotencyHeader]: key })).statusCode;
    };
    expect([await statusOf('first-admin', 'importEquipment'), await statusOf('first-admin', 'createVendor')]).toEqual([
      200, 201,
    ]);
    expect([await statusOf('first-office', 'createVendor'), await statusOf('first-office', 'importEquipment')]).toEqual(
      [201, 200],
    );
  });
});
