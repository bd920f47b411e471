import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntry } from '#server/db/schema.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('The Admin sees each hospital with its quota, devices, open tickets and last activity', async () => {
  const admin = await server.as(server.admin);
  const bme = await server.as(server.city.users.bme);
  const figures = {
    city: 'Bengaluru',
    state: 'Karnataka',
    isActive: true,
    numberOfBMEAdded: 2,
    numberOfBMEAssigned: 3,
    installedDevices: 5,
    openTickets: 0,
    storage: { usedMB: 0, quotaMB: 10_000 },
    lastActivityAt: null,
  };
  const before = await admin.call('adminDashboard');
  expect(before.answer).toEqual([
    { ...figures, id: server.city.id, name: 'City Hospital' },
    { ...figures, id: server.lake.id, name: 'Lake Hospital' },
  ]);

  server.clock.advance(60_000);
  const reportedAt = server.clock.now.toISOString();
  await bme.call('reportTicket', {
    body: {
      installationBaseId: server.city.devices['VENT-0001'] ?? '',
      issueType: 'Other',
      problemReported: 'Dead',
      priority: 'Low',
      reportedDate: '2026-07-01',
    },
  });
  await bme.call('deleteEngineer', { params: { id: server.city.users.secondBme.id } });
  // An import by the Admin is in the hospital's log, but is not activity of its users.
  await server.database.db.insert(auditEntry).values({
    hospitalId: server.city.id,
    id: 'import',
    at: new Date(server.clock.now.getTime() + 1000),
    userId: server.admin.id,
    call: 'importEquipment',
    records: [],
  });
  await admin.call('toggleHospital', { params: { id: server.lake.id }, body: { isActive: false } });
  expect((await admin.call('adminDashboard')).answer).toEqual([
    {
      ...figures,
      id: server.city.id,
      name: 'City Hospital',
      numberOfBMEAdded: 1,
      openTickets: 1,
      lastActivityAt: reportedAt,
    },
    { ...figures, id: server.lake.id, name: 'Lake Hospital', isActive: false },
  ]);
});
