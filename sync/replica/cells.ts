/** Stores a number for each row of a column, in as few bytes as the largest one needs. */
export type Cells = Uint8Array | Uint16Array | Uint32Array;

/** Bytes per number. */
export type Width = Cells['BYTES_PER_ELEMENT'];

/** Each column begins at a multiple of the largest width. */
const alignment = 4;

/** The two largest numbers of a width mark special cells: the row has no such field, or the field is null. */
export const absent = -1;
export const nothing = -2;

/** Returns the value of `nothing` in cells of a width; only `absent` is larger. */
export function nothingIn(cells: Cells): number {
  return 2 ** (8 * cells.BYTES_PER_ELEMENT) + nothing;
}

/** Packs numbers from 0 on, `absent` and `nothing`, in the smallest possible width. */
export function narrowed(numbers: Int32Array): Cells {
  let largest = 0;
  for (const number of numbers) if (number > largest) largest = number;
  // Stores a negative number as one of the special values at the end of the width.
  if (largest < 0xfe) return new Uint8Array(numbers);
  return largest < 0xfffe ? new Uint16Array(numbers) : new Uint32Array(numbers);
}

/** Concatenates columns. */
export interface CellTail {
  /** Returns where the column begins. Units: bytes. */
  add(cells: Cells): number;
  joined(): Uint8Array;
}

/** Starts an empty list of columns. */
export function createCellTail(): CellTail {
  const list: { from: number; cells: Cells }[] = [];
  let length = 0;
  return {
    add(cells) {
      const from = length;
      list.push({ from, cells });
      length += Math.ceil(cells.byteLength / alignment) * alignment;
      return from;
    },
    joined() {
      const whole = new Uint8Array(length);
      for (const { from, cells } of list)
        whole.set(new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength), from);
      return whole;
    },
  };
}

/** Reads a column that `createCellTail` has written. */
export function readCells(at: Uint8Array, from: number, count: number, width: Width): Cells {
  const begin = at.byteOffset + from;
  if (width === 1) return new Uint8Array(at.buffer, begin, count);
  return width === 2 ? new Uint16Array(at.buffer, begin, count) : new Uint32Array(at.buffer, begin, count);
}
