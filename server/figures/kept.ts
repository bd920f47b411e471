import type { GatheredDevice } from '../device/gather-page.ts';
import type { DeviceTiles } from '../device/read-tiles.ts';
import type { KindDigest } from '../sync/digest.ts';
import { createVersionKeeper, type VersionKeeper } from './version-keeper.ts';

/** What a process keeps of hospitals by their version. */
export interface Kept {
  /** What the pages of devices are made of. */
  devicePages: VersionKeeper<GatheredDevice>;
  deviceTiles: VersionKeeper<DeviceTiles>;
  digests: VersionKeeper<KindDigest[]>;
  /** Installed devices by make. */
  installBases: VersionKeeper<ReadonlyMap<string, number>>;
}

/** Tickets, tasks, their events and files that are kept for pages of devices, in all. */
const maxPageRows = 30_000;
/** Small answers of each sort. */
const maxAnswers = 2_000;

/** Keeps nothing yet. */
export function createKept(): Kept {
  const weigh = ({ tickets, tasks }: GatheredDevice): number =>
    [...tickets, ...tasks].reduce((sum, { events, files }) => sum + 1 + events.length + files.length, 1);
  return {
    devicePages: createVersionKeeper({ limit: maxPageRows, weigh }),
    deviceTiles: createVersionKeeper({ limit: maxAnswers }),
    digests: createVersionKeeper({ limit: maxAnswers }),
    installBases: createVersionKeeper({ limit: maxAnswers }),
  };
}
