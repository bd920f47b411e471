/** The lock of the tablet: idle time or the user locks it, the password or a PIN unlocks it (rules AU3, AU4, AU13). */
import type { Meta } from '../outbox/meta.ts';
import type { Person, Verifier } from '../outbox/schema.ts';
import type { Ports } from '../ports/ports.ts';
import { CallError } from '../types.ts';
import type { SessionState, UnlockSecret } from '../session-state.ts';
import type { ActiveSession } from './active-session.ts';
import { continueOfflineMs, idleLockMs } from './continue.ts';
import { countTry, openWith } from './password.ts';

/** The time of the last use is stored at most this often. */
const activityStepMs = 60_000;
/** How often a locked tablet asks whether its session still holds (rule AU12). */
const heldStepMs = 5 * 60_000;

/** The lock of one context. */
export interface TabletLock {
  /** The user was active at this instant. Units: ms since 1970. */
  activeAt(instant: number): void;
  /** Someone uses the app. */
  used(): void;
  lock(): Promise<void>;
  /** The tablet was left idle: it forgets the unlock keys and shows that the password is needed. */
  fall(person: Person): Promise<void>;
  /** Shows that the password is needed. */
  show(person: Person): Promise<void>;
  /** See WardEngine. */
  unlock(secret: string, by?: UnlockSecret): Promise<boolean>;
  /**
   * Locks the tablet when it was idle too long; ends a session that the server has not confirmed for too long, or that
   * it has ended while the tablet was locked.
   */
  checkIdle(): Promise<void>;
}

interface LockParts {
  meta: Meta;
  active: ActiveSession;
  login(email: string, password: string): Promise<unknown>;
  /** The last attempt to reach the server failed. */
  isOffline(): boolean;
}

/** Keeps the time of the last use; use of another tab counts as soon as it is read. */
export function createTabletLock(ports: Pick<Ports, 'channel' | 'clock' | 'crypto'>, parts: LockParts): TabletLock {
  const { meta, active } = parts;
  const { tab } = active;
  const { clock } = ports;
  let activeAt = 0;
  let heldAt = Number.NEGATIVE_INFINITY;

  /**
   * Asks for a token that can only send; the answer says whether the session has ended or the tablet was reported lost.
   */
  async function checkHeld(): Promise<void> {
    if (tab.state().kind !== 'locked' || clock.now() - heldAt < heldStepMs) return;
    const person = await meta.get('person');
    if (!person || person.ended) return;
    heldAt = clock.now();
    active.tokens.forget(person.userId);
    await active.tokens.tokenFor(person.userId);
  }

  /** Returns whether the tablet may be unlocked without asking the server. */
  const opensHere = (person: Person, verifier: Verifier | undefined): verifier is Verifier =>
    !person.ended &&
    clock.now() - person.onlineAt < continueOfflineMs &&
    verifier?.userId === person.userId &&
    verifier.triesLeft > 0;

  function lockedState(person: Person, verifier: Verifier | undefined): SessionState {
    const { userName, email, userId } = person;
    const triesLeft = verifier?.userId === userId ? verifier.triesLeft : null;
    const hasPin = opensHere(person, verifier) && verifier.pin !== undefined;
    return { kind: 'locked', userName, email, triesLeft, hasPin };
  }

  async function show(person: Person): Promise<void> {
    active.leave(lockedState(person, await meta.get('verifier')));
  }

  async function fall(person: Person): Promise<void> {
    await meta.changeAll({
      person: (one) => (one?.userId === person.userId ? { ...one, locked: true } : one),
      unlockKeys: () => undefined,
    });
    await show(person);
  }

  async function lock(): Promise<void> {
    const session = tab.current();
    if (!session) return;
    const person = await meta.get('person');
    if (person?.userId !== session.userId) return;
    await fall(person);
    ports.channel.post('session');
  }

  async function unlockOnline(email: string, password: string): Promise<boolean> {
    try {
      await parts.login(email, password);
      return true;
    } catch (error) {
      if (error instanceof CallError && error.problem?.code === 'auth.invalid_credentials') return false;
      throw error;
    }
  }

  async function unlock(secret: string, by: UnlockSecret = 'password'): Promise<boolean> {
    const person = await meta.get('person');
    if (!person) return false;
    const verifier = await meta.get('verifier');
    const seal = opensHere(person, verifier) ? (by === 'pin' ? verifier.pin : verifier) : undefined;
    if (!seal) {
      if (by === 'password') return unlockOnline(person.email, secret);
      // The PIN was removed, or used up its tries, in another tab: the password is needed now.
      tab.become(lockedState(person, verifier));
      return false;
    }
    const opened = await openWith(ports, seal, secret);
    const counted = await countTry(meta, opened !== null);
    if (!opened) {
      tab.become(lockedState(person, counted));
      // The password may be a newer one: changed on another tablet, or reset. A PIN never leaves the tablet.
      const asksServer = by === 'password' && !parts.isOffline();
      return asksServer && (await unlockOnline(person.email, secret).catch(() => false));
    }
    activeAt = clock.now();
    const { unlockKey } = opened;
    await meta.changeAll({
      person: (one) => one && { ...one, locked: false, activeAt },
      unlockKeys: (keys = {}) => (unlockKey === undefined ? keys : { ...keys, [person.userId]: unlockKey }),
    });
    active.resume(person);
    ports.channel.post('session');
    return true;
  }

  return {
    activeAt(instant) {
      activeAt = instant;
    },
    used() {
      const session = tab.current();
      const now = clock.now();
      if (!session || now - activeAt < activityStepMs) return;
      activeAt = now;
      void meta
        .change('person', (one) => (one?.userId === session.userId ? { ...one, activeAt: now } : one))
        .catch(() => undefined);
    },
    lock,
    fall,
    show,
    unlock,
    async checkIdle() {
      const session = tab.current();
      if (!session) return checkHeld();
      const person = await meta.get('person');
      if (person?.userId !== session.userId) return undefined;
      activeAt = Math.max(activeAt, person.activeAt);
      const now = clock.now();
      if (now - activeAt >= idleLockMs) await lock();
      else if (now - person.onlineAt >= continueOfflineMs) await active.renewOrLeave(session.userId);
      return undefined;
    },
  };
}
