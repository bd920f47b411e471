import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { TaskRecord } from '#contract/records/ward.ts';
import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import { addLabelReports } from '#tests/support/label-reports.ts';
import { addOpenTasks } from '#tests/support/open-tasks.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { addTestWork } from '#tests/support/test-work.ts';

/** The table of CF3 in sync/SPEC.md: what an entry may overwrite of another author's entry. */

const minuteMs = 60_000;
let server: TestServer;
let asha: TestClient;
let binu: TestClient;
let deviceId: string;
let testWork: Awaited<ReturnType<typeof addTestWork>>;
beforeAll(async () => {
  server = await startTestServer();
  await addOpenTasks(server.database.db, server.city, server.clock.now);
  testWork = await addTestWork(server.database.db, server.city, server.clock.now);
  await addLabelReports(server.database.db, server.city, server.clock.now);
  asha = await server.as(server.city.users.bme);
  binu = await server.as(server.city.users.secondBme);
  deviceId = server.city.devices['VENT-0001'] ?? '';
});
afterAll(() => server.close());

async function replica<K extends ReplicaKind>(kind: K): Promise<ReplicaRecords[K][]> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  return (answer.rows.find((group) => group.kind === kind)?.rows ?? []) as unknown as ReplicaRecords[K][];
}
const taskOf = async (id: string) => (await replica('task')).find((one) => one.id === id) ?? expect.fail();
const ticketOf = async (id: string) => (await replica('ticket')).find((one) => one.id === id) ?? expect.fail();
const before = (minutes: number): string => new Date(server.clock.now.getTime() - minutes * minuteMs).toISOString();

async function newTicket(user = asha): Promise<string> {
  const body = {
    installationBaseId: deviceId,
    issueType: 'Electrical' as const,
    problemReported: 'No display',
    priority: 'Low' as const,
    machineStatus: 'System Down' as const,
    reportedDate: before(300),
  };
  return (await user.call('reportTicket', { body, key: randomUUID() })).answer.id;
}
/** Creates an open task that no other test uses. */
async function newTask(): Promise<string> {
  const isFresh = ({ closedAt, events, type }: TaskRecord) =>
    closedAt === null && events.length === 0 && type === 'Cal';
  return (await replica('task')).find(isFresh)?.id ?? expect.fail();
}

/** Sends an entry with time headers; returns the notices to its author. */
type Send = (headers: Record<string, string>) => Promise<{ answer?: { notices?: string[] | undefined } | undefined }>;

/** A test of the device of a task, for that task. */
const testOf = (task: TaskRecord) => ({
  deviceId: task.deviceId,
  taskId: task.id,
  procedureId: testWork.procedure,
  version: 1,
  testers: [{ testerId: testWork.good, certificateId: `${testWork.good}-1` }],
  told: 'Pass' as const,
});
const answersOf = (rate: number) => [
  { stepId: 'housing', look: 'ok' as const },
  { stepId: 'rate', found: rate },
  { stepId: 'earth', found: 90 },
];

describe.each([
  ['the earlier entry arrives first', false],
  ['the later entry arrives first', true],
] as const)('%s', (_name, isLate) => {
  /**
   * Sends one entry made 90 minutes ago and one made 10 minutes ago; returns both authors' notices, in order of
   * arrival.
   */
  async function sendBoth(earlier: Send, later: Send) {
    const sends = [() => earlier(made(90)), () => later(made(10))];
    const told: (string[] | undefined)[] = [];
    for (const send of isLate ? sends.toReversed() : sends) told.push((await send()).answer?.notices);
    return told;
  }
  const made = (minutes: number) => ({ [madeAtHeader]: before(minutes), [clockOffsetHeader]: '0' });

  test('CF3 breakdown.report, breakdown.note, task.note: both entries are kept', async () => {
    const [first, second] = [await newTicket(asha), await newTicket(binu)];
    expect([(await ticketOf(first)).reportedBy, (await ticketOf(second)).reportedBy]).toEqual(['A. Rao', 'B. Nair']);
    await sendBoth(
      (headers) => asha.call('addTicketNote', { body: { ticketId: first, note: 'Plug warm' }, headers }),
      (headers) => binu.call('addTicketNote', { body: { ticketId: first, note: 'Plug cold' }, headers }),
    );
    const taskId = await newTask();
    await sendBoth(
      (headers) => asha.call('addTaskNote', { body: { taskId, note: 'Plug warm' }, headers }),
      (headers) => binu.call('addTaskNote', { body: { taskId, note: 'Plug cold' }, headers }),
    );
    for (const { events } of [await ticketOf(first), await taskOf(taskId)]) {
      const notes = events.flatMap((event) => (event.kind === 'note' ? [[event.by, event.data.text]] : []));
      expect(notes).toEqual([
        ['A. Rao', 'Plug warm'],
        ['B. Nair', 'Plug cold'],
      ]);
    }
  });

  test('CF3 notice.read: each author reads their own', async () => {
    const office = await server.as(server.city.users.hospital);
    const device = {
      installationBaseId: deviceId,
      issueType: 'Electrical' as const,
      machineStatus: 'System Down' as const,
    };
    const body = { ...device, problemReported: 'Smoke', priority: 'Critical' as const, reportedDate: before(300) };
    const ids = [`${(await office.call('reportTicket', { body, key: randomUUID() })).answer.id}.urgentTicket`];
    await sendBoth(
      (headers) => asha.call('readNotices', { body: { ids }, key: randomUUID(), headers }).then(() => ({})),
      (headers) => binu.call('readNotices', { body: { ids }, key: randomUUID(), headers }).then(() => ({})),
    );
    expect((await replica('notice')).find(({ id }) => id === ids[0])).toMatchObject({ unreadBy: [] });
  });

  test('CF3 export.report: both are in the activity log', async () => {
    const name = `Tickets ${randomUUID()}`;
    await sendBoth(
      (headers) => asha.call('reportExport', { body: { name, rows: 1 }, headers }).then(() => ({})),
      (headers) => binu.call('reportExport', { body: { name, rows: 2 }, headers }).then(() => ({})),
    );
    const office = await server.as(server.city.users.hospital);
    const { items } = (await office.call('auditPage', { query: { search: name } })).answer;
    expect(items.map(({ userName, records }) => [userName, records]).toSorted()).toEqual([
      ['A. Rao', [`${name}, 1 row`]],
      ['B. Nair', [`${name}, 2 rows`]],
    ]);
  });

  test('CF3 breakdown.close: both visits are kept, the earlier closing counts, the cost is the sum', async () => {
    const id = await newTicket();
    const form = { id, partRequired: true, partDetails: 'Fuse' };
    await sendBoth(
      (headers) => asha.call('closeTicket', { body: { ...form, actionTaken: 'Fuse changed', partCost: 100 }, headers }),
      (headers) =>
        binu.call('closeTicket', { body: { ...form, actionTaken: 'Board changed', partCost: 5000 }, headers }),
    );
    const { events, ...ticket } = await ticketOf(id);
    const visits = events.flatMap((event) => (event.kind === 'closed' ? [event.data.visit?.actionTaken] : []));
    expect(visits).toEqual(['Fuse changed', 'Board changed']);
    expect(ticket).toMatchObject({ status: 'Closed', closedBy: 'A. Rao', closedAt: before(90), partCost: 5100 });
  });

  test('CF3 breakdown.accept, breakdown.arrive, breakdown.wait, breakdown.resume, breakdown.restore: all are kept', async () => {
    const ticketId = await newTicket();
    const body = { ticketId };
    await sendBoth(
      (headers) => asha.call('acceptTicket', { body, headers }),
      (headers) => binu.call('arriveTicket', { body, headers }),
    );
    await sendBoth(
      (headers) => asha.call('waitTicket', { body: { ticketId, reason: 'part' as const, note: 'Fuse' }, headers }),
      (headers) => binu.call('resumeTicket', { body, headers }),
    );
    await sendBoth(
      (headers) => binu.call('restoreTicket', { body, headers }),
      (headers) => asha.call('restoreTicket', { body, headers }),
    );
    const steps = (await ticketOf(ticketId)).events.map(({ kind, by }) => [kind, by]);
    expect(steps.filter(([kind]) => kind !== 'reported')).toEqual([
      ['accepted', 'A. Rao'],
      ['waiting', 'A. Rao'],
      ['restored', 'B. Nair'],
      ['arrived', 'B. Nair'],
      ['resumed', 'B. Nair'],
      ['restored', 'A. Rao'],
    ]);
  });

  test('CF3 breakdown.assign, task.assign: the later assignment is shown, and the other author is notified', async () => {
    const { bme, secondBme } = server.city.users;
    const [ticketId, taskId] = [await newTicket(), await newTask()];
    const told = [
      await sendBoth(
        (headers) => asha.call('assignTicket', { body: { ticketId, technicianId: bme.id }, headers }),
        (headers) => binu.call('assignTicket', { body: { ticketId, technicianId: secondBme.id }, headers }),
      ),
      await sendBoth(
        (headers) => asha.call('assignTask', { body: { taskId, technicianId: bme.id }, headers }),
        (headers) => binu.call('assignTask', { body: { taskId, technicianId: secondBme.id }, headers }),
      ),
    ];
    const notice = isLate ? ['A later assignment counts. Yours is kept in the timeline.'] : undefined;
    expect(told).toEqual([
      [undefined, notice],
      [undefined, notice],
    ]);
    for (const record of [await ticketOf(ticketId), await taskOf(taskId)]) {
      expect(record.technicianName).toBe('B. Nair');
      expect(record.events.filter(({ kind }) => kind === 'assigned').map(({ by }) => by)).toEqual([
        'A. Rao',
        'B. Nair',
      ]);
    }
  });

  test('CF3 breakdown.dispatch, task.dispatch: the later time is shown', async () => {
    const [ticketId, taskId] = [await newTicket(), await newTask()];
    await sendBoth(
      (headers) => asha.call('dispatchTicket', { body: { ticketId }, headers }),
      (headers) => binu.call('dispatchTicket', { body: { ticketId }, headers }),
    );
    await sendBoth(
      (headers) => asha.call('dispatchTask', { body: { taskId }, headers }),
      (headers) => binu.call('dispatchTask', { body: { taskId }, headers }),
    );
    for (const record of [await ticketOf(ticketId), await taskOf(taskId)]) {
      expect(record.dispatchedAt).toBe(before(10));
      expect(record.events.filter(({ kind }) => kind === 'dispatched')).toHaveLength(2);
    }
  });

  test('CF3 breakdown.escalate, task.escalate: each raises the priority', async () => {
    const [ticketId, taskId] = [await newTicket(), await newTask()];
    const { priority } = await taskOf(taskId);
    expect(priority).toBe('Medium');
    await sendBoth(
      (headers) => asha.call('escalateTicket', { body: { ticketId }, headers }),
      (headers) => binu.call('escalateTicket', { body: { ticketId }, headers }),
    );
    await sendBoth(
      (headers) => asha.call('escalateTask', { body: { taskId }, headers }),
      (headers) => binu.call('escalateTask', { body: { taskId }, headers }),
    );
    expect([(await ticketOf(ticketId)).priority, (await taskOf(taskId)).priority]).toEqual(['High', 'Critical']);
  });

  test('CF3 task.report: both reports are kept, and the later one is shown', async () => {
    const taskId = await newTask();
    const report = (what: string) => ({
      TaskId: taskId,
      ActionsTaken: `${what} tried`,
      IsActionRequired: true,
      ActionRequiredDetails: `Order a ${what}`,
    });
    await sendBoth(
      (headers) => asha.call('submitMaintenanceReport', { body: report('hose'), headers }),
      (headers) => binu.call('submitMaintenanceReport', { body: report('cell'), headers }),
    );
    const task = await taskOf(taskId);
    expect(task).toMatchObject({ actionTaken: 'cell tried', actionRequiredDetails: 'Order a cell' });
    expect(task.events.map(({ by, data }) => [by, data])).toEqual([
      ['A. Rao', { details: 'Order a hose', actionTaken: 'hose tried' }],
      ['B. Nair', { details: 'Order a cell', actionTaken: 'cell tried' }],
    ]);
  });

  test('CF3 task.close: the later arrival is refused with who closed it first', async () => {
    const taskId = await newTask();
    const closings: Send[] = [asha, binu].map(
      (user) => (headers) => user.call('closeTask', { body: { taskId, actionTaken: 'Cleaned' }, headers }),
    );
    await closings[isLate ? 1 : 0]?.(made(isLate ? 10 : 90));
    const second = isLate ? asha : binu;
    const { status, problem } = await second.call('closeTask', { body: { taskId, actionTaken: 'Oiled' } });
    expect([status, problem.context?.['closedBy']]).toEqual([409, isLate ? 'B. Nair' : 'A. Rao']);
    expect((await taskOf(taskId)).actionTaken).toBe('Cleaned');
  });

  test('CF3 task.attempt, task.move: the day of the later one counts', async () => {
    const tried = await newTask();
    await sendBoth(
      (headers) => asha.call('attemptTask', { body: { taskId: tried, reason: 'in-use', next: '2026-09-01' }, headers }),
      (headers) =>
        binu.call('moveTask', { body: { taskId: tried, to: '2026-09-20', reason: 'Ward is full' }, headers }),
    );
    const task = await taskOf(tried);
    expect(task.taskDate).toBe('2026-09-20');
    expect(task.events.map(({ kind, by }) => [kind, by])).toEqual([
      ['attempted', 'A. Rao'],
      ['moved', 'B. Nair'],
    ]);
  });

  test('CF3 task.cancel: the later of a cancellation and a report counts', async () => {
    const open = await newTask();
    const report = (TaskId: string) => ({
      TaskId,
      ActionsTaken: 'Hose taped',
      IsActionRequired: true,
      ActionRequiredDetails: 'Order a hose',
    });
    const told = await sendBoth(
      (headers) => asha.call('cancelTask', { body: { taskId: open, reason: 'Sold' }, headers }),
      (headers) => binu.call('submitMaintenanceReport', { body: report(open), headers }),
    );
    expect((await taskOf(open)).cancelledAt).toBeNull();
    expect(told[1]).toEqual([
      isLate
        ? 'A later report asks for action, so the task stays open. Your entry is kept.'
        : 'This task was cancelled in the meantime. Your entry is kept.',
    ]);
    const ended = await newTask();
    await sendBoth(
      (headers) => asha.call('submitMaintenanceReport', { body: report(ended), headers }),
      (headers) => binu.call('cancelTask', { body: { taskId: ended, reason: 'Sold' }, headers }),
    );
    const task = await taskOf(ended);
    expect(task.cancelledAt).toBe(before(10));
    expect(task.events.map(({ kind }) => kind)).toEqual(['action-required', 'cancelled']);
  });

  test('CF3 task.undo: an act that a colleague has followed up stays, and its author is notified', async () => {
    const id = await newTask();
    const { taskDate } = await taskOf(id);
    const act = randomUUID();
    const move = (to: string) => ({ taskId: id, to, reason: 'Ward is full' });
    await asha.call('moveTask', { body: move('2026-09-20'), headers: made(45), key: act });
    const sends = [
      () => binu.call('moveTask', { body: move('2026-09-24'), headers: made(40) }),
      () => asha.call('undoTask', { body: { taskId: id, act }, headers: made(10) }),
    ];
    const told: unknown[] = [];
    for (const send of isLate ? sends.toReversed() : sends) told.push((await send()).answer.notices);
    // A move that arrives late loses to the later move back.
    expect((await taskOf(id)).taskDate).toBe(isLate ? taskDate : '2026-09-24');
    expect(told[1]).toEqual(isLate ? undefined : ['Not undone: B. Nair moved this task meanwhile.']);
  });

  test('CF3 report.accept, report.join, report.close: accepting wins, the earlier of two acceptances counts', async () => {
    const open = async () =>
      (await replica('faultReport')).find((one) => one.state === 'received' && one.deviceId === deviceId) ??
      expect.fail();
    const { id: reportId } = await open();
    const accepted = { reportId, priority: 'High' as const, machineStatus: 'Restrictive Use' as const };
    const tickets = (await replica('ticket')).length;
    const told = await sendBoth(
      (headers) => asha.call('acceptReport', { body: accepted, key: randomUUID(), headers }),
      (headers) => binu.call('acceptReport', { body: accepted, key: randomUUID(), headers }),
    );
    const now = async (id: string) => (await replica('faultReport')).find((one) => one.id === id);
    expect(await now(reportId)).toMatchObject({ state: 'accepted', decidedBy: 'A. Rao', decidedAt: before(90) });
    expect((await replica('ticket')).length).toBe(tickets + 1);
    expect(told[0]).toBeUndefined();
    expect(told[1]?.at(-1)).toMatch(/^It is already the ticket BD-/);

    const ticketId = await newTicket();
    const { id: other, reference } = await open();
    await sendBoth(
      (headers) => asha.call('joinReport', { body: { reportId: other, ticketId }, key: randomUUID(), headers }),
      (headers) =>
        binu.call('closeReport', { body: { reportId: other, reason: 'duplicate' }, key: randomUUID(), headers }),
    );
    expect(await now(other)).toMatchObject({ state: 'joined', ticketId, reason: null, decidedBy: 'A. Rao' });
    expect(
      (await ticketOf(ticketId)).events.some(({ data }) => 'text' in data && data.text.startsWith(reference)),
    ).toBe(true);
  });

  test('CF3 daily-round.submit: both rounds are kept, and the worse state within two hours counts', async () => {
    const id = server.city.devices[isLate ? 'MON-0001' : 'MON-0002'] ?? '';
    const entry = (status: 'Operational' | 'Not Working') => ({
      serialNumber: isLate ? 'MON-0001' : 'MON-0002',
      installationBaseId: id,
      status,
      description: status === 'Operational' ? '' : 'Dark',
      date: '2026-07-01',
      dailyRoundTemplateId: server.city.templateId,
    });
    const rounds = (await replica('round')).length;
    await sendBoth(
      (headers) => asha.call('submitRound', { body: [entry('Not Working')], key: randomUUID(), headers }),
      (headers) => binu.call('submitRound', { body: [entry('Operational')], key: randomUUID(), headers }),
    );
    const device = (await replica('device')).find((one) => one.id === id);
    expect(device?.latest).toMatchObject({ status: 'Not Working', flagged: true, observedAt: before(90) });
    expect((await replica('round')).length).toBe(rounds + 2);
  });

  test('CF3 test-record.submit: both tests are kept; the later arrival is a note on the closed task', async () => {
    const taskId = await newTask();
    const task = await taskOf(taskId);
    const body = (rate: number) => ({ ...testOf(task), answers: answersOf(rate) });
    await sendBoth(
      (headers) => asha.call('submitTestRecord', { body: body(60), key: randomUUID(), headers }),
      (headers) => binu.call('submitTestRecord', { body: body(61), key: randomUUID(), headers }),
    );
    const tests = (await replica('test')).filter((one) => one.taskId === taskId);
    expect(tests.map(({ by }) => by).toSorted()).toEqual(['A. Rao', 'B. Nair']);
    const [first, second] = isLate ? ['B. Nair', 'A. Rao'] : ['A. Rao', 'B. Nair'];
    const { closedBy, events } = await taskOf(taskId);
    expect(closedBy).toBe(first);
    expect(events.find(({ kind }) => kind === 'note')?.by).toBe(second);
  });

  test('CF3 test-record.submit: a failing correction keeps the task open that the corrected test closes', async () => {
    const taskId = await newTask();
    const task = await taskOf(taskId);
    const key = randomUUID();
    const wrong = { answers: answersOf(90), told: 'Fail' as const, taskId: null, correctsId: key };
    await sendBoth(
      (headers) => asha.call('submitTestRecord', { body: { ...testOf(task), answers: answersOf(60) }, key, headers }),
      (headers) => binu.call('submitTestRecord', { body: { ...testOf(task), ...wrong }, key: randomUUID(), headers }),
    );
    expect((await replica('test')).filter(({ id, correctsId }) => id === key || correctsId === key)).toHaveLength(2);
    const { closedAt, events } = await taskOf(taskId);
    expect(closedAt).toBeNull();
    expect(events.some(({ kind }) => kind === 'action-required')).toBe(true);
  });
});
