import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import { installation, roundTemplate, round } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let asha: TestClient;
let binu: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  asha = await server.as(server.city.users.bme);
  binu = await server.as(server.city.users.secondBme);
});
afterEach(() => server.close());

const minuteMs = 60_000;
const today = '2026-07-01';
type Status = 'Operational' | 'Needs Attention' | 'Not Working';

async function replica<K extends ReplicaKind>(kind: K, id: string): Promise<ReplicaRecords[K] | undefined> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  const rows = answer.rows.find((group) => group.kind === kind)?.rows ?? [];
  return rows.find((row) => row['id'] === id) as ReplicaRecords[K] | undefined;
}

const device = (serial: string): string => server.city.devices[serial] ?? '';
const entry = (serial: string, status: Status, observedAt?: string) => ({
  serialNumber: serial,
  installationBaseId: device(serial),
  status,
  description: status === 'Operational' ? '' : 'seen',
  date: today,
  dailyRoundTemplateId: server.city.templateId,
  ...(observedAt === undefined ? {} : { observedAt }),
});
const madeAt = (at: string, offsetMs = 0) => ({ 'X-Ward-Made-At': at, 'X-Ward-Clock-Offset': String(offsetMs) });

test('two rounds for one template and day are both kept, and each names the other', async () => {
  const first = await asha.call('submitRound', { body: [entry('VENT-0001', 'Operational')], key: randomUUID() });
  const second = await binu.call('submitRound', { body: [entry('VENT-0001', 'Operational')], key: randomUUID() });
  expect([first.status, first.answer.others]).toEqual([201, undefined]);
  expect(second.answer.others).toEqual([
    { roundId: first.answer.roundId, by: 'A. Rao', submittedAt: server.clock.now.toISOString() },
  ]);
  const template = await replica('template', server.city.templateId);
  expect([template?.completedRoundsCount, template?.lastRoundOn]).toEqual([2, today]);
});

const contradictions: [string, { at: string; status: Status }[], Status, boolean, string][] = [
  [
    'the later counts where both agree',
    [
      { at: '05:00', status: 'Operational' },
      { at: '05:30', status: 'Operational' },
    ],
    'Operational',
    false,
    '05:30',
  ],
  [
    'the worse counts within two hours, flagged',
    [
      { at: '05:00', status: 'Not Working' },
      { at: '06:00', status: 'Operational' },
    ],
    'Not Working',
    true,
    '05:00',
  ],
  [
    'the later counts after more than two hours',
    [
      { at: '03:00', status: 'Not Working' },
      { at: '06:00', status: 'Operational' },
    ],
    'Operational',
    false,
    '06:00',
  ],
];
test.each(contradictions)('of two rounds %s, in either order of arrival', async (_name, seen, status, flagged, at) => {
  for (const [serial, order] of [
    ['VENT-0001', seen],
    ['VENT-0002', seen.toReversed()],
  ] as const) {
    for (const { at: time, status: each } of order) {
      await asha.call('submitRound', { body: [entry(serial, each, `${today}T${time}:00.000Z`)] });
    }
    expect((await replica('device', device(serial)))?.latest).toMatchObject({
      status,
      flagged,
      observedAt: `${today}T${at}:00.000Z`,
      templateId: server.city.templateId,
      day: today,
    });
  }
});

test('downtimes from rounds do not depend on the order in which the rounds arrive, nor on concurrency', async () => {
  const seen: [string, Status][] = [
    ['01:00', 'Operational'],
    ['02:00', 'Not Working'],
    ['03:00', 'Not Working'],
    ['04:00', 'Needs Attention'],
    ['05:00', 'Not Working'],
  ];
  const wanted = [
    [`${today}T02:00:00.000Z`, `${today}T04:00:00.000Z`],
    [`${today}T05:00:00.000Z`, null],
  ];
  const submit =
    (serial: string) =>
    ([at, status]: [string, Status]) =>
      asha.call('submitRound', { body: [entry(serial, status, `${today}T${at}:00.000Z`)] });
  for (const each of seen) await submit('VENT-0001')(each);
  for (const each of [3, 1, 4, 0, 2].flatMap((place) => seen.slice(place, place + 1))) await submit('VENT-0002')(each);
  await Promise.all(seen.map(submit('MON-0001')));
  for (const serial of ['VENT-0001', 'VENT-0002', 'MON-0001']) {
    expect((await replica('device', device(serial)))?.downtimes).toEqual(wanted);
  }
});

test('a task closed twice: the second author learns who closed it and when, and may add a note instead', async () => {
  const taskId = server.city.tasks.overdue;
  const first = await asha.call('closeTask', { body: { taskId, actionTaken: 'Filter changed' } });
  expect(first.answer).toEqual({ id: taskId, status: 'Closed' });
  const second = await binu.call('closeTask', { body: { taskId, actionTaken: 'Also cleaned' } });
  expect([second.status, second.problem.code, second.problem.context]).toEqual([
    409,
    'task.already_closed',
    { closedBy: 'A. Rao', closedAt: server.clock.now.toISOString() },
  ]);
  const note = await binu.call('addTaskNote', { body: { taskId, note: 'Also cleaned' } });
  expect(note.answer.status).toBe('Closed');
  const task = await replica('task', taskId);
  const at = server.clock.now.toISOString();
  expect(task?.closedBy).toBe('A. Rao');
  expect(task?.events).toMatchObject([
    { kind: 'closed', by: 'A. Rao', byRole: 'BME', at, receivedAt: at, data: { vendorId: null } },
    { kind: 'note', by: 'B. Nair', byRole: 'BME', at, receivedAt: at, data: { text: 'Also cleaned' } },
  ]);
});

test('of two simultaneous closings exactly one succeeds', async () => {
  const taskId = server.city.tasks.upcoming;
  const answers = await Promise.all(
    [asha, binu].map((user) => user.call('closeTask', { body: { taskId, actionTaken: 'Done' } })),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
});

test('a report with a required action keeps the task open and shows the details', async () => {
  const TaskId = server.city.tasks.overdue;
  const body = { TaskId, ActionsTaken: 'Looked', IsActionRequired: 'true' as const, ActionRequiredDetails: 'New hose' };
  const { answer } = await asha.call('submitMaintenanceReport', { body });
  expect(answer.status).toBe('Action Required');
  const closing = await binu.call('submitMaintenanceReport', { body: { TaskId, ActionsTaken: 'Hose changed' } });
  expect(closing.answer.status).toBe('Closed');
});

const report = (serial: string) => ({
  installationBaseId: device(serial),
  issueType: 'Electrical' as const,
  problemReported: 'No pressure',
  priority: 'Medium' as const,
  reportedDate: today,
});

test('a second breakdown of a device gets its own ticket, which names the first', async () => {
  const first = await asha.call('reportTicket', { body: report('VENT-0001') });
  const second = await binu.call('reportTicket', { body: report('VENT-0001') });
  expect([first.answer.relatedTicket, second.answer.relatedTicket]).toEqual([undefined, 'BD-2026-000001']);
  expect((await replica('device', device('VENT-0001')))?.openTicketIds).toHaveLength(2);
  expect((await replica('ticket', second.answer.id))?.relatedTicketId).toBe(first.answer.id);
});

test('a part cost is also accepted as text, and is never rounded', async () => {
  const { answer } = await asha.call('reportTicket', { body: report('VENT-0001') });
  const form = { id: answer.id, actionTaken: 'Valve', partRequired: 'Yes' as const, partDetails: 'Valve' };
  const rounded = await asha.call('closeTicket', { body: { ...form, partCost: 1.234 } });
  expect([rounded.status, rounded.problem.errors]).toEqual([400, { partCost: ['Part cost has at most 2 decimals.'] }]);
  await asha.call('closeTicket', { body: { ...form, partCost: '₹ 1,00,000.50' } });
  expect((await asha.call('readTicket', { params: { id: answer.id } })).answer.partCost).toBe(100_000.5);
});

test('a ticket goes from Open to Pending with one follow-up task to Closed, and is final then', async () => {
  const { answer } = await asha.call('reportTicket', { body: report('VENT-0001') });
  const form = {
    id: answer.id,
    actionTaken: 'Valve',
    partRequired: 'Yes' as const,
    partDetails: 'Valve',
    partCost: 1250.5,
  };
  const pending = await asha.call('closeTicket', { body: { ...form, isFollowUpRequired: true } });
  const again = await asha.call('closeTicket', { body: { ...form, isFollowUpRequired: true } });
  expect([pending.answer.status, again.answer.status]).toEqual(['Pending', 'Pending']);
  const due = await asha.call('tasksByDate', { query: { year: 2026, month: 7, day: 8 } });
  expect(due.answer.map(({ type, serialNumber }) => [type, serialNumber])).toEqual([['CM', 'VENT-0001']]);
  server.clock.advance(minuteMs);
  const closed = await asha.call('closeTicket', { body: form });
  expect(closed.answer.status).toBe('Closed');
  const twice = await binu.call('escalateTicket', { body: { ticketId: form.id } });
  expect([twice.status, twice.problem.code, twice.problem.context?.['closedBy']]).toEqual([
    409,
    'ticket.already_closed',
    'A. Rao',
  ]);
  const row = await replica('device', device('VENT-0001'));
  expect([row?.openTicketIds, row?.maintenanceCost, row?.downtimes]).toEqual([
    [],
    // Each form is a visit with its own part: the cost is the sum (P160).
    3 * form.partCost,
    [[new Date(server.clock.now.getTime() - minuteMs).toISOString(), server.clock.now.toISOString()]],
  ]);
});

test('assign, dispatch and escalate appear in the ticket and its timeline', async () => {
  const { answer } = await asha.call('reportTicket', { body: report('MON-0002') });
  const target = { ticketId: answer.id };
  await asha.call('assignTicket', { body: { ...target, technicianId: server.city.users.secondBme.id } });
  await asha.call('dispatchTicket', { body: target });
  for (let times = 0; times < 3; times += 1) {
    server.clock.advance(1000);
    await asha.call('escalateTicket', { body: target });
  }
  const details = await asha.call('readTicket', { params: { id: answer.id } });
  expect([details.answer.priority, details.answer.technicianName]).toEqual(['Critical', 'B. Nair']);
  expect(details.answer.timeline.map(({ text }) => text)).toEqual([
    'Reported by A. Rao',
    'Technician assigned: B. Nair',
    'Technician dispatched',
    'Escalated to High',
    'Escalated to Critical',
    'Escalated to Critical',
  ]);
});

test('work on a device or template that was retired in the meantime is accepted with a notice', async () => {
  const { db } = server.database;
  await db
    .update(installation)
    .set({ retiredAt: server.clock.now })
    .where(eq(installation.id, device('VENT-0001')));
  const ticket = await asha.call('reportTicket', { body: report('VENT-0001') });
  const round1 = await asha.call('submitRound', { body: [entry('VENT-0001', 'Operational')] });
  const close = await asha.call('closeTask', { body: { taskId: server.city.tasks.overdue, actionTaken: 'Done' } });
  expect([ticket.status, ticket.answer.notices]).toEqual([
    201,
    ['VENT-0001 was retired in the meantime. Your report is kept.'],
  ]);
  expect(round1.answer.notices).toEqual(['VENT-0001 was retired in the meantime. Its entry is kept.']);
  expect(close.answer.notices).toEqual(['VENT-0001 was retired in the meantime. Your entry is kept.']);
  await db
    .update(roundTemplate)
    .set({ retiredAt: server.clock.now })
    .where(eq(roundTemplate.id, server.city.templateId));
  const round2 = await asha.call('submitRound', { body: [entry('VENT-0002', 'Operational')] });
  expect(round2.answer.notices).toEqual(['This template was retired in the meantime. The round is kept.']);
});

const clocks: [string, Record<string, string>, string, string?][] = [
  ['right', madeAt('2026-07-01T05:00:00.000Z'), '2026-07-01T05:00:00.000Z'],
  ['5 minutes fast', madeAt('2026-07-01T05:05:00.000Z', -5 * minuteMs), '2026-07-01T05:00:00.000Z'],
  ['a day fast', madeAt('2026-07-02T05:00:00.000Z', -24 * 60 * minuteMs), '2026-07-01T05:00:00.000Z', '24 hours ahead'],
  ['a day fast and not measured', madeAt('2026-07-02T06:30:00.000Z'), '2026-07-01T06:30:00.000Z', '24 hours ahead'],
  ['3 days slow', madeAt('2026-06-28T05:00:00.000Z', 72 * 60 * minuteMs), '2026-07-01T05:00:00.000Z', '3 days behind'],
  [
    '6 years slow',
    madeAt('2020-07-01T05:00:00.000Z', 2191 * 24 * 60 * minuteMs),
    '2026-07-01T05:00:00.000Z',
    '6 years behind',
  ],
  ['unreadable', { 'X-Ward-Made-At': 'soon' }, '2026-07-01T06:30:00.000Z'],
];
test.each(clocks)('an entry of a tablet whose clock is %s keeps both times', async (_name, headers, at, error) => {
  const { answer } = await asha.call('submitRound', { body: [entry('VENT-0001', 'Operational')], headers });
  const [row] = await server.database.db.select().from(round).where(eq(round.id, answer.roundId));
  expect([row?.submittedAt.toISOString(), row?.clockFlagged, row?.receivedAt.toISOString()]).toEqual([
    at,
    error !== undefined,
    server.clock.now.toISOString(),
  ]);
  const notice = `The clock of this tablet was ${error} when this was saved.`;
  expect(answer.notices).toEqual(error === undefined ? undefined : [notice]);
});
