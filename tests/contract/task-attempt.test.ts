import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { DeviceRecord, TaskRecord } from '#contract/records/ward.ts';
import type { ReplicaKind } from '#contract/records/replica.ts';
import { addDays } from '#contract/rules/hospital-day.ts';
import { eventSentence } from '#contract/rules/work-events.ts';
import { installation, task } from '#server/db/schema.ts';
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

async function openTask(): Promise<typeof task.$inferSelect> {
  const rows = await server.database.db.select().from(task).where(eq(task.hospitalId, server.city.id));
  const found = rows.find((row) => row.closedAt === null && row.removedAt === null && row.sourceKind === 'warranty');
  return found ?? expect.fail('No open task.');
}
const again = async (id: string) => {
  const [row] = await server.database.db
    .select()
    .from(task)
    .where(and(eq(task.hospitalId, server.city.id), eq(task.id, id)));
  return row ?? expect.fail('The task is gone.');
};
async function recordOf<R>(kind: ReplicaKind, id: string): Promise<R | undefined> {
  const { answer } = await bme.call('syncChanges', { query: { limit: 10_000 } });
  const rows = answer.rows.flatMap((group) => (group.kind === kind ? group.rows : []));
  return rows.find((row) => row['id'] === id) as R | undefined;
}
const inUse = { reason: 'in-use', note: 'Patient on it' } as const;

describe('P74 an attempt', () => {
  test('keeps the task open, postpones it, and keeps the original due date', async () => {
    const { id, taskDate, deviceId } = await openTask();
    const next = addDays(taskDate, 4);
    const first = await bme.call('attemptTask', { body: { taskId: id, ...inUse, next } });
    expect(first.status).toBe(200);
    const later = addDays(taskDate, 9);
    await bme.call('attemptTask', { body: { taskId: id, reason: 'not-located', next: later } });
    const record = await recordOf<TaskRecord>('task', id);
    expect(record).toMatchObject({
      taskDate: later,
      dueOn: taskDate,
      attempt: { reason: 'not-located' },
      closedAt: null,
    });
    // Events at the same instant are sorted by id.
    const told = record?.events.slice(-2).map((event) => eventSentence(event, 'staff').split(',')[0]);
    expect(told?.toSorted()).toEqual(['Attempted: in use', 'Attempted: not located']);
    const device = await recordOf<DeviceRecord>('device', deviceId);
    expect((device?.nextMaintenanceOn ?? '') <= later).toBe(true);
    const [year = 0, month = 0, day = 0] = later.split('-').map(Number);
    const listed = await bme.call('tasksByDate', { query: { year, month, day } });
    expect(listed.answer.find((row) => row.id === id)).toMatchObject({ attempted: 'not-located', dueOn: taskDate });
  });

  test('that was made earlier and arrives later does not postpone the task', async () => {
    const { id, taskDate } = await openTask();
    await bme.call('attemptTask', { body: { taskId: id, ...inUse, next: addDays(taskDate, 9) } });
    const headers = {
      [madeAtHeader]: new Date(server.clock.now.getTime() - 3_600_000).toISOString(),
      [clockOffsetHeader]: '0',
    };
    await bme.call('attemptTask', { body: { taskId: id, reason: 'refused', next: addDays(taskDate, 2) }, headers });
    expect(await again(id)).toMatchObject({ taskDate: addDays(taskDate, 9), attemptReason: 'in-use' });
    expect((await recordOf<TaskRecord>('task', id))?.events.filter(({ kind }) => kind === 'attempted')).toHaveLength(2);
  });

  test('is neither moved nor removed by the nightly check or its plan; it is removed and restored with its device', async () => {
    const { id, taskDate, deviceId, sourceId } = await openTask();
    const next = addDays(taskDate, 4);
    await bme.call('attemptTask', { body: { taskId: id, ...inUse, next } });
    await checkTasks(server.database.db, server.clock.now);
    expect(await again(id)).toMatchObject({ taskDate: next, dueOn: taskDate, removedAt: null });
    const office = await server.as(server.city.users.hospital);
    expect((await office.call('deleteWarranty', { params: { id: sourceId } })).status).toBe(204);
    await checkTasks(server.database.db, server.clock.now);
    expect(await again(id)).toMatchObject({ taskDate: next, removedAt: null });

    const retire = (retiredAt: Date | null) =>
      server.database.db.update(installation).set({ retiredAt }).where(eq(installation.id, deviceId));
    await retire(server.clock.now);
    await checkTasks(server.database.db, server.clock.now);
    expect((await again(id)).removedAt).not.toBeNull();
  });

  test('can be moved with an approver and counts on the new day', async () => {
    const { id, taskDate } = await openTask();
    await bme.call('attemptTask', { body: { taskId: id, ...inUse, next: addDays(taskDate, 4) } });
    server.clock.advance(60_000);
    const to = addDays(taskDate, 20);
    await bme.call('moveTask', { body: { taskId: id, to, reason: 'Agreed', approver: 'Dr Rao' } });
    expect(await again(id)).toMatchObject({ taskDate: to, dueOn: null, movedFrom: taskDate });
    const last = (await recordOf<TaskRecord>('task', id))?.events.at(-1) ?? expect.fail('No event.');
    expect(eventSentence(last, 'staff')).toMatch(/, approved by Dr Rao: Agreed$/);
    expect(eventSentence(last, 'visitor')).not.toMatch(/Rao|Agreed/);
  });

  test.each([
    ['before a move', ['attempt', 'move'], 'as made', { stands: 20, dueOn: null, from: 4 }],
    ['before a move', ['attempt', 'move'], 'turned round', { stands: 20, dueOn: null, from: 0 }],
    ['after a move', ['move', 'attempt'], 'as made', { stands: 4, dueOn: 20, from: 0 }],
    ['after a move', ['move', 'attempt'], 'turned round', { stands: 4, dueOn: 20, from: 0 }],
  ] as const)('made %s (%j, arriving %s) results in the same days', async (_what, made, arriving, end) => {
    const { id, taskDate, deviceId } = await openTask();
    const day = (days: number): string => addDays(taskDate, days);
    for (const act of arriving === 'as made' ? made : made.toReversed()) {
      const headers = {
        [madeAtHeader]: new Date(server.clock.now.getTime() - (2 - made.indexOf(act)) * 60_000).toISOString(),
        [clockOffsetHeader]: '0',
      };
      const { status } =
        act === 'attempt'
          ? await bme.call('attemptTask', { body: { taskId: id, ...inUse, next: day(4) }, headers })
          : await bme.call('moveTask', { body: { taskId: id, to: day(20), reason: 'Agreed' }, headers });
      expect(status).toBe(200);
    }
    const days = { taskDate: day(end.stands), dueOn: end.dueOn === null ? null : day(end.dueOn) };
    expect(await again(id)).toMatchObject({ ...days, movedFrom: taskDate, attemptReason: 'in-use' });
    const record = await recordOf<TaskRecord>('task', id);
    expect(record).toMatchObject({ ...days, attempt: { reason: 'in-use' } });
    expect(record?.events.find(({ kind }) => kind === 'moved')?.data).toMatchObject({ from: day(end.from) });
    const device = await recordOf<DeviceRecord>('device', deviceId);
    expect((device?.nextMaintenanceOn ?? '~') <= days.taskDate).toBe(true);
  });

  test('without a reason or a next date is refused with what is missing', async () => {
    const { id } = await openTask();
    const { status, problem } = await bme.call('attemptTask', { body: { taskId: id, reason: '' as never, next: '' } });
    expect([status, problem.errors]).toEqual([
      400,
      { reason: ['Please choose the reason.'], next: ['Please choose the date of the next try.'] },
    ]);
  });
});

describe('P76 a cancelled task', () => {
  test('is listed as cancelled, is never due, and is not created again', async () => {
    const { id, taskDate, deviceId } = await openTask();
    const cancelled = await bme.call('cancelTask', { body: { taskId: id, reason: 'Sent to the maker' } });
    expect(cancelled.answer).toEqual({ id, status: 'Cancelled' });
    const count = async () =>
      (await server.database.db.select().from(task).where(eq(task.hospitalId, server.city.id))).length;
    const before = await count();
    await checkTasks(server.database.db, server.clock.now);
    expect([await count(), (await again(id)).cancelReason]).toEqual([before, 'Sent to the maker']);
    expect((await bme.call('upcomingTasks')).answer.some((row) => row.id === id)).toBe(false);
    const [year = 0, month = 0, day = 0] = taskDate.split('-').map(Number);
    const listed = await bme.call('tasksByDate', { query: { year, month, day } });
    expect(listed.answer.find((row) => row.id === id)?.status).toBe('Cancelled');
    expect((await recordOf<DeviceRecord>('device', deviceId))?.nextMaintenanceOn).not.toBe(taskDate);
  });

  test('that somebody did nevertheless counts as done', async () => {
    const { id } = await openTask();
    await bme.call('cancelTask', { body: { taskId: id, reason: 'Not needed' } });
    const closed = await bme.call('closeTask', { body: { taskId: id, actionTaken: 'Filter changed' } });
    expect(closed.answer).toEqual({
      id,
      status: 'Closed',
      notices: ['This task was cancelled in the meantime. Your entry is kept.'],
    });
    expect(await again(id)).toMatchObject({ cancelledAt: null, cancelReason: null });
    const late = await bme.call('cancelTask', { body: { taskId: id, reason: 'Not needed' } });
    expect([late.status, late.problem.code]).toEqual([409, 'task.already_closed']);
  });

  test('stays open if no reason is given', async () => {
    const { id } = await openTask();
    const { status, problem } = await bme.call('cancelTask', { body: { taskId: id, reason: ' ' } });
    expect([status, problem.errors]).toEqual([400, { reason: ['Please give the reason.'] }]);
    expect((await again(id)).cancelledAt).toBeNull();
  });
});
