import type { Command } from './command.ts';
import type { Upload } from './schema.ts';

/** The changes of a committed transaction, for mirrors in memory. */
export interface OutboxChange {
  commands: Command[];
  uploads: Upload[];
  /** `seq` of entries that their author discarded. */
  removed: number[];
}

/** Passes changes on. Must be called after the commit, so that listeners only see stored data. */
export type Announce = (change: Partial<OutboxChange>) => void;

/** The changes made by this page or worker; those of other tabs come over the channel. */
export interface ChangeFeed {
  announce: Announce;
  onChange(listener: (change: OutboxChange) => void): () => void;
}

/** Creates a feed without listeners. */
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
