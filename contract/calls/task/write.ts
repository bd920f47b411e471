/** The shared part of the writes on a task. */
import * as z from '../../zod.ts';
import type { SampleSource } from '../../define.ts';
import { id } from '../../fields.ts';
import { deviceOf, type TaskRecord } from '../../records/ward.ts';
import type { Patch, ReplicaView, SampleView } from '../../records/replica.ts';
import { followedTicketId } from '../../rules/schedule.ts';
import type { DatedTask } from '../../rules/task-days.ts';
import { withEvent } from '../../rules/work-events.ts';
import type { WorkEvent } from '../../records/work-event.ts';
import { pick } from '../../sample.ts';

/** A task in the title of an entry: `PM of SN-1`. */
export function nameOfTask(view: ReplicaView, taskId: string): string {
  const task = view.get('task', taskId);
  if (!task) return 'task';
  const serial = deviceOf(view, task)?.serialNumber;
  return serial === undefined ? task.type : `${task.type} of ${serial}`;
}

/** Work on a follow-up is sent in order with its ticket, because it may be done before the server knows the task. */
export function streamOf(taskId: string): string {
  const ticketId = followedTicketId(taskId);
  return ticketId === null ? `task:${taskId}` : `ticket:${ticketId}`;
}

/** Fields of a closing about who did the work; earlier apps omit them. Source: docs/product.md P148. */
export const doneByVendor = () => z.optional(z.nullable(id()));

/** The body of a closing, with the vendor named by the task's schedule unless the body already names one. */
export function withVendor<Body extends { vendorId?: string | null | undefined }>(
  body: Body,
  view: ReplicaView,
  taskId: string | null,
): Body {
  const task = view.get('task', taskId ?? '');
  return task === undefined || body.vendorId !== undefined ? body : { ...body, vendorId: task.vendorId ?? null };
}

/** The server's answer to a write on a task. */
export const taskStatusAnswer = z.object({
  id: z.string(),
  status: z.string(),
  notices: z.optional(z.array(z.string())),
});

/** The shared part of every offline write on a task; none names devices. */
export const onTask = {
  version: 1,
  stream: (body: { taskId: string }) => streamOf(body.taskId),
  about: (body: { taskId: string }) => body.taskId,
  deviceIds: () => [],
};

/** Writes made by a button: they have no files, no form, and nothing that a note could preserve. */
export const byButton = { files: () => [], correctIn: () => null, asNote: () => null };

/** A change of one task together with the event that says so. */
export const changeTask = (
  taskId: string,
  event: WorkEvent,
  change: (task: TaskRecord) => Partial<TaskRecord>,
): Patch[] => [{ kind: 'task', id: taskId, change: (task) => withEvent(task, event, change) }];

/** Returns a task in the form that the rules about its days expect. */
export const datedTask = ({ taskDate, dueOn, attempt, events }: TaskRecord): DatedTask => ({
  taskDate,
  dueOn,
  attemptedAt: attempt?.at ?? null,
  events,
});

/** Returns an open task of the replica, for a sample. */
export const openTask = (source: SampleSource, view: SampleView): TaskRecord | undefined =>
  pick(
    source,
    view.all('task').filter(({ closedAt }) => closedAt === null),
  );

/** The body of a write that names an open task only, for a sample. */
export const sampleTarget = (source: SampleSource, view: SampleView) => {
  const task = openTask(source, view);
  return task ? { taskId: task.id } : null;
};
