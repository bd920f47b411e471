import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import { createIdMap } from './id-map.ts';
import { hashOf } from './packed.ts';
import type { Page } from './page.ts';

/** A record of any kind. */
export type AnyRow = ReplicaRecords[ReplicaKind];

/** The position of a row: its page and its index on that page. */
export interface Spot {
  page: Page<AnyRow>;
  place: number;
}

/** The rows of a page with the version of each. */
export interface PagePart {
  page: Page<AnyRow>;
  versions: Float64Array;
}

/** An index that follows a table. */
export interface TableListener {
  /** Called when rows of a page, from one position up to another, are new. */
  append(page: Page<AnyRow>, from: number, to: number): void;
  replace(page: Page<AnyRow>, place: number, before: Spot): void;
  remove(before: Spot): void;
}

/** The rows of one kind in memory, each with its version and the stored segment that holds it. */
export interface Table {
  readonly count: number;
  /** Sum of all row versions, for the daily digest. */
  sum(): number;
  /** Returns the row, decoding it on the first call; the same object as long as it does not change. */
  get(id: string): AnyRow | undefined;
  /** Returns the position of the row in `all()`, or -1. */
  indexOf(id: string): number;
  /** The same array while no row changes. */
  all(): readonly AnyRow[];
  /** Decodes up to this many rows; returns true once all are decoded. */
  readAhead(most: number): boolean;
  /** Returns the row at a position of `all()`. */
  at(slot: number): AnyRow | undefined;
  /** Returns page and index of the row at a position of `all()`. */
  pageAt(slot: number): Page<AnyRow> | undefined;
  placeAt(slot: number): number;
  /** Reserves space for this many more rows. */
  reserve(rows: number): void;
  /**
   * Adds the rows of a segment, for which space is reserved, or keeps those of the same version; `lose` is called with
   * the segment that no longer holds a row.
   */
  put(part: PagePart, segment: number, lose: (segment: number) => void): void;
  /** Returns the segment that held the row, or null if there was none. */
  remove(id: string): number | null;
  /** Visits the rows that the given segments hold. */
  visit(segments: ReadonlySet<number>, visitor: (row: AnyRow, version: number) => void): void;
  /** Records that another segment now holds this row of the page. */
  rehome(page: Page<AnyRow>, place: number, segment: number): void;
}

/** Number of rows for which space is reserved at the beginning. */
const firstRoom = 64;

const emptyList = <Item>(length: number): (Item | undefined)[] => Array.from({ length });

let numbers = new Int32Array(0);

/** Returns the numbers from one up to another. */
function numbersBetween(from: number, to: number): Int32Array {
  if (numbers.length < to) numbers = Int32Array.from({ length: to }, (_, at) => at);
  return numbers.subarray(from, to);
}

/** Returns the numbers in a longer list of the same kind. */
function withRoom<List extends Int32Array | Float64Array>(list: List, longer: List): List {
  longer.set(list);
  return longer;
}

/**
 * Creates an empty table: dense arrays with a map from id to position, so that a change never re-indexes. A row is
 * decoded when it is first read; until then, only its page and index are known.
 */
export function createTable(listener?: TableListener): Table {
  // All lists have spare capacity after the last row.
  const pages = emptyList<Page<AnyRow>>(firstRoom);
  /** Undefined until the row is read. */
  const rows = emptyList<AnyRow>(firstRoom);
  let places = new Int32Array(firstRoom);
  let versions = new Float64Array(firstRoom);
  let homes = new Int32Array(firstRoom);
  const slots = createIdMap((slot) => pages[slot]?.id(places[slot] ?? 0) ?? '');
  let snapshot: readonly AnyRow[] | null = null;
  let count = 0;

  const slotOf = (id: string): number => slots.find(hashOf(id), id);

  function rowAt(slot: number): AnyRow | undefined {
    const known = rows[slot];
    if (known !== undefined) return known;
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
    const needed = count + more;
    if (needed <= places.length) return;
    const room = Math.max(needed, 2 * places.length);
    places = withRoom(places, new Int32Array(room));
    versions = withRoom(versions, new Float64Array(room));
    homes = withRoom(homes, new Int32Array(room));
    pages.length = room;
    rows.length = room;
  }

  /**
   * Appends rows of a page from one position up to another, for which space is reserved. A start does this for all rows
   * of a hospital.
   */
  function append({ page, versions: given }: PagePart, from: number, to: number, segment: number): void {
    const end = count + to - from;
    homes.fill(segment, count, end);
    pages.fill(page, count, end);
    versions.set(given.subarray(from, to), count);
    places.set(numbersBetween(from, to), count);
    count = end;
    listener?.append(page, from, to);
    snapshot = null;
  }

  function replace(slot: number, page: Page<AnyRow>, place: number, version: number): void {
    const held = versions[slot] ?? 0;
    const before = spotAt(slot);
    if (held === version || !before) return;
    listener?.replace(page, place, before);
    pages[slot] = page;
    places[slot] = place;
    rows[slot] = undefined;
    versions[slot] = version;
    snapshot = null;
  }

  return {
    get count() {
      return count;
    },
    sum() {
      let sum = 0;
      for (let slot = 0; slot < count; slot += 1) sum += versions[slot] ?? 0;
      return sum;
    },
    get: (id) => rowAt(slotOf(id)),
    indexOf: slotOf,
    all() {
      if (snapshot) return snapshot;
      for (let slot = 0; slot < count; slot += 1) rowAt(slot);
      snapshot = rows.slice(0, count) as AnyRow[];
      return snapshot;
    },
    readAhead(most) {
      let left = most;
      for (let slot = 0; slot < count; slot += 1) {
        if (rows[slot] !== undefined) continue;
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
    put(part, segment, lose) {
      const { page, versions: given } = part;
      const { hashes } = page;
      for (let place = 0; place < given.length; place += 1) {
        const to = place + slots.addNew(hashes, place, count);
        append(part, place, to, segment);
        place = to;
        if (place === given.length) break;
        const hash = hashes[place] ?? 0;
        const slot = slots.find(hash, page.id(place));
        if (slot < 0) {
          slots.add(hash, count);
          append(part, place, place + 1, segment);
        } else {
          lose(homes[slot] ?? 0);
          homes[slot] = segment;
          replace(slot, page, place, given[place] ?? 0);
        }
      }
    },
    remove(id) {
      const slot = slotOf(id);
      const spot = spotAt(slot);
      if (!spot) return null;
      const home = homes[slot] ?? null;
      listener?.remove(spot);
      const last = count - 1;
      const lastHash = pages[last]?.hashes[places[last] ?? 0] ?? 0;
      slots.remove(hashOf(id), slot);
      if (slot !== last) {
        slots.remove(lastHash, last);
        slots.add(lastHash, slot);
      }
      for (const list of [versions, homes, places, pages, rows]) list.copyWithin(slot, last, last + 1);
      pages[last] = undefined;
      rows[last] = undefined;
      count = last;
      snapshot = null;
      return home;
    },
    visit(segments, visitor) {
      for (let slot = 0; slot < count; slot += 1) {
        const row = segments.has(homes[slot] ?? 0) ? rowAt(slot) : undefined;
        if (row !== undefined) visitor(row, versions[slot] ?? 0);
      }
    },
    rehome(page, place, segment) {
      const slot = slots.find(page.hashes[place] ?? 0, page.id(place));
      if (slot < 0) return;
      homes[slot] = segment;
      pages[slot] = page;
      places[slot] = place;
    },
  };
}
