import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { migrate, openDatabase } from '#server/db/connect.ts';
import type { OpenDatabase } from '#server/db/connect.ts';
import type { Database } from '#server/db/database.ts';
import { hospitalHead, installation, jobRun, roundTemplate, roundTemplateDevice, task } from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import { nightOf } from '#server/jobs/clearing.ts';
import { slotOf } from '#server/jobs/nightly.ts';
import { seedHospital } from '#tests/support/seed.ts';
import type { SeededHospital } from '#tests/support/seed.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const migrations = fileURLToPath(new URL('../../server/db/migrations', import.meta.url));

/** The database of the benches. */
export interface WardDatabase extends OpenDatabase {
  folder: string;
  /** For servers in other processes. */
  url: string;
}

/** Opens the embedded PostgreSQL as the server does, synced to disk, in a temporary folder. */
export async function openWardDatabase(): Promise<WardDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'ward-bench-data-'));
  const database = await openDatabase({ dataDir: join(folder, 'data') }, quiet);
  await migrate(database.pool, migrations);
  await markNightDone(database.db, new Date());
  const { host = '', port = 0, user = '', database: name = '' } = database.connection;
  return {
    ...database,
    folder,
    url: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    async close() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Marks the nightly jobs as done, so that none runs during a measurement. */
async function markNightDone(db: Database, now: Date): Promise<void> {
  await db.insert(jobRun).values({ job: 'tasks', slot: slotOf(now), ranAt: now });
}

/** A hospital with templates of this many devices each, and one open task per device. */
export interface BenchWard {
  hospital: SeededHospital;
  templates: { id: string; devices: { id: string; serialNumber: string }[] }[];
  tasks: string[];
}

/** Creates such a hospital; `prefix` keeps its accounts apart from others. */
export async function seedWard(
  db: Database,
  prefix: string,
  size: { templates: number; devicesEach: number },
): Promise<BenchWard> {
  const now = new Date();
  const hospital = await seedHospital(db, { name: `Bench ${prefix}`, prefix, now });
  const today = now.toISOString().slice(0, 10);
  const templates = Array.from({ length: size.templates }, (_none, at) => ({
    id: randomUUID(),
    devices: Array.from({ length: size.devicesEach }, (_none, place) => ({
      id: randomUUID(),
      serialNumber: `BENCH-${at}-${place}`,
    })),
  }));
  const devices = templates.flatMap((template) => template.devices);
  const tasks = devices.map(({ id }) => ({ id: randomUUID(), deviceId: id }));
  await db.transaction(async (tx) => {
    const scope = writeScope(tx, { id: hospital.id, name: hospital.name, timeZone: 'Asia/Kolkata' });
    await scope.insert(
      installation,
      devices.map(({ id, serialNumber }) => ({
        id,
        serialNumber,
        makeId: hospital.makeId,
        equipmentId: hospital.equipment.monitor,
        modelId: hospital.models.monitor,
        departmentId: hospital.departments.icu,
      })),
    );
    await scope.insert(
      roundTemplate,
      templates.map(({ id }, at) => ({ id, name: `Ward ${at}`, departmentId: hospital.departments.icu })),
    );
    await scope.insert(
      roundTemplateDevice,
      templates.flatMap(({ id, devices }) =>
        devices.map((device, position) => ({ templateId: id, deviceId: device.id, position })),
      ),
    );
    await scope.insert(
      task,
      tasks.map(({ id, deviceId }) => ({
        id,
        deviceId,
        type: 'CM' as const,
        taskDate: today,
        sourceKind: 'installation' as const,
        sourceId: deviceId,
        occurrence: 1,
      })),
    );
    scope.touch('device', ...devices.map(({ id }) => id));
    scope.touch('template', ...templates.map(({ id }) => id));
    scope.touch('task', ...tasks.map(({ id }) => id));
    await publishChanges(tx, hospital.id, scope.changes(), now);
    await tx
      .update(hospitalHead)
      .set({ clearedOn: nightOf(now, 'Asia/Kolkata') })
      .where(eq(hospitalHead.hospitalId, hospital.id));
  });
  return { hospital, templates, tasks: tasks.map(({ id }) => id) };
}
