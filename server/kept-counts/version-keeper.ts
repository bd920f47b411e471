import { readHead } from '../db/read-head.ts';
import type { HospitalScope } from '../db/scope.ts';

/** The requested value, and the version of the hospital that it belongs to. */
interface Asked {
  /** Names the value and everything that it depends on besides the hospital's data. */
  key: string;
  /** The version, if the caller has just read it from the database. */
  version?: number;
}

/** Caches values that are computed from the replica of tablets. */
export interface VersionKeeper<T> {
  /** Returns the current value; `make` computes it if it is not cached. */
  read(scope: HospitalScope, asked: Asked, make: () => Promise<T>): Promise<T>;
}

interface Kept<T> {
  version: number;
  value: Promise<T>;
  weight: number;
}

/**
 * Caches values by the version of their hospital and drops the least recently used first. Promises: a value belongs to
 * the hospital's current version, which is read from the database before the value; a failed computation is not cached.
 * Source: docs/decisions/312-kept-by-version.md
 */
export function createVersionKeeper<T>({
  limit,
  weigh = () => 1,
}: {
  /** Maximum total weight of all cached values. */
  limit: number;
  weigh?: (value: T) => number;
}): VersionKeeper<T> {
  const kept = new Map<string, Kept<T>>();
  let total = 0;
  const drop = (key: string): void => {
    total -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, entry: Kept<T>): void => {
    drop(key);
    kept.set(key, entry);
    total += entry.weight;
    for (const oldest of kept.keys()) {
      if (total <= limit) return;
      drop(oldest);
    }
  };
  return {
    async read(scope, asked, make) {
      const key = `${scope.id} ${asked.key}`;
      const version = asked.version ?? (await readHead(scope)).head;
      const known = kept.get(key);
      const entry = known?.version === version ? known : { version, value: make(), weight: 1 };
      keep(key, entry);
      try {
        const value = await entry.value;
        if (entry !== known && kept.get(key) === entry) {
          drop(key);
          keep(key, { ...entry, weight: weigh(value) });
        }
        return value;
      } catch (error) {
        if (kept.get(key) === entry) drop(key);
        throw error;
      }
    },
  };
}
