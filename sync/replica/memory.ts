import { replicaKinds } from '#contract/records/replica.ts';
import type { ReplicaKind } from '#contract/records/replica.ts';
import type { Changes } from '#contract/calls/sync.ts';
import { createDeviceIndex } from './device-index.ts';
import type { DeviceIndex } from './device-index.ts';
import { pack } from './packed.ts';
import type { Packed } from './packed.ts';
import { readPage } from './page.ts';
import { createTable } from './table.ts';
import type { AnyRow, Table } from './table.ts';

/** Rows of one kind with their versions: as they arrive in a page of changes, or packed if there are many. */
interface Part {
  kind: ReplicaKind;
  versions: number[] | Float64Array;
  rows: AnyRow[] | Packed;
}

/** Rows of one kind that no segment holds yet. */
interface LoosePart {
  kind: ReplicaKind;
  versions: number[];
  rows: AnyRow[];
}

/** One stored record: rows that are current from now on, and ids that are deleted. */
export interface Segment {
  parts: Part[];
  gone: { kind: ReplicaKind; id: string }[];
}

/** A merge of segments: `segments` replace those with these `numbers`; see `Memory.plan`. */
export interface TidyPlan {
  numbers: ReadonlySet<number>;
  segments: Segment[];
  /** True if tombstones are dropped, so that a tab that has not read them must reload. */
  forgets: boolean;
}

/** The replica in memory, and which stored segment holds which row. */
export interface Memory {
  tables: Readonly<Record<ReplicaKind, Table>>;
  devices: DeviceIndex;
  /** Reserves space for this segment and, if it is the first, for the given number of similar ones. */
  apply(number: number, segment: Segment, toCome?: number): void;
  /**
   * Returns the merge that is due, or null; rows that were not packed, because a screen waited for them, are packed
   * once the download is `complete`.
   */
  plan(complete: boolean): TidyPlan | null;
  /** Records that a plan was carried out, with segment numbers from `first` on. */
  settle(plan: TidyPlan, first: number): void;
}

/**
 * Maximum number of rows in a stored segment: large enough to be fast, small enough to be written between two frames.
 */
const segmentRows = 2048;
/** Smaller segments are merged. Units: rows. */
const smallRows = 512;
/** A kind is packed from this number of rows on: packing fewer saves little, and most live changes bring fewer. */
const packedRows = 16;
/**
 * Number of small segments that accumulate before a merge, which limits both the records to read and the rows to
 * rewrite.
 */
const smallSegments = 16;

interface Ledger {
  total: number;
  live: number;
  gone: Segment['gone'];
  /** Returns whether there are many rows that are not packed. */
  isLoose: boolean;
}

const known = new Set<string>(replicaKinds);

/**
 * Splits a page of changes of any size into segments, without kinds that only a newer server knows. Rows that a screen
 * waits for are not packed yet: the next merge packs them.
 */
export function segmentsOf(
  changes: Pick<Changes, 'rows' | 'tombstones'>,
  { isAwaited = false }: { isAwaited?: boolean } = {},
): Segment[] {
  const parts = changes.rows
    .filter((part) => known.has(part.kind))
    .map(({ kind, versions, rows }): LoosePart => ({ kind, versions, rows: rows as unknown as AnyRow[] }));
  const gone = changes.tombstones.filter((tombstone) => known.has(tombstone.kind));
  return cut({ parts, gone }, isAwaited ? (part) => part : packedPart);
}

function cut(whole: { parts: LoosePart[]; gone: Segment['gone'] }, partOf: (part: LoosePart) => Part): Segment[] {
  const segments: Segment[] = [{ parts: [], gone: whole.gone }];
  let room = segmentRows;
  for (const { kind, versions, rows } of whole.parts) {
    for (let from = 0; from < rows.length;) {
      if (room === 0) {
        segments.push({ parts: [], gone: [] });
        room = segmentRows;
      }
      const to = Math.min(rows.length, from + room);
      segments.at(-1)?.parts.push(partOf({ kind, versions: versions.slice(from, to), rows: rows.slice(from, to) }));
      room -= to - from;
      from = to;
    }
  }
  return segments.filter((segment) => segment.parts.length + segment.gone.length > 0);
}

/** Returns rows as a part, packed unless they are few. */
function packedPart({ kind, versions, rows }: LoosePart): Part {
  if (rows.length < packedRows) return { kind, versions, rows };
  return { kind, versions: Float64Array.from(versions), rows: pack(rows) };
}

/** Returns what is known about a segment whose rows are all current. */
function entryOf({ parts, gone }: Segment): Ledger {
  const total = parts.reduce((sum, { versions }) => sum + versions.length, 0);
  const isLoose = parts.some(({ rows }) => Array.isArray(rows) && rows.length >= packedRows);
  return { total, live: total, gone, isLoose };
}

/** Creates an empty memory. */
export function createMemory(): Memory {
  const devices = createDeviceIndex(() => tables.device);
  const tables: Record<ReplicaKind, Table> = {
    template: createTable(),
    department: createTable(),
    technician: createTable(),
    procedure: createTable(),
    tester: createTable(),
    contract: createTable(),
    holiday: createTable(),
    setting: createTable(),
    device: createTable(devices),
    task: createTable(),
    ticket: createTable(),
    faultReport: createTable(),
    notice: createTable(),
    round: createTable(),
    test: createTable(),
    refusal: createTable(),
  };
  const ledger = new Map<number, Ledger>();

  function lose(number: number | null): void {
    const entry = number === null ? undefined : ledger.get(number);
    if (entry) entry.live -= 1;
  }

  /** Returns whether a remaining segment before `number` still holds a row that a tombstone may refer to. */
  function buriesBelow(number: number, leaving: ReadonlySet<number>): boolean {
    for (const [other, { total, live }] of ledger) {
      if (other < number && !leaving.has(other) && live < total) return true;
    }
    return false;
  }

  return {
    tables,
    devices,
    apply(number, { parts, gone }, toCome = 0) {
      // Only the first segment announces the size of the others: if each kind did, all would reserve space for the
      // whole hospital.
      const alike = ledger.size === 0 ? 1 + toCome : 1;
      ledger.set(number, entryOf({ parts, gone }));
      for (const { kind, id } of gone) lose(tables[kind].remove(id));
      for (const { kind, versions, rows } of parts) {
        tables[kind].reserve(alike * versions.length);
        const part = {
          page: readPage<AnyRow>(rows),
          versions: Array.isArray(versions) ? Float64Array.from(versions) : versions,
        };
        tables[kind].put(part, number, lose);
      }
    },
    plan(complete) {
      const entries = [...ledger];
      const small = entries.filter(([, { total, gone }]) => total + gone.length < smallRows);
      const sparse = entries.find(([, { total, live }]) => total >= smallRows && live * 2 < total);
      const leaving = small.length >= smallSegments ? small : [];
      if (sparse) leaving.push(sparse);
      if (complete || leaving.length > 0)
        leaving.push(...entries.filter((entry) => entry[1].isLoose && !leaving.includes(entry)));
      if (leaving.length === 0) return null;
      const numbers = new Set(leaving.map(([number]) => number));
      const gone = leaving
        .filter(([number]) => buriesBelow(number, numbers))
        .flatMap(([, entry]) => entry.gone)
        .filter(({ kind, id }) => tables[kind].indexOf(id) < 0);
      const forgets = gone.length < leaving.reduce((sum, [, entry]) => sum + entry.gone.length, 0);
      const parts = replicaKinds.map((kind) => {
        const part: LoosePart = { kind, versions: [], rows: [] };
        tables[kind].visit(numbers, (row, version) => {
          part.rows.push(row);
          part.versions.push(version);
        });
        return part;
      });
      return { numbers, segments: cut({ parts, gone }, packedPart), forgets };
    },
    settle({ numbers, segments }, first) {
      for (const number of numbers) ledger.delete(number);
      for (const [at, { parts, gone }] of segments.entries()) {
        ledger.set(first + at, entryOf({ parts, gone }));
        for (const { kind, versions, rows } of parts) {
          const page = readPage<AnyRow>(rows);
          for (const place of versions.keys()) tables[kind].rehome(page, place, first + at);
        }
      }
    },
  };
}
