import { sql, type SQL } from 'drizzle-orm';
import type { TaskItem } from '#contract/calls/task/task.ts';
import { buildDayList, buildUpcomingList, type TaskListRow, type TaskRowFacts } from '#contract/pages/task-list.ts';
import { addDays, addMonthsKeepingDay, hospitalDay, isLocalDay } from '#contract/rules/hospital-day.ts';
import { upcomingDays } from '#contract/rules/task-status.ts';
import type { Handlers } from '../context.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import { type AttemptColumns, attemptOf } from '../records/attempt.ts';

/** Maximum number of rows in an answer; the app holds all tasks itself. */
const maxListedTasks = 500;

/** Lists for the maintenance screen. */
export const taskListHandlers = {
  upcomingTasks: async ({ hospital, now }) => {
    const today = hospitalDay(now, hospital.facts.timeZone);
    const lastDay = addDays(today, upcomingDays);
    const facts = await readTaskFacts(
      hospital,
      sql`t.closed_at is null and t.cancelled_at is null and t.task_date <= ${lastDay}::date`,
    );
    return buildUpcomingList(facts, today).map(itemOf);
  },

  taskDates: async ({ query, hospital }) => {
    const first = `${query.year}-${String(query.month).padStart(2, '0')}-01`;
    const rows = await hospital.rows<{ day: number }>(sql`
      select distinct extract(day from task_date)::int as day from task
      where hospital_id = ${hospital.id} and removed_at is null
        and task_date >= ${first}::date and task_date < ${addMonthsKeepingDay(first, 1)}::date
      order by day`);
    return rows.map(({ day }) => day);
  },

  tasksByDate: async ({ query, hospital, now }) => {
    const pad = (part: number): string => String(part).padStart(2, '0');
    const day = `${query.year}-${pad(query.month)}-${pad(query.day)}`;
    if (!isLocalDay(day)) throw new ApiError('input.invalid', 'Please enter a valid date.');
    const facts = await readTaskFacts(hospital, sql`t.task_date = ${day}::date`);
    return buildDayList(facts, day, hospitalDay(now, hospital.facts.timeZone)).map(itemOf);
  },

  technicians: ({ hospital }) => readTechnicians(hospital),
} satisfies Handlers<'upcomingTasks' | 'taskDates' | 'tasksByDate' | 'technicians'>;

/** The engineers of a hospital, by name. */
export function readTechnicians(scope: HospitalScope): Promise<{ id: string; name: string }[]> {
  return scope.rows<{ id: string; name: string }>(sql`
    select id, name from app_user
    where hospital_id = ${scope.id} and role = 'BME' and deleted_at is null order by name_order, id`);
}

/** Reads the facts of task lists, sorted as far as a limit requires. */
async function readTaskFacts(scope: HospitalScope, where: SQL): Promise<TaskRowFacts[]> {
  type Row = Omit<TaskRowFacts['task'], 'attempt'> &
    NonNullable<TaskRowFacts['device']> &
    AttemptColumns &
    Record<string, unknown>;
  const rows = await scope.rows<Row>(sql`
    select t.id, e.name as "equipmentName", i.serial_number as "serialNumber", t.warranty_number as "warrantyNumber",
      t.task_date as "taskDate", t.type, t.priority, t.technician_id as "technicianId", u.name as "technicianName",
      d.name as "departmentName", t.closed_at as "closedAt", t.cancelled_at as "cancelledAt",
      t.due_on as "dueOn", t.attempted_at as "attemptedAt", t.attempt_reason as "attemptReason",
      t.action_required as "actionRequired", t.escalated_at as "escalatedAt"
    from task t
    join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
    left join app_user u on u.id = t.technician_id and u.hospital_id = t.hospital_id
    where t.hospital_id = ${scope.id} and t.removed_at is null and ${where}
    order by t.task_date, coalesce(t.closed_at, t.cancelled_at) is not null, t.escalated_at is null, i.serial_order, t.id collate "C"
    limit ${maxListedTasks}`);
  return rows.map((row) => ({ task: { ...row, attempt: attemptOf(row) }, device: row }));
}

/** Returns the API's row, without escalation and the fields that only the screen filters by. */
const itemOf = ({
  escalated: _e,
  department: _d,
  technicianId: _t,
  vendor: _v,
  title: _n,
  ...item
}: TaskListRow): TaskItem => item;
