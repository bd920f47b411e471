import { sql, type SQL } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { goneReason, type TaskSourceKind } from '#contract/rules/task-reports.ts';
import type { TaskType } from '#contract/records/values.ts';
import type { HospitalScope } from '../db/scope.ts';

/** The source of a task. */
export interface TaskSource {
  kind: TaskSourceKind;
  id: string;
}

/** A task that a source requires; `occurrence` is its position in the source's plan. */
export interface WantedTask {
  deviceId: string;
  type: TaskType;
  occurrence: number;
  taskDate: LocalDay;
  warrantyNumber?: string | null;
  /** Whether it was due before the device's record began: not created, and kept only while somebody works on it. */
  isBeforeRecord?: boolean;
  /** Whether it is due beyond the horizon: kept only if somebody has worked on it. */
  isBeyondHorizon?: boolean;
}

/** A task with its source. */
export interface SourcedTask extends WantedTask {
  source: TaskSource;
}

/** Tasks that their sources require. */
export interface PlannedWork {
  tasks: readonly SourcedTask[];
  /**
   * For schedules that still exist: the day from which they count, by `planKey`. Tasks that were due before then stay,
   * although the schedule no longer asks for them.
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
  /** Whether it is closed, or was cancelled by somebody: it is neither changed nor created again. */
  isEnded: boolean;
  /** Whether its plan has removed or cancelled it. */
  isGone: boolean;
  isCancelled: boolean;
  /** Whether a report keeps it open: its plan may cancel it, but never removes it. */
  isReported: boolean;
  /** Whether its device is out of use; false if no caller needs to know. */
  isRetired: boolean;
  /** Whether a report asks for action, or somebody has attempted or cancelled it. */
  isWorkedOn: boolean;
  /** Whether somebody has attempted it: it stays on its day as long as its device is in use. */
  isAttempted: boolean;
  /** Whether somebody has moved it or otherwise worked on it; events of older versions have no author. */
  isTouched: boolean;
}

/** A task whose day, position in the plan or warranty number changes. */
export interface MovedTask extends SourcedTask {
  id: string;
  /** The previous due day. */
  from: LocalDay;
  /** The day that its source asks for; differs from `taskDate` if somebody has moved the task. */
  asked: LocalDay;
  /** Whether its plan had cancelled it. */
  isReopened: boolean;
}

/** A task that its source no longer requires. */
export interface GoneTask {
  id: string;
  deviceId: string;
  /** Why it is cancelled; null if it is removed because nobody has reported on it. Source: docs/product.md P192. */
  cancelReason: string | null;
}

/** The changes that make tasks match their sources. */
export interface TaskDifferences {
  fresh: SourcedTask[];
  moved: MovedTask[];
  gone: GoneTask[];
}

/** Returns the key of a source's plan for one device. */
export function planKey(source: TaskSource, deviceId: string): string {
  return `${source.kind} ${source.id} ${deviceId}`;
}

/**
 * Compares tasks with the requirements of their sources. The result never contains closed or cancelled tasks, nor moves
 * or removals of attempted ones. `lock` keeps others from changing them.
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
 * Returns the SQL condition that the plan of a `task` row has cancelled it, like `isCancelledByPlan`. Only tasks with a
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

/** Returns whether a task stays although its schedule, which still exists, no longer asks for it. */
function isOwed(row: KnownTask, countsFrom: PlannedWork['countsFrom']): boolean {
  const from = countsFrom.get(planKey(sourceOf(row), row.deviceId));
  return from !== undefined && from !== null && row.taskDate < from;
}

/**
 * Moves the open tasks of a schedule with changed days to the new days, in order, so that they keep technician and
 * notes; only surplus ones are removed, and missing ones created.
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
