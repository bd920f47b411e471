import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MergeKind } from '#contract/rules/merge-kinds.ts';
import { equipmentModel, installation, makeEquipment, procedure, task } from '#server/db/schema.ts';
import { checkDevices } from '#server/task/plan.ts';
import { readScope } from '#server/db/scope.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { pulledSince } from '#tests/support/master-data.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  // The seed stamps rows with real time, which is later than the test's clock.
  await server.database.db.update(installation).set({ createdAt: new Date('2026-01-01T06:30:00.000Z') });
  await checkTasks(server.database.db, server.clock.now);
});
afterEach(() => server.close());

const merge = (kind: MergeKind, id: string, intoId: string) =>
  bme.call('mergeRecords', { params: { kind, id }, body: { intoId } });
const undo = (kind: MergeKind, id: string) => bme.call('undoMerge', { params: { kind, id } });
const newType = async (name: string, equipmentImportance: 'Critical' | 'Non-Critical' = 'Critical') => {
  const body = { name, description: 'Breathing aid', equipmentImportance };
  return (await bme.call('createEquipmentType', { body })).answer.id;
};
const newMake = async (name: string) => (await bme.call('createMake', { body: { name, equipmentIds: '' } })).answer.id;
const newModel = async (name: string, equipmentId: string, equipmentMakeId = server.city.makeId) =>
  (await bme.call('createModel', { body: { name, equipmentId, equipmentMakeId } })).answer.id;
const newSchedule = async (target: 'model' | 'type', targetId: string, firstDueOn = '2026-01-31') => {
  const plan = { kind: 'Safety', every: 3, unit: 'month', basis: 'fixed', firstDueOn, start: 'first' } as const;
  const body = { ...plan, target, targetId, title: 'Earth', doneBy: 'in-house', ends: 'never' } as const;
  const made = await bme.call('createSchedule', { body: { ...body, start: 'all' }, key: randomUUID() });
  expect(made.status).toBe(201);
  return made.answer.id;
};
const newProcedure = async (name: string, forWhat: { equipmentIds?: string[]; modelIds?: string[] }) => {
  const steps = [{ id: 'a', kind: 'look' as const, title: 'Housing', detail: '' }];
  const body = { name, steps, equipmentIds: [], modelIds: [], ...forWhat };
  return (await bme.call('createProcedure', { body })).answer.id;
};
const all = {
  devices: () => server.database.db.select().from(installation).orderBy(installation.id),
  models: () =>
    server.database.db
      .select()
      .from(equipmentModel)
      .where(eq(equipmentModel.hospitalId, server.city.id))
      .orderBy(equipmentModel.id),
  links: () => server.database.db.select().from(makeEquipment),
  procedures: () => server.database.db.select().from(procedure).orderBy(procedure.id),
  tasks: () => server.database.db.select().from(task).orderBy(task.id),
};
const deviceOf = async (serialNumber: string) => {
  const [row] = await server.database.db.select().from(installation).where(eq(installation.serialNumber, serialNumber));
  return row ?? expect.fail(`No device ${serialNumber}`);
};
const isSettled = async () => {
  const { db } = server.database;
  const facts = { id: server.city.id, name: 'City', timeZone: 'Asia/Kolkata' };
  return (await checkDevices(readScope(db, facts), Object.values(server.city.devices), server.clock.now)).areSettled;
};
/** Everything that a merge may change, without the merged record itself. */
const state = async () => [
  await all.devices(),
  (await all.models()).map(({ retiredAt: _, ...row }) => row),
  (await all.links()).map(({ makeId, equipmentId }) => `${makeId} ${equipmentId}`).toSorted(),
  await all.procedures(),
  (await all.tasks()).filter(({ removedAt }) => removedAt === null),
];

test('Merged equipment types: devices, models, makes and warranties follow, tablets pull them, Undo reverts all', async () => {
  const { equipment, devices } = server.city;
  const into = await newType('Ventilators');
  await newProcedure('Ventilator test', { equipmentIds: [equipment.ventilator, into] });
  const before = await state();
  const { head } = await pulledSince(bme, 0);
  expect((await merge('equipmentType', equipment.ventilator, into)).status).toBe(200);
  const pulled = await pulledSince(bme, head);
  expect(pulled.devices.map(({ id, equipmentName }) => [id, equipmentName]).toSorted()).toEqual(
    [devices['VENT-0001'], devices['VENT-0002']].toSorted().map((id) => [id, 'Ventilators']),
  );
  expect((await deviceOf('VENT-0001')).equipmentId).toBe(into);
  const { answer: model } = await bme.call('model', { params: { id: server.city.models.ventilator } });
  expect(model.equipmentName).toBe('Ventilators');
  const { answer: make } = await bme.call('make', { params: { id: server.city.makeId } });
  expect(make.equipment.map(({ name }) => name)).toEqual(['Patient Monitor', 'Ventilators']);
  expect((await all.procedures()).map(({ equipmentIds }) => equipmentIds)).toEqual([[into]]);
  const { answer: contract } = await bme.call('warranty', { params: { id: server.city.warrantyId } });
  expect(contract.equipmentId).toBe(into);
  expect((await undo('equipmentType', equipment.ventilator)).status).toBe(200);
  const sorted = (rows: unknown) =>
    JSON.stringify(rows, (_, value) => (Array.isArray(value) ? value.toSorted() : value));
  expect(sorted(await state())).toBe(sorted(before));
});

test('Devices follow the schedules of the surviving type from today, without past work, until Undo', async () => {
  const { equipment } = server.city;
  const from = await newType('Resuscitator');
  const model = await newModel('R-1', from);
  await server.database.db
    .update(installation)
    .set({ equipmentId: from, modelId: model })
    .where(eq(installation.serialNumber, 'VENT-0002'));
  const schedule = await newSchedule('type', equipment.ventilator);
  const days = async (serial: string) => {
    const { id } = await deviceOf(serial);
    const rows = (await all.tasks()).filter(
      (row) => row.deviceId === id && row.sourceId === schedule && !row.removedAt,
    );
    return rows.map(({ taskDate }) => taskDate).toSorted();
  };
  const known = await days('VENT-0001');
  const today = server.clock.now.toISOString().slice(0, 10);
  expect([known.some((day) => day < today), await days('VENT-0002')]).toEqual([true, []]);
  const before = await state();
  expect((await merge('equipmentType', from, equipment.ventilator)).status).toBe(200);
  expect([await days('VENT-0001'), await days('VENT-0002')]).toEqual([known, known.filter((day) => day >= today)]);
  expect(await isSettled()).toBe(true);
  expect((await undo('equipmentType', from)).status).toBe(200);
  expect(await days('VENT-0002')).toEqual([]);
  expect(await state()).toEqual(before);
  expect(await isSettled()).toBe(true);
});

test('Refused with what to change first: differing importance, its own schedules or procedures, models of other makes', async () => {
  const { equipment, models, makeId } = server.city;
  const other = await newType('Ventilators', 'Non-Critical');
  const said = async (kind: MergeKind, id: string, intoId: string) => {
    const { status, problem } = await merge(kind, id, intoId);
    return [status, problem.message];
  };
  expect(await said('equipmentType', other, equipment.ventilator)).toEqual([
    409,
    '“Ventilators” is Non-Critical and “Ventilator” is Critical. Give both the same importance first.',
  ]);
  const twin = await newType('Ventilation');
  const schedule = await newSchedule('type', twin);
  expect(await said('equipmentType', twin, equipment.ventilator)).toEqual([
    409,
    '“Ventilation” has 1 schedule, and its devices would follow those of “Ventilator” instead. End it first, or merge the other way round.',
  ]);
  await bme.call('deleteSchedule', { params: { id: schedule } });
  await newProcedure('Ventilator test', { equipmentIds: [twin] });
  expect(await said('equipmentType', twin, equipment.ventilator)).toEqual([
    409,
    'The procedure “Ventilator test” is for “Ventilation” and not for “Ventilator”. Add “Ventilator” to it first, or take “Ventilation” out.',
  ]);
  expect(await said('model', models.ventilator, models.monitor)).toEqual([
    409,
    '“AV-9” and “PM-4” are of different makes or equipment types. Correct one of them first, or merge the makes or types.',
  ]);
  const model = await newModel('AV-10', equipment.ventilator);
  await newSchedule('model', models.ventilator);
  expect((await said('model', models.ventilator, model))[0]).toBe(409);
  expect((await said('model', model, models.ventilator))[0]).toBe(200);
  expect(await said('make', makeId, equipment.ventilator)).toEqual([400, 'This make does not exist.']);
});

test('Makes with a model of the same name: one becomes a possible duplicate, then the models merge; Undo in reverse', async () => {
  const { equipment, models, makeId } = server.city;
  const into = await newMake('AEROLIFE Ltd');
  const model = await newModel('av-9', equipment.ventilator, into);
  const before = await state();
  expect((await merge('make', makeId, into)).status).toBe(200);
  const named = async () => (await all.models()).filter(({ retiredAt }) => retiredAt === null);
  expect((await named()).map(({ makeId: of, isTwin }) => [of, isTwin]).toSorted()).toEqual([
    [into, false],
    [into, false],
    [into, true],
  ]);
  const between = await state();
  expect((await merge('model', models.ventilator, model)).status).toBe(200);
  expect(await deviceOf('VENT-0001')).toMatchObject({ modelId: model, makeId: into });
  expect((await undo('model', models.ventilator)).status).toBe(200);
  expect(await state()).toEqual(between);
  expect((await undo('make', makeId)).status).toBe(200);
  expect(await state()).toEqual(before);
});

test('Undo of merged types keeps a device on the model that its model was merged into since', async () => {
  const { equipment, models, makeId } = server.city;
  const into = await newType('Ventilators');
  const model = await newModel('AV9', into);
  await merge('equipmentType', equipment.ventilator, into);
  await merge('model', models.ventilator, model);
  expect((await undo('equipmentType', equipment.ventilator)).status).toBe(200);
  expect(await deviceOf('VENT-0001')).toMatchObject({ modelId: model, equipmentId: into, makeId });
  expect((await undo('model', models.ventilator)).status).toBe(200);
  expect(await deviceOf('VENT-0001')).toMatchObject({ modelId: models.ventilator, equipmentId: equipment.ventilator });
});

test('A device that is given the merged model at the same moment gets the surviving one', async () => {
  const { equipment, models, devices } = server.city;
  const from = await newModel('AV9', equipment.ventilator);
  const id = devices['VENT-0001'] ?? '';
  const { answer: known } = await bme.call('installation', { params: { id } });
  const { answer: into } = await bme.call('model', { params: { id: models.ventilator } });
  await Promise.all([
    bme.call('updateDevice', { params: { id }, body: { ...known, modelId: from } as never }),
    merge('model', from, into.id),
  ]);
  const { modelId } = await deviceOf('VENT-0001');
  expect(modelId).toBe(models.ventilator);
});
