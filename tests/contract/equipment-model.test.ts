import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installation, warranty } from '#server/db/schema.ts';
import { describeMasterData, describeRetirement, pulledSince } from '#tests/support/master-data.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

describeMasterData({
  noun: 'model',
  calls: { page: 'modelPage', read: 'model', create: 'createModel', update: 'updateModel' },
  body: ({ city }) => ({ name: 'PM-7', equipmentMakeId: city.makeId, equipmentId: city.equipment.monitor }),
  record: ({ city }) => ({
    name: 'PM-7',
    equipmentMakeId: city.makeId,
    equipmentMakeName: 'Aerolife',
    equipmentId: city.equipment.monitor,
    equipmentName: 'Patient Monitor',
    hospitalId: city.id,
  }),
  refused: [
    ['name', '', 'Name is required.'],
    ['equipmentMakeId', '', 'Make is required.'],
    ['equipmentMakeId', 'nobody', 'This make does not exist.'],
    ['equipmentId', '', 'Equipment is required.'],
    ['equipmentId', 'nobody', 'This equipment does not exist.'],
  ],
  foreign: [
    ['equipmentMakeId', ({ lake }) => lake.makeId, 'This make does not exist.'],
    ['equipmentId', ({ lake }) => lake.equipment.monitor, 'This equipment does not exist.'],
  ],
  taken: 'This make has a model with this name for this equipment already.',
  searches: [
    ['nothing', '', ['AV-9', 'PM-4']],
    ['a part of its name in any case', 'av', ['AV-9']],
    ['its make', 'aerolife', ['AV-9', 'PM-4']],
    ['its equipment, which is neither', 'Ventilator', []],
  ],
  seeded: (hospital) => hospital.models.monitor,
});

describeRetirement({
  noun: 'model',
  calls: { page: 'modelPage', read: 'model', create: 'createModel', remove: 'deleteModel', restore: 'restoreModel' },
  seeded: (hospital) => hospital.models.ventilator,
  name: 'AV-9',
  held: { byDevices: 'AV-9 cannot be deleted: 2 installed devices are of this model.' },
  models: () => [],
  twin: ({ city }) => ({ name: 'av-9', equipmentMakeId: city.makeId, equipmentId: city.equipment.ventilator }),
  taken: 'This make has a model with this name for this equipment already.',
});

describe('A model', () => {
  let server: TestServer;
  let bme: TestClient;
  beforeEach(async () => {
    server = await startTestServer();
    bme = await server.as(server.city.users.bme);
  });
  afterEach(() => server.close());

  test('is chosen from the makes and their equipment, and says what its make builds', async () => {
    const { city, lake } = server;
    const made = await bme.call('createMake', { body: { name: 'Nadi' } });
    const makes = await bme.call('modelMakes');
    expect(makes.answer.map(({ name }) => name)).toEqual(['Aerolife', 'Nadi']);
    const built = async (makeId: string) => {
      const { answer } = await bme.call('modelEquipmentsByMake', { params: { makeId } });
      return answer.map(({ name }) => name);
    };
    expect(await built(city.makeId)).toEqual(['Patient Monitor', 'Ventilator']);
    expect([await built(made.answer.id), await built(lake.makeId)]).toEqual([[], []]);
    const body = { name: 'N1', equipmentMakeId: made.answer.id, equipmentId: city.equipment.monitor };
    expect((await bme.call('createModel', { body })).status).toBe(201);
    expect(await built(made.answer.id)).toEqual(['Patient Monitor']);
  });

  test('moved to another make and equipment takes its devices along, on tablets too', async () => {
    const { city, database } = server;
    const { answer: make } = await bme.call('createMake', { body: { name: 'Nadi' } });
    const { head } = await pulledSince(bme, 0);
    const changed = await bme.call('updateModel', {
      params: { id: city.models.ventilator },
      body: { name: 'AV-9', equipmentMakeId: make.id, equipmentId: city.equipment.monitor },
    });
    expect(changed.answer).toMatchObject({ equipmentMakeName: 'Nadi', equipmentName: 'Patient Monitor' });
    const { devices } = await pulledSince(bme, head);
    expect(devices.map(({ makeName, equipmentName }) => [makeName, equipmentName])).toEqual([
      ['Nadi', 'Patient Monitor'],
      ['Nadi', 'Patient Monitor'],
    ]);
    const [contract] = await database.db.select().from(warranty).where(eq(warranty.id, city.warrantyId));
    expect([contract?.equipmentId, contract?.makeId]).toEqual([null, null]);
    const list = await bme.call('warrantyPage');
    expect(list.answer.items[0]).toMatchObject({ equipmentName: 'Patient Monitor', makeName: 'Nadi' });
  });

  test('in use by one device says so in the singular', async () => {
    const { city, database, clock } = server;
    const first = city.devices['VENT-0001'] ?? '';
    await database.db.update(installation).set({ retiredAt: clock.now }).where(eq(installation.id, first));
    const { problem } = await bme.call('deleteModel', { params: { id: city.models.ventilator } });
    expect(problem.message).toBe('AV-9 cannot be deleted: 1 installed device is of this model.');
  });

  test('cannot be restored without its equipment, which Undo names', async () => {
    const { city, database, clock } = server;
    const model = { params: { id: city.models.ventilator } };
    const kind = { params: { id: city.equipment.ventilator } };
    await database.db.update(installation).set({ retiredAt: clock.now });
    await bme.call('deleteModel', model);
    await bme.call('deleteEquipmentType', kind);
    const { status, problem } = await bme.call('restoreModel', model);
    expect([status, problem.message]).toEqual([
      410,
      'AV-9 is of the equipment Ventilator, which has been deleted since.',
    ]);
    await bme.call('restoreEquipmentType', kind);
    expect((await bme.call('restoreModel', model)).status).toBe(200);
  });
});
