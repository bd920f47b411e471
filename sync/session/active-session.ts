/** The active session of one context with every user's tokens: how it is entered, renewed, left and ended. */
import type { Session } from '#contract/calls/session.ts';
import type { Meta } from '../outbox/meta.ts';
import type { Person } from '../outbox/schema.ts';
import type { Ports } from '../ports/ports.ts';
import type { ServerStatus } from '../transport/server-status.ts';
import type { SessionState } from '../session-state.ts';
import { withoutToken } from './continue.ts';
import { lostText } from './lost.ts';
import { createTabSession } from './tab-session.ts';
import type { TabSession } from './tab-session.ts';
import { createTokens } from './tokens.ts';
import type { Tokens } from './tokens.ts';

/** What is reported about sessions. */
export interface SessionEvents {
  /** Called for every change of state. */
  onChange: () => void;
  /** Called for every session that the server has just confirmed. */
  onFreshSession: (userId: string) => void;
  /** Called when the tablet's last user has logged out, or somebody else has signed in. */
  onUserLeft?: () => void;
}

/** The tab's session and the tokens, kept in step. */
export interface ActiveSession {
  tab: TabSession;
  tokens: Tokens;
  enter(session: Session): void;
  /** No session is active any more in this context; the user's token is forgotten. */
  leave(next: SessionState): void;
  /** The session of the tablet's last user continues without a token, which is requested in the background. */
  resume(person: Person): void;
  /** The server no longer accepts the session. */
  end(reason: string): Promise<void>;
  /** The server has not confirmed the session for too long: it does so now, or the user signs in again. */
  renewOrLeave(userId: string): Promise<void>;
}

/** Starts without a session. */
export function createActiveSession(
  ports: Ports,
  meta: Meta,
  serverStatus: ServerStatus,
  events: SessionEvents,
): ActiveSession {
  const tab = createTabSession(ports.tabStore, events.onChange);
  const tokens = createTokens(ports, {
    onSession(session) {
      serverStatus.alive();
      events.onFreshSession(session.userId);
      if (session.lost) {
        lose(session.userId).catch(ignore);
        return;
      }
      if (tab.current()?.userId !== session.userId) return;
      if (session.scope !== 'full') {
        endUnlessLocked(session.userId).catch(ignore);
        return;
      }
      enter(session);
      meta
        .change('person', (person) =>
          person?.userId === session.userId ? { ...person, onlineAt: ports.clock.now() } : person,
        )
        .catch(ignore);
    },
    signIns: async (userId) => (await meta.get('signIns'))?.[userId] ?? 0,
    unlockKey: async (userId) => (await meta.get('unlockKeys'))?.[userId],
    onRefused(userId, message, isLost) {
      if (isLost) lose(userId).catch(ignore);
      else if (tab.current()?.userId === userId) end(message).catch(ignore);
      else if (tab.state().kind === 'locked') endLocked(userId, message).catch(ignore);
    },
  });

  function enter(session: Session): void {
    if (session.token !== '') tokens.put(session);
    tab.enter(session);
  }

  function leave(next: SessionState): void {
    const userId = tab.current()?.userId;
    if (userId !== undefined) tokens.forget(userId);
    tab.leave(next);
  }

  /**
   * The server lets this tablet only send. Another tab has locked it or logged out, and says so; else the key is lost.
   */
  async function endUnlessLocked(userId: string): Promise<void> {
    const person = await meta.get('person');
    const isTold = person?.userId === userId && (person.locked || person.ended);
    if (!isTold && tab.current()?.userId === userId) await end('Please sign in again.');
  }

  async function end(reason: string): Promise<void> {
    const userId = tab.current()?.userId;
    leave({ kind: 'signed-out', reason });
    await meta.change('person', (person) => (person && person.userId === userId ? { ...person, ended: true } : person));
    ports.channel.post('session');
  }

  /**
   * The tablet was reported lost (rule AU12): what is needed to use the app as this user is deleted, and what is needed
   * to send the user's entries is kept. If somebody else uses the tablet, their own session reports whether it is lost.
   */
  async function lose(userId: string): Promise<void> {
    if (tab.current()?.userId === userId) leave({ kind: 'signed-out', reason: lostText });
    const person = await meta.get('person');
    const isOthers = person !== undefined && person.userId !== userId && !person.ended;
    await meta.changeAll({
      person: (one) => (one?.userId === userId ? { ...one, ended: true } : one),
      verifier: (one) => (one?.userId === userId ? undefined : one),
      unlockKeys: ({ [userId]: _own, ...others } = {}) => others,
      outboxOnly: (list = []) => [...list.filter((one) => one !== userId), userId],
      lost: (before) => (isOthers ? before : (before ?? 'told')),
    });
    if (tab.state().kind === 'locked' && !isOthers) leave({ kind: 'signed-out', reason: lostText });
    else events.onChange();
    ports.channel.post('session');
  }

  /** The server has refused the user who locked the tablet: his password no longer opens it (rule AU7). */
  async function endLocked(userId: string, reason: string): Promise<void> {
    const person = await meta.change('person', (one) => (one?.userId === userId ? { ...one, ended: true } : one));
    if (person?.userId !== userId || tab.state().kind !== 'locked') return;
    leave({ kind: 'signed-out', reason });
    ports.channel.post('session');
  }

  return {
    tab,
    tokens,
    enter,
    leave,
    end,
    resume(person) {
      // The token that a locked tablet sends with opens nothing else.
      tokens.forget(person.userId);
      enter(withoutToken(person));
      tokens.tokenFor(person.userId).catch(ignore);
    },
    async renewOrLeave(userId) {
      const renewed = await tokens.tokenFor(userId, tab.current()?.token);
      if (renewed.kind === 'token' || tab.current()?.userId !== userId) return;
      leave({ kind: 'signed-out', reason: 'Please sign in again: the last sign-in is more than 7 days ago.' });
    },
  };
}

/** A failed write of these facts is repeated with the next confirmed session. */
function ignore(): void {}
