import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { task } from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import type { SeededHospital } from '#tests/support/seed.ts';

/** Enough for a simulated day in which no task gets more notes than it would in a real hospital. */
const taskCount = 40;

/** Gives the hospital open tasks to work on. */
export async function addOpenTasks(db: Database, hospital: SeededHospital, now: Date): Promise<void> {
  const deviceIds = Object.values(hospital.devices);
  const ids = Array.from({ length: taskCount }, () => randomUUID());
  await db.transaction(async (tx) => {
    const scope = writeScope(tx, { id: hospital.id, name: hospital.name, timeZone: 'Asia/Kolkata' });
    await scope.insert(
      task,
      ids.map((id, at) => ({
        id,
        deviceId: deviceIds[at % deviceIds.length] ?? '',
        type: 'Cal' as const,
        taskDate: new Date(now.getTime() + at * 86_400_000).toISOString().slice(0, 10),
        sourceKind: 'installation' as const,
        sourceId: id,
        occurrence: 1,
      })),
    );
    scope.touch('task', ...ids);
    await publishChanges(tx, hospital.id, scope.changes(), now);
  });
}
