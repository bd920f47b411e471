import { callPath, calls } from '#contract/index.ts';
import type { Session } from '#contract/session.ts';
import { continueOfflineMs, goesOnAs, idleLockMs, mustUnlock, sessionOfTab, tabKey, withoutToken } from './continue.ts';
import { createLogouts } from './logouts.ts';
import type { Meta, Person } from './outbox/meta.ts';
import { makeVerifier, matches, maxTries } from './password.ts';
import type { Ports } from './ports.ts';
import type { Reach } from './reach.ts';
import { cookieLock, createTokens } from './tokens.ts';
import type { Tokens } from './tokens.ts';
import { CallError } from './types.ts';
import type { SessionState } from './types.ts';
import { exchange, messageOf, problemOf } from './wire.ts';

/** Use of the app is written down at most this often. */
const activityStepMs = 60_000;

/** The session of document 1, section 3, under the names it gives. */
const documentKeys = ['userName', 'userId', 'userRole', 'hospitalId', 'bmeAccountId'] as const;

/** Who is at this device, and every user's own tokens. */
export interface Sessions {
  state(): SessionState;
  /** The session of the signed-in user. */
  current(): Session | null;
  tokens: Tokens;
  start(): Promise<void>;
  login(email: string, password: string): Promise<Session>;
  logout(unsent: number): Promise<void>;
  lock(): Promise<void>;
  unlock(password: string): Promise<boolean>;
  /** The server no longer accepts the session. */
  end(reason: string): Promise<void>;
  /** A person uses the app. */
  used(): void;
  /** Locks the device when it was idle too long; ends a session that the server has not confirmed for too long. */
  checkIdle(): Promise<void>;
  /** Another tab has changed who is here. */
  reread(): Promise<void>;
  /** Tells the server of logouts it has not heard of, and ends families whose queue is empty. */
  settleLogouts(hasUnsent: (userId: string) => boolean): Promise<void>;
  passwordChanged(password: string): Promise<void>;
  /** Aborted when the user of this context changes. */
  fence(): AbortSignal;
  /** Resolves when no verifier is being made. */
  quiet(): Promise<void>;
}

/** Sessions of this context. `onChange` hears of every change of state, `onSignedIn` of every fresh token. */
export function createSessions(
  ports: Ports,
  meta: Meta,
  reach: Reach,
  events: { onChange: () => void; onFreshSession: (userId: string) => void },
): Sessions {
  let state: SessionState = { kind: 'starting' };
  let fence = new AbortController();
  let activeAt = 0;
  let making: Promise<unknown> = Promise.resolve();

  const tokens = createTokens(ports, {
    onSession(session) {
      reach.alive();
      events.onFreshSession(session.userId);
      if (currentSession()?.userId !== session.userId || session.scope !== 'full') return;
      enter(session);
      meta
        .change('person', (person) =>
          person?.userId === session.userId ? { ...person, onlineAt: ports.clock.now() } : person,
        )
        .catch(ignore);
    },
    signIns: async (userId) => (await meta.get('signIns'))?.[userId] ?? 0,
    onRefused(userId, message) {
      if (currentSession()?.userId === userId) end(message).catch(ignore);
    },
  });

  const logouts = createLogouts(ports, meta, tokens);

  function currentSession(): Session | null {
    return state.kind === 'signed-in' ? state.session : null;
  }

  function become(next: SessionState): void {
    const before = currentSession()?.userId;
    state = next;
    if (before !== currentSession()?.userId) {
      fence.abort();
      fence = new AbortController();
    }
    events.onChange();
  }

  function enter(session: Session): void {
    const store = ports.tabStore;
    store?.set('authToken', session.token);
    for (const key of documentKeys) {
      const value = session[key];
      if (value === undefined) store?.remove(key);
      else store?.set(key, value);
    }
    store?.set(tabKey, JSON.stringify(session));
    if (session.token !== '') tokens.put(session);
    become({ kind: 'signed-in', session, offline: session.token === '' });
  }

  function leaveTab(): void {
    for (const key of ['authToken', tabKey, ...documentKeys]) ports.tabStore?.remove(key);
  }

  async function end(reason: string | null): Promise<void> {
    const userId = currentSession()?.userId;
    leaveTab();
    if (userId !== undefined) tokens.forget(userId);
    become({ kind: 'signed-out', reason });
    await meta.change('person', (person) => (person && person.userId === userId ? { ...person, ended: true } : person));
    ports.channel.post('session');
  }

  async function showLocked(person: Person): Promise<void> {
    const verifier = await meta.get('verifier');
    leaveTab();
    tokens.forget(person.userId);
    const triesLeft = verifier?.userId === person.userId ? verifier.triesLeft : 0;
    become({ kind: 'locked', userName: person.userName, triesLeft });
  }

  async function lock(): Promise<void> {
    const session = currentSession();
    if (!session) return;
    const person = await meta.change('person', (one) =>
      one?.userId === session.userId ? { ...one, locked: true } : one,
    );
    if (person?.userId !== session.userId) return;
    await showLocked(person);
    ports.channel.post('session');
  }

  function rememberPassword(userId: string, password: string): Promise<void> {
    const made = makeVerifier(ports, userId, password).then(async (verifier) => {
      const person = await meta.get('person');
      if (person?.userId === userId && !person.ended) await meta.set('verifier', verifier);
    });
    making = made.catch(ignore);
    return made;
  }

  /** Earlier logouts of the user are over; under the lock of the cookies, or one of them would end the new session. */
  async function noteSignIn(userId: string): Promise<void> {
    await meta.changeAll({
      signIns: (counts = {}) => ({ ...counts, [userId]: (counts[userId] ?? 0) + 1 }),
      ...logouts.calledOff(userId),
    });
  }

  async function login(email: string, password: string): Promise<Session> {
    const deviceId = await meta.get('deviceId');
    const result = await ports.locks.exclusive(cookieLock.name, cookieLock.loginPatienceMs, async () => {
      const answer = await exchange(ports, {
        method: calls.login.method,
        path: `/api${callPath(calls.login)}`,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password, deviceId }),
      });
      if (answer.kind === 'ours' && answer.status === 200) await noteSignIn((answer.body as Session).userId);
      return answer;
    });
    if (result.kind === 'unreachable') {
      reach.failed();
      throw new CallError('offline', result.message);
    }
    reach.alive();
    reach.measured(result.answer.header('Date'));
    if (result.status !== 200) throw new CallError('problem', messageOf(result.body), problemOf(result.body));
    const session = result.body as Session;
    const now = ports.clock.now();
    activeAt = now;
    await meta.change('verifier', () => undefined);
    const { userId, userName, userRole, hospitalId, bmeAccountId, hospital } = session;
    await meta.set('person', {
      userId,
      userName,
      userRole,
      email,
      hospitalId,
      bmeAccountId,
      hospital,
      onlineAt: now,
      activeAt: now,
      ended: false,
      locked: false,
    });
    enter(session);
    events.onFreshSession(session.userId);
    ports.channel.post('session');
    if (session.userRole !== 'Admin') void rememberPassword(session.userId, password).catch(ignore);
    return session;
  }

  /** The server has not confirmed the session for too long: it does so now, or the person signs in again. */
  async function renewOrLeave(userId: string): Promise<void> {
    const renewed = await tokens.tokenFor(userId, currentSession()?.token);
    if (renewed.kind === 'token' || currentSession()?.userId !== userId) return;
    leaveTab();
    tokens.forget(userId);
    become({ kind: 'signed-out', reason: 'Please sign in again: the last sign-in is more than 7 days ago.' });
  }

  /** Goes on as the last person of this device, or asks for the password, or shows the sign-in. */
  async function start(): Promise<void> {
    const person = await meta.get('person');
    const kept = sessionOfTab(ports.tabStore);
    const now = ports.clock.now();
    if (person && !person.ended && (kept === null || kept.userId === person.userId)) {
      activeAt = person.activeAt;
      const session = goesOnAs(person, kept, now);
      if (session) {
        enter(session);
        return;
      }
      if (mustUnlock(person, now)) {
        await showLocked(person);
        return;
      }
      state = { kind: 'signed-in', session: withoutToken(person), offline: true };
      await renewOrLeave(person.userId);
      return;
    }
    if (kept && person && person.userId !== kept.userId) {
      activeAt = now;
      enter(kept);
      return;
    }
    leaveTab();
    become({ kind: 'signed-out', reason: null });
  }

  async function unlock(password: string): Promise<boolean> {
    const person = await meta.get('person');
    if (!person) return false;
    const verifier = await meta.get('verifier');
    const tooOld = ports.clock.now() - person.onlineAt >= continueOfflineMs;
    if (tooOld || verifier?.userId !== person.userId || verifier.triesLeft <= 0) {
      try {
        await login(person.email, password);
        return true;
      } catch (error) {
        if (error instanceof CallError && error.problem?.code === 'auth.invalid_credentials') return false;
        throw error;
      }
    }
    const right = await matches(ports, verifier, password);
    // Counted where it is kept: several tabs may ask at once.
    const counted = await meta.change(
      'verifier',
      (one) => one && { ...one, triesLeft: right ? maxTries : Math.max(0, one.triesLeft - 1) },
    );
    if (!right) {
      become({ kind: 'locked', userName: person.userName, triesLeft: counted?.triesLeft ?? 0 });
      return false;
    }
    activeAt = ports.clock.now();
    await meta.change('person', (one) => one && { ...one, locked: false, activeAt });
    enter(withoutToken(person));
    ports.channel.post('session');
    tokens.tokenFor(person.userId).catch(ignore);
    return true;
  }

  return {
    state: () => state,
    current: currentSession,
    tokens,
    start,
    login,
    lock,
    unlock,
    settleLogouts: (hasUnsent) => logouts.settle(hasUnsent),
    end: (reason) => end(reason),
    async logout(unsent) {
      const session = currentSession();
      if (!session) return;
      const { userId } = session;
      leaveTab();
      tokens.forget(userId);
      become({ kind: 'signed-out', reason: null });
      await meta.changeAll({
        ...logouts.noted(userId, unsent > 0),
        person: (one) => (one?.userId === userId ? { ...one, ended: true } : one),
        verifier: (one) => (one?.userId === userId ? undefined : one),
      });
      ports.channel.post('session');
    },
    used() {
      const session = currentSession();
      const now = ports.clock.now();
      if (!session || now - activeAt < activityStepMs) return;
      activeAt = now;
      void meta
        .change('person', (one) => (one?.userId === session.userId ? { ...one, activeAt: now } : one))
        .catch(ignore);
    },
    async checkIdle() {
      const session = currentSession();
      if (!session) return;
      const person = await meta.get('person');
      if (person?.userId !== session.userId) return;
      activeAt = Math.max(activeAt, person.activeAt);
      const now = ports.clock.now();
      if (now - activeAt >= idleLockMs) await lock();
      else if (now - person.onlineAt >= continueOfflineMs) await renewOrLeave(session.userId);
    },
    async reread() {
      const person = await meta.get('person');
      const session = currentSession();
      if (!person || (session && session.userId !== person.userId)) return;
      if (session && person.ended) {
        leaveTab();
        tokens.forget(session.userId);
        become({ kind: 'signed-out', reason: null });
      } else if (session && person.locked) await showLocked(person);
      else if (state.kind === 'locked' && !person.locked && !person.ended) {
        enter(withoutToken(person));
        tokens.tokenFor(person.userId).catch(ignore);
      }
    },
    passwordChanged: async (password) => {
      const session = currentSession();
      if (session) await rememberPassword(session.userId, password);
    },
    fence: () => fence.signal,
    quiet: async () => {
      await making;
    },
  };
}

/** What could not be written down now is written at the next occasion. */
function ignore(): void {}
