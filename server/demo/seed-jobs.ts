import { and, between, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import * as schema from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { addEvents, type OwnedEvent } from '../records/work-events.ts';
import { jobStory, type JobStory } from './jobs.ts';
import { demoEvents, type DemoPerson } from './seed-history.ts';
import type { Seeded } from './seeded.ts';

/** Period around today whose open jobs are assigned, and the share of them. Units: days. */
const assigned = { before: 14, after: 21, share: 0.6 };

/** Dependencies of the generated jobs. */
export interface DemoJobs {
  random: Seeded;
  people: readonly DemoPerson[];
  today: LocalDay;
  now: Date;
  newId: () => string;
}

/** Marks jobs before today as done, attempted, moved or cancelled, and assigns open ones to engineers. */
export async function seedJobs(scope: WriteScope, demo: DemoJobs): Promise<void> {
  await doJobs(scope, demo);
  await assignJobs(scope, demo);
}

/** Marks jobs before today, or some of them, as done, attempted, moved or cancelled. */
export async function doJobs(scope: WriteScope, demo: DemoJobs, which?: SQL): Promise<void> {
  const { random, people, today, now, newId } = demo;
  const isOpen = and(lt(schema.task.taskDate, today), isNull(schema.task.closedAt), which);
  const past = await scope.list(schema.task, isOpen, { orderBy: sql`task_date, id` });
  const at = (day: LocalDay): Date => new Date(Math.min(now.getTime(), Date.parse(`${day}T09:30:00Z`)));
  const closings = new Map<LocalDay, string[]>();
  const told: ToldJob[] = [];
  for (const { id, taskDate } of past) {
    const story = jobStory(random, taskDate, today);
    if (story.doneOn !== null) closings.set(story.doneOn, [...(closings.get(story.doneOn) ?? []), id]);
    told.push(tellStory(demo, { id, taskDate, story, at }));
  }
  const events = told.flatMap((job) => job.events);
  await setStories(
    scope,
    told.filter((job) => job.events.length > 0),
  );
  for (const [day, ids] of closings) {
    const engineer = random.pick(people);
    const closedAt = at(day);
    await scope.update(
      schema.task,
      {
        closedAt,
        closedOn: day,
        closedById: engineer.id,
        closedByName: engineer.name,
        actionTaken: 'Checked by the maker’s list, electrical safety test passed.',
      },
      inArray(schema.task.id, ids),
    );
    events.push(
      ...ids.map((id) => demoEvents({ kind: 'task', id }, newId)('closed', { vendorId: null }, closedAt, engineer)),
    );
  }
  await addEvents(scope, events);
}

type Task = typeof schema.task.$inferSelect;

/** Changes that a story makes to its job, and the events it leaves in the timeline. */
interface ToldJob {
  id: string;
  set: Partial<
    Pick<Task, 'taskDate' | 'dueOn' | 'attemptedAt' | 'attemptReason' | 'movedFrom' | 'cancelledAt' | 'cancelReason'>
  >;
  events: OwnedEvent[];
}

function tellStory(
  { random, people, newId }: DemoJobs,
  { id, taskDate, story, at }: { id: string; taskDate: LocalDay; story: JobStory; at: (day: LocalDay) => Date },
): ToldJob {
  const { attempt, move, cancel } = story;
  const engineer = random.pick(people);
  const happened = demoEvents({ kind: 'task', id }, newId);
  const told: ToldJob = { id, set: {}, events: [] };
  if (attempt) {
    const { next, reason } = attempt.data;
    Object.assign(told.set, { taskDate: next, dueOn: taskDate, attemptedAt: at(attempt.on), attemptReason: reason });
    told.events.push(happened('attempted', attempt.data, at(attempt.on), engineer));
  }
  if (move) {
    Object.assign(told.set, { taskDate: move.data.to, movedFrom: taskDate });
    told.events.push(happened('moved', move.data, at(move.on), engineer));
  }
  if (cancel) {
    Object.assign(told.set, { cancelledAt: at(cancel.on), cancelReason: cancel.data.reason });
    told.events.push(happened('cancelled', cancel.data, at(cancel.on), engineer));
  }
  return told;
}

/** Writes the changes of all stories in one statement: one statement per job made the demo's first start slower. */
async function setStories(scope: WriteScope, told: readonly ToldJob[]): Promise<void> {
  const column = (pick: (set: ToldJob['set']) => string | Date | null | undefined) =>
    sql.param(
      told.map(({ set }) => {
        const value = pick(set) ?? null;
        return value instanceof Date ? value.toISOString() : value;
      }),
    );
  await scope.rows(sql`
    update task t
    set task_date = coalesce(n.task_date, t.task_date), due_on = n.due_on, moved_from = n.moved_from,
      attempted_at = n.attempted_at, attempt_reason = n.attempt_reason, cancelled_at = n.cancelled_at,
      cancel_reason = n.cancel_reason
    from unnest(${sql.param(told.map(({ id }) => id))}::text[], ${column((set) => set.taskDate)}::date[],
      ${column((set) => set.dueOn)}::date[], ${column((set) => set.movedFrom)}::date[],
      ${column((set) => set.attemptedAt)}::timestamptz[], ${column((set) => set.attemptReason)}::text[],
      ${column((set) => set.cancelledAt)}::timestamptz[], ${column((set) => set.cancelReason)}::text[])
      as n (id, task_date, due_on, moved_from, attempted_at, attempt_reason, cancelled_at, cancel_reason)
    where t.hospital_id = ${scope.id} and t.id = n.id`);
}

async function assignJobs(scope: WriteScope, { random, people, today, now, newId }: DemoJobs): Promise<void> {
  const { task } = schema;
  const span = between(task.taskDate, addDays(today, -assigned.before), addDays(today, assigned.after));
  const open = await scope.list(task, and(span, isNull(task.closedAt), isNull(task.cancelledAt)), {
    orderBy: sql`task_date, id`,
  });
  const given = new Map<DemoPerson, string[]>();
  for (const { id } of open) {
    if (!random.chance(assigned.share)) continue;
    const engineer = random.pick(people);
    given.set(engineer, [...(given.get(engineer) ?? []), id]);
  }
  const [chief] = people;
  for (const [engineer, ids] of given) {
    await scope.update(task, { technicianId: engineer.id, assignedAt: now }, inArray(task.id, ids));
    const data = { technicianId: engineer.id, technicianName: engineer.name };
    await addEvents(
      scope,
      ids.map((id) => demoEvents({ kind: 'task', id }, newId)('assigned', data, now, chief ?? engineer)),
    );
  }
}
