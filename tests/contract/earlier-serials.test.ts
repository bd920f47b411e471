import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { editDevice } from '#tests/support/edit-device.ts';
import { pulledSince } from '#tests/support/master-data.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
});
afterEach(() => server.close());

const idOf = (serial: string) => server.city.devices[serial] ?? expect.fail(serial);
const rename = async (id: string, serialNumber: string) =>
  expect((await editDevice(bme, id, { serialNumber })).status).toBe(200);
/** The serial number of the device that a label of the hospital leads to. */
const labelLeadsTo = async (serialNumber: string, client = server.visitor) => {
  const { status, answer } = await client.call('deviceDetails', {
    params: { serialNumber },
    query: { h: server.city.id },
  });
  return 'serialNumber' in answer ? answer.serialNumber : status;
};
const pulled = async (cursor: number) => {
  const { head, devices } = await pulledSince(bme, cursor);
  return { head, devices: devices as unknown as DeviceRecord[] };
};

test('A label printed before a correction leads to the device, on the public page and on tablets', async () => {
  const id = idOf('MON-0001');
  const { head } = await pulled(0);
  await rename(id, 'MON-0001A');
  expect(await labelLeadsTo('mon-0001')).toBe('MON-0001A');
  expect(await labelLeadsTo('MON-0001', bme)).toBe('MON-0001A');
  await rename(id, 'MON-0001B');
  expect(await labelLeadsTo('MON-0001')).toBe('MON-0001B');
  const { devices } = await pulled(head);
  expect(devices.map(({ earlierSerials }) => earlierSerials?.toSorted())).toEqual([['MON-0001', 'MON-0001A']]);
});

test('A new device that takes the serial number has priority, and returns it when deleted', async () => {
  await rename(idOf('MON-0001'), 'MON-0001A');
  await rename(idOf('MON-0002'), 'MON-0001');
  expect(await labelLeadsTo('MON-0001')).toBe('MON-0001');
  expect(await labelLeadsTo('MON-0002')).toBe('MON-0001');
  await bme.call('deleteDevice', { params: { id: idOf('MON-0002') } });
  expect(await labelLeadsTo('MON-0001')).toBe('MON-0001A');
});

test('A serial number that a device takes back is not its alias; one that two devices had leads to the last', async () => {
  const first = idOf('MON-0001');
  await rename(first, 'X');
  await rename(first, 'MON-0001');
  await rename(idOf('MON-0002'), 'X');
  const { head } = await pulled(0);
  await rename(idOf('MON-0002'), 'Y');
  expect(await labelLeadsTo('X')).toBe('Y');
  const { devices } = await pulled(head);
  expect(Object.fromEntries(devices.map((device) => [device.serialNumber, device.earlierSerials?.toSorted()]))).toEqual(
    {
      Y: ['MON-0002', 'X'],
      'MON-0001': undefined,
    },
  );
});

test('A change of case is not a correction, and an earlier serial number applies to its own hospital only', async () => {
  await rename(idOf('MON-0001'), 'mon-0001');
  const { devices } = await pulled(0);
  expect(devices.every(({ earlierSerials }) => earlierSerials === undefined)).toBe(true);
  await rename(idOf('MON-0003'), 'ONLY-HERE');
  await rename(idOf('MON-0003'), 'MON-0003');
  const { status } = await server.visitor.call('deviceDetails', {
    params: { serialNumber: 'ONLY-HERE' },
    query: { h: server.lake.id },
  });
  expect(status).toBe(404);
});
