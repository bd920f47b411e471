import type { BenchContext } from './bench.ts';
import { seedGrown } from './grown.ts';
import { signInAt, startBoth, type Pair } from './servers.ts';
import { openWardDatabase, seedWard, type BenchWard, type WardDatabase } from './ward.ts';

/** Devices of the hospitals, which are otherwise alike. */
export const sizes = [1000, 10_000, 100_000] as const;

/** One of these hospitals, with the header of an engineer's session. */
export interface Grown {
  devices: number;
  id: string;
  userId: string;
  prefix: string;
  session: { authorization: string };
}

/** Hospitals in three sizes and one more, with both servers, shared by all benches of a run. */
export interface GrownHospitals extends Pair {
  database: WardDatabase;
  grown: Grown[];
  beside: BenchWard;
  besideSession: { authorization: string };
}

/** Returns the hospitals of this run; each device has this many round entries. */
export function grownHospitals({ kept, say }: BenchContext, entriesEach: number): Promise<GrownHospitals> {
  return kept(`grown ${entriesEach}`, async () => {
    const database = await openWardDatabase();
    const seeded: Omit<Grown, 'session'>[] = [];
    const emails: string[] = [];
    for (const [at, devices] of sizes.entries()) {
      const prefix = 'GHI'[at] ?? '';
      const { id, users } = await seedGrown(database.db, prefix, { devices, entriesEach });
      seeded.push({ devices, id, userId: users.bme.id, prefix });
      emails.push(users.bme.email);
      say(`a hospital of ${devices.toLocaleString('en')} devices is there`);
    }
    const beside = await seedWard(database.db, 'B', { templates: 64, devicesEach: 40 });
    await database.db.execute('vacuum analyze');
    const both = await startBoth(database);
    const grown: Grown[] = [];
    for (const [at, each] of seeded.entries()) {
      grown.push({ ...each, session: await signInAt(both.ours, emails[at] ?? '') });
    }
    const besideSession = await signInAt(both.ours, beside.hospital.users.bme.email);
    const close = async () => {
      await both.stop();
      await database.close();
    };
    return { value: { ...both, database, grown, beside, besideSession }, close };
  });
}
