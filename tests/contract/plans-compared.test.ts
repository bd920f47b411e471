import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, addMonthsKeepingDay, hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { horizonOf } from '#contract/rules/plan.ts';
import { frequencies, type Frequency } from '#contract/rules/schedule.ts';
import { hospital, installation, task, warranty, warrantySerial } from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import { seeded } from '#server/demo/seeded.ts';
import { createDevices, type NamedDevice } from '#server/import/create-devices.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

/** Devices of the generated hospital. */
const devices = 1000;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ demo: true });
});
afterEach(() => server.close());

/** Computes a date by the documents' rule, as versions before schedules did: a second implementation. */
function returnOf(start: LocalDay, frequency: Frequency, k: number): LocalDay {
  if (frequency === 'daily') return addDays(start, k);
  if (frequency === 'weekly') return addDays(start, 7 * k);
  const months = { monthly: 1, quarterly: 3, 'half-yearly': 6, yearly: 12 }[frequency];
  return addMonthsKeepingDay(start, months * k);
}

interface Job {
  key: string;
  on: LocalDay;
}

/** Returns all PM and calibration tasks that the documents require of a hospital, without a horizon. */
async function documentsJobs(hospitalId: string): Promise<Job[]> {
  const { db } = server.database;
  const calibrated = await db
    .select()
    .from(installation)
    .where(
      and(
        eq(installation.hospitalId, hospitalId),
        isNull(installation.retiredAt),
        eq(installation.calibrationRequired, true),
      ),
    );
  const covered = await db
    .select()
    .from(warrantySerial)
    .innerJoin(
      warranty,
      and(eq(warranty.hospitalId, warrantySerial.hospitalId), eq(warranty.id, warrantySerial.warrantyId)),
    )
    .where(eq(warrantySerial.hospitalId, hospitalId));
  const jobs: Job[] = [];
  for (const { id, installationDate, calibrationFrequency, calibrationCount } of calibrated) {
    if (installationDate === null || calibrationFrequency === null) continue;
    for (let k = 1; k <= calibrationCount; k += 1) {
      jobs.push({ key: `installation ${id} Cal ${id} ${k}`, on: returnOf(installationDate, calibrationFrequency, k) });
    }
  }
  for (const { warranty: cover, warranty_serial: serial } of covered) {
    if (cover.pmFrequency === null) continue;
    for (let k = 1; k <= cover.pmCount; k += 1) {
      const on = returnOf(cover.startOn, cover.pmFrequency, k);
      if (on <= cover.endOn) jobs.push({ key: `warranty ${cover.id} PM ${serial.deviceId} ${k}`, on });
    }
  }
  return jobs;
}

/** Returns the PM and calibration tasks of warranties and installations in the database, on their planned days. */
async function standing(hospitalId: string): Promise<Map<string, { on: LocalDay; id: string }>> {
  const rows = await server.database.db
    .select()
    .from(task)
    .where(
      and(
        eq(task.hospitalId, hospitalId),
        isNull(task.removedAt),
        inArray(task.type, ['PM', 'Cal']),
        inArray(task.sourceKind, ['warranty', 'installation']),
      ),
    );
  return new Map(
    rows.map((row) => [
      `${row.sourceKind} ${row.sourceId} ${row.type} ${row.deviceId} ${row.occurrence}`,
      { on: row.movedFrom ?? row.dueOn ?? row.taskDate, id: row.id },
    ]),
  );
}

/** Writes all tasks as the version before schedules left them: to the end of each plan. */
async function writeAsBefore(hospitalId: string, jobs: readonly Job[]): Promise<number> {
  const { db } = server.database;
  let written = 0;
  for (let from = 0; from < jobs.length; from += 5000) {
    const part = jobs.slice(from, from + 5000).map(({ key, on }, place) => {
      const [kind, source, type, device, occurrence] = key.split(' ');
      return { id: `before-${from + place}`, kind, source, type, device, occurrence: Number(occurrence), on };
    });
    const done = await db.execute(sql`
      insert into task (hospital_id, id, device_id, type, task_date, source_kind, source_id, occurrence, warranty_number)
      select ${hospitalId}, t.id, t.device, t.type, t."on", t.kind, t.source, t.occurrence, w.number
      from json_to_recordset(${JSON.stringify(part)}::json)
        as t (id text, kind text, source text, type text, device text, occurrence int, "on" date)
      left join warranty w on w.hospital_id = ${hospitalId} and t.kind = 'warranty' and w.id = t.source
      on conflict (hospital_id, source_kind, source_id, type, device_id, occurrence) do nothing`);
    written += done.rowCount ?? 0;
  }
  return written;
}

/** Compares task by task, before and after the first night of this version. */
async function compare(hospitalId: string, name: string): Promise<void> {
  const today = hospitalDay(server.clock.now, 'Asia/Kolkata');
  const horizon = horizonOf(today);
  const wanted = await documentsJobs(hospitalId);
  const made = await standing(hospitalId);
  const within = wanted.filter(({ on }) => on <= horizon);
  expect(within.filter(({ key, on }) => made.get(key)?.on !== on)).toEqual([]);
  expect(made.size).toBe(within.length);

  const added = await writeAsBefore(hospitalId, wanted);
  expect(added).toBe(wanted.length - within.length);
  const before = await standing(hospitalId);
  expect(before.size).toBe(wanted.length);
  await checkTasks(server.database.db, server.clock.now);
  const after = await standing(hospitalId);
  let same = 0;
  for (const { key, on } of within) {
    expect(after.get(key)).toEqual({ on, id: before.get(key)?.id });
    same += 1;
  }
  expect(after.size).toBe(same);
  console.log(
    `${name}: ${wanted.length} jobs by the documents, ${same} until ${horizon} on the same day under the same id, 0 on another; ${added} later ones removed until their time comes`,
  );
  expect(await checkTasks(server.database.db, server.clock.now)).toBe(0);
}

test('the plans of the demo hospital keep all dates', async () => {
  const all = await server.database.db.select().from(hospital);
  const found = all.find(({ id }) => id !== server.city.id && id !== server.lake.id);
  expect(found).toBeDefined();
  await compare(found!.id, 'Demo hospital');
});

test('the plans of a generated hospital keep all dates', { timeout: 400_000 }, async () => {
  const random = seeded(20_000);
  const today = hospitalDay(server.clock.now, 'Asia/Kolkata');
  const [facts] = await server.database.db.select().from(hospital).where(eq(hospital.id, server.lake.id));
  const register = Array.from({ length: devices }, (_, place): NamedDevice => {
    const start = addDays(today, -random.between(-200, 3000));
    const hasCalibration = random.chance(0.6);
    const hasWarranty = random.chance(0.7);
    return {
      serialNumber: `GEN-${place}`,
      equipmentName: 'Monitor',
      makeName: 'Philips',
      modelName: 'MX',
      installationDate: random.chance(0.3) ? `${2016 + random.between(0, 9)}-01-31` : start,
      calibrationRequired: hasCalibration,
      ...(hasCalibration && {
        calibrationFrequency: random.pick(frequencies),
        calibrationCount: random.between(1, 12),
      }),
      ...(hasWarranty && {
        warrantyNumber: `AMC-${place}`,
        warrantyStart: random.chance(0.1) ? '2024-02-29' : start,
        warrantyDuration: random.between(1, 50 * 12),
        pmFrequency: random.pick(frequencies),
        pmCount: random.between(0, 24),
      }),
    };
  });
  for (let from = 0; from < register.length; from += 5000) {
    await server.database.db.transaction(async (tx) => {
      const scope = writeScope(tx, facts!);
      await createDevices(scope, register.slice(from, from + 5000), server.clock.now);
    });
  }
  const { db } = server.database;
  // The hospital's seeded tasks are due around today, not on the days that their sources require.
  await db.delete(task).where(
    and(
      eq(task.hospitalId, server.lake.id),
      sql`${task.deviceId} not in (
    select id from installation where serial_number like 'GEN-%')`,
    ),
  );
  await checkTasks(db, server.clock.now);
  await compare(server.lake.id, `Generated hospital of ${devices.toLocaleString('en')} devices`);
});
