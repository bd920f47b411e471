import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { option } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { taskStatuses } from '../../rules/task-status.ts';
import { priorities, taskTypes } from '../../records/values.ts';
import { attemptReasons } from '../../records/work-event.ts';

const taskItem = z.object({
  id: z.string(),
  name: z.string(),
  serialNumber: z.string(),
  warrantyNumber: z.nullable(z.string()),
  taskDate: z.string(),
  /** The original due day, if an attempt has postponed it. */
  dueOn: z.nullable(z.string()),
  /** Why it could not be done at the last attempt. */
  attempted: z.nullable(z.enum(attemptReasons)),
  type: z.enum(taskTypes),
  status: z.enum(taskStatuses),
  priority: z.enum(priorities),
  technicianName: z.nullable(z.string()),
});

const monthQuery = {
  year: z.coerce.number().check(z.int(), z.minimum(1950), z.maximum(2100)),
  month: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12)),
};

/** Reads of the maintenance screens. */
export const taskCalls = {
  upcomingTasks: defineCall({
    method: 'GET',
    path: '/BMEDashboard/tasks/upcoming',
    summary: 'Overdue tasks and those of the next 30 days',
    access: hospitalRoles,
    answer: z.array(taskItem),
  }),
  taskDates: defineCall({
    method: 'GET',
    path: '/BMEDashboard/tasks/dates',
    summary: 'Days of a month that have tasks',
    access: hospitalRoles,
    query: z.object(monthQuery),
    answer: z.array(z.number()),
  }),
  tasksByDate: defineCall({
    method: 'GET',
    path: '/BMEDashboard/tasks/bydate',
    summary: 'The tasks of a day',
    access: hospitalRoles,
    query: z.object({ ...monthQuery, day: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(31)) }),
    answer: z.array(taskItem),
  }),
  technicians: defineCall({
    method: 'GET',
    path: '/BMEDashboard/technicians',
    summary: 'The engineers a task or ticket can be given to',
    access: hospitalRoles,
    answer: z.array(option),
  }),
};

/** A task as lists show it. */
export type TaskItem = z.output<typeof taskItem>;
