import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { averageUptime, uptimePercentage } from '#contract/rules/uptime.ts';
import { downtime, installation } from '#server/db/schema.ts';
import { describeMasterData, describeRetirement, pulledSince } from '#tests/support/master-data.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

describeMasterData({
  noun: 'make',
  calls: { page: 'makePage', read: 'make', create: 'createMake', update: 'updateMake' },
  body: ({ city }) => ({ name: 'Nadi', equipmentIds: `${city.equipment.ventilator},${city.equipment.monitor}` }),
  edit: ({ city }) => ({ equipment: [{ id: city.equipment.monitor }] }),
  record: ({ city }) => ({
    name: 'Nadi',
    equipment: [
      { id: city.equipment.monitor, name: 'Patient Monitor' },
      { id: city.equipment.ventilator, name: 'Ventilator' },
    ],
  }),
  refused: [
    ['name', '', 'Make name is required.'],
    ['equipmentIds', 'nobody', 'This equipment does not exist.'],
  ],
  foreign: [['equipmentIds', ({ lake }) => lake.equipment.monitor, 'This equipment does not exist.']],
  taken: 'A make with this name already exists.',
  searches: [
    ['nothing', '', ['Aerolife']],
    ['a part of its name in any case', 'RO', ['Aerolife']],
    ['its equipment, which is no name', 'Ventilator', []],
  ],
  seeded: (hospital) => hospital.makeId,
});

describeRetirement({
  noun: 'make',
  calls: { page: 'makePage', read: 'make', create: 'createMake', remove: 'deleteMake', restore: 'restoreMake' },
  seeded: (hospital) => hospital.makeId,
  name: 'Aerolife',
  held: {
    byDevices: 'Aerolife cannot be deleted: 5 installed devices are of this make.',
    byModels: 'Aerolife cannot be deleted: 2 models are of this make.',
  },
  models: (hospital) => Object.values(hospital.models),
  twin: () => ({ name: 'aerolife' }),
  taken: 'A make with this name already exists.',
});

describe('A make', () => {
  let server: TestServer;
  let bme: TestClient;
  beforeEach(async () => {
    server = await startTestServer();
    bme = await server.as(server.city.users.bme);
  });
  afterEach(() => server.close());

  test('is listed with its equipment, its devices and their mean uptime, which is 100 without devices', async () => {
    const { city, database, clock } = server;
    await bme.call('createMake', { body: { name: 'Nadi' } });
    const daysAgo = (days: number) => new Date(clock.now.getTime() - days * 86_400_000);
    const deviceId = city.devices['VENT-0001'] ?? '';
    const retired = city.devices['MON-0003'] ?? '';
    const down = { hospitalId: city.id, sourceKind: 'ticket' as const, sourceId: 'a' };
    await database.db.insert(downtime).values([
      { ...down, deviceId, fromAt: daysAgo(30), toAt: daysAgo(20) },
      { ...down, deviceId, sourceKind: 'round', fromAt: daysAgo(25), toAt: daysAgo(15) },
      { ...down, deviceId, sourceId: 'old', fromAt: daysAgo(800), toAt: daysAgo(700) },
      { ...down, deviceId: retired, fromAt: daysAgo(300), toAt: null },
    ]);
    await bme.call('deleteWarranty', { params: { id: city.warrantyId } });
    await database.db.update(installation).set({ retiredAt: clock.now }).where(eq(installation.id, retired));
    const rule = { installedOn: '2024-02-01', now: clock.now, timeZone: 'Asia/Kolkata' };
    const downtimes = [{ from: daysAgo(30).toISOString(), to: daysAgo(15).toISOString() }];
    const upTime = averageUptime([uptimePercentage({ ...rule, downtimes }), 100, 100, 100]);
    expect(upTime).toBeLessThan(99);
    const { answer } = await bme.call('makePage');
    expect(answer.items).toEqual([
      { id: city.makeId, name: 'Aerolife', noOfEquipment: 2, installBase: 4, upTime },
      expect.objectContaining({ name: 'Nadi', noOfEquipment: 0, installBase: 0, upTime: 100 }),
    ]);
  });

  test('contains each kind of equipment once, however often it is sent', async () => {
    const { monitor } = server.city.equipment;
    const { answer } = await bme.call('createMake', {
      body: { name: 'Nadi', equipmentIds: `${monitor}, ${monitor},` },
    });
    expect(answer.equipment.map(({ id }) => id)).toEqual([monitor]);
    const changed = await bme.call('updateMake', {
      params: { id: answer.id },
      body: { name: 'Nadi', equipment: [{ id: monitor }, { id: monitor }] },
    });
    expect(changed.answer.equipment.map(({ id }) => id)).toEqual([monitor]);
    const emptied = await bme.call('updateMake', { params: { id: answer.id }, body: { name: 'Nadi', equipment: [] } });
    expect(emptied.answer.equipment).toEqual([]);
  });

  test('cannot drop equipment that its models use, and accepts none of another hospital', async () => {
    const { city, lake } = server;
    const params = { id: city.makeId };
    const edit = (id: string) => bme.call('updateMake', { params, body: { name: 'Aerolife', equipment: [{ id }] } });
    const held = await edit(city.equipment.monitor);
    const sentence = 'Ventilator cannot be taken out: the model AV-9 is of it.';
    expect([held.status, held.problem.code, held.problem.errors]).toEqual([
      409,
      'record.in_use',
      { equipment: [sentence] },
    ]);
    const foreign = await edit(lake.equipment.monitor);
    expect([foreign.status, foreign.problem.errors]).toEqual([400, { equipment: ['This equipment does not exist.'] }]);
    expect((await bme.call('make', { params })).answer.equipment).toHaveLength(2);
  });

  test('is renamed on the devices of tablets', async () => {
    const { city } = server;
    const { head } = await pulledSince(bme, 0);
    const equipment = Object.values(city.equipment).map((id) => ({ id }));
    await bme.call('updateMake', { params: { id: city.makeId }, body: { name: 'Aerolife', equipment } });
    expect((await pulledSince(bme, head)).devices).toEqual([]);
    await bme.call('updateMake', { params: { id: city.makeId }, body: { name: 'Aerolife India', equipment } });
    const { devices } = await pulledSince(bme, head);
    expect(devices.map(({ makeName }) => makeName)).toEqual(Array.from({ length: 5 }, () => 'Aerolife India'));
  });

  test('is missing from the forms of models and devices while deleted, and no model is restored without it', async () => {
    const { city, database, clock } = server;
    const params = { id: city.makeId };
    await database.db.update(installation).set({ retiredAt: clock.now });
    for (const id of Object.values(city.models)) await bme.call('deleteModel', { params: { id } });
    expect((await bme.call('deleteMake', { params })).status).toBe(204);
    expect((await bme.call('modelMakes')).answer).toEqual([]);
    expect((await bme.call('equipmentTypeDropdown')).answer.flatMap(({ makes }) => makes)).toEqual([]);
    const orphan = await bme.call('restoreModel', { params: { id: city.models.monitor } });
    expect([orphan.status, orphan.problem.code, orphan.problem.message]).toEqual([
      410,
      'record.gone',
      'PM-4 is of the make Aerolife, which has been deleted since.',
    ]);
    expect((await bme.call('restoreMake', { params })).answer.equipment).toHaveLength(2);
    expect((await bme.call('restoreModel', { params: { id: city.models.monitor } })).status).toBe(200);
  });
});
