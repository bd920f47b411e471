import type { DevicePageFacts } from '#contract/pages/device.ts';
import type { ReplicaKind } from '#contract/records/replica.ts';
import { createPartMemory, type PartMemory } from './part-memory.ts';
import { createVersionKeeper, type VersionKeeper } from './version-keeper.ts';

/** The facts on the page of a device that tablets have too. */
export type GatheredDevice = Pick<DevicePageFacts, 'device' | 'tickets' | 'tasks' | 'rounds' | 'contracts'>;

/** The tiles above the list of devices. */
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

/** Caches of a process, keyed by the hospital's version or by its marks. */
export interface Kept {
  /** Facts for the pages of devices. */
  devicePages: VersionKeeper<GatheredDevice>;
  deviceTiles: VersionKeeper<DeviceTiles>;
  digests: VersionKeeper<KindDigest[]>;
  /** Installed devices by make. */
  installBases: VersionKeeper<ReadonlyMap<string, number>>;
  /** Facts behind figures. */
  figureParts: PartMemory;
}

/**
 * Maximum number of cached rows for device pages in total: devices with their covers and downtimes, work with its
 * events, rounds.
 */
const maxPageRows = 60_000;
/** Maximum number of small answers of each kind. */
const maxAnswers = 2_000;

/** Maximum number of cached facts behind figures, of at most 2 kB each. */
const maxFigureFacts = 20_000;

/** Creates empty caches. */
export function createKept(): Kept {
  return {
    devicePages: createVersionKeeper({ limit: maxPageRows, weigh: rowsOf }),
    deviceTiles: createVersionKeeper({ limit: maxAnswers }),
    digests: createVersionKeeper({ limit: maxAnswers }),
    installBases: createVersionKeeper({ limit: maxAnswers }),
    figureParts: createPartMemory(maxFigureFacts),
  };
}

/** Counts the rows that the page of a device holds. */
export function rowsOf({ device, tickets, tasks, rounds, contracts }: GatheredDevice): number {
  const work = [...tickets, ...tasks].reduce((sum, { events, files }) => sum + 1 + events.length + files.length, 0);
  return 1 + device.downtimes.length + device.warranties.length + work + rounds.known.length + contracts.length;
}
