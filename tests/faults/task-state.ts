import { isPass } from '#contract/rules/test-result.ts';
import { furtherEventId } from '#contract/rules/work-events.ts';
import type { Database } from '#server/db/database.ts';
import { task, testRecord, workEvent } from '#server/db/schema.ts';

/**
 * Compares closed tasks with plain loops over tests (P210): a test whose latest correction is no Pass keeps no task
 * closed. Returns a line for each task that differs.
 */
export async function wrongTaskStates(db: Database): Promise<string[]> {
  const events = await db.select().from(workEvent);
  const tests = await db.select().from(testRecord);
  const wrong: string[] = [];
  for (const row of await db.select().from(task)) {
    if (row.closedAt === null) continue;
    let closing: (typeof events)[number] | null = null;
    for (const event of events) {
      if (event.ownerKind !== 'task' || event.ownerId !== row.id || event.kind !== 'closed') continue;
      if (closing === null || isBefore(closing, event)) closing = event;
    }
    const by = tests.find(({ id }) => closing?.id === furtherEventId(id, 'closed'));
    if (!by) continue;
    let latest: (typeof tests)[number] | null = null;
    for (const one of tests) {
      if (one.correctsId !== by.id) continue;
      const [a, b] = [latest, one].map((each) => each && { at: each.testedAt, id: each.id });
      if (!a || !b || isBefore(a, b)) latest = one;
    }
    if (latest && !isPass(latest.result))
      wrong.push(`Task ${row.id} is closed by test ${by.id}, whose correction ${latest.id} is ${latest.result}`);
  }
  return wrong;
}

interface Moment {
  at: Date;
  id: string;
}

function isBefore(one: Moment, other: Moment): boolean {
  return one.at < other.at || (one.at.getTime() === other.at.getTime() && one.id < other.id);
}
