import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { afterReports, staysCancelled } from '#contract/rules/task-reports.ts';
import { isCorrectable, noteOf } from '#contract/rules/work-events.ts';
import type { WorkEvent } from '#contract/records/work-event.ts';
import type { Handler } from '../context.ts';
import { invalidField } from '../problem.ts';
import { afterMoved, type Corrected, correctEventTime } from '../records/event-time.ts';
import { settleSourceOfDevice } from './plan.ts';
import { anyTask, change, eventsOf, happened, type TaskRow } from './change.ts';
import { notCancelled } from './closing.ts';

/**
 * Corrects the time of a report, closing or note that a tablet has estimated, with everything that the task and its
 * schedule derive from it. A note records the correction. Source: docs/product.md P233. Throws: ApiError as
 * `correctEventTime`.
 */
export const correctTaskTime: Handler<'correctTaskTime'> = async (ctx) => {
  const { body, hospital, actor, now } = ctx;
  const row = await anyTask(hospital, body.id);
  const known = await eventsOf(ctx, row);
  const estimated = known.find(({ id }) => id === body.eventId);
  if (estimated && !isCorrectable(estimated))
    throw invalidField('time', 'Only times of reports, closings and notes can be corrected.');
  const closing = closingOf(row, known);
  const corrected = await correctEventTime({
    hospital,
    actor,
    body,
    owner: { kind: 'task', id: row.id },
    known,
    bounds: () => ({}),
  });
  const set = derived(row, closing, corrected, hospital.facts.timeZone);
  const answer = await change(ctx, row, set, happened(ctx, row, 'note', noteOf(corrected.text, [])));
  const { sourceKind: kind, sourceId: id, deviceId } = row;
  // A floating schedule counts its next job from the closing.
  if (kind === 'schedule') await settleSourceOfDevice(hospital, { kind, id }, deviceId, now);
  return answer;
};

/** Finds the closing that counts: a task that was opened again has earlier ones. */
const closingOf = ({ closedAt }: TaskRow, known: readonly WorkEvent[]) =>
  known.find(({ kind, at }) => kind === 'closed' && Date.parse(at) === closedAt?.getTime());

function derived(row: TaskRow, closing: WorkEvent | undefined, corrected: Corrected, timeZone: string) {
  const { events, moved } = corrected;
  const set: Partial<TaskRow> = afterMoved(corrected);
  const closed = events.find(({ id }) => id === closing?.id);
  if (closed && moved.has('closed'))
    Object.assign(set, { closedAt: new Date(closed.at), closedOn: hospitalDay(closed.at, timeZone) });
  if (moved.has('action-required') && row.closedAt === null) {
    const isCancelled = staysCancelled({ cancelledAt: row.cancelledAt?.toISOString() ?? null, events });
    Object.assign(set, afterReports(events, row), !isCancelled && notCancelled);
  }
  return set;
}
