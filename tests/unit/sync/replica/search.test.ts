import { expect, it } from 'vitest';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { openReplica } from '#sync/replica/replica.ts';
import { deviceRows } from '#tests/support/device-rows.ts';
import { createChangeServer, createDeviceWorld } from '#tests/support/replica-world.ts';

const [template] = deviceRows(1);

function device(index: number, facts: Partial<DeviceRecord>): DeviceRecord {
  const plain = { serialNumber: `S-${index}`, equipmentName: 'Bed', makeName: 'Make', modelName: 'Model' };
  const place = { departmentName: 'Ward', location: 'Room' };
  return { ...template!, ...plain, ...place, id: `d${index}`, ...facts };
}

async function searchable(...devices: DeviceRecord[]) {
  const server = createChangeServer();
  server.put('device', ...devices);
  const replica = await openReplica({ ports: createDeviceWorld().tab(), hospitalId: 'h1' });
  for (let more = true; more;) {
    const page = server.page(replica.cursor, 1000);
    await replica.applyPage(page);
    ({ more } = page);
  }
  const find = (text: string, limit = 10) => replica.searchDevices(text, limit).map(({ id }) => id);
  return { replica, server, find };
}

it('A search lists serial numbers that begin with the text first, then names, then the rest', async () => {
  const { find } = await searchable(
    device(1, { location: 'Vent store' }),
    device(2, { makeName: 'Ventura' }),
    device(3, { equipmentName: 'Old ventilator' }),
    device(4, { serialNumber: 'A-VENT-1' }),
    device(5, { equipmentName: 'Ventilator' }),
    device(6, { serialNumber: 'VENT-0002' }),
    device(7, { serialNumber: 'VENT-0001' }),
    device(8, {}),
  );
  expect(find('vent')).toEqual(['d7', 'd6', 'd5', 'd4', 'd3', 'd1', 'd2']);
  expect(find('  VENT ', 3)).toEqual(['d7', 'd6', 'd5']);
});

it('Many devices are ranked and sorted like few', async () => {
  // The first page stays as received, the second is packed.
  const found = await searchable(...deviceRows(1000, 2), ...hitsAmong(deviceRows(1990, 5).slice(1000)));
  expect(found.find('quench')).toEqual(['q4', 'q3', 'q2', 'q6', 'q5', 'q1']);
  expect(found.find('quench', 2)).toEqual(['q4', 'q3']);
  expect(found.find('icu quench')).toEqual(['q5']);
  expect(found.replica.deviceBySerial('quench-b')?.id).toBe('q4');
  expect(found.replica.deviceBySerial(deviceRows(1990, 5)[1500]?.serialNumber ?? '')?.id).toBe(
    deviceRows(1990, 5)[1500]?.id,
  );
});

/** Adds six devices with the word "quench" to others; they differ in the field that contains it. */
function hitsAmong(others: DeviceRecord[]): DeviceRecord[] {
  const hits = [
    device(1, { id: 'q1', location: 'Quench room', serialNumber: 'Z-9' }),
    device(2, { id: 'q2', equipmentName: 'Quench pump' }),
    device(3, { id: 'q3', serialNumber: 'QUENCH-C' }),
    device(4, { id: 'q4', serialNumber: 'quench-b' }),
    device(5, { id: 'q5', equipmentName: 'A quenching bed', departmentName: 'ICU' }),
    device(6, { id: 'q6', serialNumber: 'A-QUENCH' }),
  ];
  return others.toSpliced(500, 0, ...hits);
}

it('Every word has to occur, in any field and any order', async () => {
  const { find } = await searchable(
    device(1, { equipmentName: 'Infusion Pump', departmentName: 'ICU' }),
    device(2, { equipmentName: 'Infusion Pump', departmentName: 'Emergency' }),
    device(3, { equipmentName: 'Syringe Pump', departmentName: null, location: 'ICU corridor' }),
  );
  expect(find('icu pump')).toEqual(['d1', 'd3']);
  expect(find('pump infusion icu')).toEqual(['d1']);
  expect(find('pump dialysis')).toEqual([]);
});

it('Words do not match across fields', async () => {
  const { find } = await searchable(device(1, { equipmentName: 'Bed', makeName: 'Side' }));
  expect(find('bedside')).toEqual([]);
});

it('An empty search shows the first devices', async () => {
  const { find } = await searchable(device(1, {}), device(2, {}), device(3, {}));
  expect(find('   ', 2)).toEqual(['d1', 'd2']);
});

it('A device with a new serial number is found under the new one only', async () => {
  const { replica, server, find } = await searchable(device(1, { serialNumber: 'OLD-1' }), device(2, {}));
  server.put('device', device(1, { serialNumber: 'NEW-1' }));
  await replica.applyPage(server.page(1, 10));
  expect(find('old-1')).toEqual([]);
  expect(find('new-1')).toEqual(['d1']);
  expect(replica.deviceBySerial(' new-1 ')?.id).toBe('d1');
  expect(replica.deviceBySerial('OLD-1')).toBeUndefined();
});

it('Devices removed or changed between two searches leave none of their old words behind', async () => {
  const { replica, server, find } = await searchable(
    device(1, { serialNumber: 'VENT-1' }),
    device(2, { serialNumber: 'VENT-2' }),
    device(3, { serialNumber: 'PUMP-3' }),
    device(4, { serialNumber: 'PUMP-4' }),
  );
  // One hit is enough, so the words of other devices are not read yet.
  expect(find('vent', 1)).toEqual(['d1']);
  server.remove('device', 'd1');
  server.put('device', device(2, { serialNumber: 'BED-2' }));
  await replica.applyPage(server.page(1, 10));
  expect(find('vent')).toEqual([]);
  expect(find('pump')).toEqual(['d3', 'd4']);
  expect(find('bed-2')).toEqual(['d2']);
});

it('The search returns the same as a plain scan of the same texts', async () => {
  const devices = deviceRows(3000, 4);
  const { replica } = await searchable(...devices);
  for (const text of ['v', 'vent-00', 'philips icu', 'block c', 'monitor 7 ge', 'zzz']) {
    const words = text.split(' ');
    const wanted = devices.filter((each) => {
      const { serialNumber, equipmentName, makeName, modelName, departmentName, location } = each;
      const joined = [serialNumber, equipmentName, makeName, modelName, departmentName, location].join('|');
      return words.every((word) => joined.toLowerCase().includes(word));
    });
    const ids = (rows: readonly DeviceRecord[]) => rows.map(({ id }) => id).sort();
    expect(ids(replica.searchDevices(text, 5000))).toEqual(ids(wanted));
  }
});
