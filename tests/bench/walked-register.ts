import type { BenchContext } from './bench.ts';
import { seedRegister } from './register.ts';
import { clearRoundHistory, firstDevices, seedRoundHistory } from './round-history.ts';
import { signInAt, startBoth, type Pair } from './servers.ts';
import type { SeededHospital } from '#tests/support/seed.ts';
import { openWardDatabase, type WardDatabase } from './ward.ts';

/** Devices with round entries, and entries of each. */
const walked = { devices: 400, each: 500 };
/** Entries of the first page's devices before the rest get theirs. */
const fresh = { devices: 20, each: 50 };

/** A large hospital with both servers, shared by all benches of a run. */
export interface Register extends Pair {
  database: WardDatabase;
  hospital: SeededHospital;
  /** The header of an engineer's session. */
  session: { authorization: string };
  /** Gives the devices of the first page a short history, and returns the number of entries. */
  walkFirstPage(): Promise<number>;
  /** Gives many devices a long history, once, and returns the devices. */
  walkAll(): Promise<{ id: string; serialNumber: string }[]>;
}

/** Number of entries after `walkAll`. */
export const walkedEntries = walked.devices * walked.each;

/** Returns the large hospital of this run. */
export function theRegister({ kept }: BenchContext): Promise<Register> {
  return kept('register', async () => {
    const database = await openWardDatabase();
    const hospital = await seedRegister(database.db);
    const both = await startBoth(database);
    let devices: Promise<{ id: string; serialNumber: string }[]> | undefined;
    const walk = async ({ devices: count, each }: typeof walked) => {
      await clearRoundHistory(database.db, hospital);
      const found = await firstDevices(database.db, hospital, count);
      await seedRoundHistory(database.db, hospital, { deviceIds: found.map(({ id }) => id), each });
      return found;
    };
    const register: Register = {
      ...both,
      database,
      hospital,
      session: await signInAt(both.ours, hospital.users.bme.email),
      async walkFirstPage() {
        if (devices) throw new Error('The devices have their long history already.');
        await walk(fresh);
        return fresh.devices * fresh.each;
      },
      walkAll: () => (devices ??= walk(walked)),
    };
    const close = async () => {
      await both.stop();
      await database.close();
    };
    return { value: register, close };
  });
}
