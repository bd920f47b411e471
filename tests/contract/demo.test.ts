import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateDepartmentBody } from '#contract/calls/department.ts';
import { updateEquipmentTypeBody } from '#contract/calls/equipment-type.ts';
import { updateVendorBody } from '#contract/calls/vendor.ts';
import type { NoticeRecord } from '#contract/records/notice.ts';
import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { department, equipment, installation, vendor } from '#server/db/schema.ts';
import { type HospitalScope, readScope } from '#server/db/scope.ts';
import { escalateTickets } from '#server/notice/escalate.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { checkDevices } from '#server/task/plan.ts';
import { contractVisits } from '#ui/features/warranty/visit-rows.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let demo: HospitalScope;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  const facts = { id: 'demo-hospital', name: 'Demo', timeZone: 'Asia/Kolkata' };
  demo = readScope(server.database.db, facts);
});
afterAll(() => server.close());

describe('The demo hospital', () => {
  test.each([
    [
      'equipment',
      async () =>
        (await demo.list(equipment)).map((row) =>
          updateEquipmentTypeBody.safeParse({ ...row, equipmentImportance: row.importance }),
        ),
    ],
    ['vendors', async () => (await demo.list(vendor)).map((row) => updateVendorBody.safeParse(row))],
    ['departments', async () => (await demo.list(department)).map((row) => updateDepartmentBody.safeParse(row))],
  ])('has %s that their own forms accept unchanged', async (_what, read) => {
    const records = await read();
    expect(records.length).toBeGreaterThan(5);
    expect(records.filter(({ success }) => !success)).toEqual([]);
  });

  test('has already escalated its tickets, with no unread notices', async () => {
    const bme = await server.as(demoSignIns.bme);
    const { answer } = await bme.call('syncChanges', { query: { limit: 10_000 } });
    const told = answer.rows.flatMap((part) => (part.kind === 'notice' ? part.rows : [])) as unknown as NoticeRecord[];
    expect(told.length).toBeGreaterThan(0);
    expect(told.flatMap(({ unreadBy }) => unreadBy)).toEqual([]);
    const minutes = (count: number) => new Date(server.clock.now.getTime() + count * 60_000);
    expect(await escalateTickets(server.database.db, minutes(10))).toBe(0);
  });

  test('has figures of all groups for its last month, and work that deviated from its plan', async () => {
    const bme = await server.as(demoSignIns.bme);
    const figuresOf = async (at: string) => {
      const { answer } = await bme.call('figures', { query: { period: 'month', at } });
      return answer.groups.flatMap(({ figures }) => figures);
    };
    const june = await figuresOf('2026-06');
    expect(june.filter(({ value }) => value === null).map(({ id }) => id)).toEqual([]);
    const parts = [...june, ...(await figuresOf('2026-05'))].flatMap((figure) => figure.parts);
    const sets = [
      'job.done',
      'job.late',
      'job.attempted',
      'job.moved',
      'job.cancelled',
      'waiting.part',
      'finding.ticket',
    ];
    const most = sets.map((set) => Math.max(0, ...parts.filter((part) => part.set === set).map(({ rows }) => rows)));
    expect(sets.filter((_set, place) => most[place] === 0)).toEqual([]);
  });

  test('has a contract with visits done, missed and planned', async () => {
    const bme = await server.as(demoSignIns.bme);
    const { rows } = (await bme.call('syncChanges', { query: { limit: 10_000 } })).answer;
    const all = <K extends ReplicaKind>(kind: K) =>
      rows.flatMap((part) => (part.kind === kind ? (part.rows as unknown as ReplicaRecords[K][]) : []));
    const get = <K extends ReplicaKind>(kind: K, id: string) => all(kind).find((record) => record.id === id);
    const [contract] = all('contract');
    const timeZone = 'Asia/Kolkata';
    const day = { today: hospitalDay(server.clock.now, timeZone), timeZone };
    const visits = contractVisits({ all, get }, contract?.id ?? '', day);
    expect(visits?.due).toBe(1);
    expect(visits?.done.length).toBeGreaterThan(visits?.devices ?? 0);
    const states = new Set(visits?.open.map(({ state }) => state));
    expect(states).toEqual(new Set(['overdue', 'planned']));
    const visited = new Set(visits?.done.map(({ serialNumber }) => serialNumber));
    expect(visited.size).toBe((visits?.devices ?? 0) - 2);
  });

  test('has the tasks that its plans require', async () => {
    const devices = await demo.list(installation);
    expect(devices.length).toBeGreaterThan(300);
    const ids = devices.map(({ id }) => id);
    expect((await checkDevices(demo, ids, server.clock.now)).areSettled).toBe(true);
  });
});
