import type { Memory } from './memory.ts';
import type { Head } from './store.ts';

/** Warnings for the user about the storage of the replica, which continues in memory in both cases. */
export type ReplicaWarning = 'storage-full' | 'no-storage';

/** The state of both copies, shared by readers and writers. */
export interface CopyState {
  memory: Memory;
  head: Head;
  /** False once the rows are only in memory. */
  storing: boolean;
  closed: boolean;
}

/** Listeners for changes; `onChange` says whether rows have changed, or only the head. */
export interface CopyEvents {
  onChange: (rows: boolean) => void;
  onWarning?: ((warning: ReplicaWarning) => void) | undefined;
}
