import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { followUpDate } from '#contract/rules/schedule.ts';
import type { TaskType } from '#contract/rules/task-status.ts';
import { task } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';

/** What makes tasks: a warranty, an installation (Ins and Cal), a ticket with follow-up. */
export interface TaskSource {
  kind: 'warranty' | 'installation' | 'ticket';
  id: string;
}

/** One task that a source asks for; `occurrence` is its place in the source's schedule. */
export interface WantedTask {
  deviceId: string;
  type: TaskType;
  occurrence: number;
  taskDate: LocalDay;
  warrantyNumber?: string | null;
}

/**
 * Brings the tasks of a source to what it asks for now: new ones are made, open ones moved or removed, closed ones
 * never touched. Source: document 3, rule 3.3.
 */
export async function syncTasks(
  scope: WriteScope,
  source: TaskSource,
  wanted: readonly WantedTask[],
  now: Date,
): Promise<void> {
  const known = await scope.list(task, and(eq(task.sourceKind, source.kind), eq(task.sourceId, source.id)), {
    lock: true,
  });
  const keyOf = (each: Pick<WantedTask, 'deviceId' | 'type' | 'occurrence'>) =>
    `${each.type} ${each.occurrence} ${each.deviceId}`;
  const byKey = new Map(known.map((row) => [keyOf(row), row]));
  const fresh: (typeof task.$inferInsert)[] = [];
  const asked = new Set<string>();
  for (const each of wanted) {
    asked.add(keyOf(each));
    const row = byKey.get(keyOf(each));
    const warrantyNumber = each.warrantyNumber ?? null;
    if (!row) {
      const { deviceId, type, occurrence, taskDate } = each;
      fresh.push({
        hospitalId: scope.id,
        id: randomUUID(),
        deviceId,
        type,
        occurrence,
        taskDate,
        warrantyNumber,
        sourceKind: source.kind,
        sourceId: source.id,
        createdAt: now,
      });
    } else if (
      row.closedAt === null &&
      (row.taskDate !== each.taskDate || row.warrantyNumber !== warrantyNumber || row.removedAt !== null)
    ) {
      await scope.update(task, { taskDate: each.taskDate, warrantyNumber, removedAt: null }, eq(task.id, row.id));
      touchTask(scope, row);
    }
  }
  await scope.insert(task, fresh);
  for (const row of fresh) touchTask(scope, row);
  for (const row of known) {
    if (asked.has(keyOf(row)) || row.closedAt !== null || row.removedAt !== null) continue;
    await scope.update(task, { removedAt: now }, eq(task.id, row.id));
    scope.tombstone('task', row.id);
    scope.touch('device', row.deviceId);
  }
}

/** A breakdown that needs follow-up makes one corrective task, 7 days later. Source: document 3, rule 3.3. */
export async function scheduleFollowUp(
  scope: WriteScope,
  ticket: { id: string; deviceId: string },
  closedOn: LocalDay,
  now: Date,
): Promise<void> {
  const known = await scope.find(task, and(eq(task.sourceKind, 'ticket'), eq(task.sourceId, ticket.id))!);
  if (known) return;
  const followUp = { deviceId: ticket.deviceId, type: 'CM', occurrence: 1, taskDate: followUpDate(closedOn) } as const;
  await syncTasks(scope, { kind: 'ticket', id: ticket.id }, [followUp], now);
}

/** A task is shown with its device's last and next maintenance, so both change on tablets. */
export function touchTask(scope: WriteScope, row: { id: string; deviceId: string }): void {
  scope.touch('task', row.id);
  scope.touch('device', row.deviceId);
}
