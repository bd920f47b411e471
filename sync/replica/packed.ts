/**
 * Rows in columns: each distinct value is written once, as a line of text, and a row names the line of its own. A page of
 * devices takes a quarter of the room of its objects, and IndexedDB gives it back as three buffers of which nothing is
 * decoded before it is asked for.
 */

/** One field of all rows of a page. */
export interface Column {
  key: string;
  /** How many rows there are, and where they begin in `Packed.at`. */
  count: number;
  from: number;
  /** How many lines there are, and their bytes in `Packed.bytes`. */
  lines: number;
  start: number;
  end: number;
  /** The lines are JSON; otherwise they are the values themselves. */
  isJson: boolean;
  /** Instead of lines: the columns of the records that stand in this field. */
  records: Column[] | null;
}

/** A page of rows in columns. */
export interface Packed {
  /** A hash of each id, so that a page takes its place in memory without its ids being read. */
  hashes: Uint32Array;
  /** Column after column, the line of each row or its record; `absent` and `nothing` have neither. */
  at: Uint16Array;
  /** Column after column, the lines in UTF-8. */
  bytes: Uint8Array;
  columns: Column[];
}

/** The row has no such field. */
export const absent = 0xffff;
/** The field is null. Pages have fewer rows. */
export const nothing = 0xfffe;

/** A hash of an id. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Packs rows of one kind, which are JSON values; fewer than `nothing`. */
export function pack(rows: readonly { id: string }[]): Packed {
  const ats: Uint16Array[] = [];
  const texts: Uint8Array[] = [];
  const columns = columnsOf(rows, createTail(ats), createTail(texts));
  return {
    hashes: Uint32Array.from(rows, ({ id }) => hashOf(id)),
    at: joined(ats, (length) => new Uint16Array(length)),
    bytes: joined(texts, (length) => new Uint8Array(length)),
    columns,
  };
}

/** Appends to a list of arrays; gives where the new one begins in all of them together. */
type Append<A> = (more: A) => number;

function createTail<A extends { length: number }>(list: A[]): Append<A> {
  let length = 0;
  return (more) => {
    list.push(more);
    length += more.length;
    return length - more.length;
  };
}

function joined<A extends Uint16Array | Uint8Array>(list: readonly A[], make: (length: number) => A): A {
  const whole = make(list.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const each of list) {
    whole.set(each, from);
    from += each.length;
  }
  return whole;
}

/** The values of each field, in the order of the records. Records of one kind mostly have the same fields. */
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

function columnsOf(records: readonly object[], addAt: Append<Uint16Array>, addText: Append<Uint8Array>): Column[] {
  return Array.from(valuesByKey(records), ([key, values]): Column => {
    const count = values.length;
    const kind = kindOf(values);
    if (kind === 'records') {
      const inner: object[] = [];
      const at = placed(values, (value) => inner.push(value as object) - 1);
      const columns = columnsOf(inner, addAt, addText);
      return { key, count, from: addAt(at), lines: 0, start: 0, end: 0, isJson: false, records: columns };
    }
    const plain = kind === 'lines' ? linesOf(values, String) : null;
    // A text of several lines is written as JSON, which has none.
    const isJson = !plain?.lines.every((line) => !line.includes('\n'));
    const { at, lines } = isJson || !plain ? linesOf(values, JSON.stringify) : plain;
    const bytes = encoder.encode(lines.join('\n'));
    const start = addText(bytes);
    const end = start + bytes.length;
    return { key, count, from: addAt(at), lines: lines.length, start, end, isJson, records: null };
  });
}

const encoder = new TextEncoder();

/** How a field is written: as records where all values are, as lines where all are texts, else as JSON. */
function kindOf(values: readonly unknown[]): 'lines' | 'records' | 'json' {
  let [isLines, isRecords] = [true, true];
  for (const value of values) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'string') isRecords = false;
    else isLines = false;
    if (typeof value !== 'object' || Array.isArray(value)) isRecords = false;
    if (!isLines && !isRecords) return 'json';
  }
  return isLines ? 'lines' : 'records';
}

/** A field of which so many first values differ is one of its own for each row: no equal line is looked for any more. */
const differing = 128;

function linesOf(values: readonly unknown[], lineOf: (value: unknown) => string): { at: Uint16Array; lines: string[] } {
  const lines: string[] = [];
  const known = new Map<string, number>();
  let isOwn = false;
  let last: unknown;
  let lastLine = 0;
  const at = placed(values, (value, row) => {
    if (value === last) return lastLine;
    if (row === differing) isOwn = lines.length === differing;
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

function placed(values: readonly unknown[], placeOf: (value: unknown, row: number) => number): Uint16Array {
  const at = new Uint16Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    at[row] = value === undefined ? absent : value === null ? nothing : placeOf(value, row);
  }
  return at;
}
