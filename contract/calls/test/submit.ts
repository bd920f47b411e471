import * as z from '../../zod.ts';
import { defineCall, offlineWrite } from '../../define.ts';
import type { EffectContext, SampleSource } from '../../define.ts';
import { afterReopening, openTicketsOf, withTicket } from '../../effects/device-record.ts';
import { eventOf } from '../../effects/event-of.ts';
import { hospitalRoles } from '../../permissions.ts';
import { issueTypes, type TaskRecord } from '../../records/ward.ts';
import type { EffectView, Patch, ReplicaView } from '../../records/replica.ts';
import type { ProcedureRecord, TestRecord } from '../../records/test.ts';
import { hospitalDay } from '../../rules/hospital-day.ts';
import { countsAsKind } from '../../rules/kind-of-test.ts';
import { afterTest } from '../../rules/next-due.ts';
import { isMeasured } from '../../rules/procedure.ts';
import { type Answer, type Step, testResults, type UsedTester } from '../../records/procedure.ts';
import { afterReports } from '../../rules/task-reports.ts';
import {
  adjustedReadings,
  findingsOf,
  isPass,
  judgeTest,
  reopeningSentence,
  testSentence,
} from '../../rules/test-result.ts';
import { machineStatuses, priorities } from '../../records/values.ts';
import { furtherEventId, isClosedByTest } from '../../rules/work-events.ts';
import { chance, pick, pickOf, someText } from '../../sample.ts';
import { closing, reporting } from '../task/closing.ts';
import { changeTask, nameOfTask, streamOf, withVendor } from '../task/write.ts';
import {
  photosOf,
  photosOfCorrected,
  reportOf,
  type TestBody,
  testersOfCorrected,
  testRecordBody,
  usedTesters,
} from './body.ts';
import { ticketOf } from '../ticket/report.ts';

/**
 * Checks the findings of a body. The check is incomplete, because the tablet may have another version of the procedure
 * or certificate.
 */
function shownFindings(body: TestBody, testers: UsedTester[], on: string, procedure: ProcedureRecord | undefined) {
  if (procedure?.version !== body.version) return [];
  return findingsOf({ steps: procedure.steps, answers: body.answers, testers, on });
}

/**
 * Returns the procedure with its version; a correction uses the version of its record, which the tablet may not have.
 */
function nameOf(body: TestBody, procedure: ProcedureRecord | undefined, view: ReplicaView): string {
  const corrected = view.get('test', body.correctsId ?? '');
  if (procedure?.version === body.version) return procedure.name;
  return (corrected?.version === body.version ? corrected.procedureName : procedure?.name) ?? '';
}

function recordOf(body: TestBody, context: EffectContext): { record: TestRecord; failedSteps: ReadonlySet<string> } {
  const { commandId, at, user, timeZone, view } = context;
  const procedure = view.get('procedure', body.procedureId);
  const earlier = testersOfCorrected(body, view);
  const testers = usedTesters(
    body.testers,
    (testerId) => view.get('tester', testerId) ?? earlier.find(({ id }) => id === testerId),
  );
  const testedOn = hospitalDay(at, timeZone);
  const steps = procedure?.version === body.version ? procedure.steps : [];
  const findings = shownFindings(body, testers, testedOn, procedure);
  const adjusted = adjustedReadings({ steps, answers: body.answers });
  const task = view.get('task', body.taskId ?? '');
  const record: TestRecord = {
    id: commandId,
    deviceId: body.deviceId,
    taskId: body.taskId,
    procedureId: body.procedureId,
    procedureName: nameOf(body, procedure, view),
    version: body.version,
    result: body.told,
    findings: findings.map(({ words }) => words),
    limitation: body.limitation,
    ...(adjusted.length > 0 && { adjusted }),
    answers: body.answers,
    testers,
    temperature: body.temperature,
    humidity: body.humidity,
    remarks: body.remarks,
    testedAt: at,
    testedOn,
    by: user.name,
    ...afterTest({
      result: body.told,
      task: task ?? null,
      tasks: view.tasksOf(body.deviceId),
      plans: view.get('device', body.deviceId)?.plans ?? [],
      testedOn,
      corrected: view.get('test', body.correctsId ?? '')?.nextDueOn ?? null,
      reopens: (isPass(body.told) ? undefined : closedByCorrected(body, view))?.id ?? null,
      countsAs: countsAsKind(body, task ?? null, steps),
      procedure: { procedureId: body.procedureId, steps },
    }),
    ticketId: body.ticket?.id ?? null,
    correctsId: body.correctsId,
  };
  return { record, failedSteps: new Set(findings.flatMap(({ stepId }) => stepId ?? [])) };
}

/** Returns the task that was closed by the test being corrected, directly or through earlier corrections. */
function closedByCorrected({ correctsId }: Pick<TestRecord, 'correctsId'>, view: EffectView): TaskRecord | undefined {
  const chain: TestRecord[] = [];
  for (let one = view.get('test', correctsId ?? ''); one && !chain.includes(one);) {
    chain.push(one);
    one = view.get('test', one.correctsId ?? '');
  }
  const ids = chain.map(({ id }) => id);
  const tasks = chain.flatMap(({ taskId }) => view.get('task', taskId ?? '') ?? []);
  return tasks.find(({ closedAt, events }) => closedAt !== null && isClosedByTest(events, ids));
}

/** Reopens the task that a corrected test had closed if the correction is not a Pass. Source: docs/product.md P210. */
function reopening(task: TaskRecord, sentence: string, context: EffectContext): Patch[] {
  const { timeZone, view } = context;
  const words = reopeningSentence(sentence);
  const event = eventOf(context, 'action-required', { details: words, actionTaken: words });
  const tasks = view.tasksOf(task.deviceId);
  return [
    ...changeTask(task.id, event, (now) => ({
      ...afterReports([...now.events, event], now),
      closedAt: null,
      closedBy: null,
    })),
    { kind: 'device', id: task.deviceId, change: (device) => afterReopening(device, task, tasks, timeZone) },
  ];
}

/**
 * Applies a test to tasks: it closes its own task or keeps it open with the findings; a closed task only gets a note.
 */
function taskPatches(body: TestBody, record: TestRecord, context: EffectContext): Patch[] {
  const task = context.view.get('task', body.taskId ?? '');
  const sentence = testSentence(record);
  const further = (kind: 'note' | 'closed' | 'action-required'): EffectContext => ({
    ...context,
    commandId: furtherEventId(context.commandId, kind),
  });
  const wrong = isPass(record.result) ? undefined : closedByCorrected(record, context.view);
  if (wrong) return reopening(wrong, sentence, further('action-required'));
  if (!task) return [];
  if (task.closedAt !== null)
    return changeTask(task.id, eventOf(further('note'), 'note', { text: sentence }), () => ({}));
  if (isPass(record.result)) {
    const words = { actionTaken: sentence, files: [], vendorId: body.vendorId };
    return closing(task.id, words, further('closed'));
  }
  const report = { TaskId: task.id, ActionsTaken: sentence, IsActionRequired: true, ActionRequiredDetails: sentence };
  return reporting({ ...report, files: [] }, further('action-required'));
}

function ticketPatches(body: TestBody, failedSteps: ReadonlySet<string>, context: EffectContext): Patch[] {
  const report = reportOf(body, context.at, failedSteps);
  if (report === null || body.ticket === null) return [];
  const [related = null] = context.view.get('device', body.deviceId)?.openTicketIds ?? [];
  // The day and time of the test have already been corrected to the server's clock.
  const ticket = ticketOf(report, { ...context, commandId: body.ticket.id, offsetMs: 0 }, related);
  return [
    { kind: 'ticket', id: ticket.id, put: ticket },
    {
      kind: 'device',
      id: body.deviceId,
      change: (device, now) => withTicket(device, ticket, openTicketsOf(now, device)),
    },
  ];
}

/** A test in the title of an entry: `Test of SN-1: Fail`. */
function titleOf(body: TestBody, view: ReplicaView): string {
  const serial = view.get('device', body.deviceId)?.serialNumber;
  const what = body.taskId === null ? `Test of ${serial ?? 'a device'}` : `Test, ${nameOfTask(view, body.taskId)}`;
  return `${what}: ${body.told}`;
}

function sampleAnswer(source: SampleSource, step: Step): Answer {
  const isRight = chance(source, 0.9);
  const blank: Answer = { stepId: step.id, look: null, found: null, left: null, text: '', photos: [] };
  if (step.kind === 'look')
    return { ...blank, look: isRight ? 'ok' : 'not-ok', photos: isRight ? [] : [source.file()] };
  if (isMeasured(step)) {
    const value = step.nominal ?? step.upper ?? step.lower ?? 1;
    return { ...blank, found: isRight ? value : value + 1000, left: chance(source, 0.1) ? value : null };
  }
  return step.kind === 'photo' ? { ...blank, photos: [source.file()] } : blank;
}

const submitTestRecordOffline = offlineWrite(testRecordBody, {
  kind: 'test-record.submit',
  version: 1,
  stream: (body, commandId) => (body.taskId === null ? `test:${commandId}` : streamOf(body.taskId)),
  about: (body) => body.taskId ?? body.deviceId,
  makes: (body) => body.ticket?.id ?? null,
  complete: (body, view) => withVendor(body, view, body.taskId),
  title: titleOf,
  deviceIds: (body) => [body.deviceId],
  files: (body) => photosOf(body.answers),
  known: photosOfCorrected,
  effect(body, context) {
    const { record, failedSteps } = recordOf(body, context);
    return [
      { kind: 'test', id: record.id, put: record },
      ...taskPatches(body, record, context),
      ...ticketPatches(body, failedSteps, context),
    ];
  },
  correctIn: ({ deviceId, procedureId, taskId }) => ({ screen: 'test', deviceId, procedureId, taskId }),
  asNote: () => null,
  sample(source, view) {
    const procedure = pick(source, view.all('procedure'));
    const task = chance(source, 0.7)
      ? pick(
          source,
          view.all('task').filter((one) => !one.retiredDevice),
        )
      : undefined;
    const device = task ? view.get('device', task.deviceId) : pick(source, view.all('device'));
    if (!procedure || !device) return null;
    const tester = pick(source, view.all('tester'));
    const certificate = tester?.certificates[0];
    const testers = tester && certificate ? [{ testerId: tester.id, certificateId: certificate.id }] : [];
    const limitation = someText(source);
    const earlier = pick(
      source,
      view.all('test').filter((one) => one.deviceId === device.id),
    );
    const corrects = earlier && chance(source, 0.5) ? earlier : null;
    const kept = photosOf(corrects?.answers ?? []).slice(0, 1);
    const answers = procedure.steps.map((step, at): Answer => {
      const answer = sampleAnswer(source, step);
      return at === 0 ? { ...answer, photos: [...answer.photos, ...kept] } : answer;
    });
    const { result } = judgeTest({
      steps: procedure.steps,
      answers,
      testers: usedTesters(testers, (testerId) => view.get('tester', testerId)),
      on: hospitalDay(source.now, source.timeZone),
      limitation,
    });
    const reports = result === 'Fail' && chance(source, 0.7);
    return {
      deviceId: device.id,
      taskId: task?.id ?? null,
      procedureId: procedure.id,
      version: procedure.version,
      answers,
      testers,
      temperature: chance(source, 0.5) ? 22.5 : null,
      humidity: null,
      remarks: source.text(),
      limitation,
      told: result,
      ticket: reports
        ? {
            id: `t-${Array.from({ length: 5 }, () => Math.floor(source.next() * 2 ** 30).toString(36)).join('-')}`,
            issueType: pickOf(source, issueTypes),
            priority: pickOf(source, priorities),
            machineStatus: pickOf(source, machineStatuses),
            problemReported: source.text(),
          }
        : null,
      correctsId: corrects?.id ?? null,
    };
  },
});

/** Writes of tests on the ward. */
export const testSubmitCalls = {
  submitTestRecord: defineCall({
    method: 'POST',
    path: '/TestRecord',
    summary: 'Submit a test of a device: closes its task when it passes, and may report a ticket in the same save',
    activity: 'Submit a test',
    access: hospitalRoles,
    body: testRecordBody,
    answer: z.object({
      id: z.string(),
      result: z.enum(testResults),
      findings: z.array(z.string()),
      ticketNumber: z.optional(z.string()),
      notices: z.optional(z.array(z.string())),
    }),
    status: 201,
    errors: ['record.unknown', 'storage.full'],
    offline: submitTestRecordOffline,
  }),
};
