import { and, eq, sql } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { followUpDate } from '#contract/rules/schedule.ts';
import { installation, task } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import type { TaskSource, WantedTask } from './compare.ts';
import { type Cause, settleTasks } from './settle.ts';

/**
 * Updates the tasks of a source to match its current requirements: creates new ones, moves or removes open ones, never
 * touches closed ones. Source: docs/product.md P32.
 */
export async function syncTasks(
  scope: WriteScope,
  source: TaskSource,
  wanted: readonly WantedTask[],
  now: Date,
  cause?: Cause,
): Promise<void> {
  const ofSource = sql`source_kind = ${source.kind} and source_id = ${source.id}`;
  const sourced = wanted.map((each) => ({ ...each, source }));
  await settleTasks(scope, ofSource, { tasks: sourced, countsFrom: new Map() }, now, cause);
}

/**
 * Creates one corrective task, due in 7 days, for a breakdown that needs a follow-up; for a retired device, it is
 * created when the device returns. Source: docs/product.md P32.
 */
export async function scheduleFollowUp(
  scope: WriteScope,
  ticket: { id: string; deviceId: string },
  closedOn: LocalDay,
  now: Date,
): Promise<void> {
  const known = await scope.find(task, and(eq(task.sourceKind, 'ticket'), eq(task.sourceId, ticket.id))!);
  if (known) return;
  const device = await scope.find(installation, eq(installation.id, ticket.deviceId));
  if (device?.retiredAt) return;
  const followUp = { deviceId: ticket.deviceId, type: 'CM', occurrence: 1, taskDate: followUpDate(closedOn) } as const;
  await syncTasks(scope, { kind: 'ticket', id: ticket.id }, [followUp], now);
}

/**
 * Removes the open follow-up task of a ticket that no longer needs one, or cancels it if it has a report. Source:
 * docs/product.md P36 and P192.
 */
export async function removeFollowUp(
  scope: WriteScope,
  ticket: { id: string },
  now: Date,
  cause: Cause,
): Promise<void> {
  await syncTasks(scope, { kind: 'ticket', id: ticket.id }, [], now, cause);
}
