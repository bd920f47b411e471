import { askedKey, mostKeysAsked } from '#contract/calls/sync.ts';
import type { Clock } from '../ports/ports.ts';
import type { Replica } from '../replica/replica.ts';
import { CallError } from '../types.ts';
import type { CallApi } from './pages.ts';

/** Interval between comparisons of the digest. */
const digestEveryMs = 24 * 60 * 60_000;
/** A comparison fails to conclude if the server's data changed meanwhile; a pull after this long tries again. */
const againMs = 60_000;

/** The hospital's work from this tablet that the server has answered. */
export interface AnsweredWork {
  keys: () => Promise<readonly string[]>;
  /** Reports keys that the server no longer knows, whose entries must be sent again. */
  onMissing: (keys: readonly string[]) => Promise<void>;
}

/** Compares the replica with the server once a day, and after a first download. */
export interface DailyCheck {
  /** True while the check is due and was not tried within the last minute: a pull would run it. */
  isWorthAPull(): boolean;
  /** Returns false when the replica differs from the server. Throws: errors of the storage. */
  run(signal: AbortSignal | undefined): Promise<boolean>;
}

/** Creates the daily check of a replica. */
export function createDailyCheck(parts: {
  clock: Clock;
  callApi: CallApi;
  replica: Replica;
  answered?: AnsweredWork | undefined;
}): DailyCheck {
  const { clock, callApi, replica, answered } = parts;
  let triedAt = -Infinity;

  function isDue(): boolean {
    return replica.ready && !replica.closed && clock.now() - (replica.checkedAt ?? 0) >= digestEveryMs;
  }

  /** `unknown` if the server gave no digest, or one of another head. */
  async function compareDigest(signal: AbortSignal | undefined): Promise<'equal' | 'differs' | 'unknown'> {
    const digest = await callApi('syncDigest', signal ? { signal } : {}).catch(() => null);
    if (digest === null || digest.epoch !== replica.epoch || digest.head !== replica.cursor) return 'unknown';
    const theirs = new Map(digest.kinds.map((each) => [each.kind, each]));
    const isEqual = replica.digest().every(({ kind, count, sum }) => {
      const other = theirs.get(kind);
      return (other?.count ?? 0) === count && (other?.sum ?? 0) === sum;
    });
    return isEqual ? 'equal' : 'differs';
  }

  /**
   * Asks which answered work the server lacks, and reports it: a replica that never contained that work cannot reveal
   * it (rule PU21). Throws: CallError.
   */
  async function findMissingWork(signal: AbortSignal | undefined): Promise<void> {
    const keys = ((await answered?.keys()) ?? []).filter((key) => askedKey.test(key));
    const missing: string[] = [];
    for (let at = 0; at < keys.length; at += mostKeysAsked) {
      const query = { keys: keys.slice(at, at + mostKeysAsked).join(',') };
      missing.push(...(await callApi('syncMissing', { query, ...(signal ? { signal } : {}) })).missing);
    }
    if (missing.length > 0) await answered?.onMissing(missing);
  }

  return {
    isWorthAPull: () => isDue() && clock.now() - triedAt >= againMs,
    async run(signal) {
      if (!isDue()) return true;
      triedAt = clock.now();
      const digest = await compareDigest(signal);
      if (digest !== 'equal') return digest === 'unknown';
      try {
        await findMissingWork(signal);
      } catch (error) {
        // If the server refuses the question, it is asked again tomorrow; if it cannot be reached, at the next pull.
        if (!(error instanceof CallError && error.kind === 'problem')) return true;
      }
      await replica.touch(true);
      return true;
    },
  };
}
