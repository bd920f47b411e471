/** A small random generator (mulberry32): the same seed gives the same run. */
export interface Seeded {
  /** In [0, 1). */
  next(): number;
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  between(low: number, high: number): number;
  uuid(): string;
  /** Creates an independent generator for one part of the run. */
  fork(name: string): Seeded;
}

function hash(text: string): number {
  let value = 2166136261;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  return value >>> 0;
}

/** Creates a generator for a seed. */
export function createSeeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(list) {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error('Nothing to pick from.');
      return found;
    },
    between: (low, high) => low + next() * (high - low),
    uuid() {
      const digits = Array.from({ length: 32 }, () => below(16).toString(16));
      digits[12] = '4';
      digits[16] = (8 + below(4)).toString(16);
      return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
    fork: (name) => createSeeded(hash(`${seed} ${name}`)),
  };
}
