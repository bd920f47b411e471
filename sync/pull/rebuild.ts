import type { Rebuild } from '../replica/rebuild.ts';
import type { Replica } from '../replica/replica.ts';
import { CallError } from '../types.ts';
import type { Pages } from './pages.ts';

/** Rebuilds the replica next to the old one, which stays readable until the swap (rule PL2). */
export interface Rebuilder {
  /** True while an interrupted rebuild waits to be resumed. */
  isUnderWay(): boolean;
  /** Runs until the swap. Throws: CallError; a refused rebuild starts over at the next run. */
  run(signal: AbortSignal | undefined): Promise<void>;
}

/** Creates the rebuilder of a replica. */
export function createRebuilder(replica: Replica, pages: Pages): Rebuilder {
  let underWay: Rebuild | null = null;

  async function build(signal: AbortSignal | undefined): Promise<void> {
    underWay ??= replica.rebuild();
    const rebuild = underWay;
    for (let more = true; more;) {
      const answer = await pages.ask(rebuild.cursor, rebuild.epoch, signal);
      if (!pages.isReadable(answer)) return;
      const isOtherHistory = rebuild.epoch !== null && (answer.epoch !== rebuild.epoch || answer.head < rebuild.cursor);
      if (isOtherHistory) {
        underWay = null;
        return build(signal);
      }
      rebuild.add(answer);
      more = answer.more;
    }
    underWay = null;
    await rebuild.swap();
  }

  return {
    isUnderWay: () => underWay !== null,
    async run(signal) {
      try {
        await build(signal);
      } catch (error) {
        if (error instanceof CallError && error.kind === 'problem') {
          underWay = null;
          pages.restart();
        }
        throw error;
      }
    },
  };
}
