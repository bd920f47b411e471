import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { followUpTaskId } from '#contract/rules/schedule.ts';
import type { TaskType } from '#contract/rules/task-status.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { addEvents, type OwnedEvent } from '../records/work-events.ts';

/** Rows in one statement: large enough to be quick, small enough that the event loop is not held for long. */
const rowsPerStatement = 2_000;

/** What makes tasks: a warranty, an installation (Ins and Cal), a ticket with follow-up. */
export interface TaskSource {
  kind: 'warranty' | 'installation' | 'ticket';
  id: string;
}

/** One task that a source requires; `occurrence` is its place in the source's schedule. */
export interface WantedTask {
  deviceId: string;
  type: TaskType;
  occurrence: number;
  taskDate: LocalDay;
  warrantyNumber?: string | null;
  /** It was due before the device's record began: not made, and kept only while somebody works on it. */
  isBeforeRecord?: boolean;
}

/** One task with its source. */
export interface SourcedTask extends WantedTask {
  source: TaskSource;
}

interface KnownTask {
  [column: string]: unknown;
  id: string;
  deviceId: string;
  type: TaskType;
  occurrence: number;
  taskDate: LocalDay;
  movedFrom: LocalDay | null;
  sourceKind: TaskSource['kind'];
  sourceId: string;
  warrantyNumber: string | null;
  /** Closed, or cancelled: not touched any more, and not made again. */
  isEnded: boolean;
  /** Somebody has tried to do it: it stays, on its day, while its device is in use. */
  isAttempted: boolean;
  isRemoved: boolean;
  isWorkedOn: boolean;
}

interface MovedTask extends SourcedTask {
  id: string;
  /** The day on which it stood. */
  from: LocalDay;
  /** The day that its source asks for; it is another than `taskDate` where somebody has moved the task. */
  asked: LocalDay;
}

/** What has to change so that tasks match their sources. */
interface TaskDifferences {
  fresh: SourcedTask[];
  moved: MovedTask[];
  gone: KnownTask[];
}

/**
 * Compares tasks with what their sources require; the result never contains closed or cancelled ones, and no attempted one
 * that it would move or remove. `lock` keeps others from
 * changing them.
 */
export async function compareTasks(
  scope: HospitalScope,
  which: SQL,
  wanted: readonly SourcedTask[],
  { lock }: { lock: boolean },
): Promise<TaskDifferences> {
  const known = await scope.rows<KnownTask>(sql`
    select id, device_id as "deviceId", type, occurrence, task_date as "taskDate", moved_from as "movedFrom",
      source_kind as "sourceKind",
      source_id as "sourceId", warranty_number as "warrantyNumber", coalesce(closed_at, cancelled_at) is not null as "isEnded",
      removed_at is not null as "isRemoved",
      attempted_at is not null and exists (
        select 1 from installation i
        where i.hospital_id = task.hospital_id and i.id = task.device_id and i.retired_at is null
      ) as "isAttempted",
      action_required or attempted_at is not null or cancelled_at is not null as "isWorkedOn"
    from task where hospital_id = ${scope.id} and ${which} order by id ${lock ? sql`for no key update` : sql``}`);
  const byKey = new Map(known.map((row) => [keyOf(row, { kind: row.sourceKind, id: row.sourceId }), row]));
  const fresh: SourcedTask[] = [];
  const moved: MovedTask[] = [];
  const asked = new Set<KnownTask>();
  for (const each of wanted) {
    const row = byKey.get(keyOf(each, each.source));
    if (each.isBeforeRecord && !row?.isWorkedOn) continue;
    if (!row) fresh.push(each);
    else {
      asked.add(row);
      const staysMoved = row.isAttempted || row.movedFrom === each.taskDate;
      const taskDate = staysMoved ? row.taskDate : each.taskDate;
      const isSame = row.taskDate === taskDate && row.warrantyNumber === (each.warrantyNumber ?? null);
      if (!row.isEnded && (row.isRemoved || !isSame)) {
        moved.push({ ...each, taskDate, id: row.id, from: row.taskDate, asked: each.taskDate });
      }
    }
  }
  return {
    fresh,
    moved,
    gone: known.filter((row) => !asked.has(row) && !row.isEnded && !row.isAttempted && !row.isRemoved),
  };
}

/** Returns whether tasks match their sources. */
export function areSettled({ fresh, moved, gone }: TaskDifferences): boolean {
  return fresh.length === 0 && moved.length === 0 && gone.length === 0;
}

/**
 * Brings tasks in line with their sources, in a few statements for all of them: new ones are made, open ones moved or
 * removed, closed ones never touched. Source: docs/product.md P32.
 */
export async function settleTasks(
  scope: WriteScope,
  which: SQL,
  wanted: readonly SourcedTask[],
  now: Date,
): Promise<TaskDifferences> {
  const differences = await compareTasks(scope, which, wanted, { lock: true });
  const { fresh, moved, gone } = differences;
  await addTasks(scope, fresh, now);
  for (const part of chunk(moved)) {
    const column = <T>(read: (task: MovedTask) => T) => sql.param(part.map(read));
    await scope.rows(sql`
      update task t set task_date = n.day, warranty_number = n.number, removed_at = null,
        moved_from = case when n.day <> n.asked then t.moved_from end
      from unnest(${column(({ id }) => id)}::text[], ${column(({ taskDate }) => taskDate)}::date[],
        ${column(({ asked }) => asked)}::date[],
        ${column(({ warrantyNumber }) => warrantyNumber ?? null)}::text[]) as n (id, day, asked, number)
      where t.hospital_id = ${scope.id} and t.id = n.id`);
  }
  const moves = moved.flatMap((task) => (task.from === task.taskDate ? [] : [moveOf(task, now)]));
  await addEvents(scope, moves);
  for (const part of chunk(gone)) {
    await scope.rows(sql`
      update task set removed_at = ${now.toISOString()}::timestamptz
      where hospital_id = ${scope.id} and id = any(${sql.param(part.map(({ id }) => id))}::text[])`);
  }
  for (const task of moved) touchTask(scope, task);
  for (const { id, deviceId } of gone) {
    scope.tombstone('task', id);
    scope.touch('device', deviceId);
  }
  return differences;
}

/** The schedule's own changes have no author. */
function moveOf({ id, from, taskDate: to }: MovedTask, now: Date): OwnedEvent {
  const at = now.toISOString();
  const facts = { id: randomUUID(), at, receivedAt: at, by: null, byRole: null };
  return { owner: { kind: 'task', id }, event: workEvent('moved', { from, to }, facts), byId: null };
}

/** Adds tasks that are not there yet; those due before the record of their device are left out. */
export async function addTasks(scope: WriteScope, tasks: readonly SourcedTask[], now: Date): Promise<void> {
  for (const part of chunk(tasks.filter(({ isBeforeRecord }) => isBeforeRecord !== true))) {
    const column = <T>(read: (task: SourcedTask) => T) => sql.param(part.map(read));
    const ids = part.map(({ source }) => (source.kind === 'ticket' && followUpTaskId(source.id)) || randomUUID());
    const ticketIds = part.flatMap(({ source }) => (source.kind === 'ticket' ? [source.id] : []));
    await scope.rows(sql`
      insert into task (hospital_id, id, device_id, type, task_date, source_kind, source_id, occurrence,
        warranty_number, created_at)
      select ${scope.id}, t.*, ${now.toISOString()}::timestamptz
      from unnest(${sql.param(ids)}::text[], ${column((t) => t.deviceId)}::text[], ${column((t) => t.type)}::text[],
        ${column((t) => t.taskDate)}::date[], ${column((t) => t.source.kind)}::text[],
        ${column((t) => t.source.id)}::text[], ${column((t) => t.occurrence)}::int[],
        ${column((t) => t.warrantyNumber ?? null)}::text[]) as t`);
    scope.touch('task', ...ids);
    scope.touch('ticket', ...ticketIds);
    scope.touch('device', ...part.map(({ deviceId }) => deviceId));
  }
}

/** A task is shown with its device's last and next maintenance, so both change on tablets. */
export function touchTask(scope: WriteScope, row: { id: string; deviceId: string }): void {
  scope.touch('task', row.id);
  scope.touch('device', row.deviceId);
}

/** Splits rows into what one statement can take. */
export function chunk<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = [];
  for (let from = 0; from < items.length; from += rowsPerStatement) {
    pieces.push(items.slice(from, from + rowsPerStatement));
  }
  return pieces;
}

function keyOf(task: Pick<WantedTask, 'deviceId' | 'type' | 'occurrence'>, source: TaskSource): string {
  return `${source.kind} ${source.id} ${task.type} ${task.occurrence} ${task.deviceId}`;
}
