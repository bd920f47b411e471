import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTicketListed } from '#contract/pages/ticket-list.ts';
import { deviceFilters, isStatusListed } from '#contract/rules/device-status.ts';
import { passesFilters } from '#contract/rules/list-filter.ts';
import { buildApp } from '#server/app.ts';
import { createFileStore } from '#server/files/file-store.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
let hospitalUser: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  hospitalUser = await server.as(server.city.users.hospital);
});
afterAll(() => server.close());

describe('Maintenance', () => {
  test('upcoming tasks come overdue first, then by date, with status and technician', async () => {
    const { tasks, users } = server.city;
    await bme.call('assignTask', { body: { taskId: tasks.upcoming, technicianId: users.secondBme.id } });
    const { answer } = await hospitalUser.call('upcomingTasks');
    expect(answer.map(({ id, status, technicianName }) => [id, status, technicianName])).toEqual([
      [tasks.overdue, 'Overdue', null],
      [tasks.upcoming, 'Upcoming', 'B. Nair'],
      [tasks.calibration, 'Upcoming', null],
    ]);
    expect(answer[0]).toMatchObject({
      name: 'Ventilator',
      serialNumber: 'VENT-0001',
      warrantyNumber: 'AMC-1',
      type: 'PM',
    });
  });

  test('a month marks its days with tasks, and a day returns them', async () => {
    const month = await bme.call('taskDates', { query: { year: 2026, month: 7 } });
    expect(month.answer).toEqual([4, 11]);
    const day = await bme.call('tasksByDate', { query: { year: 2026, month: 7, day: 11 } });
    expect(day.answer.map(({ type }) => type)).toEqual(['Cal']);
    const none = await bme.call('tasksByDate', { query: { year: 2026, month: 2, day: 30 } });
    expect([none.status, none.problem.message]).toEqual([400, 'Please enter a valid date.']);
  });

  test('technicians are the engineers of the hospital, ordered by name', async () => {
    const { answer } = await bme.call('technicians');
    expect(answer.map(({ name }) => name)).toEqual(['A. Rao', 'B. Nair']);
  });
});

describe('Daily rounds', () => {
  test('a template is created and changed, and refused a name that exists in another case', async () => {
    const serials = ['MON-0002', 'mon-0003', 'MON-0002'].map((serialNumber) => ({ serialNumber }));
    const made = await bme.call('createRoundTemplate', { body: { templateName: 'Theatre round', serials } });
    expect([made.status, made.answer.serials, made.answer.completedRoundsCount]).toEqual([
      201,
      ['MON-0002', 'MON-0003'],
      0,
    ]);
    const params = { id: made.answer.templateId };
    const changed = await bme.call('updateRoundTemplate', {
      params,
      body: { templateName: 'Theatre', serials: serials.slice(1, 2) },
    });
    expect([changed.answer.templateName, changed.answer.serials]).toEqual(['Theatre', ['MON-0003']]);
    const twin = await bme.call('createRoundTemplate', { body: { templateName: 'icu ROUND', serials } });
    expect([twin.status, twin.problem.code]).toEqual([409, 'record.duplicate']);
    const list = await hospitalUser.call('roundTemplates');
    expect(list.answer.map(({ templateName }) => templateName)).toEqual(['ICU round', 'Theatre']);
  });

  test('of two edits of a template the first is saved; the second gets a conflict with the current state', async () => {
    const serials = [{ serialNumber: 'MON-0002' }, { serialNumber: 'MON-0003' }];
    const made = await bme.call('createRoundTemplate', { body: { templateName: 'Walk of two', serials } });
    const params = { id: made.answer.templateId };
    const onTablets = async () => {
      const { rows } = (await bme.call('syncChanges', { query: { limit: 10_000 } })).answer;
      return rows.find(({ kind }) => kind === 'template')?.rows.find(({ id }) => id === params.id)?.['revision'];
    };
    const revision = String(await onTablets());
    const change = (templateName: string, sent: string) =>
      bme.call('updateRoundTemplate', { params, body: { templateName, serials, revision: sent } });
    const first = await change('Walk of the first', revision);
    expect([first.status, first.answer.revision]).toEqual([200, await onTablets()]);
    const second = await change('Walk of the second', revision);
    expect([second.status, second.problem.code]).toEqual([409, 'record.conflict']);
    const since = { ...first.answer, revision: `${first.answer.revision}~${revision}` };
    expect(second.problem.context).toMatchObject({ current: since, opened: { revision } });
    expect((await change('Walk of the second', first.answer.revision)).status).toBe(200);
    await bme.call('deleteRoundTemplate', { params });
  });

  test('pickers list the devices of a department and those of a template in its order', async () => {
    const department = await bme.call('roundSerialsOfDepartment', { params: { id: server.city.departments.theatre } });
    expect(department.answer.map(({ serialNumber }) => serialNumber)).toEqual(['MON-0002', 'MON-0003']);
    const template = await bme.call('roundTemplateSerials', { params: { id: server.city.templateId } });
    expect(template.answer[0]).toEqual({
      installationBaseId: server.city.devices['VENT-0001'],
      equipmentId: server.city.equipment.ventilator,
      serialNumber: 'VENT-0001',
      equipmentName: 'Ventilator',
      make: 'Aerolife',
      model: 'AV-9',
    });
  });

  test('the chart counts the entries per day and includes empty days', async () => {
    const entry = (serialNumber: string, status: 'Operational' | 'Not Working') => ({
      serialNumber,
      status,
      description: 'seen',
      date: '2026-06-30',
      dailyRoundTemplateId: server.city.templateId,
    });
    await bme.call('submitRound', { body: [entry('VENT-0001', 'Operational'), entry('VENT-0002', 'Not Working')] });
    const { answer } = await bme.call('roundChart');
    expect(answer).toHaveLength(7);
    expect(answer.slice(-2)).toEqual([
      { label: '2026-06-30', operational: 1, needsAttention: 0, notWorking: 1 },
      { label: '2026-07-01', operational: 0, needsAttention: 0, notWorking: 0 },
    ]);
    const years = await bme.call('roundChart', {
      query: { range: 'custom', fromDate: '2020-01-01', toDate: '2026-01-01' },
    });
    expect(years.status).toBe(400);
  });
});

describe('Breakdowns', () => {
  beforeAll(async () => {
    for (const [serial, problemReported] of [
      ['VENT-0001', 'No pressure'],
      ['MON-0001', 'Screen 50% dark'],
      ['MON-0002', 'Alarm_x'],
    ] as const) {
      await bme.call('reportTicket', {
        body: {
          installationBaseId: server.city.devices[serial] ?? '',
          issueType: 'Other',
          problemReported,
          priority: 'Low',
          reportedDate: '2026-07-01',
        },
      });
      server.clock.advance(1000);
    }
  });

  test.each([
    ['vent', ['VENT-0001']],
    ['bd-2026-000002', ['MON-0001']],
    ['PRESSURE', ['VENT-0001']],
    ['50%', ['MON-0001']],
    ['m_x', ['MON-0002']],
    ['%', ['MON-0001']],
    ['Bed 1', []],
    ['nothing', []],
  ])('the search for %j matches ticket, serial or problem, special characters included', async (search, serials) => {
    const { answer } = await bme.call('ticketPage', { query: { search } });
    expect(answer.items.map(({ serialNumber }) => serialNumber)).toEqual(serials);
    expect(answer.totalCount).toBe(serials.length);
  });

  test('pages are ordered newest first, cap their size and say which they used', async () => {
    const { answer } = await bme.call('ticketPage', { query: { page: 2, pageSize: 2 } });
    expect([answer.items.map(({ ticketNumber }) => ticketNumber), answer.totalPages]).toEqual([['BD-2026-000001'], 2]);
    const capped = await bme.call('ticketPage', { query: { pageSize: 5000 } });
    expect(capped.answer.pageSize).toBe(100);
  });

  test('tiles and the status filter follow the tickets', async () => {
    const { answer } = await bme.call('ticketPage', { query: { search: 'vent' } });
    await bme.call('closeTicket', { body: { id: answer.items[0]?.id ?? '', actionTaken: 'Valve changed' } });
    expect((await bme.call('ticketTiles')).answer).toEqual({ totalCalls: 3, openCalls: 2, closeCalls: 1 });
    const closed = await bme.call('ticketPage', { query: { status: 'Closed' } });
    expect(closed.answer.items.map(({ serialNumber }) => serialNumber)).toEqual(['VENT-0001']);
  });

  test("every filter returns the tickets that the tablets' rule matches", async () => {
    const { users } = server.city;
    const [first] = (await bme.call('ticketPage', { query: {} })).answer.items;
    await bme.call('assignTicket', { body: { ticketId: first?.id ?? '', technicianId: users.bme.id } });
    const all = (await bme.call('ticketPage', { query: { pageSize: 100 } })).answer.items;
    const filters = [
      {},
      { status: 'all' },
      { status: 'not-closed' },
      { status: 'Open', technician: 'me' },
      { technician: users.bme.id },
      { technician: 'none' },
      { department: 'ICU', status: 'not-closed' },
      { department: '' },
      { type: 'Electrical' },
      { type: 'Other', technician: 'me' },
      { department: 'No such' },
    ] as const;
    for (const filter of filters) {
      const { answer } = await bme.call('ticketPage', { query: { ...filter, pageSize: 100 } });
      const listed = all.filter((ticket) => isTicketListed(ticket, filter, users.bme.id));
      expect([filter, answer.items.map(({ id }) => id)]).toEqual([filter, listed.map(({ id }) => id)]);
      expect(answer.totalCount).toBe(listed.length);
    }
  });

  test("every filter returns the devices that the tablets' rule matches", async () => {
    const all = (await bme.call('deviceList', { query: { pageSize: 100 } })).answer.items;
    const filters = [
      ...deviceFilters.map((status) => ({ status })),
      { department: 'ICU' },
      { type: 'Ventilator' },
      { type: 'Ventilator', department: 'ICU', status: 'in-use' as const },
    ];
    for (const filter of filters) {
      const { status, ...rest } = { status: undefined, ...filter };
      const { answer } = await bme.call('deviceList', { query: { ...filter, pageSize: 100 } });
      const listed = all.filter(
        (device) =>
          (!status || isStatusListed(device.status, status)) &&
          passesFilters({ department: device.departmentName, type: device.equipmentName }, rest, ''),
      );
      expect([filter, answer.items.map(({ id }) => id)]).toEqual([filter, listed.map(({ id }) => id)]);
    }
  });

  test('the new request form gets its serials, technicians and the device', async () => {
    const { answer } = await bme.call('ticketCreateData');
    expect(answer.serialNumbers).toHaveLength(5);
    const device = await bme.call('ticketDevice', { params: { id: server.city.devices['VENT-0001'] ?? '' } });
    expect(device.answer).toEqual({
      name: 'Ventilator',
      department: 'ICU',
      model: 'AV-9',
      installationDate: '2024-02-01',
      expiryDate: '2027-12-31',
    });
  });
});

describe('The built app', () => {
  test('is served at every app address, with hashed files cached for a year; a missing file is a 404', async () => {
    const appDir = await mkdtemp(path.join(tmpdir(), 'wr-app-'));
    await mkdir(path.join(appDir, 'assets'));
    await writeFile(path.join(appDir, 'index.html'), '<!doctype html><title>Ward Rounds</title>');
    await writeFile(path.join(appDir, 'assets/main-1a2b.js'), 'export {};');
    await writeFile(path.join(appDir, 'assets/main-1a2b.js.br'), 'compressed');
    const app = await buildApp({
      ...server.database,
      now: () => server.clock.now,
      files: createFileStore(appDir),
      appDir,
    });
    const get = async (url: string, headers: Record<string, string> = {}) => {
      const answer = await app.inject({ url, headers });
      return [answer.statusCode, answer.headers['cache-control'], answer.headers['content-encoding'], answer.body];
    };
    const page = '<!doctype html><title>Ward Rounds</title>';
    expect(await get('/breakdown/new')).toEqual([200, 'no-cache', undefined, page]);
    expect(await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' })).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'br',
      'compressed',
    ]);
    expect((await get('/assets/gone.js'))[0]).toBe(404);
    expect((await get('/api/gone'))[0]).toBe(404);
    await app.close();
    await rm(appDir, { recursive: true });
  });
});
