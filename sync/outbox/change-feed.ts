import type { Command } from '../types.ts';
import type { Upload } from './schema.ts';

/** What a committed transaction has changed, for mirrors in memory. */
export interface OutboxChange {
  commands: Command[];
  uploads: Upload[];
  /** `seq` of entries that their author discarded. */
  removed: number[];
}

/** Passes changes on. Call it after the commit, so that no listener sees what is not stored. */
export type Announce = (change: Partial<OutboxChange>) => void;

/** The changes that this context makes; those of other tabs and the worker come over the channel. */
export interface ChangeFeed {
  announce: Announce;
  onChange(listener: (change: OutboxChange) => void): () => void;
}

/** A feed without listeners. */
export function createChangeFeed(): ChangeFeed {
  const listeners = new Set<(change: OutboxChange) => void>();
  return {
    announce(change) {
      for (const listener of listeners) listener({ commands: [], uploads: [], removed: [], ...change });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
