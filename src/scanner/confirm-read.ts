import { isLinear, type Read } from './formats.ts';

/** A label counts again only if it was out of sight for this long. Units: milliseconds. */
const outOfSightMs = 1_500;

/**
 * A label counts again only if at least this many frames in a row were decoded without it. On a slow tablet, time
 * alone passes while a single frame is decoded.
 */
const outOfSightFrames = 3;

export interface ReadGate {
  /** Takes what a decoded frame shows; returns whether it is a new hit. */
  accept(read: Read | undefined): boolean;
  /** Forgets what was seen, so that a label still in view counts again. */
  reset(): void;
}

/**
 * Turns decoded frames into hits: a 2-D code counts immediately, a 1-D code after two equal reads in a row (noise can
 * cause misreads). A label held in front of the camera counts once.
 */
export function createReadGate({ now }: { now: () => number }): ReadGate {
  let previous: Read | undefined;
  let hit: { read: Read; seenAtMs: number; framesWithout: number } | undefined;
  /** Returns whether the frame shows the label of the last hit, which has not been out of sight. */
  function isStillInView(read: Read | undefined): boolean {
    if (!hit) return false;
    if (!read || !isSame(hit.read, read)) {
      hit.framesWithout += 1;
      return false;
    }
    return hit.framesWithout < outOfSightFrames || now() - hit.seenAtMs < outOfSightMs;
  }
  return {
    accept(read) {
      const isHeld = isStillInView(read);
      if (!read) return false;
      const isHit = !isHeld && (!isLinear(read.format) || (previous !== undefined && isSame(previous, read)));
      previous = isHeld || isHit ? undefined : read;
      if (isHeld || isHit) hit = { read, seenAtMs: now(), framesWithout: 0 };
      return isHit;
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
