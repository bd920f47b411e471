import type { KeyValue } from '../../ports/ports.ts';
import type { Sessions } from '../../session/session.ts';
import type { TabletPin } from '../../session-state.ts';
import type { WardEngine } from '../../types.ts';
import type { Command } from '../../outbox/command.ts';
import type { OneHospital } from '../hospital-replica/one-hospital.ts';
import type { SessionReplica } from '../hospital-replica/session-replica.ts';
import { evictionTold } from '../upkeep/canary.ts';
import type { ResponseCache } from './response-cache.ts';

type SessionActs =
  | 'session'
  | 'login'
  | 'choosePassword'
  | 'unsentCount'
  | 'logout'
  | 'lock'
  | 'unlock'
  | keyof TabletPin;

/** Sign-in and sign-out for the screens, with everything else that follows the user. */
export interface UserSession {
  /** The state of the session has changed. */
  follow(): void;
  acts: Pick<WardEngine, SessionActs>;
}

/** Binds the parts that follow the user to the sessions of this context. */
export function createUserSession(parts: {
  sessions: Sessions;
  sessionReplica: SessionReplica;
  responseCache: ResponseCache;
  oneHospital: OneHospital;
  canary: KeyValue | null;
  /** Entries of a user that the server lacks in whole or in part. */
  unsentOf: (userId: string) => readonly Command[];
  onChange: () => void;
}): UserSession {
  const { sessions, sessionReplica, responseCache, oneHospital, unsentOf } = parts;
  let seenBy: string | undefined;
  return {
    follow() {
      const session = sessions.current();
      if (session && session.userId !== seenBy) {
        seenBy = session.userId;
        evictionTold(parts.canary);
        void responseCache.clearOthers(seenBy);
        // A deletion that fails is repeated at the next start.
        if (session.hospital) void oneHospital.is(session.hospital.id, seenBy).catch(() => undefined);
      }
      sessionReplica.follow();
      // As above; the replica is closed first.
      if (!session)
        void sessionReplica
          .opened()
          .then(oneHospital.removeIfLost)
          .catch(() => undefined);
      parts.onChange();
    },
    acts: {
      session: sessions.state,
      lock: sessions.lock,
      unlock: sessions.unlock,
      hasPin: sessions.hasPin,
      setPin: sessions.setPin,
      removePin: sessions.removePin,
      async login(email, password) {
        const session = await sessions.login(email, password);
        await sessionReplica.opened();
        return session;
      },
      async choosePassword(newPassword) {
        await sessions.choosePassword(newPassword);
        await sessionReplica.opened();
      },
      unsentCount: () => unsentOf(sessions.current()?.userId ?? '').length,
      async logout({ removeData = false } = {}) {
        const session = sessions.current();
        await sessions.logout(session ? unsentOf(session.userId).length : 0);
        seenBy = undefined;
        await responseCache.clearOthers(null);
        if (removeData) {
          await sessionReplica.opened();
          await oneHospital.remove();
        }
        await sessions.reportLogouts((userId) => unsentOf(userId).length > 0);
      },
    },
  };
}
