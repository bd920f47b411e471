import type { DevicePageFacts } from '#contract/pages/device.ts';
import type { ReplicaKind } from '#contract/records/ward.ts';
import { createVersionKeeper, type VersionKeeper } from './version-keeper.ts';

/** The facts that the page of a device is built from that tablets have too. */
export type GatheredDevice = Pick<DevicePageFacts, 'device' | 'tickets' | 'tasks' | 'rounds' | 'contracts'>;

/** The tiles over the list of devices. */
export interface DeviceTiles {
  totalEquipment: number;
  operational: number;
  underMaintenance: number;
}

/** Count and sum of the versions of the records of one kind. */
export interface KindDigest {
  kind: ReplicaKind;
  count: number;
  sum: number;
}

/** What a process keeps of hospitals by their version. */
export interface Kept {
  /** The facts that the pages of devices are built from. */
  devicePages: VersionKeeper<GatheredDevice>;
  deviceTiles: VersionKeeper<DeviceTiles>;
  digests: VersionKeeper<KindDigest[]>;
  /** Installed devices by make. */
  installBases: VersionKeeper<ReadonlyMap<string, number>>;
}

/** Rows that are kept for pages of devices, in all: devices with their covers and downtimes, work with its events, rounds. */
const maxPageRows = 60_000;
/** Small answers of each sort. */
const maxAnswers = 2_000;

/** Keeps nothing yet. */
export function createKept(): Kept {
  return {
    devicePages: createVersionKeeper({ limit: maxPageRows, weigh: rowsOf }),
    deviceTiles: createVersionKeeper({ limit: maxAnswers }),
    digests: createVersionKeeper({ limit: maxAnswers }),
    installBases: createVersionKeeper({ limit: maxAnswers }),
  };
}

/** How many rows a page of a device holds. */
export function rowsOf({ device, tickets, tasks, rounds, contracts }: GatheredDevice): number {
  const work = [...tickets, ...tasks].reduce((sum, { events, files }) => sum + 1 + events.length + files.length, 0);
  return 1 + device.downtimes.length + device.warranties.length + work + rounds.known.length + contracts.length;
}
