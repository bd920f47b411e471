import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installation } from '#server/db/schema.ts';
import { describeMasterData, describeRetirement, pulledSince } from '../support/master-data.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/test-server.ts';

describeMasterData({
  noun: 'equipment',
  calls: { page: 'equipmentTypePage', read: 'equipment', create: 'createEquipmentType', update: 'updateEquipmentType' },
  body: () => ({ name: 'Infusion Pump', description: 'Gives fluids.', equipmentImportance: 'Non-Critical' }),
  record: ({ city }) => ({
    name: 'Infusion Pump',
    description: 'Gives fluids.',
    equipmentImportance: 'Non-Critical',
    hospitalId: city.id,
  }),
  refused: [
    ['name', '', 'Name is required.'],
    ['description', '', 'Description is required.'],
    ['equipmentImportance', '', 'Importance is required.'],
    ['equipmentImportance', 'Very', 'Importance is required.'],
  ],
  taken: 'Equipment with this name already exists.',
  searches: [
    ['nothing', '', ['Patient Monitor', 'Ventilator']],
    ['a part of its name in any case', 'MONI', ['Patient Monitor']],
    ['an SQL wildcard', '%', []],
  ],
  seeded: (hospital) => hospital.equipment.monitor,
});

describeRetirement({
  noun: 'equipment',
  calls: {
    page: 'equipmentTypePage',
    read: 'equipment',
    create: 'createEquipmentType',
    remove: 'deleteEquipmentType',
    restore: 'restoreEquipmentType',
  },
  seeded: (hospital) => hospital.equipment.ventilator,
  name: 'Ventilator',
  held: {
    byDevices: 'Ventilator cannot be deleted: 2 installed devices are of this equipment.',
    byModels: 'Ventilator cannot be deleted: 1 model is of this equipment.',
  },
  models: (hospital) => [hospital.models.ventilator],
  twin: () => ({ name: 'ventilator', description: 'Breathes.', equipmentImportance: 'Critical' }),
  taken: 'Equipment with this name already exists.',
});

describe('Equipment', () => {
  let server: TestServer;
  let bme: TestClient;
  beforeEach(async () => {
    server = await startTestServer();
    bme = await server.as(server.city.users.bme);
  });
  afterEach(() => server.close());
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

  test('is listed with its importance and its installed devices', async () => {
    const { answer } = await bme.call('equipmentTypePage');
    expect(answer.items).toEqual([
      {
        id: server.city.equipment.monitor,
        name: 'Patient Monitor',
        description: '',
        equipmentImportance: 'Non-Critical',
        hospitalId: server.city.id,
        noOfItems: 3,
      },
      expect.objectContaining({ name: 'Ventilator', equipmentImportance: 'Critical', noOfItems: 2 }),
    ]);
  });

  test('is offered by name, with the makes that build it', async () => {
    const { city } = server;
    await bme.call('createEquipmentType', {
      body: { name: 'Autoclave', description: 'Steam.', equipmentImportance: 'Critical' },
    });
    expect(names((await bme.call('allEquipmentTypes')).answer)).toEqual(['Autoclave', 'Patient Monitor', 'Ventilator']);
    const makes = [{ id: city.makeId, name: 'Aerolife' }];
    expect((await bme.call('equipmentTypeDropdown')).answer).toEqual([
      expect.objectContaining({ name: 'Autoclave', makes: [] }),
      { id: city.equipment.monitor, name: 'Patient Monitor', makes },
      { id: city.equipment.ventilator, name: 'Ventilator', makes },
    ]);
  });

  test.each([
    ['name', { name: 'Bedside Monitor' }, { equipmentName: 'Bedside Monitor', importance: 'Non-Critical' }],
    [
      'importance',
      { equipmentImportance: 'Critical' as const },
      { equipmentName: 'Patient Monitor', importance: 'Critical' },
    ],
  ])('with another %s updates the devices of tablets', async (_what, change, shown) => {
    const params = { id: server.city.equipment.monitor };
    const { head } = await pulledSince(bme, 0);
    const kept = { name: 'Patient Monitor', description: 'Watches.', equipmentImportance: 'Non-Critical' as const };
    await bme.call('updateEquipmentType', { params, body: kept });
    expect((await pulledSince(bme, head)).devices).toEqual([]);
    await bme.call('updateEquipmentType', { params, body: { ...kept, ...change } });
    const { devices } = await pulledSince(bme, head);
    expect(devices).toHaveLength(3);
    for (const device of devices) expect(device).toMatchObject(shown);
  });

  test('is missing from forms and its makes while deleted, until Undo', async () => {
    const { city, database, clock } = server;
    const params = { id: city.equipment.ventilator };
    const ofMake = async () => names((await bme.call('make', { params: { id: city.makeId } })).answer.equipment);
    await database.db.update(installation).set({ retiredAt: clock.now });
    await bme.call('deleteModel', { params: { id: city.models.ventilator } });
    expect((await bme.call('deleteEquipmentType', { params })).status).toBe(204);
    expect(names((await bme.call('allEquipmentTypes')).answer)).toEqual(['Patient Monitor']);
    expect(names((await bme.call('equipmentTypeDropdown')).answer)).toEqual(['Patient Monitor']);
    expect(await ofMake()).toEqual(['Patient Monitor']);
    expect((await bme.call('upcomingTasks')).status).toBe(200);
    await bme.call('restoreEquipmentType', { params });
    expect(await ofMake()).toEqual(['Patient Monitor', 'Ventilator']);
  });
});
