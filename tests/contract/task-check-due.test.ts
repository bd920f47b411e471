import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { installation, task, warrantySerial } from '#server/db/schema.ts';
import { readScope } from '#server/db/scope.ts';
import { checkDueTasks, checkTasks } from '#server/jobs/check-tasks.ts';
import { checkDevices } from '#server/task/plan.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const dayMs = 24 * 60 * 60 * 1000;

let server: TestServer;
let bme: TestClient;
let deviceId: string;
beforeEach(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  // The seed stamps rows with real time, which is later than the test's clock.
  await server.database.db.update(installation).set({ createdAt: new Date('2026-01-01T06:30:00.000Z') });
  deviceId = server.city.devices['VENT-0001'] ?? '';
});
afterEach(() => server.close());

const today = () => hospitalDay(server.clock.now, 'Asia/Kolkata');
const nightly = () => checkDueTasks(server.database.db, server.clock.now);

/** Returns whether a plain walk over every device of both hospitals finds nothing to repair. */
async function isRight(): Promise<boolean> {
  const { db } = server.database;
  for (const { id, devices } of [server.city, server.lake]) {
    const scope = readScope(db, { id, name: 'Any', timeZone: 'Asia/Kolkata' });
    if (!(await checkDevices(scope, Object.values(devices), server.clock.now)).areSettled) return false;
  }
  return true;
}

type Schedule = BodyInput<Calls['createSchedule']>;
const schedule = (more: Partial<Schedule> = {}): Schedule => ({
  target: 'device',
  targetId: deviceId,
  kind: 'Safety',
  title: 'Earth and leakage',
  every: 1,
  unit: 'month',
  basis: 'fixed',
  firstDueOn: today(),
  ...more,
});
type Warranty = BodyInput<Calls['saveWarranty']>;
const warranty = (more: Partial<Warranty> = {}): Warranty => ({
  warrantyNumber: 'CMC-7',
  equipmentId: server.city.equipment.ventilator,
  makeId: server.city.makeId,
  pmFrequency: 'quarterly',
  pmCount: 40,
  warrantyStartDate: '2026-01-31',
  warrantyDurationInYear: 9,
  selectedSerials: [{ serialNumber: 'VENT-0001' }, { serialNumber: 'VENT-0002' }],
  ...more,
});

/** Does what people do to plans between two nights, one act a day, and fails if one is refused. */
function acts(): (() => Promise<{ status: number }>)[] {
  const made = { fixed: '', floating: '', warranty: '' };
  const calibrated = async (calibrationFrequency: 'monthly' | 'quarterly') => {
    const { answer } = await bme.call('installation', { params: { id: deviceId } });
    const body = { ...answer, calibrationRequired: true, calibrationFrequency, calibrationCount: 60 };
    return bme.call('updateDevice', { params: { id: deviceId }, body: body as BodyInput<Calls['updateDevice']> });
  };
  const closeOldest = async () => {
    const [open] = await server.database.db
      .select()
      .from(task)
      .where(
        and(
          eq(task.sourceId, made.floating),
          isNull(task.removedAt),
          isNull(task.closedAt),
          eq(task.deviceId, deviceId),
        ),
      );
    return bme.call('closeTask', { body: { taskId: open!.id, actionTaken: 'Tested.' }, key: randomUUID() });
  };
  const keep = (what: keyof typeof made, answer: { status: number; answer: { id: string } }) => {
    made[what] = answer.answer.id;
    return answer;
  };
  return [
    async () => keep('fixed', await bme.call('createSchedule', { body: schedule() })),
    async () => {
      const body = schedule({ basis: 'floating', every: 30, unit: 'day', target: 'type', title: 'Filter' });
      return keep(
        'floating',
        await bme.call('createSchedule', { body: { ...body, targetId: server.city.equipment.ventilator } }),
      );
    },
    async () => keep('warranty', await bme.call('saveWarranty', { body: warranty(), key: randomUUID() })),
    () => calibrated('quarterly'),
    closeOldest,
    () => bme.call('updateSchedule', { params: { id: made.fixed }, body: schedule({ every: 1, unit: 'week' }) }),
    () => bme.call('deleteWarranty', { params: { id: made.warranty } }),
    closeOldest,
    () => bme.call('restoreWarranty', { params: { id: made.warranty } }),
    () => calibrated('monthly'),
    () => bme.call('deleteSchedule', { params: { id: made.fixed } }),
    () => bme.call('deleteDevice', { params: { id: deviceId } }),
    () => bme.call('restoreSchedule', { params: { id: made.fixed } }),
    () => bme.call('restoreDevice', { params: { id: deviceId } }),
    () =>
      bme.call('updateWarranty', {
        params: { id: made.warranty },
        body: warranty({ pmFrequency: 'monthly', selectedSerials: [{ serialNumber: 'VENT-0002' }] }),
      }),
    closeOldest,
  ];
}

test('after each night of a year with changes, a full check of all devices finds nothing to repair', async () => {
  await checkTasks(server.database.db, server.clock.now);
  for (const [at, act] of [...acts(), ...Array.from({ length: 12 }, () => null)].entries()) {
    bme = await server.as(server.city.users.bme);
    if (act) expect([at, (await act()).status]).toEqual([at, expect.toBeOneOf([200, 201, 204])]);
    await nightly();
    expect([at, await isRight()]).toEqual([at, true]);
    server.clock.advance([1, 3, 9, 17, 31][at % 5]! * dayMs);
    await nightly();
    expect([at, today(), await isRight()]).toEqual([at, today(), true]);
  }
  expect(today() > '2027-05').toBe(true);
});

test('a night without changes checks some devices, so that each is checked within four weeks', async () => {
  const all = Object.keys({ ...server.city.devices, ...server.lake.devices }).length;
  expect((await nightly()).compared).toBe(all);
  await nightly();
  let compared = 0;
  for (let night = 0; night < 28; night += 1) {
    server.clock.advance(dayMs);
    compared += (await nightly()).compared;
  }
  expect(compared).toBeGreaterThanOrEqual(all);
  expect(compared).toBeLessThan(all * 4);
});

test('a device that lost its plan without a change event is found within four weeks', async () => {
  await nightly();
  await server.database.db.delete(warrantySerial).where(eq(warrantySerial.hospitalId, server.city.id));
  let repaired = 0;
  for (let night = 0; night < 28; night += 1) {
    server.clock.advance(dayMs);
    repaired += (await nightly()).repaired;
  }
  expect(repaired).toBeGreaterThan(0);
  expect(await isRight()).toBe(true);
});
