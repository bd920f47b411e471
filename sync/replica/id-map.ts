/** Finds the position of an id by its hash, in flat lists, so that 100,000 ids can be added in a few milliseconds. */
export interface IdMap {
  /** Returns the position of the id, or -1. Ids with the same hash are compared. */
  find(hash: number, id: string): number;
  /** Reserves space for this many more ids. */
  reserve(ids: number): void;
  add(hash: number, place: number): void;
  /**
   * Adds the hashes from `from` on at the positions from `place` on, as long as they are new; returns how many were
   * added.
   */
  addNew(hashes: Uint32Array, from: number, place: number): number;
  remove(hash: number, place: number): void;
}

const free = 0;
/** A deleted cell: a search continues past it. */
const left = -1;
/** Cells per id when space is reserved: half of them are still free when space has to be reserved again. */
const fourfold = 4;
/** Cells at the beginning, and places whose hash is kept. */
const firstRoom = 1024;

/** Creates an empty map; `idAt` reads the id at a position. */
export function createIdMap(idAt: (place: number) => string): IdMap {
  /** Each cell holds a position plus one, or `free` or `left`. The length is a power of two. */
  let cells = new Int32Array(firstRoom);
  /** The hash of the id at each position. */
  let hashes = new Uint32Array(firstRoom);
  /** Number of cells that are not free, and of those that hold a position. */
  let taken = 0;
  let held = 0;

  /** Returns the next cell with this hash, or a free one. */
  function cellOf(hash: number, from: number): number {
    const last = cells.length - 1;
    let cell = from & last;
    for (let known = cells[cell] ?? free; known !== free; known = cells[cell] ?? free) {
      if (known !== left && hashes[known - 1] === hash) break;
      cell = (cell + 1) & last;
    }
    return cell;
  }

  /** Returns the position at a cell, or -1. */
  const placeAt = (cell: number): number => (cells[cell] ?? free) - 1;

  /** Drops removed cells, and grows if there is not enough space for this many ids. */
  function makeRoom(ids: number): void {
    const before = cells;
    let room = before.length;
    while (room < fourfold * ids) room *= 2;
    const last = room - 1;
    const after = new Int32Array(room);
    for (let at = 0; at < before.length; at += 1) {
      const known = before[at] ?? free;
      if (known <= free) continue;
      let cell = (hashes[known - 1] ?? 0) & last;
      while (after[cell] !== free) cell = (cell + 1) & last;
      after[cell] = known;
    }
    cells = after;
    taken = held;
  }

  function keepHashes(places: number): void {
    if (places <= hashes.length) return;
    const longer = new Uint32Array(Math.max(places, 2 * hashes.length));
    longer.set(hashes);
    hashes = longer;
  }

  function reserve(ids: number): void {
    if (2 * (taken + ids) > cells.length) makeRoom(held + ids);
  }

  return {
    find(hash, id) {
      let cell = cellOf(hash, hash);
      while (placeAt(cell) >= 0 && idAt(placeAt(cell)) !== id) cell = cellOf(hash, cell + 1);
      return placeAt(cell);
    },
    reserve,
    add(hash, place) {
      reserve(1);
      keepHashes(place + 1);
      hashes[place] = hash;
      const last = cells.length - 1;
      let cell = hash & last;
      while (cells[cell] !== free) cell = (cell + 1) & last;
      cells[cell] = place + 1;
      taken += 1;
      held += 1;
    },
    addNew(given, from, place) {
      const ids = given.length - from;
      reserve(ids);
      keepHashes(place + ids);
      // A start runs this loop for each row of a hospital, mostly before it is compiled, so it does as little as
      // possible.
      const [inCells, inHashes, last] = [cells, hashes, cells.length - 1];
      let added = 0;
      for (; added < ids; added += 1) {
        const hash = given[from + added]!;
        let cell = hash & last;
        let found = inCells[cell]!;
        while (found !== free && (found === left || inHashes[found - 1] !== hash)) {
          cell = (cell + 1) & last;
          found = inCells[cell]!;
        }
        if (found !== free) break;
        inCells[cell] = place + added + 1;
        inHashes[place + added] = hash;
      }
      taken += added;
      held += added;
      return added;
    },
    remove(hash, place) {
      let cell = cellOf(hash, hash);
      while (placeAt(cell) >= 0 && placeAt(cell) !== place) cell = cellOf(hash, cell + 1);
      if (placeAt(cell) < 0) return;
      cells[cell] = left;
      held -= 1;
    },
  };
}
