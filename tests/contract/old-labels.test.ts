import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deviceLink } from '#contract/rules/qr-link.ts';
import { editDevice } from '#tests/support/edit-device.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { readLabel } from '#ui/visitor/label.ts';

const hourMs = 3_600_000;
const origin = 'https://ward.example';
const serial = 'VENT-0001';

let server: TestServer;
let asha: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  const settings = { isOn: true, helpline: '4711', keepDays: 90, labelLine: '' };
  const office = await server.as(server.city.users.hospital);
  await office.call('updateReportSettings', { body: settings, key: randomUUID() });
});
beforeEach(async () => {
  // Each test has its own hour, and with it its own limits.
  server.clock.advance(2 * hourMs);
  asha = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

/** Opens a label as the page of visitors does. */
const scan = (address: string) => {
  const label = readLabel(new URL(address));
  const query = label.h === '' ? {} : { h: label.h };
  return server.visitor.call('publicDevice', { params: { serialNumber: label.serialNumber }, query });
};

/** Sends a report from a label as the page of visitors does. */
async function report(address: string, browser: string, hospitalId = server.city.id) {
  const { serialNumber, t } = readLabel(new URL(address));
  const at = server.clock.now.toISOString();
  const sent = { id: randomUUID(), browser, secret: randomUUID(), kind: 'alarm' as const, reportedAt: at, sentAt: at };
  const body = { ...sent, serialNumber, h: hospitalId, ...(t !== '' && { t }) };
  return { id: sent.id, ...(await server.visitor.call('sendFaultReport', { body })) };
}

const deviceId = () => server.city.devices[serial] ?? expect.fail(serial);
const tokenOf = async () =>
  (await asha.call('labelTokens', { query: { ids: deviceId() } })).answer[0]?.token ?? expect.fail('no token');

const rename = async (client: TestClient, id: string, serialNumber: string) =>
  expect((await editDevice(client, id, { serialNumber })).status).toBe(200);

describe('Earlier labels still work', () => {
  const printed: [string, () => Promise<string>][] = [
    ['before labels named the hospital', async () => deviceLink(origin, serial)],
    ['before labels had tokens', async () => deviceLink(origin, serial, server.city.id)],
    ['for another address of this server', async () => deviceLink('http://10.0.0.5:4311/', serial, server.city.id)],
    ['with the serial number in small letters', async () => deviceLink(origin, serial.toLowerCase())],
    ['with a token of another server', async () => deviceLink(origin, serial, server.city.id, 'aB3-_xYz12')],
    [
      'before their token was renewed',
      async () => {
        const before = await tokenOf();
        await asha.call('renewLabel', { params: { id: deviceId() }, key: randomUUID() });
        return deviceLink(origin, serial, server.city.id, before);
      },
    ],
  ];
  test.each(printed)(
    '%s: the page opens, a report becomes a ticket, and 2 an hour are accepted',
    async (_what, link) => {
      const address = await link();
      expect((await scan(address)).answer).toMatchObject({
        hospitalId: server.city.id,
        serialEnd: '0001',
        helpline: '4711',
        isOn: true,
      });
      const browser = randomUUID();
      const [first, second, third] = [
        await report(address, browser),
        await report(address, browser),
        await report(address, browser),
      ];
      expect([first.status, second.status, third.status]).toEqual([201, 201, 429]);
      expect(first.answer).toMatchObject({ state: 'received', photos: 2 });
      const decision = { reportId: first.id, priority: 'High' as const, machineStatus: 'System Down' as const };
      const { answer } = await asha.call('acceptReport', { body: decision, key: randomUUID() });
      const ticket = await asha.call('readTicket', { params: { id: answer.ticketId ?? '' } });
      expect(ticket.answer).toMatchObject({ serialNumber: serial });
      await asha.call('closeTicket', { body: { id: answer.ticketId ?? '', actionTaken: 'Done' }, key: randomUUID() });
    },
  );

  test('a current label accepts 5 an hour', async () => {
    const address = deviceLink(origin, serial, server.city.id, await tokenOf());
    const browser = randomUUID();
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await report(address, browser)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('from before a serial number was corrected: the report is filed for the same device', async () => {
    const id = server.city.devices['MON-0002'] ?? '';
    await rename(asha, id, 'MON-0002X');
    const address = deviceLink(origin, 'MON-0002', server.city.id);
    expect((await scan(address)).answer).toMatchObject({ serialEnd: '002X' });
    expect((await report(address, randomUUID())).status).toBe(201);
    expect((await scan(deviceLink(origin, 'MON-0002X'))).answer).toMatchObject({
      reportedAt: server.clock.now.toISOString(),
    });
  });

  test('with a serial number of two hospitals: the visitor chooses, and that hospital gets the report', async () => {
    const address = deviceLink(origin, 'MON-0001');
    expect((await scan(address)).answer).toMatchObject({ serialEnd: '0001' });
    const { lake } = server;
    await rename(await server.as(lake.users.bme), lake.devices['LMON-0001'] ?? '', 'MON-0001');
    const { answer } = await scan(address);
    const offered = 'hospitals' in answer ? answer.hospitals.map(({ id }) => id) : [];
    expect(offered.toSorted()).toEqual([server.city.id, lake.id].toSorted());
    expect((await report(address, randomUUID(), lake.id)).problem.code).toBe('report.off');
    expect((await report(address, randomUUID())).status).toBe(201);
  });

  test('of a deleted device: the page and reports say that it is unknown', async () => {
    await asha.call('deleteDevice', { params: { id: server.city.devices['MON-0003'] ?? '' } });
    expect((await scan(deviceLink(origin, 'MON-0003', server.city.id))).problem.code).toBe('record.unknown');
    expect((await report(deviceLink(origin, 'MON-0003'), randomUUID())).problem.code).toBe('record.unknown');
  });
});

test.each(['/equipmentdetails/100%', '/equipmentdetails/%E0%A4%A'])(
  'The address %s is parsed as written',
  (pathname) => {
    expect(readLabel({ pathname, search: '' }).serialNumber).toBe(pathname.split('/')[2]);
  },
);
