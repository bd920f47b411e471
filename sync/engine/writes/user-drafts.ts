import type { Session } from '#contract/calls/session.ts';
import type { Drafts } from '../../outbox/drafts.ts';
import type { Clock } from '../../ports/ports.ts';
import type { WardEngine } from '../../types.ts';

/** The drafts of the signed-in user (rule OB9). */
export type UserDrafts = Pick<WardEngine, 'readDraft' | 'writeDraft' | 'deleteDraft'>;

/** Binds the drafts of this tablet to the signed-in user. */
export function createUserDrafts(parts: {
  clock: Clock;
  drafts: Drafts;
  /** Throws: SaveError `signed-out`. */
  signedIn: () => Session;
  used: () => void;
}): UserDrafts {
  const { clock, drafts, signedIn } = parts;
  return {
    async readDraft<T>(key: string) {
      return (await drafts.read(signedIn().userId, key)) as T | undefined;
    },
    async writeDraft(key, value) {
      const { userId } = signedIn();
      parts.used();
      await drafts.write(userId, key, value, new Date(clock.now()).toISOString());
    },
    deleteDraft: async (key) => drafts.remove(signedIn().userId, key),
  };
}
