import type { SeededUser } from '#tests/support/seed.ts';
import type { Network } from './network.ts';
import type { RealServer } from './real-server.ts';
import type { Seeded } from './seeded.ts';
import type { Tab, Tablet } from './tablet.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { Workload } from './workload.ts';

/** A run in progress: a hospital, its people and tablets, and the faults so far. */
export interface Ward {
  time: VirtualTime;
  random: Seeded;
  server: RealServer;
  workload: Workload;
  people: SeededUser[];
  tablets: Place[];
  faults: Map<string, number>;
  /** Decides what users do with refused entries; a separate random stream, so that it changes nothing else in a run. */
  afterthoughts: Seeded;
  /** Decides when pages are left and returned to; also a separate stream. */
  turns: Seeded;
  /** Decides when tablets have no room for photos. */
  rooms: Seeded;
  /** Decides how wrong the tablets' clocks are. */
  clocks: Seeded;
  /** Decides what the office merges. */
  office: Seeded;
  /** Refused entries that their authors discarded. */
  discarded: Set<string>;
  /** A backup will be, or was, restored in this run. */
  isRestoring: boolean;
  restored: boolean;
  /** Promises that were seen to be broken during the run. */
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

/** Returns a live tab whose engine has started. */
export function anyTab({ tablet }: Place, random: Seeded): Tab | null {
  const ready = tablet.tabs().filter((tab) => tab.engine() !== null);
  return ready.length > 0 ? random.pick(ready) : null;
}
