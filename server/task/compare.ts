import { sql, type SQL } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { goneReason, type TaskSourceKind } from '#contract/rules/task-reports.ts';
import type { TaskType } from '#contract/records/values.ts';
import type { HospitalScope } from '../db/scope.ts';

/** What makes a task. */
export interface TaskSource {
  kind: TaskSourceKind;
  id: string;
}

/** One task that a source requires; `occurrence` is its place in the source's plan. */
export interface WantedTask {
  deviceId: string;
  type: TaskType;
  occurrence: number;
  taskDate: LocalDay;
  warrantyNumber?: string | null;
  /** It was due before the device's record began: not made, and kept only while somebody works on it. */
  isBeforeRecord?: boolean;
  /** It is due after the last day for which tasks are made: kept only where somebody has touched it. */
  isBeyondHorizon?: boolean;
}

/** One task with its source. */
export interface SourcedTask extends WantedTask {
  source: TaskSource;
}

/** What sources require of their tasks. */
export interface PlannedWork {
  tasks: readonly SourcedTask[];
  /**
   * Of schedules that are still there: the day from which they count, by `planKey`. What was due before stays although the
   * schedule no longer asks for it.
   */
  countsFrom: ReadonlyMap<string, LocalDay | null>;
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
  /** Closed, or cancelled by somebody: not touched any more, and not made again. */
  isEnded: boolean;
  /** Its plan has removed or cancelled it. */
  isGone: boolean;
  isCancelled: boolean;
  /** A report keeps it open: its plan may cancel it, and never removes it. */
  isReported: boolean;
  /** Whether its device is out of use; false where no caller needs to know. */
  isRetired: boolean;
  /** A report asks for action, or somebody has tried or cancelled it. */
  isWorkedOn: boolean;
  /** Somebody has tried to do it: it stays, on its day, while its device is in use. */
  isAttempted: boolean;
  /** Somebody has moved it, or done something to it; events of older versions have no author. */
  isTouched: boolean;
}

/** A task that changes its day, its place in the plan or its warranty's number. */
export interface MovedTask extends SourcedTask {
  id: string;
  /** The day on which it was due. */
  from: LocalDay;
  /** The day that its source asks for; it is another than `taskDate` where somebody has moved the task. */
  asked: LocalDay;
  /** Its plan had cancelled it. */
  isReopened: boolean;
}

/** A task that its source no longer requires. */
export interface GoneTask {
  id: string;
  deviceId: string;
  /** Why it is cancelled; null where it is removed, as nobody has reported on it. Source: docs/product.md P192. */
  cancelReason: string | null;
}

/** What has to change so that tasks match their sources. */
export interface TaskDifferences {
  fresh: SourcedTask[];
  moved: MovedTask[];
  gone: GoneTask[];
}

/** The plan of a source for one device. */
export function planKey(source: TaskSource, deviceId: string): string {
  return `${source.kind} ${source.id} ${deviceId}`;
}

/**
 * Compares tasks with what their sources require; the result never contains closed or cancelled ones, and no attempted one
 * that it would move or remove. `lock` keeps others from changing them.
 */
export async function compareTasks(
  scope: HospitalScope,
  which: SQL,
  { tasks: wanted, countsFrom }: PlannedWork,
  { lock }: { lock: boolean },
): Promise<TaskDifferences> {
  const known = await readTasks(scope, which, lock);
  const byKey = new Map(known.map((row) => [keyOf(row, sourceOf(row)), row]));
  const fresh: SourcedTask[] = [];
  const moved: MovedTask[] = [];
  const asked = new Set<KnownTask>();
  for (const each of wanted) {
    const row = byKey.get(keyOf(each, each.source));
    if (each.isBeforeRecord && !row?.isWorkedOn) continue;
    if (each.isBeyondHorizon && !row?.isTouched) continue;
    if (!row) fresh.push(each);
    else {
      asked.add(row);
      const staysMoved = row.isAttempted || row.movedFrom === each.taskDate;
      const taskDate = staysMoved ? row.taskDate : each.taskDate;
      const isSame = row.taskDate === taskDate && row.warrantyNumber === (each.warrantyNumber ?? null);
      if (!row.isEnded && (row.isGone || !isSame)) {
        moved.push({ ...each, ...from(row), taskDate, asked: each.taskDate });
      }
    }
  }
  const left = known.filter(
    (row) => !asked.has(row) && !row.isEnded && !row.isAttempted && !row.isGone && !isOwed(row, countsFrom),
  );
  const replanned = moveToNewDays(fresh, left);
  return { ...replanned, moved: [...moved, ...replanned.moved] };
}

/**
 * The SQL condition that the plan of a `task` row has cancelled it, as `isCancelledByPlan` decides. Only tasks with a
 * report are cancelled this way.
 */
export const cancelledByPlan = (scope: HospitalScope): SQL => sql`(
  cancelled_at is not null and closed_at is null and action_required and coalesce((
    select e.by_name is null from work_event e
    where e.hospital_id = ${scope.id} and e.owner_kind = 'task' and e.owner_id = task.id and e.kind = 'cancelled'
    order by e.at desc, e.id desc limit 1
  ), false))`;

function readTasks(scope: HospitalScope, which: SQL, lock: boolean): Promise<KnownTask[]> {
  return scope.rows<KnownTask>(sql`
    select id, device_id as "deviceId", type, occurrence, task_date as "taskDate", moved_from as "movedFrom",
      source_kind as "sourceKind", source_id as "sourceId", warranty_number as "warrantyNumber",
      closed_at is not null or (cancelled_at is not null and not ${cancelledByPlan(scope)}) as "isEnded",
      removed_at is not null or ${cancelledByPlan(scope)} as "isGone", cancelled_at is not null as "isCancelled",
      action_required as "isReported", action_required and exists (
        select from installation i
        where i.hospital_id = task.hospital_id and i.id = task.device_id and i.retired_at is not null
      ) as "isRetired",
      action_required or attempted_at is not null or cancelled_at is not null as "isWorkedOn",
      attempted_at is not null and exists (
        select from installation i
        where i.hospital_id = task.hospital_id and i.id = task.device_id and i.retired_at is null
      ) as "isAttempted",
      moved_from is not null or action_required or attempted_at is not null or technician_id is not null
        or dispatched_at is not null or escalated_at is not null or (
          closed_at is null and cancelled_at is null and exists (
            select from work_event e
            where e.hospital_id = ${scope.id} and e.owner_kind = 'task' and e.owner_id = task.id
              and (e.by_id is not null or e.kind <> 'moved')
          )
        ) as "isTouched"
    from task where hospital_id = ${scope.id} and ${which} order by id ${lock ? sql`for no key update` : sql``}`);
}

/** Whether a task stays although its schedule, which is still there, no longer asks for it. */
function isOwed(row: KnownTask, countsFrom: PlannedWork['countsFrom']): boolean {
  const from = countsFrom.get(planKey(sourceOf(row), row.deviceId));
  return from !== undefined && from !== null && row.taskDate < from;
}

/**
 * A schedule with changed days moves its open tasks there, one after the other, so that they keep technician and
 * notes; only surplus ones are removed, and missing ones made.
 */
function moveToNewDays(fresh: readonly SourcedTask[], left: readonly KnownTask[]): TaskDifferences {
  const free = new Map<string, KnownTask[]>();
  for (const row of left.toSorted((a, b) => (a.taskDate < b.taskDate ? -1 : Number(a.taskDate > b.taskDate)))) {
    if (row.sourceKind !== 'schedule') continue;
    const key = `${planKey(sourceOf(row), row.deviceId)} ${row.type}`;
    free.set(key, [...(free.get(key) ?? []), row]);
  }
  const made: SourcedTask[] = [];
  const moved: MovedTask[] = [];
  const used = new Set<KnownTask>();
  for (const each of fresh) {
    const row = free.get(`${planKey(each.source, each.deviceId)} ${each.type}`)?.shift();
    if (!row) made.push(each);
    else {
      used.add(row);
      moved.push({ ...each, ...from(row), asked: each.taskDate });
    }
  }
  return { fresh: made, moved, gone: left.filter((row) => !used.has(row)).map(gone) };
}

/** Returns whether tasks match their sources. */
export function areSettled({ fresh, moved, gone }: TaskDifferences): boolean {
  return fresh.length === 0 && moved.length === 0 && gone.length === 0;
}

const from = ({ id, taskDate, isCancelled }: KnownTask) => ({ id, from: taskDate, isReopened: isCancelled });

const gone = ({ id, deviceId, isReported, isRetired, sourceKind }: KnownTask): GoneTask => ({
  id,
  deviceId,
  cancelReason: isReported ? goneReason(sourceKind, isRetired) : null,
});

const sourceOf = ({ sourceKind: kind, sourceId: id }: KnownTask): TaskSource => ({ kind, id });

function keyOf(task: Pick<WantedTask, 'deviceId' | 'type' | 'occurrence'>, source: TaskSource): string {
  return `${source.kind} ${source.id} ${task.type} ${task.occurrence} ${task.deviceId}`;
}
