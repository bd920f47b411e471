import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import { addDays } from '#contract/rules/hospital-day.ts';
import { eventSentence } from '#contract/rules/work-events.ts';
import type { TaskRecord } from '#contract/records/ward.ts';
import { task } from '#server/db/schema.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let asha: TestClient;
let binu: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  asha = await server.as(server.city.users.bme);
  binu = await server.as(server.city.users.secondBme);
  await checkTasks(server.database.db, server.clock.now);
});
afterEach(() => server.close());

async function openTask() {
  const rows = await server.database.db.select().from(task).where(eq(task.hospitalId, server.city.id));
  const found = rows.find((row) => row.closedAt === null && row.removedAt === null && row.sourceKind === 'warranty');
  return found ?? expect.fail('No open task.');
}
const again = async (id: string) =>
  (await server.database.db.select().from(task).where(eq(task.id, id)))[0] ?? expect.fail('The task is gone.');
async function recordOf(id: string): Promise<TaskRecord> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  const rows = answer.rows.flatMap((group) => (group.kind === 'task' ? group.rows : []));
  return (rows.find((row) => row['id'] === id) as TaskRecord | undefined) ?? expect.fail('The task is gone.');
}
const storyOf = async (id: string) => (await recordOf(id)).events.map((event) => eventSentence(event, 'staff'));
/** Advances the clock so that the undone entry is clearly earlier. */
const laterOn = () => server.clock.advance(60_000);
const undo = async (taskId: string, act: string, user = asha) => {
  laterOn();
  return (await user.call('undoTask', { body: { taskId, act } })).answer;
};

test('P266 undoing a cancellation reopens the task, and is in the activity log', async () => {
  const { id } = await openTask();
  const [before, key] = [await recordOf(id), randomUUID()];
  await asha.call('cancelTask', { body: { taskId: id, reason: 'On loan' }, key });
  expect((await again(id)).cancelledAt).not.toBeNull();
  const answer = await undo(id, key);
  expect(answer).toEqual({ id, status: answer.status });
  expect(await again(id)).toMatchObject({ cancelledAt: null, cancelReason: null, removedAt: null });
  const { events: _events, ...after } = await recordOf(id);
  expect({ ...after, events: before.events }).toEqual(before);
  expect((await storyOf(id)).slice(-2)).toEqual(['Cancelled: On loan', 'Cancellation undone']);
  await checkTasks(server.database.db, server.clock.now);
  expect(await again(id)).toMatchObject({ cancelledAt: null, removedAt: null });
  const log = await (await server.as(server.city.users.hospital)).call('auditPage', { query: { search: 'A. Rao' } });
  expect(log.answer.items[0]?.what).toBe('Undo an assignment, move or cancellation of a task');
});

test('P266 undoing a move works, even on a task that an attempt had postponed', async () => {
  const { id, taskDate } = await openTask();
  const [first, second] = [randomUUID(), randomUUID()];
  await asha.call('moveTask', { body: { taskId: id, to: addDays(taskDate, 3), reason: 'Ward full' }, key: first });
  expect(await undo(id, first)).not.toHaveProperty('notices');
  expect(await again(id)).toMatchObject({ taskDate, dueOn: null, movedFrom: null });
  expect((await storyOf(id)).at(-1)).toMatch(/^Move undone: back to /);

  laterOn();
  const next = addDays(taskDate, 5);
  await asha.call('attemptTask', { body: { taskId: id, reason: 'in-use', note: '', next } });
  laterOn();
  await asha.call('moveTask', { body: { taskId: id, to: addDays(taskDate, 9), reason: 'Agreed' }, key: second });
  expect(await again(id)).toMatchObject({ dueOn: null, movedFrom: taskDate });
  expect(await undo(id, second)).not.toHaveProperty('notices');
  expect(await again(id)).toMatchObject({ taskDate: next, dueOn: taskDate, movedFrom: null });
});

test('P266 undoing an assignment restores the previous technician, or none', async () => {
  const { id } = await openTask();
  const [first, second] = [randomUUID(), randomUUID()];
  const { bme, secondBme } = server.city.users;
  await asha.call('assignTask', { body: { taskId: id, technicianId: bme.id }, key: first });
  laterOn();
  await asha.call('assignTask', { body: { taskId: id, technicianId: secondBme.id }, key: second });
  expect(await undo(id, second)).not.toHaveProperty('notices');
  expect(await recordOf(id)).toMatchObject({ technicianId: bme.id, technicianName: 'A. Rao' });

  const other = randomUUID();
  const rows = await server.database.db.select().from(task).where(eq(task.hospitalId, server.city.id));
  const free = rows.find((row) => row.closedAt === null && row.id !== id && row.technicianId === null);
  const taskId = free?.id ?? expect.fail('No free task.');
  await asha.call('assignTask', { body: { taskId, technicianId: bme.id }, key: other });
  expect(await undo(taskId, other)).not.toHaveProperty('notices');
  expect(await recordOf(taskId)).toMatchObject({ technicianId: null, technicianName: null });
  expect((await storyOf(taskId)).at(-1)).toBe('No technician assigned');
});

test('P266 a change that a colleague has overridden is not undone, and the notice says who and what', async () => {
  const { id, taskDate } = await openTask();
  const key = randomUUID();
  await asha.call('moveTask', { body: { taskId: id, to: addDays(taskDate, 3), reason: 'Ward full' }, key });
  laterOn();
  await binu.call('addTaskNote', { body: { taskId: id, note: 'Seen' } });
  await binu.call('moveTask', { body: { taskId: id, to: addDays(taskDate, 6), reason: 'Still full' } });
  const before = await recordOf(id);
  expect(await undo(id, key)).toMatchObject({
    notices: ['Not undone: B. Nair moved this task meanwhile.'],
  });
  expect(await recordOf(id)).toEqual(before);
  await binu.call('closeTask', { body: { taskId: id, actionTaken: 'Cleaned' } });
  expect(await undo(id, key)).toHaveProperty('notices');
});

test('P266 only the author can undo, within an hour, however late the entry arrives', async () => {
  const { id } = await openTask();
  const key = randomUUID();
  await asha.call('cancelTask', { body: { taskId: id, reason: 'On loan' }, key });
  expect(await undo(id, key, binu)).toMatchObject({
    notices: ['Not undone: only whoever did this can undo it.'],
  });
  const madeAt = server.clock.now.toISOString();
  server.clock.advance(2 * 3_600_000);
  asha = await server.as(server.city.users.bme);
  expect(await undo(id, key)).toMatchObject({ notices: ['Not undone: this was done more than an hour ago.'] });
  const headers = { [madeAtHeader]: madeAt, [clockOffsetHeader]: '0' };
  const { answer } = await asha.call('undoTask', { body: { taskId: id, act: key }, headers });
  expect(answer).not.toHaveProperty('notices');
});
