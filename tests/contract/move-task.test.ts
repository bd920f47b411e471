import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TaskRecord } from '#contract/records/ward.ts';
import { addDays } from '#contract/rules/hospital-day.ts';
import { task } from '#server/db/schema.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  await checkTasks(server.database.db, server.clock.now);
});
afterEach(() => server.close());

const reason = 'The ward is closed that week.';

/** Returns an open task from a warranty or installation. */
async function openTask(): Promise<typeof task.$inferSelect> {
  const rows = await server.database.db.select().from(task).where(eq(task.hospitalId, server.city.id));
  const found = rows.find((row) => row.closedAt === null && row.removedAt === null && row.sourceKind === 'warranty');
  if (!found) throw new Error('No open task.');
  return found;
}
const again = async (id: string) => {
  const [row] = await server.database.db
    .select()
    .from(task)
    .where(and(eq(task.hospitalId, server.city.id), eq(task.id, id)));
  return row;
};

/** Returns the task as tablets have it. */
async function recordOf(id: string): Promise<TaskRecord | undefined> {
  const { answer } = await bme.call('syncChanges');
  const rows = answer.rows.flatMap((group) => (group.kind === 'task' ? group.rows : [])) as unknown as TaskRecord[];
  return rows.find((row) => row.id === id);
}

test('a moved task keeps its new day through the nightly check, and is in the activity log', async () => {
  const { id, taskDate } = await openTask();
  const to = addDays(taskDate, 9);
  const moved = await bme.call('moveTask', { body: { taskId: id, to, reason } });
  expect(moved.status).toBe(200);
  await checkTasks(server.database.db, server.clock.now);
  expect(await again(id)).toMatchObject({ taskDate: to, movedFrom: taskDate });

  const record = await recordOf(id);
  expect(record?.events.at(-1)).toMatchObject({ kind: 'moved', data: { from: taskDate, to, reason } });
  const log = await (await server.as(server.city.users.hospital)).call('auditPage', { query: { search: 'A. Rao' } });
  expect(log.answer.items.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^Move a task/));
});

test('a move sent twice is done once', async () => {
  const { id, taskDate } = await openTask();
  const to = addDays(taskDate, 3);
  const key = randomUUID();
  const body = { taskId: id, to, reason };
  const first = await bme.call('moveTask', { body, key });
  const second = await bme.call('moveTask', { body, key });
  expect(second.answer).toEqual(first.answer);
  const record = await recordOf(id);
  expect(record?.events.filter(({ kind, data }) => kind === 'moved' && 'reason' in data)).toHaveLength(1);
});

test('a task moved back follows its plan again; a plan that requires another day wins', async () => {
  const { id, taskDate } = await openTask();
  await bme.call('moveTask', { body: { taskId: id, to: addDays(taskDate, 5), reason } });
  await bme.call('moveTask', { body: { taskId: id, to: taskDate, reason } });
  expect(await again(id)).toMatchObject({ taskDate, movedFrom: null });

  await bme.call('moveTask', { body: { taskId: id, to: addDays(taskDate, 5), reason } });
  // The plan had a different day when the task was moved.
  await server.database.db
    .update(task)
    .set({ movedFrom: addDays(taskDate, -1) })
    .where(and(eq(task.hospitalId, server.city.id), eq(task.id, id)));
  await checkTasks(server.database.db, server.clock.now);
  expect(await again(id)).toMatchObject({ taskDate, movedFrom: null });
});

test('a move without a day or a reason says what is missing', async () => {
  const { id } = await openTask();
  const { status, problem } = await bme.call('moveTask', { body: { taskId: id, to: '', reason: ' ' } });
  expect([status, problem.errors]).toEqual([
    400,
    { to: ['Please choose a date.'], reason: ['Please give the reason.'] },
  ]);
});

test('a closed task cannot be moved: the refusal says who closed it', async () => {
  const { id, taskDate } = await openTask();
  const closed = await bme.call('closeTask', { body: { taskId: id, actionTaken: 'Filter cleaned' } });
  expect(closed.status).toBe(200);
  const { status, problem } = await bme.call('moveTask', { body: { taskId: id, to: addDays(taskDate, 5), reason } });
  expect([status, problem.code, problem.message]).toEqual([
    409,
    'task.already_closed',
    'This task was already closed by A. Rao.',
  ]);
  expect(await again(id)).toMatchObject({ taskDate, movedFrom: null });
});
