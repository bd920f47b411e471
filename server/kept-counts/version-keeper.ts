import { readHead } from '../db/read-head.ts';
import type { HospitalScope } from '../db/scope.ts';

/** What is asked for, and at which version of the hospital. */
interface Asked {
  /** Names the value and everything that it depends on beside the data of the hospital. */
  key: string;
  /** The version, where the caller has just read it from the database. */
  version?: number;
}

/** Keeps values that are computed from the replica of tablets. */
export interface VersionKeeper<T> {
  /** The value as the database has it now; `make` computes one that is not kept. */
  read(scope: HospitalScope, asked: Asked, make: () => Promise<T>): Promise<T>;
}

interface Kept<T> {
  version: number;
  value: Promise<T>;
  weight: number;
}

/**
 * Keeps values by the version of their hospital and drops the least recently used first. Promises: a value is that of
 * the hospital's version, which is read from the database before the value is; one that could not be computed is not
 * kept. Source: docs/decisions/312-kept-by-version.md
 */
export function createVersionKeeper<T>({
  limit,
  weigh = () => 1,
}: {
  /** Weight of all values that a process keeps. */
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
