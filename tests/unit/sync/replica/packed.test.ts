import { expect, it } from 'vitest';
import { createIdMap } from '#sync/replica/id-map.ts';
import { hashOf, pack } from '#sync/replica/packed.ts';
import type { Column, Packed } from '#sync/replica/packed.ts';
import { readPage } from '#sync/replica/page.ts';
import { deviceIdAt, deviceRows, seededNumbers } from '#tests/support/device-rows.ts';

interface OddRow {
  id: string;
  [key: string]: unknown;
}

/** Packs rows, stores them as IndexedDB does and reads them back. */
function through<Row extends { id: string }>(rows: readonly Row[]) {
  return readPage<Row>(structuredClone(pack(rows)));
}

const columnsOf = ({ columns }: Packed): readonly Column[] =>
  typeof columns === 'string' ? (JSON.parse(columns) as Column[]) : columns;

it('Packed rows are read back unchanged, in any order', () => {
  const rows = deviceRows(1500, 3);
  const page = through(rows);
  expect(page.row(1499)).toEqual(rows[1499]);
  expect(rows.map((_, place) => page.row(place))).toEqual(rows);
  expect(rows.map((_, place) => page.id(place))).toEqual(rows.map(({ id }) => id));
});

it('Packing distinguishes every JSON value from similar ones', () => {
  const rows: OddRow[] = [
    { id: 'a', text: '', list: [], record: {}, mixed: 1, flag: false, number: 0, lines: 'one\ntwo' },
    { id: 'b', text: '\ufeffmark', list: [null, 'x\ny'], record: { of: null }, mixed: '1', flag: true, number: -0.5 },
    { id: 'c', text: null, list: null, record: null, mixed: null, flag: null, number: null, lines: null },
    { id: 'd' },
    {
      id: 'e',
      text: '😀 ₹ अ',
      list: [{ deep: [1] }],
      record: { of: { deep: ['a'] }, more: 2 },
      mixed: [1],
      number: 1e21,
    },
    { id: 'f', text: '1', record: { more: 'two' }, mixed: { one: 1 }, flag: false, number: 0, lines: 'one' },
    { id: '', text: 'null', list: 'null', record: { of: null }, mixed: null, flag: true, number: 1, lines: '' },
  ];
  const page = through(rows);
  expect(rows.map((_, place) => page.row(place))).toEqual(rows);
  expect(Object.keys(page.row(3))).toEqual(['id']);
});

it('A field that has stopped looking for equal values still stores equal ones', () => {
  const rows = Array.from({ length: 600 }, (_, at) => ({ id: `i${at}`, name: at < 300 ? `n${at}` : 'same' }));
  const page = through(rows);
  expect(rows.map((_, place) => page.row(place))).toEqual(rows);
});

/** Generates a JSON value from a seed: mostly flat, sometimes nested lists of records. */
function oddValue(next: () => number, depth: number): unknown {
  const word = () => ['', 'a', 'one\ntwo', '\ufeff', '₹ 😀', 'null', 'A'.repeat(36)][Math.floor(next() * 7)]!;
  const id = () => deviceIdAt(Math.floor(next() * 2 ** 40));
  const record = () =>
    Object.fromEntries(
      ['of', 'more', 'with'].flatMap((key) => (next() < 0.7 ? [[key, oddValue(next, depth - 1)]] : [])),
    );
  const flat = [
    word,
    id,
    () => id().toUpperCase(),
    () => Math.floor(next() * 1e4) / 10,
    () => next() < 0.5,
    () => null,
  ];
  const deep = [record, () => Array.from({ length: Math.floor(next() * 4) }, record), () => [word(), next(), null]];
  const makers = depth === 0 ? flat : [...flat, ...deep, deep[1]!];
  return makers[Math.floor(next() * makers.length)]!();
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])('Any rows are read back unchanged (seed %i)', (seed) => {
  const next = seededNumbers(seed);
  // Half of the fields have values of a single shape, so that every encoding is used.
  const shapes = Array.from({ length: 12 }, () => next());
  const rows = Array.from({ length: 1 + Math.floor(next() * 700) }, (_none, at): OddRow => {
    const row: OddRow = { id: deviceIdAt(at) };
    for (const [field, shape] of shapes.entries()) {
      if (next() < 0.1) continue;
      if (shape < 0.5) row[`f${field}`] = oddValue(next, 2);
      else if (shape < 0.6) row[`f${field}`] = deviceIdAt(Math.floor(next() * 500));
      else
        row[`f${field}`] = Array.from({ length: Math.floor(next() * 5) }, () => ({ a: oddValue(next, 1), b: at % 3 }));
    }
    return row;
  });
  const page = through(rows);
  expect(rows.map((_, place) => page.row(place))).toEqual(rows);
});

it.each([254, 255, 256, 257, 65_534, 65_535, 65_536, 65_537])('%i different texts keep their rows', (count) => {
  const rows = Array.from({ length: count }, (_none, at) => ({ id: `i${at}`, name: at === 1 ? null : `n${at}` }));
  const page = through(rows);
  const { at, lines } = page.texts('name');
  const names = lines.split('\n');
  expect(rows.every(({ name }, place) => page.row(place).name === name)).toBe(true);
  expect(rows.every(({ name }, place) => (names[at[place] ?? 0] ?? null) === name)).toBe(true);
});

it('Only ids in the usual format are stored as bytes', () => {
  const usual = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
  const others = [
    usual.toUpperCase(),
    usual.replaceAll('-', '_'),
    `${usual}0`,
    usual.replace('a', 'g'),
    usual.replace('a', 'é'),
  ];
  for (const other of [usual, ...others]) {
    const rows = [usual, other].map((id) => ({ id }));
    const packed = pack(rows);
    expect(columnsOf(packed).map(({ form }) => form)).toEqual([other === usual ? 'uuids' : 'texts']);
    expect(rows.map((_, place) => through(rows).id(place))).toEqual([usual, other]);
  }
});

it("A field's text is found in its line, whatever the rows around it", () => {
  const rows: OddRow[] = [
    { id: 'a', name: 'Ward\nTwo' },
    { id: 'b', name: null },
    { id: 'c', name: 'ICU' },
    { id: 'd', name: 'Ward\nTwo' },
    { id: 'e' },
  ];
  for (const page of [through(rows), readPage(rows)]) {
    const { at, lines } = page.texts('name');
    const found = rows.map((_, place) => lines.split('\n')[at[place] ?? 0] ?? '');
    expect(found).toEqual(['ward two', '', 'icu', 'ward two', '']);
    expect(rows.map((_, place) => page.text('name', place))).toEqual(['Ward\nTwo', '', 'ICU', 'Ward\nTwo', '']);
    expect(page.texts('unknown').lines.trim()).toBe('');
  }
});

it.each([1, 2, 3])('Entries are found after adding and removing, even with equal hashes (seed %i)', (seed) => {
  const next = seededNumbers(seed);
  const ids: (string | undefined)[] = [];
  const map = createIdMap((place) => ids[place] ?? '');
  // A hash with few values, so that most ids collide.
  const hash = (id: string) => (seed === 3 ? hashOf(id) : hashOf(id) % 50);
  for (let round = 0; round < 6000; round += 1) {
    const place = Math.floor(next() * (seed === 3 ? 3000 : 300));
    const id = ids[place];
    if (id === undefined) {
      ids[place] = `${place}-${round}`;
      map.add(hash(ids[place]), place);
    } else {
      map.remove(hash(id), place);
      ids[place] = undefined;
      expect(map.find(hash(id), id)).toBe(-1);
    }
  }
  for (const [place, id] of ids.entries()) if (id !== undefined) expect(map.find(hash(id), id)).toBe(place);
  expect(map.find(hashOf('nobody'), 'nobody')).toBe(-1);
});

it.each([1, 2, 3])('Adding many stops at the first known hash (seed %i)', (seed) => {
  const next = seededNumbers(seed);
  const map = createIdMap((place) => String(place));
  const placeByHash = new Map<number, number>();
  let place = 0;
  for (let round = 0; round < 300; round += 1) {
    const hashes = Uint32Array.from({ length: 1 + Math.floor(next() * 60) }, () => Math.floor(next() * 20_000) * 4096);
    const from = Math.floor(next() * hashes.length);
    const fresh = [...hashes.subarray(from)];
    const repeated = fresh.findIndex((hash, at) => placeByHash.has(hash) || fresh.indexOf(hash) < at);
    const added = map.addNew(hashes, from, place);
    expect(added).toBe(repeated < 0 ? fresh.length : repeated);
    for (const hash of fresh.slice(0, added)) placeByHash.set(hash, place++);
    if (next() < 0.3) {
      const [hash, left] = [...placeByHash][Math.floor(next() * placeByHash.size)] ?? [0, 0];
      if (placeByHash.delete(hash)) map.remove(hash, left);
    }
  }
  for (const [hash, at] of placeByHash) expect(map.find(hash, String(at))).toBe(at);
});
