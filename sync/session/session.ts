/** The sessions of one context: who is signed in, how that begins and ends, and every user's own tokens. */
import type { Session } from '#contract/calls/session.ts';
import type { Meta } from '../outbox/meta.ts';
import type { Ports } from '../ports/ports.ts';
import type { ServerStatus } from '../transport/server-status.ts';
import { CallError } from '../types.ts';
import { createActiveSession } from './active-session.ts';
import type { ActiveSession, SessionEvents } from './active-session.ts';
import { createTabletLock } from './lock.ts';
import type { TabletLock } from './lock.ts';
import { isOfOtherHospital, otherHospitalText } from './continue.ts';
import { lostText } from './lost.ts';
import { createLogouts } from './logouts.ts';
import { createOneTimeSignIn } from './one-time.ts';
import { relearnPassword } from './password.ts';
import { createTabletPin } from './pin.ts';
import type { TabletPin } from '../session-state.ts';
import { createSignIn } from './sign-in.ts';
import { startSession } from './start-session.ts';
import type { TabSession } from './tab-session.ts';

/** Who uses this tablet, and every user's own tokens. */
export interface Sessions
  extends
    Pick<TabSession, 'state' | 'current' | 'fence'>,
    Pick<TabletLock, 'lock' | 'unlock' | 'used' | 'checkIdle'>,
    TabletPin,
    Pick<ActiveSession, 'tokens' | 'end'> {
  start(): Promise<void>;
  login(email: string, password: string): Promise<Session>;
  /** See WardEngine. */
  choosePassword(newPassword: string): Promise<void>;
  logout(unsent: number): Promise<void>;
  /** Another tab has changed who is signed in. */
  reread(): Promise<void>;
  /** Reports pending logouts to the server, and ends families whose queue is empty. */
  reportLogouts(hasUnsent: (userId: string) => boolean): Promise<void>;
  passwordChanged(password: string): Promise<void>;
}

/** Wires the session of one context: sign-in, logout, lock and what other tabs change. */
export function createSessions(ports: Ports, meta: Meta, serverStatus: ServerStatus, events: SessionEvents): Sessions {
  const active = createActiveSession(ports, meta, serverStatus, events);
  const { tab, tokens } = active;
  const logouts = createLogouts(ports, meta, tokens);
  const signIn = createSignIn(ports, { meta, serverStatus, logouts });
  const oneTime = createOneTimeSignIn(ports, serverStatus);
  const tabletLock = createTabletLock(ports, { meta, active, login, isOffline: serverStatus.offline });

  async function login(email: string, password: string): Promise<Session> {
    const before = await meta.get('person');
    const session = await signIn(email, password);
    if (before?.userId !== session.userId) events.onUserLeft?.();
    oneTime.end();
    if (session.scope === 'password') {
      oneTime.begin(email, password, session);
      active.leave({ kind: 'new-password', userName: session.userName, email });
      ports.channel.post('session');
      return session;
    }
    tabletLock.activeAt(ports.clock.now());
    active.enter(session);
    events.onFreshSession(session.userId);
    ports.channel.post('session');
    return session;
  }

  async function choosePassword(newPassword: string): Promise<void> {
    try {
      await login(await oneTime.choose(newPassword), newPassword);
    } catch (error) {
      if (error instanceof CallError && error.kind === 'signed-out') {
        oneTime.end();
        active.leave({ kind: 'signed-out', reason: error.message });
      }
      throw error;
    }
  }

  return {
    state: tab.state,
    current: tab.current,
    fence: tab.fence,
    tokens,
    start: () => startSession(ports, { meta, active, tabletLock }),
    login,
    choosePassword,
    lock: tabletLock.lock,
    unlock: tabletLock.unlock,
    used: tabletLock.used,
    checkIdle: tabletLock.checkIdle,
    ...createTabletPin(ports, { meta, tab }),
    reportLogouts: logouts.report,
    end: active.end,
    async logout(unsent) {
      const userId = tab.current()?.userId ?? oneTime.userId();
      if (userId === null) return;
      oneTime.end();
      active.leave({ kind: 'signed-out', reason: null });
      await meta.changeAll({
        ...logouts.noted(userId, unsent > 0),
        person: (one) => (one?.userId === userId ? { ...one, ended: true } : one),
        verifier: (one) => (one?.userId === userId ? undefined : one),
        unlockKeys: ({ [userId]: _own, ...others } = {}) => others,
      });
      ports.channel.post('session');
      if ((await meta.get('person'))?.userId === userId) events.onUserLeft?.();
    },
    async reread() {
      const person = await meta.get('person');
      const session = tab.current();
      if (!person) return;
      if (session && isOfOtherHospital(session, person))
        active.leave({ kind: 'signed-out', reason: otherHospitalText });
      if (session && session.userId !== person.userId) return;
      if (person.ended && (session || tab.state().kind === 'locked')) {
        active.leave({ kind: 'signed-out', reason: (await meta.get('lost')) ? lostText : null });
      } else if (session && person.locked) await tabletLock.show(person);
      else if (tab.state().kind === 'locked' && !person.locked && !person.ended) active.resume(person);
    },
    passwordChanged: async (password) => {
      const session = tab.current();
      if (session) await relearnPassword(ports, meta, session.userId, password);
    },
  };
}
