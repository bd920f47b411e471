import type { SeededUser } from '#tests/support/seed.ts';
import type { Network } from './network.ts';
import type { RealServer } from './real-server.ts';
import type { Seeded } from './seeded.ts';
import type { Tab, Tablet } from './tablet.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { Workload } from './workload.ts';

/** One run in progress: a hospital, its people, their tablets and what has struck them. */
export interface Ward {
  time: VirtualTime;
  random: Seeded;
  server: RealServer;
  workload: Workload;
  people: SeededUser[];
  tablets: Place[];
  faults: Map<string, number>;
  /** What users do with refused entries; a random stream of its own, so that it changes nothing else in a run. */
  afterthoughts: Seeded;
  /** When pages are left and returned to; a random stream of its own too. */
  turns: Seeded;
  /** When tablets have no room for photos. */
  rooms: Seeded;
  /** How wrong the clocks of tablets are. */
  clocks: Seeded;
  /** Refused entries that their authors have discarded. */
  discarded: Set<string>;
  /** A backup will be, or was, put in the place of the database. */
  isRestoring: boolean;
  restored: boolean;
  /** Promises seen broken during the run. */
  broken: string[];
}

/** A tablet with its network and its user. */
export interface Place {
  tablet: Tablet;
  network: Network;
  /** Its clock stopped while it had no power. */
  stoodStill: boolean;
}

/** Counts a fault. */
export function strike(ward: Ward, fault: string, times = 1): void {
  ward.faults.set(fault, (ward.faults.get(fault) ?? 0) + times);
}

/** A tab that is alive and whose engine has started. */
export function anyTab({ tablet }: Place, random: Seeded): Tab | null {
  const ready = tablet.tabs().filter((tab) => tab.engine() !== null);
  return ready.length > 0 ? random.pick(ready) : null;
}
