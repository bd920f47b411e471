import { replicaKinds } from '#contract/records/replica.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import type { Copy } from './copy.ts';

/** Reads the rows of a replica. */
export interface ReplicaRows {
  get<K extends ReplicaKind>(kind: K, id: string): ReplicaRecords[K] | undefined;
  /** The same array as long as nothing of the kind changes. */
  all<K extends ReplicaKind>(kind: K): readonly ReplicaRecords[K][];
  /** Returns the position of the record in `all(kind)`, or -1. */
  indexOf(kind: ReplicaKind, id: string): number;
  count(kind: ReplicaKind): number;
  /** See `WardView.readAhead`. */
  readAhead(kind: ReplicaKind, most: number): boolean;
  deviceBySerial(serialNumber: string): DeviceRecord | undefined;
  searchDevices(text: string, limit: number): DeviceRecord[];
  /** Returns count and sum of versions of each kind, to compare with the server's. */
  digest(): { kind: ReplicaKind; count: number; sum: number }[];
}

/** Creates reads of what `copy` holds in memory at the time of each call. */
export function rowsOf(copy: Pick<Copy, 'memory'>): ReplicaRows {
  function get<K extends ReplicaKind>(kind: K, id: string): ReplicaRecords[K] | undefined {
    return copy.memory.tables[kind].get(id) as ReplicaRecords[K] | undefined;
  }

  function all<K extends ReplicaKind>(kind: K): readonly ReplicaRecords[K][] {
    return copy.memory.tables[kind].all() as readonly ReplicaRecords[K][];
  }

  return {
    get,
    all,
    indexOf: (kind, id) => copy.memory.tables[kind].indexOf(id),
    count: (kind) => copy.memory.tables[kind].count,
    readAhead: (kind, most) => copy.memory.tables[kind].readAhead(most),
    deviceBySerial(serialNumber) {
      const id = copy.memory.devices.idBySerial(serialNumber);
      return id === undefined ? undefined : get('device', id);
    },
    searchDevices(text, limit) {
      const { devices, tables } = copy.memory;
      return devices.search(text, limit).flatMap((slot) => (tables.device.at(slot) as DeviceRecord | undefined) ?? []);
    },
    digest() {
      const { tables } = copy.memory;
      return replicaKinds.map((kind) => ({ kind, count: tables[kind].count, sum: tables[kind].sum() }));
    },
  };
}
