import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { task } from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import { commitChanges } from '#server/sync/commit.ts';
import type { SeededHospital } from '#tests/support/seed.ts';

/** So many that no task comes to carry more notes than one of a real hospital. */
const taskCount = 40;

/** Gives the hospital tasks that people write notes on; answers their ids. */
export async function addNotedTasks(db: Database, hospital: SeededHospital, now: Date): Promise<string[]> {
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
    await commitChanges(tx, hospital.id, scope.changes(), now);
  });
  return ids;
}
