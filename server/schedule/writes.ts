import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { counted } from '#contract/rules/counted.ts';
import { isLongerThanMaker, type ScheduleRecord } from '#contract/calls/schedule.ts';
import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { horizonOf, intervalAfter, type Plan, plannedJobs, recordFromOf } from '#contract/rules/plan.ts';
import type { Handlers } from '../context.ts';
import { schedule } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { invalidField, unknownRecord } from '../problem.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { settleSource } from '../task/plan.ts';
import { returnOverdue } from '../task/settle.ts';
import { scheduleRecord } from './record.ts';
import { lockDevices, requireProcedure, requireTarget, targetColumns } from './target.ts';
import { finderOf, refuseGone } from '../records/living.ts';
import { vendorInUse } from '../records/vendors.ts';

type Body = BodyOf<Calls['createSchedule']>;
type Row = typeof schedule.$inferSelect;
type Target = 'deviceId' | 'modelId' | 'equipmentId';
/** The fields of a schedule's form, without its target. */
type Facts = Omit<Row, 'hospitalId' | 'id' | Target | 'createdAt' | 'retiredAt'>;

const findSchedule = finderOf(schedule, 'schedule');

/** Maximum number of jobs that a schedule creates at once, and of past jobs for one device. */
const maxJobs = 20_000;
const maxPastJobs = 366;

/** Creates, changes, ends and restores schedules. Each write also updates the jobs of its devices. */
export const scheduleWriteHandlers = {
  createSchedule: async ({ body, hospital, now }) => {
    await requireTarget(hospital, body.target, body.targetId);
    const today = hospitalDay(now, hospital.facts.timeZone);
    const said = await factsOf(hospital, body, today);
    const facts = { ...said, recordFrom: startOf(body, said, today) };
    const id = randomUUID();
    const target = targetColumns(body.target, body.targetId);
    const devices = await lockDevices(hospital, target);
    refuseTooMany(facts, devices.length, today);
    await hospital.insert(schedule, { ...facts, ...target, id, createdAt: now });
    return settle(hospital, id, devices, now);
  },

  updateSchedule: async ({ params: { id }, body: sent, hospital, now }) => {
    const known = await findSchedule(hospital, id, { lock: true });
    const body = await acceptEdit(hospital, {
      kind: 'schedule',
      sent,
      current: await scheduleRecord(hospital, id),
      now,
    });
    if ((known.deviceId ?? known.modelId ?? known.equipmentId) !== body.targetId) {
      throw invalidField('targetId', 'A schedule stays with what it was made for. End it and add another one.');
    }
    const today = hospitalDay(now, hospital.facts.timeZone);
    const said = await factsOf(hospital, body, today);
    const isSame = said.every === known.every && said.unit === known.unit && said.basis === known.basis;
    const keepsRecord = body.start === undefined && isSame && said.firstDueOn === known.firstDueOn;
    const facts = { ...said, recordFrom: keepsRecord ? known.recordFrom : startOf(body, said, today) };
    const devices = await lockDevices(hospital, known);
    refuseTooMany(facts, devices.length, today);
    await hospital.update(schedule, facts, eq(schedule.id, id));
    await touchJobs(hospital, id);
    return settle(hospital, id, devices, now);
  },

  deleteSchedule: async ({ params: { id }, hospital, now }) => {
    const known = await findSchedule(hospital, id, { lock: true });
    const devices = await lockDevices(hospital, known);
    await hospital.update(schedule, { retiredAt: now }, eq(schedule.id, id));
    await settleSource(hospital, { kind: 'schedule', id }, [], now);
    hospital.touch('device', ...devices);
  },

  restoreSchedule: async ({ params: { id }, hospital, now }) => {
    const known = await hospital.find(schedule, eq(schedule.id, id), { lock: true });
    if (!known) throw unknownRecord('schedule');
    await refuseGone(hospital, known.title || known.kind, {
      vendor: known.vendorId,
      model: known.modelId,
      equipment: known.equipmentId,
    });
    const devices = await lockDevices(hospital, known);
    const { timeZone } = hospital.facts;
    const today = hospitalDay(now, timeZone);
    const goneAt = known.retiredAt;
    // Work that was due while the schedule was ended is not owed; an Undo on the day it ended brings everything back.
    if (goneAt === null || hospitalDay(goneAt, timeZone) === today) {
      await hospital.update(schedule, { retiredAt: null }, eq(schedule.id, id));
    } else {
      refuseTooMany({ ...known, recordFrom: today }, devices.length, today);
      await hospital.update(schedule, { retiredAt: null, recordFrom: today }, eq(schedule.id, id));
      await returnOverdue(hospital, { of: sql`source_id = ${id}`, goneAt, now });
    }
    return settle(hospital, id, devices, now);
  },
} satisfies Handlers<'createSchedule' | 'updateSchedule' | 'deleteSchedule' | 'restoreSchedule'>;

async function settle(scope: WriteScope, id: string, devices: readonly string[], now: Date): Promise<ScheduleRecord> {
  await settleSource(scope, { kind: 'schedule', id }, devices, now);
  scope.touch('device', ...devices);
  return scheduleRecord(scope, id);
}

/** Marks the jobs as changed, because on tablets each has the title and vendor of its schedule. */
async function touchJobs(scope: WriteScope, id: string): Promise<void> {
  const rows = await scope.rows<{ id: string }>(sql`
    select id from task
    where hospital_id = ${scope.id} and source_kind = 'schedule' and source_id = ${id} and removed_at is null`);
  scope.touch('task', ...rows.map((row) => row.id));
}

/** Returns the fields of the body without its target; fields that another choice makes meaningless are dropped. */
async function factsOf(scope: WriteScope, body: Body, today: LocalDay): Promise<Omit<Facts, 'recordFrom'>> {
  const vendorId = body.doneBy === 'vendor' ? (body.vendorId ?? null) : null;
  if (vendorId !== null) await vendorInUse(scope, vendorId);
  const procedureId = body.procedureId || null;
  if (procedureId !== null) await requireProcedure(scope, procedureId);
  const isLonger = isLongerThanMaker(body);
  const firstDueOn = firstDueOf(body, today);
  if (body.ends === 'date' && body.endsOn !== null && body.endsOn < firstDueOn) {
    throw invalidField('endsOn', 'The end date is before the first due date.');
  }
  return {
    kind: body.kind,
    title: body.title,
    every: body.every,
    unit: body.unit,
    basis: body.basis,
    firstDueOn,
    endsOn: body.ends === 'date' ? body.endsOn : null,
    maxCount: body.ends === 'count' ? (body.count ?? null) : null,
    windowDays: body.windowDays ?? null,
    doneBy: body.doneBy,
    vendorId,
    procedureId,
    makerEvery: body.makerEvery ?? null,
    makerUnit: body.makerEvery ? (body.makerUnit ?? body.unit) : null,
    longerReason: isLonger ? (body.longerReason ?? null) : null,
    longerApprover: isLonger ? (body.longerApprover ?? null) : null,
    reviewOn: isLonger ? body.reviewOn : null,
  };
}

/** Returns the first due day as entered, or one interval after the work was last done. */
function firstDueOf({ start, lastDoneOn, firstDueOn, every, unit }: Body, today: LocalDay): LocalDay {
  if (start !== 'last-done' || lastDoneOn === null) return firstDueOn ?? today;
  if (lastDoneOn > today) throw invalidField('lastDoneOn', 'This date lies in the future.');
  return intervalAfter(lastDoneOn, { every, unit });
}

type PlanFacts = Pick<Facts, 'every' | 'unit' | 'basis' | 'firstDueOn' | 'endsOn' | 'maxCount'>;

function planOf({ every, unit, firstDueOn, endsOn, maxCount }: PlanFacts): Plan {
  return { anchor: firstDueOn, offset: 0, interval: { every, unit }, until: endsOn, count: maxCount };
}

/**
 * A floating schedule has one job at a time, however long it has been due.
 * Source: docs/product.md P84.
 */
function startOf({ start = 'today' }: Body, facts: PlanFacts, today: LocalDay): LocalDay | null {
  if (start === 'last-done' && facts.basis === 'floating') return null;
  return recordFromOf(start, planOf(facts), today);
}

function refuseTooMany(facts: Facts, devices: number, today: LocalDay): void {
  const isFloating = facts.basis === 'floating';
  // A floating schedule has only one job per device at a time, overdue or not.
  const jobs = isFloating ? [] : plannedJobs(planOf(facts), { from: facts.recordFrom, to: horizonOf(today) });
  const past = jobs.filter(({ on }) => on < today).length;
  if (past > maxPastJobs) {
    const sentence = `${counted(past, 'task')} of each device would be before today; at most ${maxPastJobs} can be added.`;
    throw invalidField('start', sentence);
  }
  const all = (isFloating ? 1 : jobs.length) * devices;
  if (all > maxJobs) {
    const sentence = `This would create ${counted(all, 'task')}; at most ${maxJobs.toLocaleString('en-IN')} can be created.`;
    throw invalidField('every', sentence);
  }
}
