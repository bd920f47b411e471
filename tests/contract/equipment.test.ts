import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installation } from '#server/db/schema.ts';
import { describeMasterData, pulledSince } from '#tests/support/master-data.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

describeMasterData({
  noun: 'equipment',
  calls: { page: 'equipmentPage', read: 'equipment', create: 'createEquipment', update: 'updateEquipment' },
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
  taken: 'Equipment with this name exists already.',
  searches: [
    ['nothing', '', ['Patient Monitor', 'Ventilator']],
    ['a part of its name in any case', 'MONI', ['Patient Monitor']],
    ['a sign that means something in SQL', '%', []],
  ],
  seeded: (hospital) => hospital.equipment.monitor,
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
    const { answer } = await bme.call('equipmentPage');
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

  test('is offered by name, and with the makes that build it', async () => {
    const { city } = server;
    await bme.call('createEquipment', {
      body: { name: 'Autoclave', description: 'Steam.', equipmentImportance: 'Critical' },
    });
    expect(names((await bme.call('equipmentAll')).answer)).toEqual(['Autoclave', 'Patient Monitor', 'Ventilator']);
    const makes = [{ id: city.makeId, name: 'Aerolife' }];
    expect((await bme.call('equipmentDropdown')).answer).toEqual([
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
  ])('with another %s changes on the devices of tablets', async (_what, change, shown) => {
    const params = { id: server.city.equipment.monitor };
    const { head } = await pulledSince(bme, 0);
    const kept = { name: 'Patient Monitor', description: 'Watches.', equipmentImportance: 'Non-Critical' as const };
    await bme.call('updateEquipment', { params, body: kept });
    expect((await pulledSince(bme, head)).devices).toEqual([]);
    await bme.call('updateEquipment', { params, body: { ...kept, ...change } });
    const { devices } = await pulledSince(bme, head);
    expect(devices).toHaveLength(3);
    for (const device of devices) expect(device).toMatchObject(shown);
  });

  test('that devices or models are of is not deleted, with their number; free of them it is gone from lists and forms until Undo', async () => {
    const { city, database, clock } = server;
    const params = { id: city.equipment.ventilator };
    const refused = await bme.call('deleteEquipment', { params });
    expect([refused.status, refused.problem.code, refused.problem.message]).toEqual([
      409,
      'record.in_use',
      'Ventilator cannot be deleted: 2 installed devices are of this equipment.',
    ]);
    await database.db.update(installation).set({ retiredAt: clock.now });
    const stillModels = await bme.call('deleteEquipment', { params });
    expect(stillModels.problem.message).toBe('Ventilator cannot be deleted: 1 model is of this equipment.');
    await bme.call('deleteModel', { params: { id: city.models.ventilator } });
    expect((await bme.call('deleteEquipment', { params })).status).toBe(204);
    expect((await bme.call('deleteEquipment', { params })).status).toBe(404);
    expect((await bme.call('equipment', { params })).status).toBe(404);
    expect(names((await bme.call('equipmentPage')).answer.items)).toEqual(['Patient Monitor']);
    expect(names((await bme.call('equipmentAll')).answer)).toEqual(['Patient Monitor']);
    expect(names((await bme.call('equipmentDropdown')).answer)).toEqual(['Patient Monitor']);
    expect(names((await bme.call('make', { params: { id: city.makeId } })).answer.equipment)).toEqual([
      'Patient Monitor',
    ]);
    const tasks = await bme.call('upcomingTasks');
    expect(tasks.status).toBe(200);
    const back = await bme.call('restoreEquipment', { params });
    expect([back.status, back.answer.name]).toEqual([200, 'Ventilator']);
    expect(names((await bme.call('make', { params: { id: city.makeId } })).answer.equipment)).toEqual([
      'Patient Monitor',
      'Ventilator',
    ]);
  });

  test('deleted is not restored over a new one of its name, and one of another hospital not at all', async () => {
    const body = { name: 'Autoclave', description: 'Steam.', equipmentImportance: 'Critical' as const };
    const { answer } = await bme.call('createEquipment', { body });
    const params = { id: answer.id };
    await bme.call('deleteEquipment', { params });
    await bme.call('createEquipment', { body });
    const { status, problem } = await bme.call('restoreEquipment', { params });
    expect([status, problem.errors]).toEqual([409, { name: ['Equipment with this name exists already.'] }]);
    for (const name of ['deleteEquipment', 'restoreEquipment'] as const) {
      const foreign = await bme.call(name, { params: { id: server.lake.equipment.monitor } });
      expect([foreign.status, foreign.problem.message]).toEqual([404, 'This equipment does not exist.']);
    }
  });
});
