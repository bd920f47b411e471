/** Reading a page of rows, packed or not. */
import { absent, hashOf, nothing } from './packed.ts';
import type { Column, Packed } from './packed.ts';

/** A row of any kind. */
interface Identified {
  id: string;
}

/** What a search scans of one field: the distinct texts in lower case, a line each, and which is whose. */
export interface Texts {
  /** The line of each row; a row without a text has one past the last. */
  at: Uint16Array;
  lines: string;
  count: number;
}

/** Rows that came together; nothing is decoded before it is asked for. */
export interface Page<Row extends Identified = Identified> {
  id(place: number): string;
  /** `hashOf` its id. */
  hash(place: number): number;
  row(place: number): Row;
  /** The text of a field; empty where it has none. */
  text(key: string, place: number): string;
  texts(key: string): Texts;
}

/** Reads a page of either form. */
export function readPage<Row extends Identified>(rows: readonly Row[] | Packed): Page<Row> {
  return 'columns' in rows ? packedPage<Row>(rows) : plainPage(rows);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const searchLine = (value: unknown): string => textOf(value).replaceAll('\n', ' ').toLowerCase();

/** A few rows, as they came: columns of them would be larger than they are. */
function plainPage<Row extends Identified>(rows: readonly Row[]): Page<Row> {
  const rowAt = (place: number): Row => {
    const row = rows[place];
    if (row === undefined) throw new Error(`A page of ${rows.length} rows has none at ${place}.`);
    return row;
  };
  const field = (row: Row, key: string) => (row as unknown as Record<string, unknown>)[key];
  return {
    id: (place) => rowAt(place).id,
    hash: (place) => hashOf(rowAt(place).id),
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
  const fields = packed.columns.map((column) => readColumn(packed, column));
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const text = (key: string, place: number) => textOf(byKey.get(key)?.value(place));
  return {
    id: (place) => text('id', place),
    hash: (place) => hashes[place] ?? 0,
    row: (place) => recordOf(fields, place) as Row,
    text,
    texts: (key) => byKey.get(key)?.texts() ?? { at: new Uint16Array(hashes.length), lines: '', count: 0 },
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

function readColumn(packed: Packed, { key, count, from, lines, start, end, isJson, records }: Column): Field {
  const at = packed.at.subarray(from, from + count);
  const fields = records?.map((column) => readColumn(packed, column));
  const decode = () => decoder.decode(packed.bytes.subarray(start, end));
  /** One value for all rows with the same line, as no row is ever changed. */
  let values: readonly unknown[] | null = null;
  let texts: Texts | null = null;

  function valuesOf(): readonly unknown[] {
    const text = decode();
    return isJson ? (JSON.parse(`[${text.replaceAll('\n', ',')}]`) as unknown[]) : text.split('\n');
  }
  function searchLines(): string {
    if (!isJson) return decode().toLowerCase();
    values ??= valuesOf();
    return values.map(searchLine).join('\n');
  }
  return {
    key,
    value(place) {
      const line = at[place] ?? absent;
      if (line >= nothing) return line === nothing ? null : undefined;
      if (fields) return recordOf(fields, line);
      values ??= valuesOf();
      return values[line];
    },
    texts: () => (texts ??= { at, lines: searchLines(), count: lines }),
  };
}
