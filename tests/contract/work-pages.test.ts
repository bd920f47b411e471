import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import { buildTicketPage, ticketAnswer } from '#contract/pages/ticket.ts';
import { buildTicketTiles } from '#contract/pages/ticket-list.ts';
import type { TaskRecord, TicketRecord } from '#contract/records/ward.ts';
import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { taskStatuses } from '#contract/rules/task-status.ts';
import { eventSentence } from '#contract/rules/work-events.ts';
import { installation } from '#server/db/schema.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { dayRows, upcomingRows } from '#ui/features/task/task-rows.ts';
import { gatherTicket } from '#ui/features/ticket/gather-ticket.ts';
import { countStatuses, ticketRows } from '#ui/features/ticket/ticket-rows.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

/** A page built by the app from the replica equals the server's answer, in a hospital with every kind of event. */

const timeZone = 'Asia/Kolkata';
const minuteMs = 60_000;

let server: TestServer;
let asha: TestClient;
let office: TestClient;
let replica: Map<ReplicaKind, Map<string, ReplicaRecords[ReplicaKind]>>;
/** Id of the new device's second calibration. */
let calibration: string;
const ids = { worked: '', pending: '', closedAfterPending: '', ofRetired: '', second: '' };

beforeAll(async () => {
  server = await startTestServer();
  const { city, clock } = server;
  asha = await server.as(city.users.bme);
  office = await server.as(city.users.hospital);
  const binu = city.users.secondBme.id;
  const later = () => clock.advance(20_000);
  const report = async (serial: string, more: { technicianId?: string; reportedBy?: string } = {}) => {
    later();
    const body = {
      installationBaseId: city.devices[serial] ?? '',
      issueType: 'Electrical' as const,
      problemReported: `${serial} beeps`,
      priority: 'High' as const,
      reportedDate: hospitalDay(clock.now, timeZone),
      ...more,
    };
    const made = await asha.call('reportTicket', { body, key: randomUUID() });
    expect(made.status).toBe(201);
    return made.answer.id;
  };
  const done = async (answer: Promise<{ status: number }>) => {
    expect((await answer).status).toBeLessThan(300);
    later();
  };
  /** Returns the headers of an entry made five minutes ago on a tablet whose clock is two hours slow. */
  const slow = () => ({
    [madeAtHeader]: new Date(clock.now.getTime() - 125 * minuteMs).toISOString(),
    [clockOffsetHeader]: String(120 * minuteMs),
  });

  // Tasks are on the days that their sources require; one calibration is moved.
  const devices = await asha.call('createDevices', {
    body: [
      {
        serialNumber: 'NEW-1',
        modelId: city.models.monitor,
        vendorId: city.vendorId,
        price: 1,
        purchaseDate: '2026-07-01',
        installationDate: '2026-07-10',
        departmentId: city.departments.icu,
        calibrationRequired: true,
        calibrationFrequency: 'weekly',
        calibrationCount: 2,
      },
    ],
  });
  await server.database.db
    .update(installation)
    .set({ installationDate: '2026-07-12' })
    .where(eq(installation.id, devices.answer.ids[0] ?? ''));
  await checkTasks(server.database.db, clock.now);

  await done(asha.call('updateHolidays', { body: { days: [{ on: '2026-07-02', name: 'Festival' }] } }));
  await done(
    asha.call('saveWarranty', {
      body: {
        warrantyNumber: 'CMC-3',
        equipmentId: city.equipment.ventilator,
        makeId: city.makeId,
        pmFrequency: 'yearly',
        pmCount: 0,
        warrantyStartDate: '2026-01-01',
        warrantyDurationInYear: 1,
        selectedSerials: [{ serialNumber: 'VENT-0001' }],
        kind: 'CMC',
        terms: {
          ...blankTerms(),
          window: { hours: 'set', workDays: [1, 2, 3, 4, 5], hoursFrom: '09:00', hoursTo: '17:00', onHolidays: false },
          responseHours: 1,
          repairDays: 1,
        },
      },
    }),
  );
  ids.worked = await report('VENT-0001', { technicianId: binu, reportedBy: 'Sister Agnes' });
  ids.second = await report('VENT-0001');
  const target = { ticketId: ids.worked };
  await done(asha.call('dispatchTicket', { body: target, headers: slow() }));
  await done(asha.call('arriveTicket', { body: target }));
  await done(asha.call('waitTicket', { body: { ...target, reason: 'part', note: 'Fuse' } }));
  await done(office.call('escalateTicket', { body: target }));
  await done(office.call('assignTicket', { body: { ...target, technicianId: city.users.bme.id } }));
  const closing = { actionTaken: 'Fuse', partRequired: true, partDetails: 'Fuse', partCost: 40.5 };
  await done(asha.call('closeTicket', { body: { id: ids.worked, ...closing, resolutionNote: 'Runs' } }));
  await done(office.call('addTicketNote', { body: { ...target, note: 'The ward is content.' } }));

  ids.pending = await report('MON-0001');
  const followUp = { isFollowUpRequired: true, followUpAction: 'Order the board' };
  await done(asha.call('closeTicket', { body: { id: ids.pending, actionTaken: 'Looked at', ...followUp } }));
  ids.closedAfterPending = await report('VENT-0002');
  await done(asha.call('closeTicket', { body: { id: ids.closedAfterPending, actionTaken: 'Waits', ...followUp } }));
  await done(asha.call('closeTicket', { body: { id: ids.closedAfterPending, actionTaken: 'Board changed' } }));

  ids.ofRetired = await report('MON-0002');
  await done(office.call('deleteDevice', { params: { id: city.devices['MON-0002'] ?? '' } }));

  const { overdue, upcoming } = city.tasks;
  const calibrations = await asha.call('tasksByDate', { query: { year: 2026, month: 7, day: 26 } });
  calibration = calibrations.answer.find(({ serialNumber }) => serialNumber === 'NEW-1')?.id ?? '';
  await done(office.call('assignTask', { body: { taskId: upcoming, technicianId: binu } }));
  await done(asha.call('dispatchTask', { body: { taskId: upcoming } }));
  await done(asha.call('escalateTask', { body: { taskId: upcoming }, headers: slow() }));
  const action = { IsActionRequired: true, ActionRequiredDetails: 'Order a filter' };
  await done(asha.call('submitMaintenanceReport', { body: { TaskId: calibration, ActionsTaken: 'Dust', ...action } }));
  await done(asha.call('closeTask', { body: { taskId: overdue, actionTaken: 'Filter changed' } }));
  await done(office.call('addTaskNote', { body: { taskId: overdue, note: 'Filter kept.' } }));
  const inUse = { reason: 'in-use' as const, note: 'Bed 4', next: '2026-07-03' };
  await done(asha.call('attemptTask', { body: { taskId: upcoming, ...inUse }, headers: slow() }));
  const second = calibrations.answer.find(({ id }) => id !== calibration && id !== upcoming && id !== overdue)?.id;
  await done(office.call('cancelTask', { body: { taskId: second ?? `${ids.pending}.cm`, reason: 'On loan' } }));

  replica = new Map();
  const { rows } = (await asha.call('syncChanges', { query: { limit: 10_000 } })).answer;
  for (const { kind, rows: records } of rows) {
    const found = records as unknown as ReplicaRecords[typeof kind][];
    replica.set(kind, new Map(found.map((record) => [record.id, record])));
  }
}, 60_000);
afterAll(() => server.close());

/** The replica as a tablet shows it after pulling everything. */
const view = {
  get: <K extends ReplicaKind>(kind: K, id: string) => replica.get(kind)?.get(id) as ReplicaRecords[K] | undefined,
  all: <K extends ReplicaKind>(kind: K) => [...(replica.get(kind)?.values() ?? [])] as ReplicaRecords[K][],
  isPending: () => false,
};
const ticket = (id: string): TicketRecord => view.get('ticket', id) ?? expect.fail(`No ticket ${id}`);
const task = (id: string): TaskRecord => view.get('task', id) ?? expect.fail(`No task ${id}`);
const wordsOf = (record: TicketRecord | TaskRecord) => record.events.map((event) => eventSentence(event, 'staff'));

describe('the page of a ticket', () => {
  test.each(Object.keys(ids) as (keyof typeof ids)[])('that is %s is the same from the replica', async (name) => {
    const answered = await office.call('readTicket', { params: { id: ids[name] } });
    const page = buildTicketPage(
      gatherTicket(view, ticket(ids[name]), { name: server.city.name, timeZone }),
      server.clock.now.toISOString(),
    );
    expect(ticketAnswer(page)).toEqual(answered.answer);
  });

  test("shows the terms in force at the report, and the vendor's clock by support hours and holidays", async () => {
    const { answer } = await office.call('readTicket', { params: { id: ids.second } });
    expect(answer.contract).toMatchObject({
      number: 'CMC-3',
      kind: 'CMC',
      promises: ['Response within 1 hour', 'Repair within 1 day'],
      hours: 'Mon, Tue, Wed, Thu, Fri 09:00 to 17:00, not on holidays',
    });
    // Reported on a Wednesday at noon: the eight working hours end on Friday, because Thursday is a holiday.
    const [response, repair] = answer.contract?.clock.promises ?? [];
    expect([response?.dueAt?.slice(0, 15), repair?.dueAt?.slice(0, 15)]).toEqual([
      '2026-07-01T07:3',
      '2026-07-03T06:3',
    ]);
    expect((await office.call('readTicket', { params: { id: ids.pending } })).answer.contract).toBeNull();
  });

  test('lists all that happened to it, in order of the corrected times', async () => {
    const { answer } = await office.call('readTicket', { params: { id: ids.worked } });
    expect(answer.timeline.map(({ text }) => text)).toEqual([
      // Sent after the report by a slow tablet, but made minutes before it.
      'Technician dispatched',
      'Reported by Sister Agnes',
      'Technician assigned: B. Nair',
      'Arrived at the device',
      'Waiting: for a part: Fuse',
      'Escalated to Critical',
      'Technician assigned: A. Rao',
      'Closed',
      'Note by City Hospital Office: The ward is content.',
    ]);
    expect(wordsOf(ticket(ids.pending))).toEqual(['Reported by A. Rao', 'Left pending for a follow-up']);
  });

  test('names the other ticket of its device, and shows a retired device as it was', () => {
    const second = buildTicketPage(
      gatherTicket(view, ticket(ids.second), { name: server.city.name, timeZone }),
      server.clock.now.toISOString(),
    );
    expect([second.relatedTicketId, second.relatedTicket]).toEqual([ids.worked, ticket(ids.worked).ticketNumber]);
    const retired = buildTicketPage(
      gatherTicket(view, ticket(ids.ofRetired), { name: server.city.name, timeZone }),
      server.clock.now.toISOString(),
    );
    expect([retired.isRetired, retired.serialNumber]).toEqual([true, 'MON-0002']);
  });
});

test('the list of tickets and its tiles are the same from the replica', async () => {
  const { answer } = await office.call('ticketPage', { query: { page: 1, pageSize: 100 } });
  const rows = ticketRows(view, { now: server.clock.now, timeZone });
  expect(rows.map(({ reportedOn: _on, waiting: _waiting, waitingOn: _since, text: _text, ...row }) => row)).toEqual(
    answer.items,
  );
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['Open', 'Pending', 'Closed']));
  const tiles = await office.call('ticketTiles');
  expect(buildTicketTiles(countStatuses(rows))).toEqual(tiles.answer);
});

test('the lists of tasks are the same from the replica', async () => {
  const today = hospitalDay(server.clock.now, timeZone);
  const plain = (rows: ReturnType<typeof upcomingRows>) =>
    rows.map(({ escalated: _e, department: _d, technicianId: _t, waiting: _w, vendor: _v, title: _n, ...row }) => row);
  const upcoming = await office.call('upcomingTasks');
  expect(plain(upcomingRows(view, today))).toEqual(upcoming.answer);
  const statuses = new Set<string>();
  for (const day of new Set(view.all('task').map(({ taskDate }) => taskDate))) {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    const ofDay = await office.call('tasksByDate', { query: { year, month, day: date } });
    expect(plain(dayRows(view, day, today))).toEqual(ofDay.answer);
    for (const { status } of ofDay.answer) statuses.add(status);
    const dates = await office.call('taskDates', { query: { year, month } });
    expect(dates.answer).toContain(date);
  }
  expect(statuses).toEqual(new Set(taskStatuses));
});

describe('events of tasks', () => {
  test('cover the schedule, reports and notes', () => {
    expect(wordsOf(task(calibration))).toEqual([
      'Moved from 24 Jul 2026 to 26 Jul 2026',
      'Action required: Order a filter (actions taken: Dust)',
    ]);
    expect(task(calibration).events).toMatchObject([
      { kind: 'moved', by: null, byRole: null, data: { from: '2026-07-24', to: '2026-07-26' } },
      { kind: 'action-required', by: 'A. Rao', byRole: 'BME', data: { details: 'Order a filter' } },
    ]);
    const { overdue, upcoming } = server.city.tasks;
    expect(wordsOf(task(overdue)).slice(-2)).toEqual(['Closed', 'Note by City Hospital Office: Filter kept.']);
    expect(wordsOf(task(upcoming)).filter((words) => !words.startsWith('Moved'))).toEqual([
      'Escalated to High',
      'Attempted: in use, next try 3 Jul 2026: Bed 4',
      'Technician assigned: B. Nair',
      'Technician dispatched',
    ]);
    expect(task(overdue).events.at(-1)).toMatchObject({ byRole: 'Hospital' });
  });
});

describe('5.3 A ticket left Pending', () => {
  test('has its follow-up task, which is removed when the ticket is closed without follow-up', () => {
    const { followUpTaskId } = ticket(ids.pending);
    expect(task(followUpTaskId ?? '')).toMatchObject({ type: 'CM', taskDate: '2026-07-08', closedAt: null });
    const closed = ticket(ids.closedAfterPending);
    expect(closed.status).toBe('Closed');
    expect(closed.followUpTaskId).not.toBeNull();
    expect(view.get('task', closed.followUpTaskId ?? '')).toBeUndefined();
  });

  test('keeps a follow-up task that was closed before the ticket', async () => {
    const { clock, city } = server;
    const report = {
      installationBaseId: city.devices['VENT-0002'] ?? '',
      issueType: 'Other' as const,
      problemReported: 'Hums',
      priority: 'Low' as const,
      reportedDate: hospitalDay(clock.now, timeZone),
    };
    const { answer } = await asha.call('reportTicket', { body: report, key: randomUUID() });
    const close = (isFollowUpRequired: boolean) =>
      asha.call('closeTicket', { body: { id: answer.id, actionTaken: 'Heard', isFollowUpRequired } });
    await close(true);
    const taskId = `${answer.id}.cm`;
    expect((await asha.call('closeTask', { body: { taskId, actionTaken: 'Fixed' } })).answer.status).toBe('Closed');
    expect((await close(false)).answer.status).toBe('Closed');
    const head = (await asha.call('syncChanges', { query: { limit: 10_000 } })).answer;
    const tasks = head.rows.find(({ kind }) => kind === 'task')?.rows ?? [];
    expect(tasks.filter(({ id }) => id === taskId)).toMatchObject([{ closedBy: 'A. Rao' }]);
  });
});

test('5.4 A part cost without a required part does not count', async () => {
  const { city, clock } = server;
  const report = {
    installationBaseId: city.devices['VENT-0002'] ?? '',
    issueType: 'Other' as const,
    problemReported: 'Hums again',
    priority: 'Low' as const,
    reportedDate: hospitalDay(clock.now, timeZone),
  };
  const { answer } = await asha.call('reportTicket', { body: report, key: randomUUID() });
  const closing = { id: answer.id, actionTaken: 'Nothing needed', partRequired: false, partCost: 99 };
  expect((await asha.call('closeTicket', { body: closing })).status).toBe(200);
  expect((await asha.call('readTicket', { params: { id: answer.id } })).answer.partCost).toBeNull();
});
