import type { ReplicaKind, ReplicaRecords } from '#contract/replica.ts';

/** A record of any kind. */
export type AnyRow = ReplicaRecords[ReplicaKind];

/** An index that follows a table; `before` is the row that was in the slot. */
export interface SlotListener {
  put(slot: number, row: AnyRow, before: AnyRow | undefined): void;
  /** The slot is removed: the last slot's content moves into it, and the last slot disappears. */
  remove(slot: number, row: AnyRow): void;
}

/** The rows of one kind in memory, each with its version and the stored segment that holds it. */
export interface Table {
  readonly count: number;
  /** The sum of all row versions, for the daily digest. */
  readonly sum: number;
  get(id: string): AnyRow | undefined;
  /** Place of the row in `all()`, or -1. */
  indexOf(id: string): number;
  /** The same array while no row changes. */
  all(): readonly AnyRow[];
  /** Puts the row, or keeps one of the same version; returns the segment that no longer holds it, or null. */
  put(row: AnyRow, version: number, segment: number): number | null;
  /** Returns the segment that held the row, or null if there was none. */
  remove(id: string): number | null;
  /** Visits the rows that the given segments hold. */
  visit(segments: ReadonlySet<number>, visitor: (row: AnyRow, version: number) => void): void;
  /** Records that another segment now holds these rows. */
  rehome(moved: readonly AnyRow[], segment: number): void;
}

/** Removes a slot by moving the last item into it; returns the moved item, if any. */
export function fillFromLast<T>(list: T[], slot: number): T | undefined {
  const last = list.pop();
  if (last === undefined || slot >= list.length) return undefined;
  list[slot] = last;
  return last;
}

/** Makes an empty table: dense arrays with a map from id to place, so that no change re-indexes. */
export function createTable(listener?: SlotListener): Table {
  const slots = new Map<string, number>();
  const rows: AnyRow[] = [];
  const versions: number[] = [];
  const homes: number[] = [];
  let snapshot: readonly AnyRow[] | null = null;
  let sum = 0;

  return {
    get count() {
      return rows.length;
    },
    get sum() {
      return sum;
    },
    get(id) {
      const slot = slots.get(id);
      return slot === undefined ? undefined : rows[slot];
    },
    indexOf: (id) => slots.get(id) ?? -1,
    all() {
      snapshot ??= rows.slice();
      return snapshot;
    },
    put(row, version, segment) {
      const known = slots.get(row.id);
      const slot = known ?? rows.length;
      const before = rows[slot];
      const held = versions[slot] ?? 0;
      const lost = homes[slot] ?? null;
      homes[slot] = segment;
      if (known !== undefined && held === version) return lost;
      if (known === undefined) slots.set(row.id, slot);
      rows[slot] = row;
      versions[slot] = version;
      sum += version - held;
      snapshot = null;
      listener?.put(slot, row, before);
      return lost;
    },
    remove(id) {
      const slot = slots.get(id);
      const row = slot === undefined ? undefined : rows[slot];
      if (slot === undefined || row === undefined) return null;
      const home = homes[slot] ?? null;
      sum -= versions[slot] ?? 0;
      slots.delete(id);
      for (const list of [versions, homes]) fillFromLast(list, slot);
      const moved = fillFromLast(rows, slot);
      if (moved !== undefined) slots.set(moved.id, slot);
      snapshot = null;
      listener?.remove(slot, row);
      return home;
    },
    visit(segments, visitor) {
      for (const [slot, row] of rows.entries()) {
        const home = homes[slot];
        if (home !== undefined && segments.has(home)) visitor(row, versions[slot] ?? 0);
      }
    },
    rehome(moved, segment) {
      for (const { id } of moved) {
        const slot = slots.get(id);
        if (slot !== undefined) homes[slot] = segment;
      }
    },
  };
}
