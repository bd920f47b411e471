import { type Undoing, undoOf } from '#contract/rules/undo.ts';
import type { Handlers } from '../context.ts';
import { anyTask, change, eventsOf, happened, statusOf, type TaskRow } from './change.ts';
import { makeNext } from './closing.ts';

/** Undoes an act on a task, or tells its author why it stays. Source: docs/product.md P266. */
export const taskUndoHandlers = {
  undoTask: async (ctx) => {
    const { taskId, act } = ctx.body;
    const row = await anyTask(ctx.hospital, taskId);
    const at = ctx.time.at.toISOString();
    const undoing = undoOf(await eventsOf(ctx, row), { act, by: ctx.actor.name, at });
    if (undoing.kind === null) return { ...statusOf(ctx, row), notices: [undoing.problem] };
    const event = happened(ctx, row, undoing.kind, undoing.data);
    // Its author knows that the task was cancelled.
    const known = undoing.kind === 'resumed' ? { ...row, cancelledAt: null } : row;
    const undone = await change(ctx, known, before(row, undoing), event);
    if (undoing.kind === 'resumed') await makeNext(ctx, row);
    return undone;
  },
} satisfies Handlers<'undoTask'>;

/** Returns the task's columns as they were before the act. */
function before(row: TaskRow, undoing: Exclude<Undoing, { kind: null }>): Partial<TaskRow> {
  switch (undoing.kind) {
    case 'assigned': {
      const { data, assignedAt } = undoing;
      return { technicianId: data.technicianId, assignedAt: assignedAt === null ? null : new Date(assignedAt) };
    }
    case 'moved': {
      const { data, dueOn } = undoing;
      const isPlanned = dueOn !== null || row.movedFrom === data.to;
      return { taskDate: data.to, dueOn, movedFrom: isPlanned ? null : row.movedFrom };
    }
    case 'resumed':
      return { cancelledAt: null, cancelReason: null };
  }
}
