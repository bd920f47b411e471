import type { AnswerOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { replicaSchema } from '#contract/replica.ts';
import { askedKey, changesPageSize, mostKeysAsked } from '#contract/sync.ts';
import type { Changes } from '#contract/sync.ts';
import { createLive } from './live.ts';
import type { LivePorts, OpenEvents } from './live.ts';
import type { Rebuild, Replica } from './replica/replica.ts';
import { CallError } from './types.ts';
import type { CallInput } from './types.ts';

type PullCall = 'syncChanges' | 'syncDigest' | 'syncMissing';

/** A typed call with the session; throws CallError. */
export type CallApi = <N extends PullCall>(name: N, input: CallInput<N>) => Promise<AnswerOf<Calls[N]>>;

/** Keeps the replica in step with the server. */
export interface Pull {
  /** Resolves when a pull that began after this call has reached the server's head. Throws: CallError. */
  pullNow: (signal?: AbortSignal) => Promise<void>;
  /** Pulls now, at each live event, and each minute where there are none. */
  start: () => void;
  stop: () => void;
}

/** The digest is compared this often. */
const digestEveryMs = 24 * 60 * 60_000;
/** Another tab that pulls is waited for this long; then this one pulls too: the replica itself fences the two. */
const lockPatienceMs = 10_000;

/**
 * Makes the pull of one replica. The pages are asked for one ahead, so that network and storage work at the same time.
 * `onRestored` is told when the server was restored from a backup, and ends before the replica is built anew: from then on
 * nothing here shows any more what the server has lost.
 */
export function createPull(options: {
  ports: LivePorts;
  callApi: CallApi;
  openEvents: OpenEvents;
  replica: Replica;
  /** The server's records have a shape that this app does not know: the app has to be updated. */
  onWarning: (warning: 'update-required') => void;
  onRestored?: () => Promise<void>;
  /** The hospital's work from this device that the server has answered. */
  answered?: {
    keys: () => Promise<readonly string[]>;
    /** The server does not know these any more: they are to be sent again. */
    onMissing: (keys: readonly string[]) => Promise<void>;
  };
  /** The last try of this tab failed. */
  isOffline?: () => boolean;
}): Pull {
  const { ports, callApi, replica } = options;
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  /** A rebuild that the network has interrupted goes on where it stood. */
  let rebuild: Rebuild | null = null;
  /** Head at the first page of the download that goes on: deletions older than it were never needed. */
  let began: number | null = null;

  async function ask(cursor: number, epoch: string | null, signal: AbortSignal | undefined): Promise<Changes> {
    const answer = await callApi('syncChanges', {
      query: {
        cursor,
        limit: changesPageSize,
        ...(epoch !== null && cursor > 0 ? { epoch } : {}),
        ...(began !== null && cursor > 0 ? { began } : {}),
      },
      ...(signal ? { signal } : {}),
    });
    if (cursor === 0) began = answer.head;
    if (!answer.more) began = null;
    if (answer.more && answer.next <= cursor) throw new Error('A page of changes does not move the cursor.');
    return answer;
  }

  function isReadable({ schema }: Changes): boolean {
    if (schema > replicaSchema) options.onWarning('update-required');
    return schema === replicaSchema;
  }

  /** Pages above the cursor until the head; answers false when the replica has to be built anew. */
  async function follow(signal: AbortSignal | undefined): Promise<boolean> {
    let asked = replica.cursor;
    let answer = await ask(asked, replica.epoch, signal);
    while (!replica.closed && isReadable(answer)) {
      if (isOtherHistory(answer.epoch, answer.head)) {
        await options.onRestored?.();
        return false;
      }
      const ahead = answer.more ? ask(answer.next, answer.epoch, signal) : null;
      ahead?.catch(() => undefined);
      if (await replica.applyPage(answer, asked)) {
        if (ahead === null) return true;
        asked = answer.next;
        answer = await ahead;
      } else {
        asked = replica.cursor;
        answer = await ask(asked, replica.epoch, signal);
      }
    }
    return true;
  }

  /** True when the server's data is not what this replica has been following: it was restored or replaced. */
  function isOtherHistory(epoch: unknown, headVersion: unknown): boolean {
    if (replica.epoch === null) return false;
    return epoch !== replica.epoch || (typeof headVersion === 'number' && headVersion < replica.cursor);
  }

  /** Builds the replica anew beside the old one, which stays readable until the swap. */
  async function buildAnew(signal: AbortSignal | undefined): Promise<void> {
    rebuild ??= replica.rebuild();
    const building = rebuild;
    for (let more = true; more;) {
      const answer = await ask(building.cursor, building.epoch, signal);
      if (!isReadable(answer)) return;
      if (building.epoch !== null && (answer.epoch !== building.epoch || answer.head < building.cursor)) {
        rebuild = null;
        return buildAnew(signal);
      }
      building.add(answer);
      more = answer.more;
    }
    rebuild = null;
    await building.swap();
  }

  async function pull(signal: AbortSignal | undefined): Promise<void> {
    try {
      if (rebuild === null && (await follow(signal))) return await checkDigest(signal);
    } catch (error) {
      const expired = error instanceof CallError && error.problem?.code === 'sync.cursor_expired';
      if (!expired) throw error;
      const { epoch = replica.epoch, head } = error.problem?.context ?? {};
      if (isOtherHistory(epoch, head)) await options.onRestored?.();
    }
    try {
      await buildAnew(signal);
    } catch (error) {
      if (error instanceof CallError && error.kind === 'problem') {
        rebuild = null;
        began = null;
      }
      throw error;
    }
  }

  /**
   * Asks which answered work the server lacks, and tells of it: a replica that never held that work cannot show it.
   * Throws: CallError.
   */
  async function findMissingWork(signal: AbortSignal | undefined): Promise<void> {
    const keys = ((await options.answered?.keys()) ?? []).filter((key) => askedKey.test(key));
    const missing: string[] = [];
    for (let at = 0; at < keys.length; at += mostKeysAsked) {
      const query = { keys: keys.slice(at, at + mostKeysAsked).join(',') };
      missing.push(...(await callApi('syncMissing', { query, ...(signal ? { signal } : {}) })).missing);
    }
    if (missing.length > 0) await options.answered?.onMissing(missing);
  }

  /**
   * Once a day, and after a first download: a replica whose counts or versions differ from the server's is built anew,
   * and work that the server lacks is told.
   */
  async function checkDigest(signal: AbortSignal | undefined): Promise<void> {
    if (!replica.ready || replica.closed || ports.clock.now() - (replica.checkedAt ?? 0) < digestEveryMs) return;
    const digest = await callApi('syncDigest', signal ? { signal } : {}).catch(() => null);
    if (digest === null || digest.epoch !== replica.epoch || digest.head !== replica.cursor) return;
    const theirs = new Map(digest.kinds.map((each) => [each.kind, each]));
    const equal = replica.digest().every(({ kind, count, sum }) => {
      const other = theirs.get(kind);
      return (other?.count ?? 0) === count && (other?.sum ?? 0) === sum;
    });
    if (equal) {
      try {
        await findMissingWork(signal);
      } catch (error) {
        // A server that refuses the question is asked again tomorrow; one that is not reached, at the next pull.
        if (!(error instanceof CallError && error.kind === 'problem')) return;
      }
      return replica.touch(true);
    }
    // A restored backup that has grown past this cursor since shows in nothing else.
    await options.onRestored?.();
    await buildAnew(signal);
  }

  function run(signal: AbortSignal | undefined): Promise<void> {
    return ports.locks.exclusive(`pull-${replica.hospitalId}`, lockPatienceMs, () => pull(signal));
  }

  function pullNow(signal?: AbortSignal): Promise<void> {
    if (running !== null) {
      following ??= running
        .catch(() => undefined)
        .then(() => {
          following = null;
          return pullNow(signal);
        });
      return following;
    }
    running = run(signal).finally(() => {
      running = null;
    });
    return running;
  }

  const live = createLive({ ports, openEvents: options.openEvents, replica, pullNow, isOffline: options.isOffline });
  return { pullNow, start: live.start, stop: live.stop };
}
