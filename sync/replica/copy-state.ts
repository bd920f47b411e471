import type { Memory } from './memory.ts';
import type { Head } from './store.ts';

/** What the user is told about the storage of the replica, which continues in memory in both cases. */
export type ReplicaWarning = 'storage-full' | 'no-storage';

/** The state of both copies, shared by their readers and writers. */
export interface CopyState {
  memory: Memory;
  head: Head;
  /** False once the rows live in memory only. */
  storing: boolean;
  closed: boolean;
}

/** Who hears of changes: `onChange` learns whether rows have changed, or only the head. */
export interface CopyEvents {
  onChange: (rows: boolean) => void;
  onWarning?: ((warning: ReplicaWarning) => void) | undefined;
}
