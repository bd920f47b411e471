import type { WardView } from '../types.ts';
import type { Command } from '../outbox/command.ts';
import type { Replica } from './replica.ts';

/**
 * Returns whether a command's effect is missing from a replica at `cursor`: until the command is answered, and then
 * until the cursor reaches the version of the answer. A refused command has no effect.
 */
export function countsBeside({ state, answer }: Command, cursor: number): boolean {
  if (state === 'attention') return false;
  if (answer === null) return state !== 'done';
  return answer.version !== null && cursor < answer.version;
}

/**
 * Returns a view of the replica alone, which is correct as long as no command has an effect. A view with commands laid
 * over it supersedes this one.
 */
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
