/** Reads a page of rows, packed or not. */
import { nothingIn, readCells } from './cells.ts';
import type { Cells } from './cells.ts';
import { hashOf } from './packed.ts';
import type { Column, Packed } from './packed.ts';
import { uuidLines } from './uuid-lines.ts';
import { searchKey } from '#contract/rules/text.ts';

/** A row of any kind. */
interface Identified {
  id: string;
}

/** The searchable texts of one field: each distinct text as a `searchKey` line, and the line of each row. */
export interface Texts {
  /** The line of each row; a row without a text has a number one past the last line. */
  at: Cells;
  lines: string;
  count: number;
}

/** Rows that arrived together; nothing is decoded before it is read. */
export interface Page<Row extends Identified = Identified> {
  id(place: number): string;
  /** `hashOf` each id. */
  readonly hashes: Uint32Array;
  row(place: number): Row;
  /** Returns the text of a field; empty if it has none. */
  text(key: string, place: number): string;
  texts(key: string): Texts;
}

/** Returns a reader for either form of page. */
export function readPage<Row extends Identified>(rows: readonly Row[] | Packed): Page<Row> {
  return 'columns' in rows ? packedPage<Row>(rows) : plainPage(rows);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const searchLine = (value: unknown): string => searchKey(textOf(value));

/**
 * Returns `searchKey` of each line. Lines of plain characters, which nearly all are, are folded together, which is ten
 * times as fast.
 */
function searchLinesOf(lines: string): string {
  if (/[^\n -~]| {2}|^ | $/m.test(lines)) return lines.split('\n').map(searchKey).join('\n');
  return lines.toLowerCase().replaceAll(/['`-]/g, '');
}

/** Reads a few rows in the form in which they arrived: as columns they would be larger. */
function plainPage<Row extends Identified>(rows: readonly Row[]): Page<Row> {
  const rowAt = (place: number): Row => {
    const row = rows[place];
    if (row === undefined) throw new Error(`A page has no row at ${place}; its length is ${rows.length}.`);
    return row;
  };
  const field = (row: Row, key: string) => (row as unknown as Record<string, unknown>)[key];
  return {
    id: (place) => rowAt(place).id,
    hashes: Uint32Array.from(rows, ({ id }) => hashOf(id)),
    row: rowAt,
    text: (key, place) => textOf(field(rowAt(place), key)),
    texts: (key) => ({
      at: Uint16Array.from(rows.keys()),
      lines: rows.map((row) => searchLine(field(row, key))).join('\n'),
      count: rows.length,
    }),
  };
}

function packedPage<Row extends Identified>(packed: Packed): Page<Row> {
  const { hashes } = packed;
  let read: { list: readonly Field[]; byKey: ReadonlyMap<string, Field> } | null = null;

  function fields() {
    if (read) return read;
    const columns = typeof packed.columns === 'string' ? (JSON.parse(packed.columns) as Column[]) : packed.columns;
    const list = columns.map((column) => readColumn(packed, column));
    read = { list, byKey: new Map(list.map((field) => [field.key, field])) };
    return read;
  }
  const text = (key: string, place: number) => textOf(fields().byKey.get(key)?.value(place));
  return {
    id: (place) => text('id', place),
    hashes,
    row: (place) => recordOf(fields().list, place) as Row,
    text,
    texts: (key) => fields().byKey.get(key)?.texts() ?? { at: new Uint16Array(hashes.length), lines: '', count: 0 },
  };
}

interface Field {
  key: string;
  /** Undefined where the row has no such field. */
  value(place: number): unknown;
  texts(): Texts;
}

function recordOf(fields: readonly Field[], place: number): object {
  const record: Record<string, unknown> = {};
  for (const { key, value } of fields) {
    const held = value(place);
    if (held !== undefined) record[key] = held;
  }
  return record;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function readColumn(packed: Packed, column: Column): Field {
  const cells = readCells(packed.at, column.from, column.count, column.width);
  if (!column.records) return lineField(packed, column, cells);
  const fields = column.records.map((each) => readColumn(packed, each));
  return column.form === 'lists' ? listField(column.key, cells, fields) : recordField(column.key, cells, fields);
}

/** Texts inside records are not searched. */
const textless = (cells: Cells): Texts => ({ at: cells, lines: '', count: 0 });

function recordField(key: string, cells: Cells, fields: readonly Field[]): Field {
  const none = nothingIn(cells);
  return {
    key,
    value(place) {
      const record = cells[place];
      if (record === undefined || record >= none) return record === none ? null : undefined;
      return recordOf(fields, record);
    },
    texts: () => textless(cells),
  };
}

/** The records of a list follow those of the rows before it. */
function listField(key: string, cells: Cells, fields: readonly Field[]): Field {
  const none = nothingIn(cells);
  let begins: Uint32Array | null = null;

  function beginsOf(): Uint32Array {
    let sum = 0;
    return Uint32Array.from(cells, (length) => {
      const from = sum;
      if (length < none) sum += length;
      return from;
    });
  }
  return {
    key,
    value(place) {
      const length = cells[place];
      if (length === undefined || length >= none) return length === none ? null : undefined;
      begins ??= beginsOf();
      const from = begins[place] ?? 0;
      const list: object[] = [];
      for (let at = from; at < from + length; at += 1) list.push(recordOf(fields, at));
      return list;
    },
    texts: () => textless(cells),
  };
}

function lineField(packed: Packed, { key, form, lines, start, end }: Column, cells: Cells): Field {
  const decode = () => {
    const bytes = packed.bytes.subarray(start, end);
    return decoder.decode(form === 'uuids' ? uuidLines(bytes) : bytes);
  };
  const none = nothingIn(cells);
  /** One value is shared by all rows with the same line, because rows are immutable. */
  let values: readonly unknown[] | null = null;
  let texts: Texts | null = null;

  function valuesOf(): readonly unknown[] {
    const text = decode();
    return form === 'json' ? (JSON.parse(`[${text.replaceAll('\n', ',')}]`) as unknown[]) : text.split('\n');
  }
  function searchLines(): string {
    if (form !== 'json') return searchLinesOf(decode());
    values ??= valuesOf();
    return values.map(searchLine).join('\n');
  }
  return {
    key,
    value(place) {
      const line = cells[place];
      if (line === undefined || line >= none) return line === none ? null : undefined;
      values ??= valuesOf();
      return values[line];
    },
    texts: () => (texts ??= { at: cells, lines: searchLines(), count: lines }),
  };
}
