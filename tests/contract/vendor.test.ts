import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeMasterData, pulledSince } from '#tests/support/master-data.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

describeMasterData({
  noun: 'vendor',
  calls: { page: 'vendorPage', read: 'vendor', create: 'createVendor', update: 'updateVendor' },
  body: () => ({ name: 'Nadi Systems', location: 'Kochi', types: ' Service Provider,Manufacturer' }),
  record: () => ({ name: 'Nadi Systems', location: 'Kochi', types: 'Manufacturer, Service Provider' }),
  refused: [
    ['name', '', 'Name is required.'],
    ['name', '   ', 'Name is required.'],
    ['name', 'x'.repeat(256), 'At most 255 characters.'],
    ['location', '', 'Location is required.'],
    ['types', '', 'Type is required.'],
    ['types', 'Vendor, Friend', 'Please choose from Manufacturer, Vendor, Service Provider.'],
  ],
  taken: 'A vendor with this name already exists.',
  searches: [
    ['nothing', '', ['Meditech']],
    ['a part of its name in any case', 'eDiT', ['Meditech']],
    ['its location', 'pune', ['Meditech']],
    ['a sign that means something in SQL', '%', []],
    ['its type, which is neither', 'Provider', []],
  ],
  seeded: (hospital) => hospital.vendorId,
});

describe('Vendors', () => {
  let server: TestServer;
  let bme: TestClient;
  beforeAll(async () => {
    server = await startTestServer();
    bme = await server.as(server.city.users.bme);
  });
  afterAll(() => server.close());

  test('are listed with the number of their contact persons', async () => {
    const { answer } = await bme.call('vendorPage');
    const { vendorId } = server.city;
    const row = { id: vendorId, name: 'Meditech', location: 'Pune', types: 'Vendor, Service Provider' };
    expect(answer).toMatchObject({ items: [{ ...row, contactPersonCount: 1 }], totalCount: 1, pageSize: 10 });
  });

  test('have a page with their contact persons and contracts, the latest end first', async () => {
    const { vendorId, equipment, makeId } = server.city;
    for (const [warrantyNumber, warrantyDurationInYear] of [
      ['SHORT', 1],
      ['LONG', 3],
    ] as const) {
      await bme.call('saveWarranty', {
        body: {
          warrantyNumber,
          equipmentId: equipment.ventilator,
          makeId,
          pmFrequency: 'yearly',
          pmCount: 0,
          warrantyStartDate: '2026-11-01',
          warrantyDurationInYear,
          selectedSerials: [{ serialNumber: 'VENT-0001' }, { serialNumber: 'VENT-0002' }],
          kind: 'AMC',
          vendorId,
        },
      });
    }
    const { answer } = await bme.call('vendorOverview', { params: { id: vendorId } });
    expect(answer).toMatchObject({
      name: 'Meditech',
      contacts: [{ name: expect.stringMatching(/./), phone: expect.stringMatching(/\d/) }],
      agreements: [
        { number: 'LONG', kind: 'AMC', startOn: '2026-11-01', endOn: '2029-10-31', devices: 2 },
        { number: 'SHORT', endOn: '2027-10-31', devices: 2 },
      ],
    });
  });

  test('are renamed on the devices of tablets; a new location alone changes nothing there', async () => {
    const params = { id: server.city.vendorId };
    const { head } = await pulledSince(bme, 0);
    const body = { name: 'Meditech', location: 'Nashik', types: 'Vendor' };
    await bme.call('updateVendor', { params, body });
    expect((await pulledSince(bme, head)).devices).toEqual([]);
    await bme.call('updateVendor', { params, body: { ...body, name: 'Meditech India' } });
    const { devices } = await pulledSince(bme, head);
    expect(devices.map(({ vendorName }) => vendorName)).toEqual(Array.from({ length: 5 }, () => 'Meditech India'));
  });

  test('are renamed in the schedules of devices that have another vendor', async () => {
    const { answer: other } = await bme.call('createVendor', {
      body: { name: 'Nadi Systems', location: 'Kochi', types: 'Service Provider' },
    });
    const device = server.city.devices['VENT-0001'] ?? '';
    const made = await bme.call('createSchedule', {
      body: {
        target: 'device',
        targetId: device,
        kind: 'Safety',
        title: 'Leakage',
        every: 3,
        unit: 'month',
        basis: 'fixed',
        firstDueOn: '2026-08-01',
        doneBy: 'vendor',
        vendorId: other.id,
      },
    });
    expect(made.status).toBe(201);
    const { head } = await pulledSince(bme, 0);
    const body = { name: 'Nadi Care', location: 'Kochi', types: 'Service Provider' };
    expect((await bme.call('updateVendor', { params: { id: other.id }, body })).status).toBe(200);
    const { devices } = await pulledSince(bme, head);
    const plans = expect.arrayContaining([expect.objectContaining({ scheduleId: made.answer.id, by: 'Nadi Care' })]);
    expect(devices).toEqual([expect.objectContaining({ id: device, plans })]);
  });
});
