import { and, between, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import * as schema from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { addEvents, type OwnedEvent } from '../records/work-events.ts';
import { jobStory, type JobStory } from './jobs.ts';
import { demoEvents, type DemoPerson } from './seed-history.ts';
import type { Seeded } from './seeded.ts';

/** Days around today whose open jobs have been given to somebody, and the share of them. */
const assigned = { before: 14, after: 21, share: 0.6 };

/** What the jobs take from outside. */
export interface DemoJobs {
  random: Seeded;
  people: readonly DemoPerson[];
  today: LocalDay;
  now: Date;
  newId: () => string;
}

/** Lets the jobs before today be done, tried, moved or cancelled, and gives open ones to engineers. */
export async function seedJobs(scope: WriteScope, demo: DemoJobs): Promise<void> {
  const { random, people, today, now } = demo;
  const past = await scope.list(schema.task, and(lt(schema.task.taskDate, today), isNull(schema.task.closedAt)), {
    orderBy: sql`task_date, id`,
  });
  const at = (day: LocalDay): Date => new Date(Math.min(now.getTime(), Date.parse(`${day}T09:30:00Z`)));
  const closings = new Map<LocalDay, string[]>();
  for (const { id, taskDate } of past) {
    const story = jobStory(random, taskDate, today);
    if (story.doneOn !== null) closings.set(story.doneOn, [...(closings.get(story.doneOn) ?? []), id]);
    await tellStory(scope, demo, { id, taskDate, story, at });
  }
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
    await addEvents(
      scope,
      ids.map((id) => demoEvents({ kind: 'task', id }, demo.newId)('closed', {}, closedAt, engineer)),
    );
  }
  await assignJobs(scope, demo);
}

interface ToldJob {
  id: string;
  taskDate: LocalDay;
  story: JobStory;
  at: (day: LocalDay) => Date;
}

async function tellStory(scope: WriteScope, { random, people, newId }: DemoJobs, told: ToldJob): Promise<void> {
  const { id, taskDate, at } = told;
  const { attempt, move, cancel } = told.story;
  const engineer = random.pick(people);
  const happened = demoEvents({ kind: 'task', id }, newId);
  const events: OwnedEvent[] = [];
  const set: Partial<typeof schema.task.$inferSelect> = {};
  if (attempt) {
    const { next, reason } = attempt.data;
    Object.assign(set, { taskDate: next, dueOn: taskDate, attemptedAt: at(attempt.on), attemptReason: reason });
    events.push(happened('attempted', attempt.data, at(attempt.on), engineer));
  }
  if (move) {
    Object.assign(set, { taskDate: move.data.to, movedFrom: taskDate });
    events.push(happened('moved', move.data, at(move.on), engineer));
  }
  if (cancel) {
    Object.assign(set, { cancelledAt: at(cancel.on), cancelReason: cancel.data.reason });
    events.push(happened('cancelled', cancel.data, at(cancel.on), engineer));
  }
  if (events.length === 0) return;
  await scope.update(schema.task, set, eq(schema.task.id, id));
  await addEvents(scope, events);
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
