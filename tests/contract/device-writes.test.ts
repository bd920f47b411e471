import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { DeviceEntry } from '#contract/calls/device/device.ts';
import { equipmentModel, installation, task } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/test-server.ts';

type Body = BodyInput<Calls['createDevices']>[number];

let server: TestServer;
let bme: TestClient;
const start = async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
};

/** Builds a ventilator that is installed tomorrow and calibrated twice, half-yearly. */
const device = (serialNumber: string, more: Partial<Body> = {}): Body => ({
  serialNumber,
  modelId: server.city.models.ventilator,
  vendorId: server.city.vendorId,
  serviceContactId: server.city.contactId,
  salesContactId: null,
  price: 125_000.5,
  purchaseDate: '2026-06-20',
  installationDate: '2026-07-02',
  departmentId: server.city.departments.icu,
  calibrationRequired: true,
  calibrationFrequency: 'half-yearly',
  calibrationCount: 2,
  ...more,
});
const install = async (...devices: Body[]): Promise<string[]> => {
  const made = await bme.call('createDevices', { body: devices, key: randomUUID() });
  expect([made.status, made.problem.message]).toEqual([201, undefined]);
  return made.answer.ids;
};
const installOne = async (more: Partial<Body> = {}): Promise<string> => {
  const [id = ''] = await install(device('NEW-1', more));
  return id;
};
const edited = (record: DeviceEntry, more: object = {}) => ({ ...record, ...more }) as BodyInput<Calls['updateDevice']>;

/** Returns the remaining tasks of a device as `type date`, with a mark for closed ones. */
async function tasksOf(deviceId: string): Promise<string[]> {
  const rows = await server.database.db
    .select()
    .from(task)
    .where(and(eq(task.deviceId, deviceId), isNull(task.removedAt)))
    .orderBy(asc(task.taskDate), asc(task.type));
  return rows.map((row) => `${row.type} ${row.taskDate}${row.closedAt === null ? '' : ' closed'}`);
}
const taskIds = async (deviceId: string): Promise<string[]> => {
  const rows = await server.database.db
    .select()
    .from(task)
    .where(eq(task.deviceId, deviceId))
    .orderBy(asc(task.taskDate));
  return rows.map(({ id }) => id);
};

describe('An invalid device', () => {
  beforeAll(start);
  afterAll(() => server.close());

  const cases: [string, object, string, string][] = [
    ['no vendor', { vendorId: '' }, 'vendorId', 'Vendor is required.'],
    ['no model', { modelId: undefined }, 'modelId', 'Model is required.'],
    ['no department', { departmentId: null }, 'departmentId', 'Department is required.'],
    ['no price', { price: null }, 'price', 'Price must be at least 0.01.'],
    ['a price below 0.01', { price: 0 }, 'price', 'Price must be at least 0.01.'],
    ['a price with thousandths', { price: 10.005 }, 'price', 'Price has at most 2 decimals.'],
    [
      'an ambiguous price',
      { price: '1.000,50' },
      'price',
      '“1.000,50” could mean 1000.50 or 1.00050. Please write one of them.',
    ],
    ['no purchase date', { purchaseDate: '' }, 'purchaseDate', 'Purchase Date is required.'],
    ['no installation date', { installationDate: undefined }, 'installationDate', 'Installation Date is required.'],
    ['an invalid purchase date', { purchaseDate: '2026-02-30' }, 'purchaseDate', 'Purchase Date is required.'],
    [
      'an implausible year',
      { installationDate: '2206-07-01' },
      'installationDate',
      'Please enter a date between 1950 and 2100.',
    ],
    ['a blank serial', { serialNumber: '  ' }, 'serialNumber', 'Serial number is required.'],
    ['a serial without a letter or digit', { serialNumber: ' .. ' }, 'serialNumber', 'Serial number is required.'],
    ['no frequency', { calibrationFrequency: '' }, 'calibrationFrequency', 'Calibration Frequency is required.'],
    ['no count', { calibrationCount: 0 }, 'calibrationCount', 'Calibration Count must be 1 or greater.'],
  ];
  test.each(cases)('%s is refused at its field', async (_what, more, field, text) => {
    const { status, problem } = await bme.call('createDevices', {
      body: [device('NEW-1', more as Partial<Body>)],
    });
    expect([status, problem.code, problem.errors]).toEqual([400, 'input.invalid', { [`0.${field}`]: [text] }]);
  });

  test.each([
    ['modelId', 'This model does not exist.'],
    ['vendorId', 'This vendor does not exist.'],
    ['departmentId', 'This department does not exist.'],
    ['serviceContactId', 'This contact person does not exist.'],
    ['salesContactId', 'This contact person does not exist.'],
  ] as const)('a %s of another hospital is refused at its field, in a list and in an edit', async (field, text) => {
    const { lake, city } = server;
    const foreign = {
      modelId: lake.models.monitor,
      vendorId: lake.vendorId,
      departmentId: lake.departments.icu,
      serviceContactId: lake.contactId,
      salesContactId: lake.contactId,
    };
    const body = [device('NEW-1'), device('NEW-2', { [field]: foreign[field] })];
    const listed = await bme.call('createDevices', { body });
    expect([listed.status, listed.problem.errors]).toEqual([400, { [`1.${field}`]: [text] }]);
    const id = city.devices['VENT-0001'] ?? '';
    const change = await bme.call('updateDevice', {
      params: { id },
      body: { ...device('VENT-0001'), [field]: foreign[field] },
    });
    expect([change.status, change.problem.errors]).toEqual([400, { [field]: [text] }]);
  });

  test('an empty list, or a serial listed twice, creates no device', async () => {
    const none = await bme.call('createDevices', { body: [] });
    expect([none.status, none.problem.message]).toEqual([400, 'Please add at least one serial number.']);
    const twice = await bme.call('createDevices', { body: [device('NEW-1'), device('new-1 ')] });
    expect([twice.status, twice.problem.message]).toEqual([400, 'A serial number is listed twice.']);
    expect((await bme.call('deviceTiles')).answer.totalEquipment).toBe(5);
  });

  test('more devices or calibrations than one submission allows are refused', async () => {
    const many = (count: number, more: Partial<Body> = {}) =>
      Array.from({ length: count }, (_none, at) => device(`NEW-${at}`, more));
    const devices = await bme.call('createDevices', { body: many(501) });
    expect([devices.status, devices.problem.message]).toEqual([400, 'At most 500 devices at once.']);
    const tasks = await bme.call('createDevices', { body: many(60, { calibrationCount: 366 }) });
    expect([tasks.status, tasks.problem.message]).toEqual([400, 'At most 20,000 calibration tasks at once.']);
    expect((await bme.call('deviceTiles')).answer.totalEquipment).toBe(5);
  });

  test('each serial that already exists is named, and the whole list is refused', async () => {
    const body = [device('vent-0001'), device('NEW-1'), device('MON-0002')];
    const { status, problem } = await bme.call('createDevices', { body });
    expect([status, problem.code, problem.message]).toEqual([
      409,
      'record.duplicate',
      'These serial numbers exist already: vent-0001, MON-0002.',
    ]);
    expect(problem.context).toEqual({ serialNumbers: ['vent-0001', 'MON-0002'] });
    expect(problem.errors).toEqual({
      '0.serialNumber': ['The serial number vent-0001 already exists.'],
      '2.serialNumber': ['The serial number MON-0002 already exists.'],
    });
    expect((await bme.call('deviceTiles')).answer.totalEquipment).toBe(5);
  });

  test.each(['installation', 'updateDevice', 'deleteDevice', 'restoreDevice'] as const)(
    '%s refuses unknown devices and those of another hospital',
    async (name) => {
      for (const id of [server.lake.devices['LVENT-0001'] ?? '', 'nobody']) {
        const body = name === 'updateDevice' ? { body: device('X-1') } : {};
        const { status, problem } = await bme.call(name, { params: { id }, ...body });
        expect([status, problem.message]).toEqual([404, 'This device does not exist.']);
      }
    },
  );
});

describe('A new device', () => {
  beforeEach(start);
  afterEach(() => server.close());

  test('takes equipment and make from its model, whatever the body says, and reaches tablets with its tasks', async () => {
    const { head: before } = (await bme.call('syncChanges')).answer;
    const lies = { id: 0, hospitalId: server.lake.id, equipmentId: server.city.equipment.monitor, makeId: 'x' };
    const ids = await install(
      { ...device('NEW-1'), ...lies },
      device('NEW-2', { calibrationRequired: false, location: 'Bed 9' }),
    );
    const [first = '', second = ''] = ids;
    const { answer: record } = await bme.call('installation', { params: { id: first } });
    expect(record).toMatchObject({
      id: first,
      hospitalId: server.city.id,
      serialNumber: 'NEW-1',
      equipmentId: server.city.equipment.ventilator,
      equipmentName: 'Ventilator',
      makeName: 'Aerolife',
      price: 125_000.5,
      salesContactId: null,
      calibrationFrequency: 'half-yearly',
      calibrationCount: 2,
    });
    expect((await bme.call('installation', { params: { id: second } })).answer).toMatchObject({
      location: 'Bed 9',
      calibrationFrequency: null,
      calibrationCount: 0,
    });
    expect(await tasksOf(first)).toEqual(['Ins 2026-07-02', 'Cal 2027-01-02', 'Cal 2027-07-02']);
    expect(await tasksOf(second)).toEqual(['Ins 2026-07-02']);
    const { rows } = (await bme.call('syncChanges', { query: { cursor: before } })).answer;
    expect(rows.map(({ kind, versions }) => [kind, versions.length])).toEqual([
      ['device', 2],
      ['task', 4],
    ]);
  });

  test('opens by its serial, whatever characters the serial contains', async () => {
    const serials = ['A%2FB', 'A/B', '100%', 'é #?&+', '..1'];
    await install(...serials.map((serial) => device(serial)));
    const opened = await Promise.all(
      serials.map((serialNumber) => bme.call('deviceDetails', { params: { serialNumber } })),
    );
    expect(opened.map(({ answer }) => 'serialNumber' in answer && answer.serialNumber)).toEqual(serials);
  });

  test('is created once, however often its form is sent', async () => {
    const key = randomUUID();
    const body = [device('NEW-1'), device('NEW-2')];
    const sent = await Promise.all([1, 2, 3].map(() => bme.call('createDevices', { body, key })));
    expect(new Set(sent.map(({ answer }) => JSON.stringify(answer.ids))).size).toBe(1);
    expect((await bme.call('deviceTiles')).answer.totalEquipment).toBe(7);
  });

  test('is created by one of two users who add one serial at once; the other is told that it exists', async () => {
    const sent = await Promise.all([1, 2, 3].map(() => bme.call('createDevices', { body: [device('NEW-1')] })));
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('can choose what its own hospital has, and nothing of another', async () => {
    const { answer } = await bme.call('deviceDropdown');
    const { city } = server;
    expect(answer.departments.map(({ name }) => name)).toEqual(['ICU', 'Theatre']);
    expect(answer.vendors).toEqual([{ id: city.vendorId, name: 'Meditech' }]);
    expect(answer.contactPersons).toEqual([
      { id: city.contactId, name: 'C. Iyer', vendorId: city.vendorId, vendor: 'Meditech' },
    ]);
    expect(answer.equipmentModels).toEqual([
      {
        id: city.models.ventilator,
        name: 'AV-9',
        equipmentId: city.equipment.ventilator,
        equipmentName: 'Ventilator',
        equipmentMakeId: city.makeId,
        equipmentMake: 'Aerolife',
      },
      {
        id: city.models.monitor,
        name: 'PM-4',
        equipmentId: city.equipment.monitor,
        equipmentName: 'Patient Monitor',
        equipmentMakeId: city.makeId,
        equipmentMake: 'Aerolife',
      },
    ]);
  });
});

describe('An edit of a device', () => {
  beforeEach(start);
  afterEach(() => server.close());

  test('moves, adds and removes its open tasks, and leaves closed ones unchanged', async () => {
    const id = await installOne();
    const [installTask = '', firstCal = ''] = await taskIds(id);
    await bme.call('closeTask', { body: { taskId: firstCal, actionTaken: 'Calibrated' }, key: randomUUID() });
    const { answer: record } = await bme.call('installation', { params: { id } });
    const { answer: head } = await bme.call('syncChanges');
    const change = await bme.call('updateDevice', {
      params: { id },
      body: edited(record, { installationDate: '2026-07-31', calibrationFrequency: 'monthly', calibrationCount: 3 }),
    });
    expect([change.status, change.answer.installationDate]).toEqual([200, '2026-07-31']);
    expect(await tasksOf(id)).toEqual(['Ins 2026-07-31', 'Cal 2026-09-30', 'Cal 2026-10-31', 'Cal 2027-01-02 closed']);
    expect((await taskIds(id))[0]).toBe(installTask);
    const { rows } = (await bme.call('syncChanges', { query: { cursor: head.head } })).answer;
    expect(JSON.stringify(rows)).toContain('2026-09-30');

    await bme.call('updateDevice', {
      params: { id },
      body: edited(change.answer, { calibrationRequired: false, installationDate: '2026-06-30' }),
    });
    expect(await tasksOf(id)).toEqual(['Cal 2027-01-02 closed']);
  });

  test('after the day of installation keeps its Ins task', async () => {
    const id = await installOne({ calibrationRequired: false });
    server.clock.advance(30 * 24 * 60 * 60 * 1000);
    bme = await server.as(server.city.users.bme);
    const { answer: record } = await bme.call('installation', { params: { id } });
    await bme.call('updateDevice', { params: { id }, body: edited(record, { price: 5 }) });
    expect(await tasksOf(id)).toEqual(['Ins 2026-07-02']);
  });

  test('from a stale state is refused with the current one', async () => {
    const id = await installOne();
    const { answer: record } = await bme.call('installation', { params: { id } });
    const first = await bme.call('updateDevice', { params: { id }, body: edited(record, { price: 7 }) });
    expect(first.status).toBe(200);
    const second = await bme.call('updateDevice', { params: { id }, body: edited(record, { price: 8 }) });
    expect([second.status, second.problem.code, second.problem.context]).toEqual([
      409,
      'record.conflict',
      { current: first.answer },
    ]);
    const { revision } = first.answer;
    const again = await bme.call('updateDevice', {
      params: { id },
      body: edited(record, { price: 8, revision }),
    });
    expect([again.status, again.answer.price]).toEqual([200, 8]);
  });

  test('cannot take the serial of another device, and may keep a model that was retired in the meantime', async () => {
    const id = await installOne();
    const { answer: record } = await bme.call('installation', { params: { id } });
    const taken = await bme.call('updateDevice', {
      params: { id },
      body: edited(record, { serialNumber: 'mon-0001' }),
    });
    expect([taken.status, taken.problem.errors]).toEqual([
      409,
      { serialNumber: ['The serial number mon-0001 already exists.'] },
    ]);
    const { db } = server.database;
    await db.update(equipmentModel).set({ retiredAt: server.clock.now }).where(eq(equipmentModel.id, record.modelId));
    const kept = await bme.call('updateDevice', {
      params: { id },
      body: edited(record, { serialNumber: 'NEW-1B' }),
    });
    expect([kept.status, kept.answer.serialNumber]).toEqual([200, 'NEW-1B']);
  });

  test('changes its equipment and make with its model', async () => {
    const id = await installOne();
    const { answer: record } = await bme.call('installation', { params: { id } });
    const body = edited(record, { modelId: server.city.models.monitor });
    const { answer } = await bme.call('updateDevice', { params: { id }, body });
    expect([answer.equipmentName, answer.equipmentId]).toEqual(['Patient Monitor', server.city.equipment.monitor]);
  });
});

describe('A deleted device', () => {
  beforeEach(start);
  afterEach(() => server.close());

  const vent = () => server.city.devices['VENT-0001'] ?? '';
  const serials = async () => (await bme.call('deviceSerials')).answer.map(({ serialNumber }) => serialNumber);

  test('disappears from lists, pickers, labels, templates and the public page, with its tasks; Undo restores all', async () => {
    const { city } = server;
    const id = vent();
    const settled = await bme.call('restoreDevice', { params: { id } });
    expect(settled.status).toBe(200);
    const tasks = await tasksOf(id);
    const ids = await taskIds(id);
    const { head } = (await bme.call('syncChanges')).answer;
    const removed = await bme.call('deleteDevice', { params: { id } });
    expect([removed.status, removed.answer]).toEqual([204, undefined]);

    expect(await serials()).not.toContain('VENT-0001');
    expect((await bme.call('deviceList', { query: { search: 'VENT-0001' } })).answer.totalCount).toBe(0);
    expect((await bme.call('deviceTiles')).answer.totalEquipment).toBe(4);
    expect((await bme.call('ticketCreateData')).answer.serialNumbers.map((each) => each.serialNumber)).not.toContain(
      'VENT-0001',
    );
    expect((await bme.call('warrantySerials', { query: { SerialNumber: 'VENT' } })).answer).toHaveLength(1);
    expect((await bme.call('deviceQrImage', { params: { serialNumber: 'VENT-0001' } })).status).toBe(404);
    expect((await server.visitor.call('deviceDetails', { params: { serialNumber: 'VENT-0001' } })).status).toBe(404);
    expect((await bme.call('installation', { params: { id } })).status).toBe(404);
    expect((await bme.call('deleteDevice', { params: { id } })).status).toBe(404);
    expect(await tasksOf(id)).toEqual([]);
    const { tombstones, rows } = (await bme.call('syncChanges', { query: { cursor: head } })).answer;
    expect(JSON.stringify(tombstones)).toContain(id);
    for (const gone of ids) expect(JSON.stringify(tombstones)).toContain(gone);
    expect(JSON.stringify(rows)).toContain(city.templateId);
    expect(JSON.stringify(rows)).not.toContain(id);

    const back = await bme.call('restoreDevice', { params: { id } });
    expect([back.status, back.answer.serialNumber]).toEqual([200, 'VENT-0001']);
    expect(await serials()).toContain('VENT-0001');
    expect(await tasksOf(id)).toEqual(tasks);
    expect(await taskIds(id)).toEqual(ids);
    expect((await bme.call('roundTemplateSerials', { params: { id: city.templateId } })).answer).toHaveLength(3);
  });

  test('keeps the reason of the removal until it is restored', async () => {
    const id = vent();
    const sheet = async () => {
      const { answer } = await bme.call('deviceDetails', { params: { serialNumber: 'VENT-0001' } });
      if ('hospitals' in answer) throw new Error('The serial stands in several hospitals.');
      return answer;
    };
    const refused = await bme.call('deleteDevice', { params: { id }, query: { reason: 'lost' as never } });
    expect([refused.status, refused.problem?.errors]).toEqual([
      400,
      { reason: ['Please choose why the device is removed.'] },
    ]);
    expect((await bme.call('deleteDevice', { params: { id }, query: { reason: 'sold' } })).status).toBe(204);
    const removed = await sheet();
    expect(removed.removalReason).toBe('sold');
    expect(removed.timeline[0]).toMatchObject({ what: 'Removed: Sold' });
    await bme.call('restoreDevice', { params: { id } });
    expect(await sheet()).not.toHaveProperty('removalReason');
    await bme.call('deleteDevice', { params: { id } });
    const silent = await sheet();
    expect([silent.removalReason, silent.timeline[0]?.what]).toEqual([undefined, 'Removed']);
    await bme.call('restoreDevice', { params: { id } });
  });

  test('keeps its history: closed tasks stay, and its ticket still names the device', async () => {
    const id = vent();
    await bme.call('closeTask', {
      body: { taskId: server.city.tasks.overdue, actionTaken: 'Done' },
      key: randomUUID(),
    });
    const ticket = await bme.call('reportTicket', { body: report(id), key: randomUUID() });
    await bme.call('deleteDevice', { params: { id } });
    expect((await tasksOf(id)).filter((each) => each.endsWith('closed'))).toHaveLength(1);
    const details = await bme.call('readTicket', { params: { id: ticket.answer.id } });
    expect([details.status, details.answer.serialNumber]).toEqual([200, 'VENT-0001']);

    const params = { serialNumber: 'VENT-0001' };
    const own = await bme.call('deviceDetails', { params });
    expect([own.status, own.answer]).toMatchObject([
      200,
      { retiredOn: '2026-07-01', serviceHistory: [{ issue: 'Smoke' }], maintenanceHistory: [{ description: 'Done' }] },
    ]);
    const others = [server.visitor, await server.as(server.lake.users.bme)];
    for (const other of others) expect((await other.call('deviceDetails', { params })).status).toBe(404);
    await install(device('vent-0001'));
    expect((await bme.call('deviceDetails', { params })).answer).toMatchObject({ serviceHistory: [] });
  });

  test('is still named by its tickets and closed tasks on tablets', async () => {
    const id = vent();
    await bme.call('closeTask', {
      body: { taskId: server.city.tasks.overdue, actionTaken: 'Done' },
      key: randomUUID(),
    });
    const ticket = await bme.call('reportTicket', { body: report(id), key: randomUUID() });
    const work = async () => {
      const { rows } = (await bme.call('syncChanges', { query: { limit: 10_000 } })).answer;
      const wanted = new Set<unknown>([ticket.answer.id, server.city.tasks.overdue]);
      return rows.flatMap((group) => group.rows).filter((row) => wanted.has(row['id']));
    };
    expect((await work()).map((row) => row['retiredDevice'])).toEqual([undefined, undefined]);

    const { head } = (await bme.call('syncChanges')).answer;
    await bme.call('deleteDevice', { params: { id } });
    const names = {
      serialNumber: 'VENT-0001',
      equipmentName: 'Ventilator',
      modelName: 'AV-9',
      departmentName: 'ICU',
      isMistake: false,
    };
    expect((await work()).map((row) => row['retiredDevice'])).toEqual([names, names]);
    const { rows } = (await bme.call('syncChanges', { query: { cursor: head } })).answer;
    expect(JSON.stringify(rows)).toContain(ticket.answer.id);
    await bme.call('addTicketNote', { body: { ticketId: ticket.answer.id, note: 'Sold' }, key: randomUUID() });
    expect((await work()).map((row) => row['retiredDevice'])).toEqual([names, names]);

    const { head: before } = (await bme.call('syncChanges')).answer;
    await bme.call('updateDepartment', {
      params: { id: server.city.departments.icu },
      body: { name: 'Intensive Care', location: 'Floor 1' },
    });
    const renamed = (await bme.call('syncChanges', { query: { cursor: before } })).answer.rows;
    const told = renamed.flatMap((group) => group.rows).filter((row) => row['retiredDevice'] !== undefined);
    expect(new Set(told.map((row) => row['id']))).toEqual(new Set([ticket.answer.id, server.city.tasks.overdue]));

    await bme.call('restoreDevice', { params: { id } });
    expect((await work()).map((row) => row['retiredDevice'])).toEqual([undefined, undefined]);
  });

  test('frees its serial number; Undo is refused once another device has the number', async () => {
    const id = vent();
    await bme.call('deleteDevice', { params: { id } });
    await install(device('vent-0001'));
    const { status, problem } = await bme.call('restoreDevice', { params: { id } });
    expect([status, problem.code, problem.message]).toEqual([
      409,
      'record.duplicate',
      'The serial number VENT-0001 already exists.',
    ]);
  });

  test('cannot be restored without its model, which Undo names; with the model it can', async () => {
    const { city } = server;
    const ids = ['VENT-0001', 'VENT-0002'].map((serial) => city.devices[serial] ?? '');
    for (const id of ids) await bme.call('deleteDevice', { params: { id } });
    const model = { params: { id: city.models.ventilator } };
    expect((await bme.call('deleteModel', model)).status).toBe(204);
    const { status, problem } = await bme.call('restoreDevice', { params: { id: vent() } });
    expect([status, problem.code, problem.message]).toEqual([
      410,
      'record.gone',
      'VENT-0001 is of the model AV-9, which has been deleted since.',
    ]);
    expect(await serials()).not.toContain('VENT-0001');
    await bme.call('restoreModel', model);
    expect((await bme.call('restoreDevice', { params: { id: vent() } })).status).toBe(200);
  });

  test('accepts what tablets still send for it, with a notice, and stays deleted', async () => {
    const { city, database } = server;
    const id = vent();
    const open = await bme.call('reportTicket', { body: report(id), key: randomUUID() });
    const { head } = (await bme.call('syncChanges')).answer;
    await bme.call('deleteDevice', { params: { id } });

    const notice = 'VENT-0001 was retired in the meantime.';
    const later = await bme.call('reportTicket', { body: report(id), key: randomUUID() });
    const round = await bme.call('submitRound', {
      body: [
        {
          installationBaseId: id,
          serialNumber: 'VENT-0001',
          status: 'Not Working',
          description: 'Found in the store',
          date: '2026-07-01',
          dailyRoundTemplateId: city.templateId,
        },
      ],
      key: randomUUID(),
    });
    const closed = await bme.call('closeTask', {
      body: { taskId: city.tasks.overdue, actionTaken: 'Done' },
      key: randomUUID(),
    });
    const followUp = await bme.call('closeTicket', {
      body: { id: open.answer.id, actionTaken: 'Fuse', isFollowUpRequired: true },
      key: randomUUID(),
    });
    for (const { answer } of [later, round, closed, followUp]) {
      expect(answer.notices?.some((text) => text.startsWith(notice))).toBe(true);
    }
    expect([later.status, round.status, closed.status, followUp.status]).toEqual([201, 201, 200, 200]);
    const { rows } = (await bme.call('syncChanges', { query: { cursor: head } })).answer;
    expect(rows.find(({ kind }) => kind === 'device')).toBeUndefined();
    expect(await tasksOf(id)).toEqual(['PM 2026-06-26 closed']);
    expect(
      await database.db
        .select()
        .from(installation)
        .where(and(eq(installation.id, id), isNull(installation.retiredAt))),
    ).toEqual([]);

    await bme.call('restoreDevice', { params: { id } });
    expect((await tasksOf(id)).filter((each) => each.startsWith('CM'))).toEqual(['CM 2026-07-08']);
  });

  const report = (installationBaseId: string) =>
    ({
      installationBaseId,
      serialNumber: 'VENT-0001',
      issueType: 'Electrical',
      problemReported: 'Smoke',
      priority: 'High',
      machineStatus: 'System Down',
      reportedDate: server.clock.now.toISOString(),
    }) as const;
});
