/** Fills a second replica next to the first, which it then replaces in one step. */
import type { Changes } from '#contract/calls/sync.ts';
import type { Clock } from '../ports/ports.ts';
import type { Copy } from './copy.ts';
import { createMemory, segmentsOf } from './memory.ts';
import type { Segment } from './memory.ts';
import { emptyHead, headAfter } from './store.ts';

/** The replica that is being filled. */
export interface Rebuild {
  readonly epoch: string | null;
  readonly cursor: number;
  add(changes: Changes): void;
  /** Resolves to false when another tab has replaced the replica in the meantime. */
  swap(): Promise<boolean>;
}

/** Starts an empty replica next to the one that `copy` holds. */
export function startRebuild(copy: Copy, clock: Clock): Rebuild {
  const { generation } = copy.head;
  const segments: Segment[] = [];
  let fresh = emptyHead(generation + 1);

  async function swap(): Promise<boolean> {
    if (copy.head.generation !== generation || copy.closed) return false;
    const { seq } = copy.head;
    const built = createMemory();
    for (const [at, segment] of segments.entries()) built.apply(seq + 1 + at, segment);
    const head = { ...fresh, seq: seq + Math.max(1, segments.length), checkedAt: clock.now() };
    const swapped = await copy.write({ head, segments, remove: 'all', apply: () => built });
    if (swapped) copy.announce(true);
    return swapped;
  }

  return {
    get epoch() {
      return fresh.epoch;
    },
    get cursor() {
      return fresh.cursor;
    },
    add(changes) {
      segments.push(...segmentsOf(changes));
      fresh = headAfter(fresh, changes, clock.now());
    },
    swap: () => copy.inTurn(swap),
  };
}
