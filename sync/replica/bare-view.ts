import type { Command, WardView } from '../types.ts';
import type { Replica } from './replica.ts';

/**
 * True while a command's effect is not in a replica at `cursor`: until it is answered, and after that until the cursor
 * has reached the version of the answer. A refused command has no effect.
 */
export function countsBeside({ state, answer }: Command, cursor: number): boolean {
  if (state === 'attention') return false;
  if (answer === null) return state !== 'done';
  return answer.version !== null && cursor < answer.version;
}

/** The replica alone: correct where no command counts. A view with commands laid over supersedes it. */
export function bareView(replica: Replica): WardView {
  const { revision, get, all, deviceBySerial, searchDevices, count, readAhead } = replica;
  return {
    revision,
    get ready() {
      return replica.ready && replica.downloadPercent === null;
    },
    get,
    all,
    isPending: () => false,
    deviceBySerial,
    searchDevices,
    count,
    readAhead,
  };
}
