import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DuplicateKind, duplicateKinds } from '#contract/calls/merge.ts';
import { mergeKinds } from '#contract/rules/merge-kinds.ts';
import { equipmentModel, installation, vendor, workEvent } from '#server/db/schema.ts';
import { pulledSince } from '#tests/support/master-data.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
let second: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  second = await server.as(server.city.users.secondBme);
});
afterEach(() => server.close());

const newVendor = async (name: string) => {
  const { answer } = await bme.call('createVendor', { body: { name, location: 'Kochi', types: 'Vendor' } });
  return answer.id;
};
const merge = (id: string, intoId: string, client = bme) =>
  client.call('mergeRecords', { params: { kind: 'vendor', id }, body: { intoId } });
const undo = (id: string, client = bme) => client.call('undoMerge', { params: { kind: 'vendor', id } });
type Creating = 'createContactPerson' | 'createDepartment' | 'createEquipmentType' | 'createMake' | 'createModel';
/** Returns a function that creates a record with a name. */
const made = (call: Creating, facts: object) => async (name: string) =>
  (await bme.call(call, { body: { ...facts, name } })).answer.id;
const minutes = 60_000;
/** The vendor whom the closing of a task names. */
const doneBy = async (taskId: string) => {
  const [event] = await server.database.db
    .select()
    .from(workEvent)
    .where(and(eq(workEvent.ownerId, taskId), eq(workEvent.kind, 'closed')));
  return (event?.data as { vendorId?: string } | undefined)?.vendorId;
};

test('Tablets pull what referred to the merged record, and the log names both records', async () => {
  const { vendorId } = server.city;
  const into = await newVendor('Meditech India');
  const { head } = await pulledSince(second, 0);
  expect((await merge(vendorId, into)).answer).toEqual({ id: vendorId, intoId: into });
  const { devices } = await pulledSince(second, head);
  expect(devices.map(({ vendorName }) => vendorName)).toEqual(Array.from({ length: 5 }, () => 'Meditech India'));
  const office = await server.as(server.city.users.hospital);
  const { answer: log } = await office.call('auditPage');
  expect(log.items.find(({ what }) => what.startsWith('Merge'))).toMatchObject({
    what: 'Merge two records',
    records: expect.arrayContaining(['Meditech', 'Meditech India']),
  });
  const { answer } = await bme.call('recentMerges', { params: { kind: 'vendor', id: into } });
  expect(answer).toEqual([{ id: vendorId, name: 'Meditech', mergedAt: server.clock.now.toISOString() }]);
});

test('A tablet entry from before the merges is applied to the survivor, once, however often it is sent', async () => {
  const [one, two, three] = [await newVendor('One'), await newVendor('Two'), await newVendor('Three')];
  await merge(one, two);
  await merge(two, three);
  const taskId = server.city.tasks.upcoming;
  const key = randomUUID();
  const body = { taskId, actionTaken: 'Cleaned', vendorId: one };
  const first = await second.call('closeTask', { body, key });
  const again = await second.call('closeTask', { body, key });
  expect([first.status, again.status, again.answer]).toEqual([200, 200, first.answer]);
  expect(await doneBy(taskId)).toBe(three);
  const { answer } = await bme.call('vendorPage');
  expect(answer.items.map(({ name }) => name)).toEqual(['Meditech', 'Three']);
});

test('A closing from before the merge is moved to the survivor, and back by Undo', async () => {
  const [from, into] = [await newVendor('From'), await newVendor('Into')];
  const taskId = server.city.tasks.upcoming;
  await second.call('closeTask', { body: { taskId, actionTaken: 'Cleaned', vendorId: from }, key: randomUUID() });
  await merge(from, into);
  expect(await doneBy(taskId)).toBe(into);
  expect((await undo(from)).status).toBe(200);
  expect(await doneBy(taskId)).toBe(from);
});

test('A form opened before a merge is saved with the survivor; a change to many devices asks again', async () => {
  const { vendorId, departments, models, equipment, makeId, devices } = server.city;
  const id = devices['VENT-0001'] ?? '';
  const { answer: known } = await bme.call('installation', { params: { id } });
  const into = await newVendor('Meditech India');
  const ward = (await bme.call('createDepartment', { body: { name: 'ICU 1', location: 'Floor 2' } })).answer.id;
  const of = { equipmentMakeId: makeId, equipmentId: equipment.ventilator };
  const model = (await bme.call('createModel', { body: { name: 'AV9', ...of } })).answer.id;
  await merge(vendorId, into);
  await bme.call('mergeRecords', { params: { kind: 'department', id: departments.icu }, body: { intoId: ward } });
  await bme.call('mergeRecords', { params: { kind: 'model', id: models.ventilator }, body: { intoId: model } });
  const person = { name: 'Asha', phone: '98450', designation: 'Manager', vendorId };
  expect((await bme.call('createContactPerson', { body: person })).answer.vendorId).toBe(into);
  const { revision: _, ...facts } = known;
  const added = { ...facts, serialNumber: 'VENT-0009' };
  expect((await bme.call('createDevices', { body: [added] as never })).status).toBe(201);
  const { answer: found } = await bme.call('deviceList', { query: { search: 'VENT-0009' } });
  const made = await bme.call('installation', { params: { id: found.items[0]?.id ?? '' } });
  expect(made.answer).toMatchObject({ vendorId: into, departmentId: ward, modelId: model });
  const plan = { kind: 'PM', every: 1, unit: 'month', basis: 'fixed', firstDueOn: '2026-08-01' } as const;
  const body = { ...plan, target: 'model', targetId: models.ventilator, title: '' } as const;
  const refused = await bme.call('createSchedule', { body });
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    { targetId: ['“AV-9” has been merged into “AV9”. Choose again what the schedule is for.'] },
  ]);
  const own = await bme.call('updateVendor', {
    params: { id: vendorId },
    body: { name: 'Meditech', location: 'Pune', types: 'Vendor', revision: 'x' },
  });
  expect([own.status, own.problem.message]).toEqual([404, '“Meditech” has been merged into “Meditech India”.']);
});

test('Undo works once, within an hour and while the survivor is in use; it reverts only what the merge moved', async () => {
  const { vendorId } = server.city;
  const into = await newVendor('Into');
  await merge(vendorId, into);
  const person = { name: 'Asha', phone: '98450', designation: 'Manager', vendorId: into };
  await bme.call('createContactPerson', { body: person });
  server.clock.now = new Date(server.clock.now.getTime() + 59 * minutes);
  bme = await server.as(server.city.users.bme);
  expect((await undo(vendorId)).answer).toEqual({ id: vendorId, intoId: into });
  expect((await undo(vendorId)).status).toBe(404);
  const { answer } = await bme.call('contactPersonPage');
  expect(answer.items.find(({ name }) => name === 'Asha')?.vendorId).toBe(into);
  await merge(into, vendorId);
  server.clock.now = new Date(server.clock.now.getTime() + 61 * minutes);
  bme = await server.as(server.city.users.bme);
  const late = await undo(into);
  expect([late.status, late.problem.message]).toEqual([410, 'A merge can be undone for an hour.']);
  const [a, b] = [await newVendor('A'), await newVendor('B')];
  await merge(a, b);
  await merge(b, vendorId);
  const held = await undo(a);
  expect([held.status, held.problem.message]).toEqual([
    410,
    'The vendor that it was merged into has been deleted or merged since.',
  ]);
  expect([(await undo(b)).status, (await undo(a)).status]).toEqual([200, 200]);
});

test('Only one of two concurrent merges of the same records succeeds', async () => {
  const [one, two] = [await newVendor('One'), await newVendor('Two')];
  const answers = await Promise.all([merge(one, two), merge(two, one, second)]);
  expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
  const { answer } = await bme.call('vendorPage');
  expect(answer.items.filter(({ name }) => name === 'One' || name === 'Two')).toHaveLength(1);
});

test('A duplicate that survives the merge with the owner of its name owns that name until Undo', async () => {
  const { vendorId, id: hospitalId } = server.city;
  const twin = { hospitalId, id: 'twin', name: 'MEDITECH', isTwin: true };
  await server.database.db.insert(vendor).values(twin);
  const isTwin = async () => (await server.database.db.select().from(vendor).where(eq(vendor.id, 'twin')))[0]?.isTwin;
  await merge(vendorId, 'twin');
  expect(await isTwin()).toBe(false);
  const third = await bme.call('createVendor', { body: { name: 'meditech', location: 'Pune', types: 'Vendor' } });
  expect(third.problem.code).toBe('record.duplicate');
  expect((await undo(vendorId)).status).toBe(200);
  expect(await isTwin()).toBe(true);
});

test('Records whose names are equivalent are listed together until one is merged, renamed or deleted', async () => {
  const { id: hospitalId, vendorId, contactId } = server.city;
  await server.database.db.insert(vendor).values([
    { hospitalId, id: 'twin', name: 'MEDI\u200BTECH', location: 'Kochi', isTwin: true },
    { hospitalId, id: 'alone', name: 'Solo', isTwin: true },
  ]);
  const listed = async (kind: DuplicateKind) =>
    (await bme.call('possibleDuplicates', { params: { kind } })).answer.map((group) =>
      group.map(({ id }) => id).toSorted(),
    );
  const { answer } = await bme.call('possibleDuplicates', { params: { kind: 'vendor' } });
  expect(answer).toEqual([
    [
      { id: vendorId, name: 'Meditech', detail: 'Pune', devices: 5 },
      { id: 'twin', name: 'MEDI\u200BTECH', detail: 'Kochi', devices: 0 },
    ],
  ]);
  const stranger = await server.as(server.lake.users.bme);
  expect((await stranger.call('possibleDuplicates', { params: { kind: 'vendor' } })).answer).toEqual([]);
  await merge('twin', vendorId);
  expect(await listed('vendor')).toEqual([]);
  const person = { name: 'c.  iyer', phone: '98450', designation: 'Manager', vendorId };
  const again = (await bme.call('createContactPerson', { body: person })).answer.id;
  expect(await listed('contactPerson')).toEqual([[contactId, again].toSorted()]);
  const { devices, models } = server.city;
  await server.database.db
    .update(installation)
    .set({ serialNumber: 'vent-0001', isTwin: true })
    .where(eq(installation.id, devices['VENT-0002'] ?? ''));
  expect(await listed('device')).toEqual([[devices['VENT-0001'], devices['VENT-0002']].toSorted()]);
  const of = { hospitalId, makeId: server.city.makeId, equipmentId: server.city.equipment.ventilator };
  await server.database.db.insert(equipmentModel).values([
    { ...of, id: 'same', name: 'av-9', isTwin: true },
    { ...of, id: 'other', name: 'av-9', equipmentId: server.city.equipment.monitor },
  ]);
  expect(await listed('model')).toEqual([[models.ventilator, 'same'].toSorted()]);
  for (const kind of duplicateKinds) expect(await listed(kind)).toBeInstanceOf(Array);
});

test('A record cannot be merged into itself, a retired record or one of another hospital', async () => {
  const { vendorId } = server.city;
  const self = await merge(vendorId, vendorId);
  expect([self.status, self.problem.errors]).toEqual([400, { intoId: ['Please choose another vendor.'] }]);
  const gone = await newVendor('Gone');
  await bme.call('deleteVendor', { params: { id: gone } });
  for (const intoId of [gone, server.lake.vendorId, server.city.departments.icu]) {
    const { status, problem } = await merge(vendorId, intoId);
    expect([status, problem.errors]).toEqual([400, { intoId: ['This vendor does not exist.'] }]);
  }
  expect((await merge(server.lake.vendorId, vendorId)).status).toBe(404);
  const stranger = await server.as(server.lake.users.bme);
  await merge(vendorId, await newVendor('Into'));
  expect((await undo(vendorId, stranger)).status).toBe(404);
});

test('A merged record cannot be restored: the call names the survivor', async () => {
  const { equipment, makeId, vendorId } = server.city;
  const person = { phone: '98450', designation: 'Manager', vendorId };
  const type = { description: 'Breathing aid', equipmentImportance: 'Critical' } as const;
  const of = { equipmentId: equipment.ventilator, equipmentMakeId: makeId };
  const kinds = {
    vendor: [newVendor, 'restoreVendor'],
    contactPerson: [made('createContactPerson', person), 'restoreContactPerson'],
    department: [made('createDepartment', { location: 'Floor 2' }), 'restoreDepartment'],
    equipmentType: [made('createEquipmentType', type), 'restoreEquipmentType'],
    make: [made('createMake', { equipmentIds: '' }), 'restoreMake'],
    model: [made('createModel', of), 'restoreModel'],
  } as const;
  for (const kind of mergeKinds) {
    const [create, restore] = kinds[kind];
    const id = await create('From');
    const intoId = await create('Into');
    const merged = await bme.call('mergeRecords', { params: { kind, id }, body: { intoId } });
    const refused = await bme.call(restore, { params: { id } });
    expect([kind, merged.status, refused.status, refused.problem.message]).toEqual([
      kind,
      200,
      410,
      '“From” has been merged into “Into”. It cannot be restored.',
    ]);
  }
});
