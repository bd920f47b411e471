import type { Reach } from './figure-marks.ts';

/** Facts with what they depend on. */
export interface KeptPart {
  reach: readonly Reach[];
  /** The weight of the marks of `reach` before and after the facts were counted. */
  weight: number;
  counted: { readonly byKey: ReadonlyMap<string, object> };
}

/** Keeps counted parts in memory and drops the least recently used first. */
export interface PartMemory {
  get(key: string): KeptPart | undefined;
  put(key: string, part: KeptPart): void;
}

/** Creates an empty memory for this many facts: a part has one, and one more for each value of a split. */
export function createPartMemory(limit: number): PartMemory {
  const kept = new Map<string, KeptPart>();
  const sizeOf = ({ counted }: KeptPart): number => 1 + counted.byKey.size;
  let total = 0;
  const drop = (key: string): void => {
    const known = kept.get(key);
    if (known) total -= sizeOf(known);
    kept.delete(key);
  };
  return {
    get: (key) => {
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
      }
      return known;
    },
    put: (key, part) => {
      drop(key);
      kept.set(key, part);
      total += sizeOf(part);
      for (const oldest of kept.keys()) {
        if (total <= limit) return;
        drop(oldest);
      }
    },
  };
}
