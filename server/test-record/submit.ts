import { and, eq, lte, sql } from 'drizzle-orm';
import { reportOf } from '#contract/calls/test/body.ts';
import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { countsAsKind } from '#contract/rules/kind-of-test.ts';
import { afterTest, type NextDueFacts } from '#contract/rules/next-due.ts';
import type { Step, TestResult, UsedTester } from '#contract/records/procedure.ts';
import { adjustedReadings, isPass, judgeTest, testSentence } from '#contract/rules/test-result.ts';
import { registerFiles } from '../attachment/register.ts';
import type { CallContext, Handler } from '../context.ts';
import { installation, procedure, task, testRecord, ticket } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { invalidField, unknownRecord } from '../problem.ts';
import { readVersion } from '../procedure/handlers.ts';
import { clockNotices } from '../records/clock-notices.ts';
import { readPlans } from '../records/plans.ts';
import { planRecord } from '../sync/plan-record.ts';
import { retiredMeanwhile } from '../task/retired-device.ts';
import { reopenCorrected, settleTested } from '../task/tested.ts';
import { openTicket } from '../ticket/report.ts';

type TestBody = BodyOf<Calls['submitTestRecord']>;
type TaskRow = typeof task.$inferSelect;

/**
 * Accepts a test. The server judges it by the procedure version and the certificates it was made with, even if those
 * have changed since; the tablet's own result is only compared. The record is never changed again.
 * Throws: ApiError `record.unknown` for a device, task, procedure, version or tester that this hospital never had,
 * `input.invalid` for an answer to a step that the version does not have.
 */
export const submitTestRecord: Handler<'submitTestRecord'> = async (ctx) => {
  const { body, hospital, actor, id, time, now } = ctx;
  const { answers, limitation, ticket: _ticket, told, testers: _testers, vendorId, ...facts } = body;
  const device = await hospital.find(installation, eq(installation.id, body.deviceId), { lock: true });
  if (!device) throw unknownRecord('device');
  const { name: procedureName, steps } = await readVersion(hospital, body.procedureId, body.version);
  requireKnownSteps(steps, body);
  const testers = await findTesters(hospital, body.testers);
  const ofTask = await findTask(hospital, body);
  const corrected = await findCorrected(hospital, body);
  const testedOn = hospitalDay(time.at, hospital.facts.timeZone);
  const { result, findings } = judgeTest({ steps, answers, testers, on: testedOn, limitation });

  const adjusted = adjustedReadings({ steps, answers });
  const sentence = testSentence({ procedureName, version: body.version, result });
  const reopened = isPass(result) ? null : await reopenCorrected(ctx, corrected, sentence);

  await hospital.insert(testRecord, {
    ...facts,
    id,
    result,
    findings: findings.map(({ words }) => words),
    limitation,
    adjusted: adjusted.length > 0 ? adjusted : null,
    answers,
    testers,
    testedAt: time.at,
    testedOn,
    byId: actor.id,
    byName: actor.name,
    ...afterTest({
      result,
      ...(await readWork(ctx, ofTask)),
      testedOn,
      corrected: corrected?.nextDueOn ?? null,
      reopens: reopened?.taskId ?? null,
      countsAs: countsAsKind(body, ofTask, steps),
      procedure: { procedureId: body.procedureId, steps },
    }),
    ticketId: body.ticket?.id ?? null,
    madeAt: time.madeAt,
    receivedAt: now,
    clockFlagged: time.clockFlagged,
    tabletTime: time.tabletTime,
  });
  for (const { stepId, photos } of answers) {
    await registerFiles(hospital, { kind: 'test', id, part: stepId }, photos, actor.name, now);
  }
  const failedSteps = new Set(findings.flatMap(({ stepId }) => stepId ?? []));
  const ticketNumber = await reportTicketOf(ctx, device, failedSteps);
  const against = isPass(result) ? await failedCorrection(hospital, id) : null;
  const ofTaskSaid =
    reopened?.notices ??
    (ofTask
      ? await settleTested(ctx, ofTask, { result, sentence, ...against, vendorId })
      : await retiredMeanwhile(hospital, device.id));
  hospital.touch('test', id);
  const notices = [
    ...(await deletedMeanwhile(ctx)),
    ...(body.correctsId !== null && corrected === undefined ? [unknownCorrected] : []),
    ...(result === told ? [] : [`The result is ${result}: the server has judged the readings again.`]),
    ...ofTaskSaid,
    ...clockNotices(time),
  ];
  if (device.retiredAt) hospital.tombstone('device', device.id);
  return {
    id,
    result,
    findings: findings.map(({ words }) => words),
    ...(ticketNumber !== null && { ticketNumber }),
    ...(notices.length > 0 && { notices }),
  };
};

/**
 * Returns the failed correction that arrived before the record it corrects, so that the record does not close its task.
 */
async function failedCorrection(
  scope: HospitalScope,
  id: string,
): Promise<{ result: TestResult; sentence: string } | null> {
  const [latest] = await scope.rows<{ name: string; version: number; result: TestResult }>(sql`
    select v.name, c.version, c.result from test_record c
      join procedure_version v on v.hospital_id = c.hospital_id and v.procedure_id = c.procedure_id and v.version = c.version
    where c.hospital_id = ${scope.id} and c.corrects_id = ${id} order by c.tested_at desc, c.id desc limit 1`);
  if (!latest || isPass(latest.result)) return null;
  return { result: latest.result, sentence: testSentence({ ...latest, procedureName: latest.name }) };
}

/** The message for a correction of an unknown record. */
const unknownCorrected = 'The test that this one corrects does not exist here, or has not arrived yet.';

/**
 * Returns a notice for a test by a deleted procedure. The test is kept: its tablet may not have known, and readings
 * cannot be taken again. A correction follows its record, so it gets no notice. Source:
 * docs/decisions/352-tests-by-deleted-procedures.md
 */
async function deletedMeanwhile({ body, hospital, time }: CallContext<'submitTestRecord'>): Promise<string[]> {
  if (body.correctsId !== null) return [];
  const deleted = and(eq(procedure.id, body.procedureId), lte(procedure.retiredAt, time.at))!;
  const row = await hospital.find(procedure, deleted);
  return row ? [`The procedure “${row.name}” was deleted in the meantime. Your entry is kept.`] : [];
}

function requireKnownSteps(steps: readonly Step[], { answers }: TestBody): void {
  const known = new Set(steps.map((step) => step.id));
  if (answers.some(({ stepId }) => !known.has(stepId)))
    throw invalidField('answers', 'An answer is to a step that this version of the procedure does not have.');
}

/** Finds the testers with the certificates that were used, which may have been replaced since. */
async function findTesters(scope: HospitalScope, used: TestBody['testers']): Promise<UsedTester[]> {
  const ids = used.map(({ certificateId }) => certificateId);
  const rows = await scope.rows<UsedTester & Record<string, unknown>>(sql`
    select t.id as "testerId", c.id as "certificateId", t.name, t.serial_number as "serialNumber",
      c.number as "certificateNumber", c.due_on as "dueOn", c.calibration
    from tester_certificate c join tester t on t.hospital_id = c.hospital_id and t.id = c.tester_id
    where c.hospital_id = ${scope.id} and c.id = any(${sql.param(ids)}::text[])`);
  const unique = new Map(used.map((one) => [one.testerId, one]));
  return [...unique.values()].map(({ testerId, certificateId }) => {
    const found = rows.find((row) => row.testerId === testerId && row.certificateId === certificateId);
    if (!found) throw unknownRecord('tester');
    const { calibration, ...facts } = found;
    return { ...facts, ...(calibration && { calibration }) };
  });
}

async function findTask(scope: HospitalScope, { taskId, deviceId }: TestBody): Promise<TaskRow | null> {
  if (taskId === null) return null;
  const row = await scope.find(task, eq(task.id, taskId), { lock: true });
  if (!row) throw unknownRecord('task');
  if (row.deviceId !== deviceId) throw invalidField('taskId', 'This task is of another device.');
  return row;
}

/**
 * Finds the corrected record. A correction is kept even if that record has not arrived yet or never will, because the
 * two may arrive in any order.
 */
async function findCorrected(scope: HospitalScope, { correctsId, deviceId }: TestBody) {
  if (correctsId === null) return null;
  const row = await scope.find(testRecord, eq(testRecord.id, correctsId));
  if (row && row.deviceId !== deviceId) throw invalidField('correctsId', 'The corrected record is of another device.');
  return row;
}

type WorkRow = NextDueFacts['tasks'][number] & Record<string, unknown>;

/**
 * Reads the task of a test and the other work of its device, as tablets know it, including a task that was removed in
 * the meantime.
 */
async function readWork(
  { body: { deviceId }, hospital, now }: CallContext<'submitTestRecord'>,
  row: TaskRow | null,
): Promise<Pick<NextDueFacts, 'task' | 'tasks' | 'plans'>> {
  const tasks = await hospital.rows<WorkRow>(sql`
    select t.id, t.type, s.title, t.warranty_number as "warrantyNumber", t.task_date as "taskDate", t.due_on as "dueOn",
      t.closed_at as "closedAt", t.cancelled_at as "cancelledAt"
    from task t
      left join schedule s on s.hospital_id = t.hospital_id and t.source_kind = 'schedule' and s.id = t.source_id
    where t.hospital_id = ${hospital.id} and t.device_id = ${deviceId} and (t.removed_at is null or t.id = ${row?.id ?? null})`);
  const today = hospitalDay(now, hospital.facts.timeZone);
  const plans = await readPlans(hospital, [deviceId]);
  return {
    task: tasks.find(({ id }) => id === row?.id) ?? null,
    tasks,
    plans: plans.flatMap((plan) => planRecord(plan, today) ?? []),
  };
}

/** Creates the ticket that was reported along with the test. Throws: ApiError `input.invalid` if its id is taken. */
async function reportTicketOf(
  ctx: CallContext<'submitTestRecord'>,
  device: typeof installation.$inferSelect,
  failedSteps: ReadonlySet<string>,
): Promise<string | null> {
  const { body, hospital, time } = ctx;
  const report = reportOf(body, time.at.toISOString(), failedSteps);
  if (report === null || body.ticket === null) return null;
  const { id } = body.ticket;
  if (await hospital.find(ticket, eq(ticket.id, id))) throw invalidField('ticket', 'This ticket already exists.');
  const { number } = await openTicket({ ...ctx, id, time: { ...time, offsetMs: 0 } }, device, report);
  return number;
}
