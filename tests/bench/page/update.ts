import type { DeviceRecord } from '#contract/records/ward.ts';
import { replicaSchema } from '#contract/records/replica.ts';
import { openReplica } from '#sync/replica/replica.ts';
import type { Replica } from '#sync/replica/replica.ts';
import { seededNumbers } from '#tests/support/device-rows.ts';
import { benchPorts, fetchPage, timed } from './ports.ts';

const changedRows = 100;

/** A replica whose cleanup does not wait. */
interface Filled {
  replica: Replica;
  skipWaits: () => Promise<void>;
}

async function filled(count: number): Promise<Filled> {
  const ports = benchPorts();
  const replica = await openReplica({ ports, hospitalId: 'h' });
  for (let at = 0, more = true; more; at += 1) {
    const page = await fetchPage(count, at);
    await replica.applyPage(page);
    more = page.more;
  }
  return { replica, skipWaits: ports.skipWaits };
}

/** Changes 100 devices throughout the hospital and reads the list and one search, as a screen does. */
async function update({ replica, skipWaits }: Filled, next: () => number): Promise<number> {
  const devices = replica.all('device');
  const version = replica.cursor + 1;
  const rows = Array.from({ length: changedRows }, (): DeviceRecord & Record<string, unknown> => {
    const device = devices[Math.floor(next() * devices.length)]!;
    return { ...structuredClone(device), maintenanceCost: Math.floor(next() * 1e6) };
  });
  const versions = rows.map(() => version);
  const at = { next: version, head: version, more: false, serverTime: '' };
  const page = { epoch: 'bench', schema: replicaSchema, rows: [{ kind: 'device' as const, versions, rows }] };
  return timed(async () => {
    if (!(await replica.applyPage({ ...page, ...at, tombstones: [] }))) throw new Error('A page was not taken.');
    if (replica.all('device').length !== devices.length) throw new Error('Devices were lost.');
    if (replica.deviceBySerial(rows[0]?.serialNumber ?? '')?.maintenanceCost === undefined)
      throw new Error('No index.');
    // The cleanup after the page is part of the measured time; a contact is queued behind it.
    await skipWaits();
    await replica.touch();
  });
}

/** Returns total times for blocks of updates, alternating between a small and a large hospital. Units: milliseconds. */
export async function updateBlocks(small: number, large: number, blocks: number, updates: number) {
  const sizes = [await filled(small), await filled(large)];
  const next = seededNumbers(7);
  const totals: { small: number; large: number }[] = [];
  for (let block = -1; block < blocks; block += 1) {
    const total = [0, 0];
    for (let round = 0; round < updates; round += 1) {
      for (const [at, each] of sizes.entries()) total[at] = (total[at] ?? 0) + (await update(each, next));
    }
    // The first block is a warm-up.
    if (block >= 0) totals.push({ small: total[0] ?? 0, large: total[1] ?? 0 });
  }
  for (const { replica } of sizes) await replica.close();
  return totals;
}
