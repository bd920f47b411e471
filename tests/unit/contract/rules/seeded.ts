/** A repeatable source of random choices for property tests. */
export interface Seeded {
  int(min: number, max: number): number;
  pick<T>(choices: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** Creates a repeatable source from a seed, so that a failing case can be run again by number. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick: (choices) => {
      const [choice] = choices.slice(int(0, choices.length - 1));
      if (choice === undefined) throw new RangeError('Nothing to pick from');
      return choice;
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}
