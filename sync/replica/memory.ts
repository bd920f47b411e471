import { replicaKinds } from '#contract/replica.ts';
import type { ReplicaKind } from '#contract/replica.ts';
import type { Changes } from '#contract/calls/sync.ts';
import { createDeviceIndex } from './device-index.ts';
import type { DeviceIndex } from './device-index.ts';
import { createTable } from './table.ts';
import type { AnyRow, Table } from './table.ts';

/** Rows of one kind with their versions, as they arrive in a page of changes. */
interface Part {
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
  /** True if tombstones are dropped, so that a tab that has not read them must load again. */
  forgets: boolean;
}

/** The replica in memory, and which stored segment holds which row. */
export interface Memory {
  tables: Readonly<Record<ReplicaKind, Table>>;
  devices: DeviceIndex;
  apply(number: number, segment: Segment): void;
  /** The merge that is due, or null. */
  plan(): TidyPlan | null;
  /** Records that a plan was carried out, with segment numbers from `first` on. */
  settle(plan: TidyPlan, first: number): void;
}

/** Maximum rows of a stored segment: large enough to be fast, small enough to be written between two frames. */
const segmentRows = 2048;
/** Segments smaller than this are merged. Units: rows. */
const smallRows = 512;
/** Small segments that accumulate before a merge: bounds both the records to read and the rows to rewrite. */
const smallSegments = 16;

interface Ledger {
  total: number;
  live: number;
  gone: Segment['gone'];
}

const known = new Set<string>(replicaKinds);

/** Splits a page of changes of any size into segments, without kinds that only a newer server knows. */
export function segmentsOf(changes: Pick<Changes, 'rows' | 'tombstones'>): Segment[] {
  const parts = changes.rows
    .filter((part) => known.has(part.kind))
    .map(({ kind, versions, rows }): Part => ({ kind, versions, rows: rows as unknown as AnyRow[] }));
  return cut({ parts, gone: changes.tombstones.filter((tombstone) => known.has(tombstone.kind)) });
}

function cut(whole: Segment): Segment[] {
  const segments: Segment[] = [{ parts: [], gone: whole.gone }];
  let room = segmentRows;
  for (const { kind, versions, rows } of whole.parts) {
    for (let from = 0; from < rows.length;) {
      if (room === 0) {
        segments.push({ parts: [], gone: [] });
        room = segmentRows;
      }
      const to = Math.min(rows.length, from + room);
      segments.at(-1)?.parts.push({ kind, versions: versions.slice(from, to), rows: rows.slice(from, to) });
      room -= to - from;
      from = to;
    }
  }
  return segments.filter((segment) => segment.parts.length + segment.gone.length > 0);
}

/** Makes an empty memory. */
export function createMemory(): Memory {
  const devices = createDeviceIndex();
  const tables: Record<ReplicaKind, Table> = {
    template: createTable(),
    department: createTable(),
    technician: createTable(),
    procedure: createTable(),
    tester: createTable(),
    device: createTable(devices),
    task: createTable(),
    ticket: createTable(),
    round: createTable(),
    test: createTable(),
    refusal: createTable(),
  };
  const ledger = new Map<number, Ledger>();

  function lose(number: number | null): void {
    const entry = number === null ? undefined : ledger.get(number);
    if (entry) entry.live -= 1;
  }

  /** True if a remaining segment before `number` still holds a row that a tombstone may refer to. */
  function buriesBelow(number: number, leaving: ReadonlySet<number>): boolean {
    for (const [other, { total, live }] of ledger) {
      if (other < number && !leaving.has(other) && live < total) return true;
    }
    return false;
  }

  return {
    tables,
    devices,
    apply(number, { parts, gone }) {
      const total = parts.reduce((sum, { rows }) => sum + rows.length, 0);
      ledger.set(number, { total, live: total, gone });
      for (const { kind, id } of gone) lose(tables[kind].remove(id));
      for (const { kind, versions, rows } of parts) {
        const table = tables[kind];
        for (let at = 0; at < rows.length; at += 1) {
          const row = rows[at];
          if (row === undefined) continue;
          lose(table.put(row, versions[at] ?? 0, number));
        }
      }
    },
    plan() {
      const small = [...ledger].filter(([, { total, gone }]) => total + gone.length < smallRows);
      const sparse = [...ledger].find(([, { total, live }]) => total >= smallRows && live * 2 < total);
      const leaving = small.length >= smallSegments ? small : [];
      if (sparse) leaving.push(sparse);
      if (leaving.length === 0) return null;
      const numbers = new Set(leaving.map(([number]) => number));
      const gone = leaving
        .filter(([number]) => buriesBelow(number, numbers))
        .flatMap(([, entry]) => entry.gone)
        .filter(({ kind, id }) => tables[kind].get(id) === undefined);
      const forgets = gone.length < leaving.reduce((sum, [, entry]) => sum + entry.gone.length, 0);
      const parts = replicaKinds.map((kind) => {
        const part: Part = { kind, versions: [], rows: [] };
        tables[kind].visit(numbers, (row, version) => {
          part.rows.push(row);
          part.versions.push(version);
        });
        return part;
      });
      return { numbers, segments: cut({ parts, gone }), forgets };
    },
    settle({ numbers, segments }, first) {
      for (const number of numbers) ledger.delete(number);
      for (const [at, { parts, gone }] of segments.entries()) {
        const live = parts.reduce((sum, { rows }) => sum + rows.length, 0);
        ledger.set(first + at, { total: live, live, gone });
        for (const { kind, rows } of parts) tables[kind].rehome(rows, first + at);
      }
    },
  };
}
