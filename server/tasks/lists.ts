import { sql, type SQL } from 'drizzle-orm';
import type { TaskItem } from '#contract/task.ts';
import { addDays, addMonthsKeepingDay, hospitalDay, isLocalDay } from '#contract/rules/hospital-day.ts';
import { taskStatus } from '#contract/rules/task-status.ts';
import type { Handlers } from '../context.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';

const upcomingDays = 30;

/** Lists of the maintenance screen. */
export const taskListHandlers = {
  upcomingTasks: async ({ hospital, now }) => {
    const today = hospitalDay(now, hospital.facts.timeZone);
    const items = await readTaskItems(
      hospital,
      today,
      sql`t.closed_at is null and t.task_date <= ${addDays(today, upcomingDays)}::date`,
    );
    return items;
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
    return readTaskItems(hospital, hospitalDay(now, hospital.facts.timeZone), sql`t.task_date = ${day}::date`);
  },

  technicians: ({ hospital }) => readTechnicians(hospital),
} satisfies Handlers<'upcomingTasks' | 'taskDates' | 'tasksByDate' | 'technicians'>;

/** The engineers of a hospital, by name. */
export function readTechnicians(scope: HospitalScope): Promise<{ id: string; name: string }[]> {
  return scope.rows<{ id: string; name: string }>(sql`
    select id, name from app_user
    where hospital_id = ${scope.id} and role = 'BME' and deleted_at is null order by lower(name), id`);
}

/** Reads tasks as lists show them, the longest overdue first; escalated ones before others of their day. */
export async function readTaskItems(scope: HospitalScope, today: string, where: SQL, limit = 500): Promise<TaskItem[]> {
  const rows = await scope.rows<Omit<TaskItem, 'status'> & { closedAt: string | null; actionRequired: boolean }>(sql`
    select t.id, e.name, i.serial_number as "serialNumber", t.warranty_number as "warrantyNumber",
      t.task_date as "taskDate", t.type, t.priority, u.name as "technicianName",
      t.closed_at as "closedAt", t.action_required as "actionRequired"
    from task t
    join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    left join app_user u on u.id = t.technician_id and u.hospital_id = t.hospital_id
    where t.hospital_id = ${scope.id} and t.removed_at is null and ${where}
    order by t.task_date, t.escalated_at desc nulls last, t.id limit ${limit}`);
  return rows.map(({ closedAt, actionRequired, ...row }) => ({
    ...row,
    status: taskStatus({ taskDate: row.taskDate, closedAt, actionRequired, today }),
  }));
}
