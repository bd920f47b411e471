/** Finds the place of an id by its hash, in one flat table: 100,000 ids take their places in a few milliseconds. */
export interface IdMap {
  /** The place of the id, or -1. Ids of the same hash are compared. */
  find(hash: number, id: string): number;
  /** True if there may be an id of this hash. */
  has(hash: number): boolean;
  /** Makes room for so many more ids at once. */
  reserve(ids: number): void;
  add(hash: number, place: number): void;
  remove(hash: number, place: number): void;
}

const free = 0;
/** Was taken: a search goes on past it. */
const left = -1;
/** Cells for each id when room is made: half of them are left when room has to be made again. */
const fourfold = 4;

/** Makes an empty map; `idAt` reads the id that stands at a place. */
export function createIdMap(idAt: (place: number) => string): IdMap {
  /** A place plus one, or `free` or `left`. The length is a power of two. */
  let cells = new Int32Array(1024);
  let hashes = new Uint32Array(cells.length);
  /** Cells that are not free, and those of them that hold a place. */
  let taken = 0;
  let held = 0;

  /** The next cell with this hash, or a free one. */
  function cellOf(hash: number, from: number): number {
    const last = cells.length - 1;
    let cell = from & last;
    while (cells[cell] !== free && (hashes[cell] !== hash || cells[cell] === left)) cell = (cell + 1) & last;
    return cell;
  }

  /** The place at a cell, or -1. */
  const placeAt = (cell: number): number => (cells[cell] ?? free) - 1;

  function put(hash: number, place: number): void {
    const last = cells.length - 1;
    let cell = hash & last;
    while (cells[cell] !== free) cell = (cell + 1) & last;
    cells[cell] = place + 1;
    hashes[cell] = hash;
    taken += 1;
  }

  /** Leaves out what was removed, and makes room where that is not enough for this many ids. */
  function makeRoom(ids: number): void {
    const [before, hashesBefore] = [cells, hashes];
    let room = before.length;
    while (room < fourfold * ids) room *= 2;
    cells = new Int32Array(room);
    hashes = new Uint32Array(room);
    taken = 0;
    for (let cell = 0; cell < before.length; cell += 1) {
      const kept = before[cell] ?? free;
      if (kept > free) put(hashesBefore[cell] ?? 0, kept - 1);
    }
  }

  return {
    find(hash, id) {
      let cell = cellOf(hash, hash);
      while (placeAt(cell) >= 0 && idAt(placeAt(cell)) !== id) cell = cellOf(hash, cell + 1);
      return placeAt(cell);
    },
    has: (hash) => placeAt(cellOf(hash, hash)) >= 0,
    reserve(ids) {
      if (2 * (taken + ids) > cells.length) makeRoom(held + ids);
    },
    add(hash, place) {
      if (2 * taken >= cells.length) makeRoom(held + 1);
      put(hash, place);
      held += 1;
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
