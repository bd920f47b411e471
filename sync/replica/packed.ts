/**
 * Rows packed into columns: each distinct value is written once, as a line of text, and rows refer to its line. A page
 * of devices takes a fifth of the space of its objects, and IndexedDB returns it as three buffers that are decoded on
 * demand. Lists of records that differ from row to row, such as the answers of tests, are columns too.
 */
import { absent, createCellTail, narrowed, nothing } from './cells.ts';
import type { Cells, CellTail, Width } from './cells.ts';
import { uuidBytes } from './uuid-lines.ts';

/**
 * How the values of a field are stored: as lines, which are the texts themselves, ids in 16 bytes, or JSON; or as
 * columns of the records in it, one in each row or a list of them.
 */
export type Form = 'texts' | 'uuids' | 'json' | 'records' | 'lists';

/** One field of all rows of a page, or of all records in one of their fields. */
export interface Column {
  key: string;
  form: Form;
  /** The number of rows, the start of their cells in `Packed.at`, and the width of the cells. */
  count: number;
  from: number;
  width: Width;
  /** The number of lines, and of their bytes in `Packed.bytes`. */
  lines: number;
  start: number;
  end: number;
  /** The columns of the records in this field, instead of lines. */
  records: Column[] | null;
}

/** A page of rows in columns. */
export interface Packed {
  /** A hash of each id, so that a page can be added to the memory without reading its ids. */
  hashes: Uint32Array;
  /** Column after column, the cell of each row: its line, its record, or the length of its list. */
  at: Uint8Array;
  /** The lines, column after column. */
  bytes: Uint8Array;
  /** JSON, because IndexedDB reads one text faster than many objects; stores of schema 2000 have objects. */
  columns: string | readonly Column[];
}

/** Returns a hash of an id. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Packs rows of one kind, which must be JSON values. */
export function pack(rows: readonly { id: string }[]): Packed {
  const cells = createCellTail();
  const texts = createTextTail();
  const columns = columnsOf(rows, { cells, texts });
  return {
    hashes: Uint32Array.from(rows, ({ id }) => hashOf(id)),
    at: cells.joined(),
    bytes: texts.joined(),
    columns: JSON.stringify(columns),
  };
}

/** The packed data so far. */
interface Tails {
  cells: CellTail;
  texts: TextTail;
}

/** Concatenates lines. */
interface TextTail {
  /** Appends bytes and returns where they begin. */
  add(bytes: Uint8Array): number;
  joined(): Uint8Array;
}

function createTextTail(): TextTail {
  const list: Uint8Array[] = [];
  let length = 0;
  return {
    add(bytes) {
      list.push(bytes);
      length += bytes.length;
      return length - bytes.length;
    },
    joined() {
      const whole = new Uint8Array(length);
      let from = 0;
      for (const bytes of list) {
        whole.set(bytes, from);
        from += bytes.length;
      }
      return whole;
    },
  };
}

/** Returns the values of each field, in the order of the records. Records of one kind mostly have the same fields. */
function valuesByKey(records: readonly object[]): Map<string, unknown[]> {
  const byKey = new Map<string, unknown[]>();
  let columns: unknown[][] = [];
  let keys: string[] = [];
  for (let at = 0; at < records.length; at += 1) {
    const record = records[at] ?? {};
    const own = Object.keys(record);
    if (own.length !== keys.length || own.some((key, place) => key !== keys[place])) {
      keys = own;
      columns = keys.map((key) => {
        const values = byKey.get(key) ?? Array.from<unknown>({ length: records.length });
        byKey.set(key, values);
        return values;
      });
    }
    const values = Object.values(record);
    for (let place = 0; place < columns.length; place += 1) columns[place]![at] = values[place];
  }
  return byKey;
}

function columnsOf(records: readonly object[], tails: Tails): Column[] {
  return Array.from(valuesByKey(records), ([key, values]) => {
    const kind = kindOf(values);
    return kind === 'records' || kind === 'lists'
      ? recordColumn(key, values, kind, tails)
      : lineColumn(key, values, kind, tails);
  });
}

/** Returns a column of the given cells, without lines. */
function columnOf(key: string, form: Form, cells: Cells, tails: Tails): Column {
  const from = tails.cells.add(cells);
  return {
    key,
    form,
    count: cells.length,
    from,
    width: cells.BYTES_PER_ELEMENT,
    lines: 0,
    start: 0,
    end: 0,
    records: null,
  };
}

function recordColumn(key: string, values: readonly unknown[], form: 'records' | 'lists', tails: Tails): Column {
  const inner: object[] = [];
  const cells = placed(values, (value) => {
    if (form === 'records') return inner.push(value as object) - 1;
    const list = value as object[];
    for (const record of list) inner.push(record);
    return list.length;
  });
  return { ...columnOf(key, form, narrowed(cells), tails), records: columnsOf(inner, tails) };
}

function lineColumn(key: string, values: readonly unknown[], kind: 'texts' | 'json', tails: Tails): Column {
  const plain = kind === 'texts' ? linesOf(values, String) : null;
  const ids = plain && uuidBytes(plain.lines);
  // A text with line breaks is written as JSON, which has none.
  const isPlain = plain?.lines.every((line) => !line.includes('\n')) === true;
  const form = ids ? 'uuids' : isPlain ? 'texts' : 'json';
  const { at, lines } = plain && isPlain ? plain : linesOf(values, JSON.stringify);
  const bytes = ids ?? encoder.encode(lines.join('\n'));
  const start = tails.texts.add(bytes);
  return {
    ...columnOf(key, form, narrowed(at), tails),
    lines: lines.length,
    start,
    end: start + bytes.length,
  };
}

const encoder = new TextEncoder();

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isRecordList = (value: unknown): value is object[] => Array.isArray(value) && value.every(isRecord);

/**
 * Chooses how a field is written: as records or lists of them if all values are, as texts if all are, otherwise as
 * JSON.
 */
function kindOf(values: readonly unknown[]): 'texts' | 'json' | 'records' | 'lists' {
  let [isTexts, isRecords, isLists] = [true, true, true];
  for (const value of values) {
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') isTexts = false;
    if (!isRecord(value)) isRecords = false;
    if (isLists && !isRecordList(value)) isLists = false;
    if (!isTexts && !isRecords && !isLists) return 'json';
  }
  if (isTexts) return 'texts';
  return isRecords ? 'records' : areOwn(values as (object[] | null | undefined)[]) ? 'lists' : 'json';
}

/** Number of values that are compared before a field counts as different in each row. */
const differing = 128;

/** Returns whether most of the non-empty lists differ from each other; equal ones are smaller as lines. */
function areOwn(lists: readonly (object[] | null | undefined)[]): boolean {
  const lines = new Set<string>();
  let compared = 0;
  const step = Math.max(1, Math.floor(lists.length / differing));
  for (let row = 0; row < lists.length; row += step) {
    const list = lists[row] ?? [];
    if (list.length === 0) continue;
    lines.add(JSON.stringify(list));
    compared += 1;
  }
  return 2 * lines.size > compared;
}

/** Writes each distinct value once; if the first half are all different, duplicates are no longer searched for. */
function linesOf(values: readonly unknown[], lineOf: (value: unknown) => string): { at: Int32Array; lines: string[] } {
  const lines: string[] = [];
  const known = new Map<string, number>();
  const enough = Math.max(differing, values.length >> 1);
  let isOwn = false;
  let last: unknown;
  let lastLine = 0;
  const at = placed(values, (value, row) => {
    if (value === last) return lastLine;
    if (row === enough) isOwn = lines.length === enough;
    const line = lineOf(value);
    let found = isOwn ? undefined : known.get(line);
    if (found === undefined) {
      found = lines.push(line) - 1;
      if (!isOwn) known.set(line, found);
    }
    last = value;
    lastLine = found;
    return found;
  });
  return { at, lines };
}

function placed(values: readonly unknown[], placeOf: (value: unknown, row: number) => number): Int32Array {
  const at = new Int32Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    at[row] = value === undefined ? absent : value === null ? nothing : placeOf(value, row);
  }
  return at;
}
