import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeMasterData, pulledSince } from '#tests/support/master-data.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

describeMasterData({
  noun: 'contact person',
  calls: {
    page: 'contactPersonPage',
    read: 'contactPerson',
    create: 'createContactPerson',
    update: 'updateContactPerson',
  },
  body: ({ city }) => ({ name: 'E. Das', phone: '98450 1', vendorId: city.vendorId, designation: 'Area lead' }),
  record: ({ city }) => ({
    name: 'E. Das',
    phone: '98450 1',
    vendorId: city.vendorId,
    vendor: 'Meditech',
    hospitalId: city.id,
    designation: 'Area lead',
  }),
  refused: [
    ['name', '', 'Name is required.'],
    ['phone', '', 'Phone is required.'],
    ['vendorId', '', 'Vendor is required.'],
    ['vendorId', 'nobody', 'This vendor does not exist.'],
    ['designation', '', 'Designation is required.'],
  ],
  foreign: [['vendorId', ({ lake }) => lake.vendorId, 'This vendor does not exist.']],
  searches: [
    ['nothing', '', ['C. Iyer']],
    ['a part of the name in any case', 'IYER', ['C. Iyer']],
    ['the phone', '1112', ['C. Iyer']],
    ['the vendor, which is neither', 'Meditech', []],
  ],
  seeded: (hospital) => hospital.contactId,
});

describe('Contact persons', () => {
  let server: TestServer;
  let bme: TestClient;
  beforeAll(async () => {
    server = await startTestServer();
    bme = await server.as(server.city.users.bme);
  });
  afterAll(() => server.close());

  test('update the devices they serve on tablets when their name or phone changes', async () => {
    const { contactId, vendorId } = server.city;
    const { head } = await pulledSince(bme, 0);
    const body = { name: 'C. Iyer', phone: '0801112223', vendorId, designation: 'Manager' };
    await bme.call('updateContactPerson', { params: { id: contactId }, body });
    expect((await pulledSince(bme, head)).devices).toEqual([]);
    await bme.call('updateContactPerson', { params: { id: contactId }, body: { ...body, phone: '112' } });
    const { devices } = await pulledSince(bme, head);
    expect(devices).toHaveLength(5);
    expect(devices[0]).toMatchObject({ serviceContact: { name: 'C. Iyer', phone: '112' } });
  });

  test('show the new name of their vendor, and an edit begun before the renaming is accepted', async () => {
    const params = { id: server.city.contactId };
    const { answer: before } = await bme.call('contactPerson', { params });
    await bme.call('updateVendor', {
      params: { id: before.vendorId },
      body: { name: 'Meditech India', location: 'Pune', types: 'Vendor' },
    });
    const { name, phone, vendorId, revision } = before;
    const edited = await bme.call('updateContactPerson', {
      params,
      body: { name, phone, vendorId, designation: 'Technician', revision },
    });
    expect([edited.status, edited.answer.vendor]).toEqual([200, 'Meditech India']);
  });
});
