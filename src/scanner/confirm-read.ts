import { isLinear, type Read } from './formats.ts';

/** How long a label must be out of sight before reading it again counts. Units: milliseconds. */
const outOfSightMs = 1_500;

export interface ReadGate {
  /** Returns whether this read is a new hit. */
  accept(read: Read): boolean;
  /** Forgets what was seen, so that a label still in view counts again. */
  reset(): void;
}

/**
 * Turns reads of single frames into hits: a 2-D code counts immediately, a 1-D code after two equal reads in a row
 * (noise can cause misreads). A label held in front of the camera counts once.
 */
export function createReadGate({ now }: { now: () => number }): ReadGate {
  let previous: Read | undefined;
  let hit: { read: Read; seenAtMs: number } | undefined;
  return {
    accept(read) {
      const atMs = now();
      if (hit && isSame(hit.read, read) && atMs - hit.seenAtMs < outOfSightMs) {
        hit.seenAtMs = atMs;
        previous = undefined;
        return false;
      }
      const confirmed = !isLinear(read.format) || (previous !== undefined && isSame(previous, read));
      previous = confirmed ? undefined : read;
      if (confirmed) hit = { read, seenAtMs: atMs };
      return confirmed;
    },
    reset() {
      previous = undefined;
      hit = undefined;
    },
  };
}

function isSame(a: Read, b: Read): boolean {
  return a.text === b.text && a.format === b.format;
}
