import { eq } from 'drizzle-orm';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { TestResult } from '#contract/rules/procedure.ts';
import type { WorkEventData } from '#contract/rules/work-events.ts';
import { task } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { addEvents, eventOf, type EventContext } from '../records/work-events.ts';
import { touchTask } from './settle.ts';

type TaskRow = typeof task.$inferSelect;
type TestEvent = 'note' | 'closed' | 'action-required';

/** What a test says of its task. */
interface TaskTest {
  result: TestResult;
  sentence: string;
}

/** Whether a test can still close its task. */
export function isOpenTask({ closedAt, cancelledAt }: Pick<TaskRow, 'closedAt' | 'cancelledAt'>): boolean {
  return closedAt === null && cancelledAt === null;
}

/**
 * Closes the task of a test, or keeps it open with what was found; one that was closed or cancelled meanwhile stays as it is and
 * gets a note. Returns what its author should know. The caller holds the task's lock.
 */
export async function settleTested(
  ctx: EventContext & { hospital: WriteScope },
  row: TaskRow,
  { result, sentence }: TaskTest,
): Promise<string[]> {
  const { hospital, actor, time } = ctx;
  const happened = <K extends TestEvent>(kind: K, data: WorkEventData[K]) =>
    addEvents(hospital, [eventOf(ctx, { kind: 'task', id: row.id }, kind, data, { further: true })]);
  const save = (set: Partial<TaskRow>) => hospital.update(task, set, eq(task.id, row.id));
  const isRemoved = row.removedAt !== null;
  if (!isOpenTask(row)) {
    await happened('note', { text: sentence });
    if (!isRemoved) touchTask(hospital, row);
    const what = row.closedAt === null ? 'cancelled' : `closed already by ${row.closedByName ?? 'somebody'}`;
    return [`The task has been ${what}. The test is kept.`];
  }
  if (result === 'Fail') {
    await save({ actionRequired: true, actionRequiredDetails: sentence, actionTaken: sentence });
    await happened('action-required', { details: sentence });
    if (!isRemoved) touchTask(hospital, row);
  } else {
    await save({
      actionTaken: sentence,
      actionRequired: false,
      closedAt: time.at,
      closedOn: hospitalDay(time.at, hospital.facts.timeZone),
      closedById: actor.id,
      closedByName: actor.name,
      removedAt: null,
    });
    await happened('closed', {});
    touchTask(hospital, row);
  }
  return isRemoved ? ['This task was removed in the meantime. Your entry is kept.'] : [];
}
