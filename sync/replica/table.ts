import type { ReplicaKind, ReplicaRecords } from '#contract/replica.ts';
import { createIdMap } from './id-map.ts';
import { hashOf } from './packed.ts';
import type { Page } from './page.ts';

/** A record of any kind. */
export type AnyRow = ReplicaRecords[ReplicaKind];

/** A row where it lies: its page and the place in it. */
export interface Spot {
  page: Page<AnyRow>;
  place: number;
}

/** An index that follows a table. */
export interface TableListener {
  put(page: Page<AnyRow>, place: number, before: Spot | null): void;
  remove(before: Spot): void;
}

/** The rows of one kind in memory, each with its version and the stored segment that holds it. */
export interface Table {
  readonly count: number;
  /** The sum of all row versions, for the daily digest. */
  readonly sum: number;
  /** The same row at each call while it does not change; decoded by the first. */
  get(id: string): AnyRow | undefined;
  /** Place of the row in `all()`, or -1. */
  indexOf(id: string): number;
  /** The same array while no row changes. */
  all(): readonly AnyRow[];
  /** Decodes up to so many rows; true once all are. */
  readAhead(most: number): boolean;
  /** The row at a place of `all()`. */
  at(slot: number): AnyRow | undefined;
  /** Where the row at a place of `all()` lies. */
  pageAt(slot: number): Page<AnyRow> | undefined;
  placeAt(slot: number): number;
  /** Makes room for so many more rows at once. */
  reserve(rows: number): void;
  /** Puts a row of a page, or keeps one of the same version; returns the segment that no longer holds it, or null. */
  put(page: Page<AnyRow>, place: number, version: number, segment: number): number | null;
  /** Returns the segment that held the row, or null if there was none. */
  remove(id: string): number | null;
  /** Visits the rows that the given segments hold. */
  visit(segments: ReadonlySet<number>, visitor: (row: AnyRow, version: number) => void): void;
  /** Records that another segment now holds this row of the page. */
  rehome(page: Page<AnyRow>, place: number, segment: number): void;
}

/** Rows for which there is room at the beginning. */
const firstRoom = 64;

/** Removes a slot by moving the last item into it. */
function fillFromLast(list: unknown[], slot: number): void {
  const last = list.pop();
  if (last !== undefined && slot < list.length) list[slot] = last;
}

/** The numbers in a longer list of the same kind. */
function withRoom<List extends Int32Array | Float64Array>(list: List, longer: List): List {
  longer.set(list);
  return longer;
}

/**
 * Makes an empty table: dense arrays with a map from id to place, so that no change re-indexes. A row is decoded when it is
 * first read; until then only its page and its place there are known.
 */
export function createTable(listener?: TableListener): Table {
  const pages: Page<AnyRow>[] = [];
  /** Null until the row is read. */
  const rows: (AnyRow | null)[] = [];
  let places = new Int32Array(firstRoom);
  let versions = new Float64Array(firstRoom);
  let homes = new Int32Array(firstRoom);
  const slots = createIdMap((slot) => pages[slot]?.id(places[slot] ?? 0) ?? '');
  let snapshot: readonly AnyRow[] | null = null;
  let sum = 0;

  const slotOf = (id: string): number => slots.find(hashOf(id), id);

  function rowAt(slot: number): AnyRow | undefined {
    const known = rows[slot];
    if (known !== null) return known;
    const row = pages[slot]?.row(places[slot] ?? 0);
    if (row !== undefined) rows[slot] = row;
    return row;
  }

  function spotAt(slot: number): Spot | null {
    const page = pages[slot];
    return page ? { page, place: places[slot] ?? 0 } : null;
  }

  function reserve(more: number): void {
    slots.reserve(more);
    const needed = rows.length + more;
    if (needed <= places.length) return;
    const room = Math.max(needed, 2 * places.length);
    places = withRoom(places, new Int32Array(room));
    versions = withRoom(versions, new Float64Array(room));
    homes = withRoom(homes, new Int32Array(room));
  }

  /** A start does this for each row of a hospital. */
  function append(hash: number, page: Page<AnyRow>, place: number, version: number, segment: number): null {
    const slot = rows.length;
    if (slot === places.length) reserve(1);
    listener?.put(page, place, null);
    slots.add(hash, slot);
    pages.push(page);
    rows.push(null);
    places[slot] = place;
    versions[slot] = version;
    homes[slot] = segment;
    sum += version;
    snapshot = null;
    return null;
  }

  function replace(slot: number, page: Page<AnyRow>, place: number, version: number, segment: number): number | null {
    const held = versions[slot] ?? 0;
    const lost = homes[slot] ?? null;
    homes[slot] = segment;
    if (held === version) return lost;
    listener?.put(page, place, spotAt(slot));
    pages[slot] = page;
    places[slot] = place;
    rows[slot] = null;
    versions[slot] = version;
    sum += version - held;
    snapshot = null;
    return lost;
  }

  return {
    get count() {
      return rows.length;
    },
    get sum() {
      return sum;
    },
    get: (id) => rowAt(slotOf(id)),
    indexOf: slotOf,
    all() {
      if (snapshot) return snapshot;
      for (let slot = 0; slot < rows.length; slot += 1) rowAt(slot);
      snapshot = rows.slice() as AnyRow[];
      return snapshot;
    },
    readAhead(most) {
      let left = most;
      for (let slot = 0; slot < rows.length; slot += 1) {
        if (rows[slot] !== null) continue;
        if (left === 0) return false;
        rowAt(slot);
        left -= 1;
      }
      return true;
    },
    at: rowAt,
    pageAt: (slot) => pages[slot],
    placeAt: (slot) => places[slot] ?? 0,
    reserve,
    put(page, place, version, segment) {
      const hash = page.hash(place);
      const known = slots.has(hash) ? slots.find(hash, page.id(place)) : -1;
      return known < 0 ? append(hash, page, place, version, segment) : replace(known, page, place, version, segment);
    },
    remove(id) {
      const slot = slotOf(id);
      const spot = spotAt(slot);
      if (!spot) return null;
      const home = homes[slot] ?? null;
      sum -= versions[slot] ?? 0;
      listener?.remove(spot);
      const last = rows.length - 1;
      const lastHash = pages[last]?.hash(places[last] ?? 0) ?? 0;
      slots.remove(hashOf(id), slot);
      if (slot !== last) {
        slots.remove(lastHash, last);
        slots.add(lastHash, slot);
      }
      for (const list of [versions, homes, places]) list.copyWithin(slot, last, last + 1);
      fillFromLast(rows, slot);
      fillFromLast(pages, slot);
      snapshot = null;
      return home;
    },
    visit(segments, visitor) {
      for (let slot = 0; slot < rows.length; slot += 1) {
        const row = segments.has(homes[slot] ?? 0) ? rowAt(slot) : undefined;
        if (row !== undefined) visitor(row, versions[slot] ?? 0);
      }
    },
    rehome(page, place, segment) {
      const slot = slots.find(page.hash(place), page.id(place));
      if (slot < 0) return;
      homes[slot] = segment;
      pages[slot] = page;
      places[slot] = place;
    },
  };
}
