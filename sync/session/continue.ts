import type { Session } from '#contract/calls/session.ts';
import type { Person } from '../outbox/schema.ts';
import type { KeyValue } from '../ports/ports.ts';

/** How long a session continues without network after the server last confirmed it (rule AU2). */
export const continueOfflineMs = 7 * 24 * 3600_000;
/** Idle time after which the tablet asks for the password (rule AU3). */
export const idleLockMs = 12 * 3600_000;

/** Key of the tab's session in the store that lives as long as the tab. */
export const tabKey = 'wardSession';

/** The session that this tab had before it was reloaded. */
export function sessionOfTab(store: KeyValue | null): Session | null {
  const text = store?.get(tabKey) ?? null;
  return text === null ? null : (JSON.parse(text) as Session);
}

/** What a tab says whose session has given way to that of another hospital's user (rule AU9). */
export const otherHospitalText = 'Someone from another hospital has signed in on this tablet. Please sign in again.';

/** True if the tablet's last user is of another hospital: the tablet keeps the data of one. */
export function isOfOtherHospital({ hospital }: Session, person: Person): boolean {
  return hospital !== undefined && person.hospital !== undefined && hospital.id !== person.hospital.id;
}

/** The session of the tablet's last user, as it continues before the server has confirmed it. */
export function withoutToken(person: Person): Session {
  const { userName, userId, userRole, hospitalId, bmeAccountId, hospital } = person;
  return {
    token: '',
    userName,
    userId,
    userRole,
    ...(hospitalId === undefined ? {} : { hospitalId }),
    ...(bmeAccountId === undefined ? {} : { bmeAccountId }),
    ...(hospital === undefined ? {} : { hospital }),
    scope: 'full',
    expiresAt: new Date(0).toISOString(),
  };
}

/** True if the tablet must be unlocked before the user's session continues. Units: ms since 1970. */
export function mustUnlock(person: Person, now: number): boolean {
  return person.locked || now - person.activeAt >= idleLockMs;
}

/** The session that continues at a start without asking the user or the server; null if there is none. */
export function resumeSession(person: Person | undefined, tab: Session | null, now: number): Session | null {
  if (!person || person.ended || (tab !== null && tab.userId !== person.userId)) return null;
  if (mustUnlock(person, now)) return null;
  return tab ?? (now - person.onlineAt < continueOfflineMs ? withoutToken(person) : null);
}
