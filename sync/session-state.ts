/** Who uses this tablet, and what unlocks it. */
import type { Session } from '#contract/calls/session.ts';

/** Who uses this tablet: nobody, a user whose session continues, or one who has to unlock it or to choose a password. */
export type SessionState =
  | { kind: 'starting' }
  | { kind: 'signed-out'; reason: string | null }
  /** `session.token` may have expired while the tablet is offline; calls then wait. */
  | { kind: 'signed-in'; session: Session; offline: boolean }
  /** `triesLeft` without network; null: this tablet cannot check the password offline (rule AU4). */
  | { kind: 'locked'; userName: string; email: string; triesLeft: number | null; hasPin: boolean }
  /** Signed in on a one-time password: the user chooses an own one first (rule AU10). */
  | { kind: 'new-password'; userName: string; email: string };

/** What unlocks the tablet. */
export type UnlockSecret = 'password' | 'pin';

/**
 * The outcome of setting a PIN; `cannot-check` asks for a new sign-in, because this tablet cannot check the password.
 */
export type PinOutcome = 'set' | 'wrong-password' | 'cannot-check';

/** The PIN of the signed-in user on this tablet. */
export interface TabletPin {
  hasPin(): Promise<boolean>;
  /** Requires the password, so that somebody who picks up an open tablet cannot set their own PIN; works offline. */
  setPin(password: string, pin: string): Promise<PinOutcome>;
  removePin(): Promise<void>;
}
