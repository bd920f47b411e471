import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { horizonOf, intervalAfter } from '#contract/rules/plan.ts';
import { installation, schedule, task, workEvent } from '#server/db/schema.ts';
import { databaseOn } from '#server/db/database.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { openPool } from '#tests/support/test-database.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

type Body = BodyInput<Calls['createSchedule']>;
const today = '2026-07-01';
const dayMs = 24 * 60 * 60 * 1000;

let server: TestServer;
let bme: TestClient;
let deviceId: string;
beforeEach(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  // The seed stamps rows with real time, which is later than the test's clock.
  const createdAt = new Date('2026-01-01T06:30:00.000Z');
  await server.database.db.update(installation).set({ createdAt });
  await checkTasks(server.database.db, server.clock.now);
  deviceId = server.city.devices['VENT-0001'] ?? '';
});
afterEach(() => server.close());

const body = (more: Partial<Body> = {}): Body => ({
  target: 'device',
  targetId: deviceId,
  kind: 'Safety',
  title: 'Earth and leakage',
  every: 3,
  unit: 'month',
  basis: 'fixed',
  firstDueOn: '2026-01-31',
  ...more,
});
async function create(more: Partial<Body> = {}) {
  const made = await bme.call('createSchedule', { body: body(more), key: randomUUID() });
  expect(made.status).toBe(201);
  return made.answer;
}
const jobs = (of: { scheduleId: string; device?: string }) =>
  server.database.db
    .select()
    .from(task)
    .where(
      and(
        eq(task.hospitalId, server.city.id),
        eq(task.sourceId, of.scheduleId),
        isNull(task.removedAt),
        ...(of.device === undefined ? [] : [eq(task.deviceId, of.device)]),
      ),
    )
    .orderBy(asc(task.taskDate));
const open = async (scheduleId: string, device = deviceId) =>
  (await jobs({ scheduleId, device })).filter(({ closedAt }) => closedAt === null).map(({ taskDate }) => taskDate);
async function record(id = deviceId): Promise<DeviceRecord | undefined> {
  const { answer } = await bme.call('syncChanges');
  const rows = answer.rows.flatMap((group) => (group.kind === 'device' ? group.rows : [])) as unknown as DeviceRecord[];
  return rows.find((row) => row.id === id);
}
const check = () => checkTasks(server.database.db, server.clock.now);
/** Returns a plan's days from today to the horizon. */
function daysOf(first: LocalDay, months: number): LocalDay[] {
  const days: LocalDay[] = [];
  for (let k = 0; ; k += 1) {
    const on = intervalAfter(first, { every: months, unit: 'month' }, k);
    if (on > horizonOf(today)) return days;
    days.push(on);
  }
}

describe('a new schedule', () => {
  test('creates its jobs at once, from today to 13 months ahead, and tablets get the plan', async () => {
    const { id } = await create();
    expect(await open(id)).toEqual(daysOf('2026-01-31', 3).filter((day) => day >= today));
    expect(await open(id)).toEqual(['2026-07-31', '2026-10-31', '2027-01-31', '2027-04-30', '2027-07-31']);
    expect(await check()).toBe(0);
    expect((await record())?.plans).toContainEqual({
      type: 'Safety',
      every: 3,
      unit: 'month',
      from: '2026-01-31',
      scheduleId: id,
      title: 'Earth and leakage',
    });
    const [task1] = await jobs({ scheduleId: id });
    const { answer } = await bme.call('syncChanges');
    const rows = answer.rows.flatMap((group) => (group.kind === 'task' ? group.rows : []));
    expect(rows.find((row) => row['id'] === task1?.id)).toMatchObject({ type: 'Safety', title: 'Earth and leakage' });
  });

  test('creates past jobs on request', async () => {
    const { id } = await create({ start: 'all' });
    expect(await open(id)).toEqual(daysOf('2026-01-31', 3));
  });

  test('counted from when the work was last done has one overdue job at most', async () => {
    const { id } = await create({ start: 'last-done', firstDueOn: null, lastDoneOn: '2025-09-15' });
    expect((await open(id)).filter((day) => day < today)).toEqual(['2026-06-15']);
    expect((await open(id))[1]).toBe('2026-09-15');
    const floating = await create({ start: 'last-done', lastDoneOn: '2025-09-15', basis: 'floating' });
    expect(await open(floating.id)).toEqual(['2025-12-15']);
  });

  test('can start from the day such work was last done, by its register or by a task closed since', async () => {
    const lastDone = async (kind: 'PM' | 'Cal' | 'Safety', id = deviceId) =>
      bme.call('scheduleLastDone', { query: { deviceId: id, kind } });
    const days = { lastPmOn: '2026-05-04', lastCalibrationOn: '2025-12-24' };
    await server.database.db.update(installation).set(days).where(eq(installation.id, deviceId));
    expect((await lastDone('PM')).answer).toEqual({ deviceId, kind: 'PM', on: '2026-05-04' });
    expect((await lastDone('Cal')).answer.on).toBe('2025-12-24');
    expect((await lastDone('Safety')).answer.on).toBeNull();
    const { id } = await create({ kind: 'PM', start: 'all' });
    const [first] = await jobs({ scheduleId: id });
    const closing = { taskId: first?.id ?? '', actionTaken: 'Done', files: [] };
    expect((await bme.call('closeTask', { body: closing, key: randomUUID() })).status).toBe(200);
    expect((await lastDone('PM')).answer.on).toBe(today);
    expect((await lastDone('PM', server.lake.devices['LVENT-0001'] ?? 'no device')).status).toBe(404);
  });

  test('for a model plans each of its devices, later ones from their own day on', async () => {
    const { models } = server.city;
    const [known] = await server.database.db
      .select()
      .from(installation)
      .where(and(eq(installation.hospitalId, server.city.id), eq(installation.id, deviceId)));
    const made = await create({ target: 'model', targetId: known!.modelId, start: 'all' });
    expect(made.devices).toBeGreaterThan(0);
    expect((await jobs({ scheduleId: made.id })).length).toBe(made.devices * daysOf('2026-01-31', 3).length);
    server.clock.advance(60 * dayMs);
    bme = await server.as(server.city.users.bme);
    const added = await bme.call('createDevices', {
      body: [
        {
          serialNumber: 'LATER-1',
          modelId: models.ventilator,
          vendorId: server.city.vendorId,
          price: 1,
          purchaseDate: '2026-07-01',
          installationDate: '2026-08-30',
          departmentId: server.city.departments.icu,
        },
      ],
    });
    expect(known!.modelId).toBe(models.ventilator);
    const days = await open(made.id, added.answer.ids[0]);
    expect(days[0]).toBe('2026-10-31');
    await check();
    expect((await open(made.id, added.answer.ids[0]))[0]).toBe('2026-10-31');
  });

  test('that floats has one job, and the next is counted from the day it was done', async () => {
    const { id } = await create({ basis: 'floating', firstDueOn: '2026-07-10', ends: 'count', count: 2 });
    expect(await open(id)).toEqual(['2026-07-10']);
    const [job] = await jobs({ scheduleId: id });
    server.clock.advance(20 * dayMs);
    bme = await server.as(server.city.users.bme);
    await bme.call('closeTask', { body: { taskId: job!.id, actionTaken: 'Tested.' } });
    expect(await open(id)).toEqual(['2026-10-21']);
    await check();
    expect(await open(id)).toEqual(['2026-10-21']);
    expect((await record())?.plans?.find(({ scheduleId }) => scheduleId === id)).toMatchObject({
      isFloating: true,
      from: '2026-10-21',
    });
    const next = (await jobs({ scheduleId: id })).find(({ closedAt }) => closedAt === null);
    await bme.call('closeTask', { body: { taskId: next!.id, actionTaken: 'Tested.' } });
    expect(await open(id)).toEqual([]);
  });

  test.each([
    ['done', 'closed', ['2026-10-01']],
    ['reported with a required action', 'open', ['2026-07-10']],
  ])('that floats has exactly one job after its cancelled one is %s', async (_what, as, days) => {
    const { id } = await create({ basis: 'floating', firstDueOn: '2026-07-10' });
    const other = await create({ title: 'Another', firstDueOn: '2026-07-20' });
    const [job] = await jobs({ scheduleId: id });
    await bme.call('cancelTask', { body: { taskId: job!.id, reason: 'In use' } });
    const living = async () => {
      const rows = await jobs({ scheduleId: id });
      return rows.filter((row) => row.closedAt === null && row.cancelledAt === null).map((row) => row.taskDate);
    };
    expect(await living()).toEqual(['2026-10-10']);
    const before = await open(other.id);
    const done =
      as === 'closed'
        ? await bme.call('closeTask', { body: { taskId: job!.id, actionTaken: 'Tested.' } })
        : await bme.call('submitMaintenanceReport', {
            body: { TaskId: job!.id, ActionsTaken: 'Tested.', IsActionRequired: true, ActionRequiredDetails: 'Fuse' },
          });
    expect(done.status).toBe(200);
    expect(await living()).toEqual(days);
    expect(await open(other.id)).toEqual(before);
    expect(await check()).toBe(0);
  });

  test('that floats and is done late stays on its device until all its jobs are done', async () => {
    const { id } = await create({ basis: 'floating', every: 1, firstDueOn: '2026-07-10', ends: 'count', count: 2 });
    const [job] = await jobs({ scheduleId: id });
    server.clock.advance(80 * dayMs);
    bme = await server.as(server.city.users.bme);
    await bme.call('closeTask', { body: { taskId: job!.id, actionTaken: 'Tested.' } });
    const planOf = async () => (await record())?.plans?.find(({ scheduleId }) => scheduleId === id);
    expect(await planOf()).toMatchObject({ isFloating: true, from: '2026-10-19' });
    const [, next] = await jobs({ scheduleId: id });
    await bme.call('closeTask', { body: { taskId: next!.id, actionTaken: 'Tested.' } });
    expect(await planOf()).toBeUndefined();
  });
});

describe('a changed schedule', () => {
  test('moves its open jobs to the new days; closed, attempted and overdue ones keep theirs', async () => {
    const { id, revision } = await create({ firstDueOn: '2026-05-15', start: 'all', every: 1 });
    const before = await jobs({ scheduleId: id });
    const [overdue, closing, attempting, assigned] = before;
    await bme.call('closeTask', { body: { taskId: closing!.id, actionTaken: 'Tested.' } });
    await server.database.db
      .update(task)
      .set({ attemptedAt: server.clock.now, attemptReason: 'in-use' })
      .where(and(eq(task.hospitalId, server.city.id), eq(task.id, attempting!.id)));
    await bme.call('assignTask', { body: { taskId: assigned!.id, technicianId: server.city.users.bme.id } });
    const changed = await bme.call('updateSchedule', {
      params: { id },
      body: body({ firstDueOn: '2026-08-01', every: 2, revision }),
    });
    expect(changed.status).toBe(200);
    const days = ['2026-08-01', '2026-10-01', '2026-12-01', '2027-02-01', '2027-04-01', '2027-06-01', '2027-08-01'];
    const after = await jobs({ scheduleId: id });
    const dayOf = (jobId: string) => after.find((job) => job.id === jobId)?.taskDate;
    expect(dayOf(overdue!.id)).toBe('2026-05-15');
    expect(dayOf(closing!.id)).toBe('2026-06-15');
    expect(dayOf(attempting!.id)).toBe('2026-07-15');
    expect(dayOf(assigned!.id)).toBe(days[0]);
    expect(after.find((job) => job.id === assigned!.id)?.technicianId).toBe(server.city.users.bme.id);
    expect((await open(id)).filter((day) => day >= '2026-08-01')).toEqual(days);
    expect(await check()).toBe(0);
    expect(await open(id)).toEqual(['2026-05-15', '2026-07-15', ...days]);
  });

  test('keeps its jobs if only its texts change', async () => {
    const { id, revision } = await create({ start: 'all' });
    const before = await open(id);
    const changed = await bme.call('updateSchedule', { params: { id }, body: body({ title: 'Leakage', revision }) });
    expect(changed.answer.title).toBe('Leakage');
    expect(await open(id)).toEqual(before);
    const stale = await bme.call('updateSchedule', { params: { id }, body: body({ revision }) });
    expect(stale.status).toBe(409);
  });

  test('shows its vendor on its jobs only while a vendor does them', async () => {
    const vendorId = server.city.vendorId;
    const { id, revision } = await create({ doneBy: 'vendor', vendorId });
    const vendors = async () => {
      const ids = new Set((await jobs({ scheduleId: id })).map((job) => job.id));
      const { answer } = await bme.call('syncChanges', { query: { limit: 10_000 } });
      const rows = answer.rows.flatMap((group) => (group.kind === 'task' ? group.rows : []));
      return [...new Set(rows.filter((row) => ids.has(String(row['id']))).map((row) => row['vendorId']))];
    };
    expect(await vendors()).toEqual([vendorId]);
    await bme.call('updateSchedule', { params: { id }, body: body({ doneBy: 'in-house', revision }) });
    expect(await vendors()).toEqual([undefined]);
  });

  test('loses its open jobs when deleted, and gets them back with Undo', async () => {
    const { id } = await create();
    const [first] = await jobs({ scheduleId: id });
    await bme.call('closeTask', { body: { taskId: first!.id, actionTaken: 'Tested.' } });
    const days = await open(id);
    const { head } = (await bme.call('syncChanges')).answer;
    expect((await bme.call('deleteSchedule', { params: { id } })).status).toBe(204);
    expect((await jobs({ scheduleId: id })).map((job) => job.id)).toEqual([first!.id]);
    const pulled = (await bme.call('syncChanges', { query: { cursor: head } })).answer;
    expect(pulled.tombstones.filter(({ kind }) => kind === 'task')).toHaveLength(days.length);
    expect((await record())?.plans?.some(({ scheduleId }) => scheduleId === id) ?? false).toBe(false);
    expect((await bme.call('schedule', { params: { id } })).status).toBe(404);
    expect((await bme.call('restoreSchedule', { params: { id } })).status).toBe(200);
    expect(await open(id)).toEqual(days);
  });

  test('has no open jobs while its device is out of use', async () => {
    const { id } = await create();
    const days = await open(id);
    await bme.call('deleteDevice', { params: { id: deviceId } });
    expect(await open(id)).toEqual([]);
    await bme.call('restoreDevice', { params: { id: deviceId } });
    expect(await open(id)).toEqual(days);
  });
});

describe('a schedule owes nothing for the time when it did not apply', () => {
  const monthly = { every: 1, firstDueOn: '2026-05-15', start: 'all' } as const;
  const owed = ['2026-05-15', '2026-06-15'];
  /** Advances the clock by 60 days, to 30 August 2026. */
  async function later() {
    server.clock.advance(60 * dayMs);
    bme = await server.as(server.city.users.bme);
  }
  async function settled(id: string, device = deviceId) {
    const days = await open(id, device);
    expect(await check()).toBe(0);
    return days;
  }

  test('to a device that comes under it through another model', async () => {
    const { city } = server;
    const monitor = city.devices['MON-0001'] ?? '';
    const ofModel = await create({ ...monthly, target: 'model', targetId: city.models.ventilator });
    const ofType = await create({ ...monthly, target: 'type', targetId: city.equipment.ventilator });
    await later();
    await check();
    const change = await bme.call('updateDevice', {
      params: { id: monitor },
      body: {
        serialNumber: 'MON-0001',
        modelId: city.models.ventilator,
        vendorId: city.vendorId,
        departmentId: city.departments.icu,
        price: 1,
        purchaseDate: '2025-07-01',
        installationDate: '2025-07-10',
      },
    });
    expect(change.status).toBe(200);
    for (const { id } of [ofModel, ofType]) {
      expect((await settled(id, monitor))[0]).toBe('2026-09-15');
      expect((await open(id)).slice(0, 2)).toEqual(owed);
    }
  });

  test('to the devices of a model that gets its type', async () => {
    const { city } = server;
    const monitor = city.devices['MON-0001'] ?? '';
    const { id } = await create({ ...monthly, target: 'type', targetId: city.equipment.ventilator });
    await later();
    const model = (await bme.call('model', { params: { id: city.models.monitor } })).answer;
    const { name, revision } = model;
    const changed = await bme.call('updateModel', {
      params: { id: city.models.monitor },
      body: { name, equipmentMakeId: city.makeId, equipmentId: city.equipment.ventilator, revision },
    });
    expect(changed.status).toBe(200);
    await check();
    expect((await settled(id, monitor))[0]).toBe('2026-09-15');
    expect((await settled(id)).slice(0, 2)).toEqual(owed);
  });

  test('but a device restored after days has what was overdue when it was removed', async () => {
    const { id } = await create(monthly);
    const days = await open(id);
    await bme.call('deleteDevice', { params: { id: deviceId } });
    await later();
    await check();
    expect((await bme.call('restoreDevice', { params: { id: deviceId } })).status).toBe(200);
    const now = [...owed, ...days.filter((day) => day >= '2026-08-30')];
    expect((await settled(id)).filter((day) => day <= days.at(-1)!)).toEqual(now);
  });

  test('but a schedule restored after days has what was overdue when it was deleted', async () => {
    const { id } = await create(monthly);
    const days = await open(id);
    await bme.call('deleteSchedule', { params: { id } });
    await later();
    await check();
    expect((await bme.call('restoreSchedule', { params: { id } })).status).toBe(200);
    const now = [...owed, ...days.filter((day) => day >= '2026-08-30')];
    expect((await settled(id)).filter((day) => day <= days.at(-1)!)).toEqual(now);
  });

  test('and Undo on the same day restores everything', async () => {
    const { id } = await create(monthly);
    const days = await open(id);
    await bme.call('deleteSchedule', { params: { id } });
    await bme.call('restoreSchedule', { params: { id } });
    expect(await settled(id)).toEqual(days);
    await bme.call('deleteDevice', { params: { id: deviceId } });
    await bme.call('restoreDevice', { params: { id: deviceId } });
    expect(await settled(id)).toEqual(days);
  });
});

describe('jobs are created 13 months ahead', () => {
  test('a year later the next ones exist, and a daily plan of 1,000 jobs never has more than that', async () => {
    const { id } = await create({ every: 1, unit: 'day', firstDueOn: today, ends: 'count', count: 1000 });
    const made = (await open(id)).length;
    expect(made).toBe(397);
    server.clock.advance(100 * dayMs);
    await check();
    const later = await open(id);
    expect(later).toHaveLength(397 + 100);
    expect(later.at(-1)).toBe(horizonOf('2026-10-09'));
  });

  test('jobs beyond the horizon from an older version are removed, except those that someone has touched', async () => {
    const covered = await bme.call('saveWarranty', {
      body: {
        warrantyNumber: 'AMC-50',
        equipmentId: server.city.equipment.ventilator,
        makeId: server.city.makeId,
        pmFrequency: 'yearly',
        pmCount: 50,
        warrantyStartDate: '2026-06-01',
        warrantyDurationInYear: 50,
        selectedSerials: [{ serialNumber: 'VENT-0001', installationBaseEntityId: deviceId }],
      },
    });
    const ofWarranty = async () => (await jobs({ scheduleId: covered.answer.id })).map((job) => job.taskDate);
    expect(await ofWarranty()).toEqual(['2027-06-01']);
    // As the previous version left them.
    const rows = Array.from({ length: 48 }, (_, place) => ({
      hospitalId: server.city.id,
      id: `old-${place}`,
      deviceId,
      type: 'PM' as const,
      taskDate: intervalAfter('2026-06-01', { every: 1, unit: 'year' }, place + 2),
      sourceKind: 'warranty' as const,
      sourceId: covered.answer.id,
      occurrence: place + 2,
      warrantyNumber: 'AMC-50',
    }));
    await server.database.db.insert(task).values(rows);
    expect(await ofWarranty()).toHaveLength(49);
    await bme.call('assignTask', { body: { taskId: 'old-5', technicianId: server.city.users.bme.id } });
    await bme.call('moveTask', { body: { taskId: 'old-7', to: '2034-07-01', reason: 'The ward is rebuilt.' } });
    await bme.call('addTaskNote', { body: { taskId: 'old-9', note: 'Ask for the new kit.' } });
    // Migration 0004 did not know the authors of the sentences that it turned into events.
    await server.database.db.insert(workEvent).values({
      hospitalId: server.city.id,
      ownerKind: 'task',
      ownerId: 'old-11',
      id: 'timeline-1',
      at: server.clock.now,
      receivedAt: server.clock.now,
      kind: 'note',
      data: { text: 'Parts are ordered.' },
    });
    const { head } = (await bme.call('syncChanges')).answer;
    expect(await check()).toBeGreaterThan(0);
    expect(await ofWarranty()).toEqual(['2027-06-01', '2033-06-01', '2034-07-01', '2037-06-01', '2039-06-01']);
    const pulled = (await bme.call('syncChanges', { query: { cursor: head } })).answer;
    expect(pulled.tombstones.filter(({ kind }) => kind === 'task')).toHaveLength(44);
    expect(await check()).toBe(0);
  });

  test('a job assigned, dispatched or escalated is kept when its warranty moves it beyond the horizon', async () => {
    const { id: userId } = server.city.users.bme;
    const said = {
      warrantyNumber: 'AMC-4',
      equipmentId: server.city.equipment.ventilator,
      makeId: server.city.makeId,
      pmFrequency: 'quarterly' as const,
      pmCount: 4,
      warrantyDurationInYear: 9,
      selectedSerials: [{ serialNumber: 'VENT-0001', installationBaseEntityId: deviceId }],
    };
    const made = await bme.call('saveWarranty', { body: { ...said, warrantyStartDate: '2026-06-01' } });
    const { id, revision } = made.answer;
    const [first, second, third] = await jobs({ scheduleId: id });
    await bme.call('assignTask', { body: { taskId: first!.id, technicianId: userId } });
    await bme.call('dispatchTask', { body: { taskId: second!.id } });
    await bme.call('escalateTask', { body: { taskId: third!.id } });
    const changed = await bme.call('updateWarranty', {
      params: { id },
      body: { ...said, warrantyStartDate: '2027-09-01', revision },
    });
    expect(changed.status).toBe(200);
    const after = await jobs({ scheduleId: id });
    expect(after.map((job) => [job.id, job.taskDate])).toEqual([
      [first!.id, '2027-12-01'],
      [second!.id, '2028-03-01'],
      [third!.id, '2028-06-01'],
    ]);
    expect(after[0]?.technicianId).toBe(userId);
    expect(await check()).toBe(0);
  });

  test('the next maintenance of a device is the planned one until a job exists', async () => {
    const free = await bme.call('createDevices', {
      body: [
        {
          serialNumber: 'FREE-1',
          modelId: server.city.models.monitor,
          vendorId: server.city.vendorId,
          price: 1,
          purchaseDate: '2025-07-01',
          installationDate: '2025-07-10',
          departmentId: server.city.departments.icu,
        },
      ],
    });
    const [id = ''] = free.answer.ids;
    await create({ targetId: id, every: 5, unit: 'year', firstDueOn: '2030-03-01' });
    expect((await record(id))?.nextMaintenanceOn).toBe('2030-03-01');
    const rows = await bme.call('deviceList', { query: { search: 'FREE-1' } });
    expect(rows.answer.items[0]?.nextmaintenance).toBe('01-03-2030');
  });
});

describe('a warranty on an old device', () => {
  const cover = (more: object) => ({
    warrantyNumber: `AMC-${randomUUID()}`,
    equipmentId: server.city.equipment.ventilator,
    makeId: server.city.makeId,
    pmFrequency: 'quarterly' as const,
    pmCount: 12,
    warrantyStartDate: '2025-01-31',
    warrantyDurationInYear: 3,
    selectedSerials: [{ serialNumber: 'VENT-0001', installationBaseEntityId: deviceId }],
    ...more,
  });
  const daysOfCover = async (more: object) => {
    const made = await bme.call('saveWarranty', { body: cover(more) });
    expect(made.status).toBe(201);
    await check();
    return open(made.answer.id);
  };
  const all = ['2025-04-30', '2025-07-31', '2025-10-31', '2026-01-31', '2026-04-30'];
  const next = ['2026-07-31', '2026-10-31', '2027-01-31', '2027-04-30', '2027-07-31'];

  test.each<[string, object, string[]]>([
    ['creates all past work by default, as documented', {}, [...all, ...next]],
    ['creates all past work', { pastWork: 'all' }, [...all, ...next]],
    ['starts from today', { pastWork: 'today' }, next],
    [
      'counts from the last PM, with one overdue task at most',
      { pastWork: 'last-done', lastPmDate: '2025-11-20' },
      ['2026-05-20', '2026-08-20', '2026-11-20', '2027-02-20', '2027-05-20'],
    ],
  ])('%s', async (_what, more, days) => {
    expect(await daysOfCover(more)).toEqual(days);
  });

  test.each<[object, string]>([
    [{ pastWork: 'last-done' }, 'Last PM date is required: no register says it of VENT-0001.'],
    [{ pastWork: 'last-done', lastPmDate: '2026-07-02' }, 'This date lies in the future.'],
  ])('refuses %o', async (more, sentence) => {
    const { status, problem } = await bme.call('saveWarranty', { body: cover(more) });
    expect([status, problem.errors?.['lastPmDate']]).toEqual([400, [sentence]]);
  });

  test('uses the last PM of the register if none is entered', async () => {
    await server.database.db.update(installation).set({ lastPmOn: '2026-05-05' }).where(eq(installation.id, deviceId));
    expect((await daysOfCover({ pastWork: 'last-done' }))[0]).toBe('2026-08-05');
  });

  test('asks only for devices that are new to it: what earlier ones owe stays', async () => {
    const made = await bme.call('saveWarranty', { body: cover({}) });
    const { id, revision } = made.answer;
    const other = server.city.devices['VENT-0002'] ?? '';
    const serials = ['VENT-0001', 'VENT-0002'].map((serialNumber) => ({ serialNumber }));
    const changed = await bme.call('updateWarranty', {
      params: { id },
      body: cover({ pastWork: 'today', selectedSerials: serials, revision }),
    });
    expect(changed.status).toBe(200);
    expect(await open(id)).toEqual([...all, ...next]);
    expect(await open(id, other)).toEqual(next);
    const { items } = (await bme.call('schedulePage', { query: { source: 'warranty' } })).answer;
    expect(items.find((row) => row.id === id)).toMatchObject({
      devices: 2,
      firstDevices: ['Ventilator VENT-0001', 'Ventilator VENT-0002'],
    });
  });
});

describe('concurrent runs create each job once', () => {
  /** Creates a schedule without tasks, as left by another version or a lost backup: the next check creates them. */
  async function unplanned(): Promise<{ id: string; days: string[] }> {
    const { id } = await create({ every: 1, start: 'all' });
    const days = await open(id);
    await server.database.db.delete(task).where(eq(task.sourceId, id));
    return { id, days };
  }

  test('two processes at once', async () => {
    const pools = [1, 2].map(() => openPool(server.database.connection));
    for (let time = 0; time < 5; time += 1) {
      const { id, days } = await unplanned();
      await Promise.all(pools.map((pool) => checkTasks(databaseOn(pool), server.clock.now)));
      expect(await open(id)).toEqual(days);
      await bme.call('deleteSchedule', { params: { id } });
    }
    await Promise.all(pools.map((pool) => pool.end()));
  });

  test('a check and the closing of a floating job, which both create the next one', async () => {
    const { id } = await create({ basis: 'floating', firstDueOn: '2026-07-10' });
    const [job] = await jobs({ scheduleId: id });
    const [closed] = await Promise.all([
      bme.call('closeTask', { body: { taskId: job!.id, actionTaken: 'Tested.' } }),
      check(),
      check(),
    ]);
    expect(closed.status).toBe(200);
    expect(await open(id)).toEqual(['2026-10-01']);
  });

  test('a process killed midway', async () => {
    const { id, days } = await unplanned();
    const [holder, doomed] = [1, 2].map(() => openPool(server.database.connection, { max: 1 }));
    doomed!.on('connect', (client) => client.on('error', () => undefined));
    const held = await holder!.connect();
    await held.query('begin');
    await held.query('select id from installation where id = $1 for update', [deviceId]);
    const { rows } = await doomed!.query<{ pid: number }>('select pg_backend_pid() as pid');
    const run = checkTasks(databaseOn(doomed!), server.clock.now).then(
      () => 'done',
      () => 'killed',
    );
    await expect
      .poll(async () => {
        const waiting = await held.query('select from pg_stat_activity where pid = $1 and wait_event_type = $2', [
          rows[0]?.pid,
          'Lock',
        ]);
        return waiting.rowCount;
      })
      .toBe(1);
    await held.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    expect(await run).toBe('killed');
    await held.query('rollback');
    held.release();
    expect(await open(id)).toEqual([]);
    await check();
    expect(await open(id)).toEqual(days);
    await Promise.all([holder!.end(), doomed!.end()]);
  });
});

describe('invalid input is refused at its field', () => {
  test.each<[string, Partial<Body>, string, string]>([
    ['an interval of 0', { every: 0 }, 'every', 'The interval must be 1 or more.'],
    [
      'an interval of 60 years',
      { every: 60, unit: 'year' },
      'every',
      'At most 10 years in days or weeks, 50 years in months or years.',
    ],
    [
      'an end before the start',
      { firstDueOn: '2026-08-01', ends: 'date', endsOn: '2026-07-31' },
      'endsOn',
      'The end date is before the first due date.',
    ],
    ['no end date', { ends: 'date', endsOn: '' }, 'endsOn', 'End date is required.'],
    [
      'a first due date in 1900',
      { firstDueOn: '1900-01-01' },
      'firstDueOn',
      'Please enter a date between 1950 and 2100.',
    ],
    ['no first due date', { firstDueOn: '' }, 'firstDueOn', 'First due date is required.'],
    ['30 February', { firstDueOn: '2026-02-30' }, 'firstDueOn', 'Please enter a valid date.'],
    ['a count of 0', { ends: 'count', count: 0 }, 'count', 'The number of tasks must be 1 or more.'],
    ['no count', { ends: 'count' }, 'count', 'The number of tasks must be 1 or more.'],
    ['a window below 0', { windowDays: -1 }, 'windowDays', 'The window must be 0 days or more.'],
    ['a vendor without a name', { doneBy: 'vendor' }, 'vendorId', 'Vendor is required.'],
    ['an unknown vendor', { doneBy: 'vendor', vendorId: 'nobody' }, 'vendorId', 'This vendor does not exist.'],
    ['an unknown device', { targetId: 'nothing' }, 'targetId', 'This device does not exist.'],
    [
      'a last done date in the future',
      { start: 'last-done', lastDoneOn: '2026-07-02' },
      'lastDoneOn',
      'This date lies in the future.',
    ],
    ['no last done date', { start: 'last-done' }, 'lastDoneOn', 'Last done date is required.'],
    [
      "an interval above the manufacturer's, without a reason",
      { makerEvery: 1, makerUnit: 'month', longerApprover: 'Dr Rao', reviewOn: '2027-01-01' },
      'longerReason',
      'Longer than the maker recommends: please say why.',
    ],
    [
      "an interval above the manufacturer's, without an approver",
      { makerEvery: 1, makerUnit: 'month', longerReason: 'Low use', reviewOn: '2027-01-01' },
      'longerApprover',
      'Please enter who approved the longer interval.',
    ],
    [
      "an interval above the manufacturer's, without a review",
      { makerEvery: 1, makerUnit: 'month', longerReason: 'Low use', longerApprover: 'Dr Rao' },
      'reviewOn',
      'Please enter when this is reviewed.',
    ],
    [
      'daily past work since 2015',
      { every: 1, unit: 'day', firstDueOn: '2015-01-01', start: 'all' },
      'start',
      '4,199 tasks of each device would be before today; at most 366 can be added.',
    ],
  ])('%s', async (_what, more, field, sentence) => {
    const { status, problem } = await bme.call('createSchedule', { body: body(more) });
    expect([status, problem.errors?.[field]]).toEqual([400, [sentence]]);
    expect(await server.database.db.select().from(schedule)).toEqual([]);
  });

  test('a floating schedule of more devices than jobs can be created', async () => {
    const { db } = server.database;
    await db.execute(sql`
      insert into installation (hospital_id, id, serial_number, equipment_id, make_id, model_id)
      select hospital_id, 'many-' || n, 'MANY-' || n, equipment_id, make_id, model_id
      from installation, generate_series(1, 20000) n where id = ${deviceId}`);
    const [known] = await db.select().from(installation).where(eq(installation.id, deviceId));
    const { status, problem } = await bme.call('createSchedule', {
      body: body({ target: 'model', targetId: known!.modelId, basis: 'floating' }),
    });
    const devices = await db.$count(installation, eq(installation.modelId, known!.modelId));
    const sentence = `This would create ${devices.toLocaleString('en-IN')} tasks; at most 20,000 can be created.`;
    expect([status, problem.errors?.['every']]).toEqual([400, [sentence]]);
    expect(await db.select().from(schedule)).toEqual([]);
  });

  test('a device that is out of use', async () => {
    await bme.call('deleteDevice', { params: { id: deviceId } });
    const { status, problem } = await bme.call('createSchedule', { body: body() });
    expect([status, problem.errors?.['targetId']]).toEqual([400, ['VENT-0001 is out of use: it gets no schedule.']]);
  });

  test('another device for a schedule', async () => {
    const { id } = await create();
    const other = server.city.devices['VENT-0002'] ?? '';
    const { problem } = await bme.call('updateSchedule', { params: { id }, body: body({ targetId: other }) });
    expect(problem.errors?.['targetId']).toEqual([
      'A schedule stays with what it was made for. End it and add another one.',
    ]);
  });
});

test('the list has all planned work, and what recurs less often than the manufacturer requires', async () => {
  const calibrated = await bme.call('createDevices', {
    body: [
      {
        serialNumber: 'CAL-1',
        modelId: server.city.models.monitor,
        vendorId: server.city.vendorId,
        price: 1,
        purchaseDate: '2026-07-01',
        installationDate: '2026-07-01',
        departmentId: server.city.departments.icu,
        calibrationRequired: true,
        calibrationFrequency: 'half-yearly',
        calibrationCount: 4,
      },
    ],
  });
  const long = {
    makerEvery: 1,
    makerUnit: 'month' as const,
    longerReason: 'Low use',
    longerApprover: 'Dr Rao',
    reviewOn: '2027-01-01',
  };
  const { id } = await create(long);
  await create({ title: 'As the maker says', makerEvery: 3, makerUnit: 'month' });
  const all = await bme.call('schedulePage', { query: { pageSize: 100 } });
  expect(new Set(all.answer.items.map(({ source }) => source))).toEqual(new Set(['own', 'warranty', 'installation']));
  const longer = await bme.call('schedulePage', { query: { longer: 'true' } });
  expect(longer.answer.items).toHaveLength(1);
  expect(longer.answer.items[0]).toMatchObject({
    id,
    serialNumber: 'VENT-0001',
    longerReason: 'Low use',
    longerApprover: 'Dr Rao',
    reviewOn: '2027-01-01',
    nextDueOn: '2026-07-31',
    devices: 1,
  });
  const found = await bme.call('schedulePage', { query: { search: 'maker says', kind: 'Safety', source: 'own' } });
  expect(found.answer.items.map(({ title }) => title)).toEqual(['As the maker says']);
  const cal = await bme.call('schedulePage', { query: { source: 'installation' } });
  expect(cal.answer.items).toMatchObject([
    {
      id: calibrated.answer.ids[0],
      kind: 'Cal',
      every: 6,
      unit: 'month',
      serialNumber: 'CAL-1',
      nextDueOn: '2027-01-01',
    },
  ]);
});
