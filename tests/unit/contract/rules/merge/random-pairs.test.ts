import { describe, expect, test } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import type { AgreementTerms } from '#contract/records/agreement-terms.ts';
import { merge } from '#contract/rules/merge/merge.ts';
import { type EditedKind, recordShapes } from '#contract/rules/merge/records.ts';
import { leafPattern } from '#contract/rules/merge/shape.ts';
import { dayOfRun, isLongRun } from '#tests/support/day.ts';
import {
  covers,
  type Fields,
  flat,
  isFields,
  itemId,
  itemIds,
  joinedFields,
  knownLists,
  partsOf,
  placeOf,
} from '#tests/support/edited-leaves.ts';
import { editedRecords } from '#tests/support/edited-records.ts';
import { type Seeded, seeded } from '../seeded.ts';

const pairs = isLongRun() ? 500 : 60;
const day = dayOfRun();
const kinds = Object.keys(recordShapes) as EditedKind[];

function changedValue(value: unknown, random: Seeded): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return random.pick([value + random.int(1, 3), value + 10]);
  if (value === null) return random.int(1, 3);
  return `${value as string}${random.pick(['a', 'b', 'c'])}`;
}

/** Applies one random change to a record. */
function act(value: unknown, random: Seeded, name = ''): unknown {
  if (joinedFields.has(name)) return (act(partsOf(value), random) as string[]).join(', ');
  if (Array.isArray(value)) {
    const list = value as unknown[];
    const at = random.int(0, Math.max(0, list.length - 1));
    const isPlain = !list.some(isFields);
    if (name === 'endSteps') return list.with(at, changedValue(list[at], random));
    const fresh = `new-${random.int(1, 2)}`;
    const item = list[at];
    const added = isPlain
      ? name === 'workDays'
        ? random.int(6, 7)
        : fresh
      : Object.fromEntries(
          Object.entries(item as Fields).map(([key, old]) => [key, itemIds.includes(key) ? fresh : old]),
        );
    const isKnown = list.some((one) => itemId(one) === itemId(added));
    const acts: (() => unknown[])[] = [
      () => (isKnown || list.length === 0 ? list : list.toSpliced(random.int(0, list.length), 0, added)),
      () => list.toSpliced(at, 1),
      () => random.shuffle(list),
    ];
    if (!isPlain && list.length > 0 && !knownLists.has(name)) {
      for (let times = 0; times < 4; times += 1) acts.push(() => list.with(at, act(item, random)));
    }
    return random.pick(acts)();
  }
  if (isFields(value)) {
    const names = Object.keys(value).filter((key) => !itemIds.includes(key) && key !== 'kind');
    const key = random.pick(names);
    return { ...value, [key]: act(value[key], random, key) };
  }
  return changedValue(value, random);
}

function edit(record: Fields, random: Seeded): Fields {
  let edited: unknown = record;
  for (let acts = random.int(1, 4); acts > 0; acts -= 1) edited = act(edited, random);
  return edited as Fields;
}

/** Returns the items that two lists share, in the order of the first. */
const orderIn = (list: unknown, ...others: unknown[]): string => {
  const there = others.map((other) => new Set((other as unknown[]).map(itemId)));
  return (list as unknown[])
    .map(itemId)
    .filter((id) => there.every((one) => one.has(id)))
    .join();
};

describe.each(kinds)('%s: of two edits', (kind) => {
  const base = editedRecords[kind];
  const shape = recordShapes[kind];

  test(`no field reverts, in ${pairs} pairs of day ${day}`, () => {
    for (let pair = 0; pair < pairs; pair += 1) {
      const random = seeded(day * 10_000 + pair);
      const [theirs, mine] = [edit(base, random), edit(base, random)];
      const pick = random.pick(['theirs', 'mine'] as const);
      const merged = merge(shape, { base, theirs, mine }, () => pick);
      const [b, t, m, r] = [base, theirs, mine, merged.value].map((version) => flat(version)) as [
        Map<string, string>,
        Map<string, string>,
        Map<string, string>,
        Map<string, string>,
      ];
      for (const place of new Set([...b.keys(), ...t.keys(), ...m.keys(), ...r.keys()])) {
        if (merged.clashes.some((leaf) => covers(leaf, place))) continue;
        const [was, their, my, now] = [b, t, m, r].map((version) => version.get(place));
        const wanted = their === was ? my : their;
        // Both changed it to different values, so the user must be asked.
        if (their !== was && my !== was && their !== my) expect.fail(`pair ${pair}: ${place} was not asked`);
        if (now !== wanted) {
          expect.fail(`pair ${pair}: ${place} is ${now}, was ${was}, theirs ${their}, mine ${my}`);
        }
      }
      for (const leaf of merged.clashes) {
        // A choice is kept, and values on which both agree are not asked about.
        expect(leaf.theirs, `pair ${pair}: ${leafPattern(leaf)}`).not.toEqual(leaf.mine);
        if (leaf.part !== 'value') continue;
        const place = JSON.stringify(placeOf(leaf));
        if (!JSON.stringify(shape).includes('governs')) {
          const isOfBoth = t.get(place) !== b.get(place) && m.get(place) !== b.get(place);
          expect(isOfBoth, `pair ${pair}: ${place} is asked although one side left it`).toBe(true);
        }
        expect(r.get(place), `pair ${pair}: ${place} as chosen`).toBe((pick === 'theirs' ? t : m).get(place));
      }
    }
  });

  test('a single edit is unchanged, and both sides agree in either order', () => {
    for (let pair = 0; pair < pairs; pair += 1) {
      const random = seeded(day * 20_000 + pair);
      const [theirs, mine] = [edit(base, random), edit(base, random)];
      expect(flat(merge(shape, { base, theirs: base, mine }).value)).toEqual(flat(mine));
      expect(flat(merge(shape, { base, theirs, mine: base }).value)).toEqual(flat(theirs));
      const there = merge(shape, { base, theirs, mine }, () => 'mine');
      const back = merge(shape, { base, theirs: mine, mine: theirs }, () => 'theirs');
      expect(new Map([...flat(there.value)].sort()), `pair ${pair}`).toEqual(new Map([...flat(back.value)].sort()));
      expect(there.clashes).toHaveLength(back.clashes.length);
    }
  });
});

describe.each([
  { kind: 'procedure', list: 'steps' },
  { kind: 'template', list: 'serials' },
] as const)('the order of $list', ({ kind, list }) => {
  test('is taken from the side that changed it, and asked if both did', () => {
    for (let pair = 0; pair < pairs; pair += 1) {
      const random = seeded(day * 30_000 + pair);
      const base = editedRecords[kind];
      // Random edits alone seldom reorder one list on both sides.
      const moved = (record: Fields): Fields =>
        random.int(0, 1) === 0 ? record : { ...record, [list]: random.shuffle(record[list] as unknown[]) };
      const [theirs, mine] = [moved(edit(base, random)), moved(edit(base, random))];
      const merged = merge(recordShapes[kind], { base, theirs, mine });
      const value = (merged.value as Fields)[list];
      const [b, t, m] = [base[list], theirs[list], mine[list]];
      const [was, their, my] = [orderIn(b, t, m, value), orderIn(t, b, m, value), orderIn(m, b, t, value)];
      const asked = merged.clashes.some(({ part }) => part === 'order');
      expect(asked, `pair ${pair}`).toBe(their !== was && my !== was && their !== my);
      expect(orderIn(value, b, t, m), `pair ${pair}`).toBe(their === was || asked ? my : their);
    }
  });
});

test('terms that both added are asked about only if both filled in the same field', () => {
  const contract = (terms: Partial<AgreementTerms> | null) => ({
    notes: '',
    terms: terms && { ...blankTerms(), ...terms },
  });
  const versions = {
    base: contract(null),
    theirs: contract({ covers: ['labour'], repairDays: 3, visitsPerYear: 4 }),
    mine: contract({ covers: ['parts'], noticeDays: 30, visitsPerYear: 2 }),
  };
  const { value, clashes, taken } = merge(recordShapes.warranty, versions, () => 'theirs');
  expect(clashes.map(leafPattern)).toEqual(['terms.visitsPerYear']);
  expect(taken.map(leafPattern)).toEqual(expect.arrayContaining(['terms.covers.*', 'terms.repairDays']));
  const both = { covers: expect.arrayContaining(['labour', 'parts']), repairDays: 3, noticeDays: 30, visitsPerYear: 4 };
  expect(value).toMatchObject({ terms: both });
});
