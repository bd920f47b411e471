import { vi } from 'vitest';
import { scalingLimitMs } from '#ui/platform/photo.ts';

/** Builds a file that starts like a JPEG, which is enough to count as a photo. */
export const jpegOf = (name: string) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], name, { type: 'image/jpeg' });

/**
 * Replaces the photo worker by one that never answers. `giveUp` reaches the time limit of every photo started so far;
 * `started` and `ended` count the workers. Undone by `vi.unstubAllGlobals` and `vi.restoreAllMocks`.
 */
export function silencePhotoWorker(): { started: () => number; ended: () => number; giveUp: () => void } {
  const limits: (() => void)[] = [];
  const postMessage = vi.fn();
  const terminate = vi.fn();
  const { setTimeout: start } = globalThis;
  const later = (run: () => void, ms?: number) => {
    if (ms === scalingLimitMs) limits.push(run);
    return start(ms === scalingLimitMs ? () => undefined : run, ms === scalingLimitMs ? 0 : ms);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(later);
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage = postMessage;
      terminate = terminate;
    },
  );
  return {
    started: () => postMessage.mock.calls.length,
    ended: () => terminate.mock.calls.length,
    giveUp: () => limits.forEach((end) => end()),
  };
}
