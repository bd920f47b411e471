import { eq } from 'drizzle-orm';
import type { TestResult } from '#contract/records/procedure.ts';
import type { WorkEventKind } from '#contract/records/work-event.ts';
import { afterReports } from '#contract/rules/task-reports.ts';
import { isPass, reopeningSentence } from '#contract/rules/test-result.ts';
import { furtherEventId, isClosedByTest } from '#contract/rules/work-events.ts';
import { task, testRecord } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { settleSourceOfDevice } from './plan.ts';
import { change, eventsOf, happened, type TaskRow, type TaskWrite } from './change.ts';
import { close, keepOpen } from './closing.ts';

/**
 * Closes the task of a test, or keeps it open with the findings; a task that was closed in the meantime stays closed
 * and gets a note. The caller must hold its lock. Returns notices for the author.
 */
export async function settleTested(
  ctx: TaskWrite,
  row: TaskRow,
  { result, sentence, vendorId }: { result: TestResult; sentence: string; vendorId: string | null | undefined },
) {
  const further = (kind: WorkEventKind): TaskWrite => ({ ...ctx, id: furtherEventId(ctx.id, kind) });
  if (row.closedAt !== null) {
    const own = further('note');
    const { notices = [] } = await change(own, row, {}, happened(own, row, 'note', { text: sentence }));
    return [`The task was already closed by ${row.closedByName ?? 'somebody'}. The test is kept.`, ...notices];
  }
  const { notices = [] } = isPass(result)
    ? await close(further('closed'), row, { actionTaken: sentence, files: [], vendorId })
    : await keepOpen(further('action-required'), row, { details: sentence, actionTaken: sentence });
  return notices;
}

/** More corrections of corrections than anybody makes. */
const mostCorrections = 50;

/** The known facts of a corrected test. */
type Corrected = Pick<typeof testRecord.$inferSelect, 'id' | 'taskId' | 'correctsId'>;

/**
 * Reopens the task that a corrected test had closed, directly or through earlier corrections, because the correction is
 * not a Pass; undoes the consequences of the closing. Returns the task and what the author should know; null if it had
 * not closed a task. Source: docs/product.md P210.
 */
export async function reopenCorrected(
  ctx: TaskWrite,
  corrected: Corrected | null | undefined,
  sentence: string,
): Promise<{ taskId: string; notices: string[] } | null> {
  const chain: Corrected[] = [];
  for (let one = corrected ?? undefined; one && chain.length < mostCorrections;) {
    chain.push(one);
    one = one.correctsId === null ? undefined : await ctx.hospital.find(testRecord, eq(testRecord.id, one.correctsId));
  }
  for (const taskId of new Set(chain.flatMap((one) => one.taskId ?? []))) {
    const told = await reopen(ctx, { taskId, testIds: chain.map(({ id }) => id) }, sentence);
    if (told !== null) return { taskId, notices: told };
  }
  return null;
}

async function reopen(
  ctx: TaskWrite,
  { taskId, testIds }: { taskId: string; testIds: readonly string[] },
  sentence: string,
): Promise<string[] | null> {
  const row = await ctx.hospital.find(task, eq(task.id, taskId), { lock: true });
  if (!row || row.closedAt === null) return null;
  const known = await eventsOf(ctx, row);
  if (!isClosedByTest(known, testIds)) return null;
  const words = reopeningSentence(sentence);
  const own = { ...ctx, id: furtherEventId(ctx.id, 'action-required') };
  const reported = happened(own, row, 'action-required', { details: words, actionTaken: words });
  const set = {
    ...afterReports([...known, reported.event], row),
    closedAt: null,
    closedOn: null,
    closedById: null,
    closedByName: null,
  };
  const { notices = [] } = await change(ctx, row, set, reported);
  await takeNextBack(ctx.hospital, row, ctx.now);
  return ['The task that the corrected test had closed is open again.', ...notices];
}

/** Undoes the next job that a floating schedule created from a closing that was not valid. */
async function takeNextBack(hospital: WriteScope, row: TaskRow, now: Date): Promise<void> {
  const { deviceId, sourceKind: kind, sourceId: id } = row;
  if (kind === 'schedule') await settleSourceOfDevice(hospital, { kind, id }, deviceId, now);
}
