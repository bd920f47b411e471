import { withPlaces } from './order.ts';
import { isObject, namesOf, saysTheSame } from './same.ts';
import type { ItemsShape, Leaf, Shape, Step } from './shape.ts';

/** Stands for an unknown base: the author decides about each difference between the two sides. */
export const unknownBase: unique symbol = Symbol('unknown base');

/** The three versions of a record: as the author opened it, as it is now, and as the author wants it. */
export interface Versions {
  base: unknown;
  theirs: unknown;
  mine: unknown;
}

/** The author's decision about a leaf that both sides changed. */
export type Choice = 'theirs' | 'mine';

/** The merged result of two edits of a record, with the contributions of each. */
export interface Merged {
  value: unknown;
  /** Changed only by the other side: included in the value without asking. */
  taken: Leaf[];
  /** Changed only by the author. */
  kept: Leaf[];
  /** Changed by both to different values; the merged value contains the choices. */
  clashes: Leaf[];
}

/**
 * Merges two edits that began from one state, leaf by leaf. Without a choice the author's value stands. Source:
 * docs/product.md P171.
 */
export function merge(
  shape: Shape | undefined,
  versions: Versions,
  choose: (leaf: Leaf) => Choice = () => 'mine',
): Merged {
  const { value, found } = mergeAny(shape, { ...versions, path: [], within: [], isAsked: false, choose });
  const by = (side: Found['by']) => found.filter((one) => one.by === side).map(({ leaf }) => leaf);
  return { value, taken: by('theirs'), kept: by('mine'), clashes: by('both') };
}

/** The leaves in which a value differs from an earlier one. */
export function changesBetween(shape: Shape | undefined, before: unknown, after: unknown): Leaf[] {
  return merge(shape, { base: before, theirs: after, mine: before }).taken;
}

/** A changed leaf, and who changed it. */
interface Found {
  leaf: Leaf;
  by: Choice | 'both';
}

interface Result {
  value: unknown;
  found: readonly Found[];
}

/** The position of a comparison in the record. */
interface Place extends Versions {
  path: readonly Step[];
  within: readonly unknown[];
  /** Every difference is left to the author, even if only one side changed something. */
  isAsked: boolean;
  choose: (leaf: Leaf) => Choice;
}

function mergeAny(shape: Shape | undefined, at: Place): Result {
  const { theirs, mine } = at;
  if (shape?.as === 'identity' || saysTheSame(theirs, mine)) return { value: mine, found: [] };
  const areLists = Array.isArray(theirs) && Array.isArray(mine);
  const areObjects = !areLists && isObject(theirs) && isObject(mine);
  if (shape?.as === 'joined') return mergeJoined(at);
  if (shape?.as === 'items' && areLists) return mergeItems(shape, at);
  if (shape?.as === 'places' && areLists && theirs.length === mine.length) return mergePlaces(at);
  if (shape?.as === 'fields' && areObjects) return mergeFields(shape, at);
  if (shape === undefined && areObjects) return mergeFields({ as: 'fields' }, at);
  if (shape === undefined && areLists && ![...theirs, ...mine].some(isObject)) return mergeItems(set, at);
  return mergeValue(at, 'value');
}

const set: ItemsShape = { as: 'items', idOf: String, item: { as: 'value' }, isOrdered: false };

function mergeValue({ base, theirs, mine, path, within, isAsked, choose }: Place, part: Leaf['part']): Result {
  if (saysTheSame(theirs, mine)) return { value: mine, found: [] };
  const isKnown = base !== unknownBase;
  const leaf: Leaf = { path, part, base: isKnown ? base : undefined, theirs, mine, within };
  const decide = (): Found['by'] => {
    if (isAsked || !isKnown) return 'both';
    if (saysTheSame(base, mine)) return 'theirs';
    return saysTheSame(base, theirs) ? 'mine' : 'both';
  };
  const by = decide();
  const side = by === 'both' ? choose(leaf) : by;
  return { value: side === 'theirs' ? theirs : mine, found: [{ leaf, by }] };
}

/** A part of a base; a base that is known to have been absent (null) has absent parts. */
const partOf = (value: unknown, name: string) => {
  if (value === null) return null;
  return isObject(value) ? value[name] : unknownBase;
};

function mergeFields({ fields = {}, governs = {}, variant }: Extract<Shape, { as: 'fields' }>, at: Place): Result {
  const { base, theirs, mine } = at;
  if (!isObject(theirs) || !isObject(mine)) return mergeValue(at, 'value');
  if (variant !== undefined && theirs[variant] !== mine[variant]) return mergeValue(at, 'value');
  const results = new Map<string, Result>();
  const look = (name: string, isAsked: boolean) =>
    results.set(
      name,
      mergeAny(fields[name], {
        ...at,
        base: partOf(base, name),
        theirs: theirs[name],
        mine: mine[name],
        path: [...at.path, name],
        isAsked,
      }),
    );
  // A field that the other side does not have, such as a password, exists in the form alone.
  for (const name of namesOf(theirs, mine)) {
    if (at.path.length > 0 || Object.hasOwn(theirs, name)) look(name, at.isAsked);
    else results.set(name, { value: mine[name], found: [] });
  }
  const isTouched = (name: string, side: Choice) =>
    results.get(name)?.found.some(({ by }) => by === side || by === 'both') ?? false;
  const asked = Object.entries(governs).flatMap(([name, others]) => {
    const isMixed = (['theirs', 'mine'] as const).some(
      (side) => isTouched(name, side) && others.some((other) => isTouched(other, side === 'mine' ? 'theirs' : 'mine')),
    );
    return isMixed ? [name, ...others] : [];
  });
  for (const name of new Set(asked)) if (results.has(name)) look(name, true);
  return {
    value: Object.fromEntries(
      [...results].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
    ),
    found: [...results.values()].flatMap(({ found }) => found),
  };
}

function mergePlaces(at: Place): Result {
  const { value, found } = mergeFields({ as: 'fields' }, at);
  return { value: Object.values(value as object), found };
}

function mergeJoined(at: Place): Result {
  const read = (value: unknown) =>
    (typeof value === 'string' ? value : '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const base = at.base === unknownBase ? unknownBase : read(at.base);
  const { value, found } = mergeItems(set, { ...at, base, theirs: read(at.theirs), mine: read(at.mine) });
  return { value: (value as string[]).join(', '), found };
}

/** Groups the items of a list by id; an id that occurs more than once has several items. */
function groupsOf(value: unknown, idOf: (item: unknown) => string): Map<string, unknown[]> {
  const groups = new Map<string, unknown[]>();
  for (const item of Array.isArray(value) ? (value as unknown[]) : []) {
    const id = idOf(item);
    groups.set(id, [...(groups.get(id) ?? []), item]);
  }
  return groups;
}

const whole = (group: readonly unknown[] | undefined): unknown => (group?.length === 1 ? group[0] : group);

function mergeItems(shape: ItemsShape, at: Place): Result {
  const isKnown = Array.isArray(at.base) || at.base === null;
  const base = groupsOf(at.base, shape.idOf);
  const theirs = groupsOf(at.theirs, shape.idOf);
  const mine = groupsOf(at.mine, shape.idOf);
  const items = new Map<string, readonly unknown[]>();
  const found: Found[] = [];
  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    const [before, their, my] = [base.get(id), theirs.get(id), mine.get(id)];
    const isInBoth = their?.length === 1 && my?.length === 1 && (before?.length ?? 1) === 1;
    /** Returns the compared parts of the items with an id. */
    const seen = (group: readonly unknown[] | undefined) =>
      shape.item?.as === 'identity' && !isInBoth && group ? group.length : whole(group);
    const below: Place = {
      ...at,
      base: before || (isKnown && !isInBoth) ? seen(before) : unknownBase,
      theirs: seen(their),
      mine: seen(my),
      path: [...at.path, { id }],
      within: [...at.within, whole(their ?? my)],
    };
    // An item that one side does not have, or has twice, is compared as a whole.
    const result = isInBoth ? mergeAny(shape.item, below) : mergeValue(below, 'item');
    found.push(...result.found);
    if (isInBoth) items.set(id, [result.value]);
    else {
      const kept = saysTheSame(result.value, below.theirs) ? their : my;
      if (kept) items.set(id, kept);
    }
  }
  const order = mergeOrder(shape, { at, isKnown, base, theirs, mine, items });
  return {
    value: order.ids.flatMap((id) => items.get(id) ?? []),
    found: [...found, ...order.found],
  };
}

interface Lists {
  at: Place;
  isKnown: boolean;
  base: Map<string, unknown[]>;
  theirs: Map<string, unknown[]>;
  mine: Map<string, unknown[]>;
  /** The items that stay in the merged list. */
  items: ReadonlyMap<string, unknown>;
}

function mergeOrder({ isOrdered }: ItemsShape, { at, isKnown, base, theirs, mine, items }: Lists) {
  const staying = (list: Map<string, unknown[]>) => [...list.keys()].filter((id) => items.has(id));
  const [their, my] = [staying(theirs), staying(mine)];
  if (!isOrdered) return { ids: withPlaces(my, their), found: [] };
  const isCommon = (id: string) => theirs.has(id) && mine.has(id) && (!isKnown || base.has(id));
  const listed = (list: Map<string, unknown[]>) =>
    [...list].flatMap(([id, group]) => (isCommon(id) && items.has(id) ? group : []));
  const order = (list: Map<string, unknown[]>) =>
    [...list.keys()].filter((id) => isCommon(id) && items.has(id)).join('\n');
  const orders = { base: isKnown ? order(base) : unknownBase, theirs: order(theirs), mine: order(mine) };
  const { value, found } = mergeValue({ ...at, ...orders }, 'order');
  const ids = value === orders.mine && value !== orders.theirs ? withPlaces(my, their) : withPlaces(their, my);
  const shown = { base: listed(base), theirs: listed(theirs), mine: listed(mine) };
  return { ids, found: found.map(({ by, leaf }) => ({ by, leaf: { ...leaf, ...shown } })) };
}
