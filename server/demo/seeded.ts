/** A small seeded random generator, so that the demo hospital is the same on every machine. */
export interface Seeded {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns a whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** Returns an element of the list, which must not be empty. */
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

/** Creates a mulberry32 generator. Source: Tommy Ettinger, public domain. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (list) => {
      const [first] = list;
      if (first === undefined) throw new RangeError('Nothing to pick from');
      return list[between(0, list.length - 1)] ?? first;
    },
  };
}
