/** The replica: a hospital's rows for screens and pull. */
import type { Ports } from '../ports/ports.ts';
import { openCopy } from './copy.ts';
import type { ReplicaWarning } from './copy-state.ts';
import { createPageWrites } from './page-writes.ts';
import type { PageWrites } from './page-writes.ts';
import { startRebuild } from './rebuild.ts';
import type { Rebuild } from './rebuild.ts';
import { rowsOf } from './rows.ts';
import type { ReplicaRows } from './rows.ts';

/** One hospital's data on this tablet: a cache in memory and IndexedDB that can be deleted without loss. */
export interface Replica extends ReplicaRows, PageWrites {
  readonly hospitalId: string;
  /** True after `close()`: no further change is accepted. */
  readonly closed: boolean;
  /** Grows with each change of rows, and when the first download ends. */
  readonly revision: number;
  /** False until the first page has arrived. */
  readonly ready: boolean;
  readonly cursor: number;
  readonly epoch: string | null;
  /** Instant of the last contact with the server. */
  readonly asOf: string | null;
  /** Instant of the last digest check. Units: milliseconds since 1970. */
  readonly checkedAt: number | null;
  /** 0 to 99 until a first download has reached its end, then null. */
  readonly downloadPercent: number | null;
  /** Calls the listener after each change and each contact. */
  subscribe(listener: () => void): () => void;
  rebuild(): Rebuild;
  /** Deletes all rows, here and in the other tabs. */
  drop(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a hospital's replica and loads it into memory. Storage errors never make it fail: an unreadable replica is
 * dropped and pulled again, and without storage it lives in memory only; `onWarning` is called.
 */
export async function openReplica(options: {
  ports: Pick<Ports, 'clock' | 'channel' | 'databases'>;
  hospitalId: string;
  onWarning?: (warning: ReplicaWarning) => void;
}): Promise<Replica> {
  const { ports, hospitalId, onWarning } = options;
  const { clock } = ports;
  const listeners = new Set<() => void>();
  let revision = 0;

  const copy = await openCopy(ports, hospitalId, {
    onWarning,
    onChange(rows) {
      if (rows) revision += 1;
      for (const listener of listeners) listener();
    },
  });

  return {
    hospitalId,
    get closed() {
      return copy.closed;
    },
    get revision() {
      // The end of the first download changes what a view may claim, even without a new row.
      return 2 * revision + Number(copy.head.complete);
    },
    get ready() {
      return copy.head.epoch !== null;
    },
    get cursor() {
      return copy.head.cursor;
    },
    get epoch() {
      return copy.head.epoch;
    },
    get asOf() {
      const { contactAt } = copy.head;
      return contactAt === null ? null : new Date(contactAt).toISOString();
    },
    get checkedAt() {
      return copy.head.checkedAt;
    },
    get downloadPercent() {
      const { complete, cursor, aim } = copy.head;
      return complete ? null : Math.min(99, Math.floor((100 * cursor) / Math.max(1, aim)));
    },
    ...rowsOf(copy),
    ...createPageWrites(copy, clock),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    rebuild: () => startRebuild(copy, clock),
    drop: () =>
      copy.inTurn(async () => {
        for (let emptied = copy.closed; !emptied;) emptied = await copy.empty();
        if (!copy.closed) copy.announce(true);
      }),
    close() {
      listeners.clear();
      return copy.close();
    },
  };
}
