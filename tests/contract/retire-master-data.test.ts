import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { contactPerson, installation, warranty } from '#server/db/schema.ts';
import { editDevice } from '#tests/support/edit-device.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
});
afterEach(() => server.close());

const device = (serial: string) => server.city.devices[serial] ?? expect.fail(serial);
const contactId = async () => {
  const { answer } = await bme.call('contactPersonPage');
  return answer.items[0]?.id ?? expect.fail('no contact person');
};
const spare = async () => {
  const body = { name: 'Spare', location: 'Kochi', types: 'Vendor' };
  const vendor = (await bme.call('createVendor', { body })).answer.id;
  const department = (await bme.call('createDepartment', { body })).answer.id;
  const person = { name: 'Asha', phone: '98450', designation: 'Manager', vendorId: vendor };
  const contact = (await bme.call('createContactPerson', { body: person })).answer.id;
  return { vendor, department, contact };
};
/** Edits some fields of a device as its form does. */
const edit = (serial: string, fields: Partial<BodyOf<Calls['updateDevice']>>) =>
  editDevice(bme, device(serial), fields);

test('A vendor in use cannot be deleted: the message counts each kind, the context names the first of them', async () => {
  const { vendorId: id } = server.city;
  const { status, problem } = await bme.call('deleteVendor', { params: { id } });
  expect([status, problem.code, problem.message]).toEqual([
    409,
    'record.in_use',
    'Meditech cannot be deleted: 5 devices and 1 contact person use it.',
  ]);
  const first = ['MON-0001', 'MON-0002', 'MON-0003', 'VENT-0001', 'VENT-0002'].map((name) => ({
    id: device(name),
    name,
  }));
  expect(problem.context?.['uses']).toEqual([
    { kind: 'device', count: 5, first },
    { kind: 'contactPerson', count: 1, first: [{ id: await contactId(), name: expect.any(String) }] },
  ]);
});

test('A department and a contact person in use cannot be deleted', async () => {
  const icu = await bme.call('deleteDepartment', { params: { id: server.city.departments.icu } });
  expect([icu.status, icu.problem.message]).toEqual([409, expect.stringMatching(/^ICU cannot be deleted: \d devices/)]);
  const { contact } = await spare();
  expect((await edit('MON-0001', { salesContactId: contact })).status).toBe(200);
  const person = await bme.call('deleteContactPerson', { params: { id: contact } });
  expect([person.status, person.problem.message]).toEqual([409, 'Asha cannot be deleted: 1 device uses it.']);
});

test('What a schedule, contract or round template refers to cannot be deleted', async () => {
  const { vendor, department } = await spare();
  await bme.call('createSchedule', {
    body: {
      target: 'device',
      targetId: device('VENT-0001'),
      kind: 'Safety',
      title: 'Leakage',
      every: 3,
      unit: 'month',
      basis: 'fixed',
      firstDueOn: '2026-08-01',
      doneBy: 'vendor',
      vendorId: vendor,
    },
  });
  await server.database.db.update(warranty).set({ vendorId: vendor }).where(eq(warranty.hospitalId, server.city.id));
  const busy = await bme.call('deleteVendor', { params: { id: vendor } });
  expect(busy.problem.message).toBe(
    'Spare cannot be deleted: 1 contact person, 1 warranty or contract and 1 schedule use it.',
  );
  const made = await bme.call('createRoundTemplate', {
    body: {
      templateName: 'Night',
      departmentId: department,
      serials: [{ serialNumber: 'MON-0001', installationBaseEntityId: device('MON-0001') }],
    },
  });
  expect(made.status).toBe(201);
  const held = await bme.call('deleteDepartment', { params: { id: department } });
  expect(held.problem.message).toBe('Spare cannot be deleted: 1 round template uses it.');
});

test('Retired records disappear from lists, forms and tablets until Undo', async () => {
  const { vendor, department, contact } = await spare();
  const before = await bme.call('syncChanges', { query: { cursor: 0 } });
  for (const [call, id] of [
    ['deleteContactPerson', contact],
    ['deleteVendor', vendor],
    ['deleteDepartment', department],
  ] as const) {
    expect((await bme.call(call, { params: { id } })).status).toBe(204);
  }
  const { answer } = await bme.call('syncChanges', { query: { cursor: before.answer.head } });
  expect(JSON.stringify(answer)).toContain(department);
  const choices = (await bme.call('deviceDropdown')).answer;
  expect(JSON.stringify(choices)).not.toMatch(new RegExp([vendor, department, contact].join('|')));
  for (const field of [{ vendorId: vendor }, { departmentId: department }, { serviceContactId: contact }]) {
    const { status, problem } = await edit('MON-0001', field);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, Object.keys(field)]);
  }
  const orphan = await bme.call('restoreContactPerson', { params: { id: contact } });
  expect([orphan.status, orphan.problem.message]).toEqual([
    410,
    'Asha is of the vendor Spare, which has been deleted since.',
  ]);
  expect((await bme.call('restoreVendor', { params: { id: vendor } })).answer.name).toBe('Spare');
  expect((await bme.call('restoreContactPerson', { params: { id: contact } })).answer.vendor).toBe('Spare');
  expect((await bme.call('restoreDepartment', { params: { id: department } })).answer.name).toBe('Spare');
});

test('A device is not restored to a department that was retired after it', async () => {
  const { department } = await spare();
  await edit('MON-0001', { departmentId: department });
  const params = { id: device('MON-0001') };
  expect((await bme.call('deleteDevice', { params })).status).toBe(204);
  expect((await bme.call('deleteDepartment', { params: { id: department } })).status).toBe(204);
  const orphan = await bme.call('restoreDevice', { params });
  expect([orphan.status, orphan.problem.message]).toEqual([
    410,
    'MON-0001 is of the department Spare, which has been deleted since.',
  ]);
});

test('A vendor that is chosen while being retired is either kept or refused, never half of each', async () => {
  for (let round = 0; round < 8; round += 1) {
    const body = { name: `Race ${round}`, location: 'Kochi', types: 'Vendor' };
    const { id } = (await bme.call('createVendor', { body })).answer;
    const [kept, gone] = await Promise.all([
      edit('MON-0001', { vendorId: id }),
      bme.call('deleteVendor', { params: { id } }),
    ]);
    expect([200, 400]).toContain(kept.status);
    expect(gone.status).toBe(kept.status === 200 ? 409 : 204);
  }
  const rows = await server.database.db.select().from(installation);
  expect(rows.some(({ hospitalId, vendorId }) => hospitalId === server.city.id && vendorId === null)).toBe(false);
});

test('Nobody can retire or restore a record of another hospital', async () => {
  const stranger = await server.as(server.lake.users.bme);
  const { vendor, department, contact } = await spare();
  for (const [call, id] of [
    ['deleteVendor', vendor],
    ['restoreVendor', vendor],
    ['deleteDepartment', department],
    ['restoreDepartment', department],
    ['deleteContactPerson', contact],
    ['restoreContactPerson', contact],
  ] as const) {
    expect((await stranger.call(call, { params: { id } })).status).toBe(404);
  }
  const people = await server.database.db.select().from(contactPerson);
  expect(people.every(({ retiredAt }) => retiredAt === null)).toBe(true);
});
