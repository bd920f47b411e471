import type { Session } from '#contract/session.ts';
import type { Person } from './outbox/meta.ts';
import type { KeyValue } from './ports.ts';

/** How long a session goes on without network since the server last confirmed it. Source: sync.md section 7. */
export const continueOfflineMs = 7 * 24 * 3600_000;
/** Idle time after which the password is asked again. Source: sync.md section 7. */
export const idleLockMs = 12 * 3600_000;

/** Key of the tab's session in the store that lives as long as the tab. */
export const tabKey = 'wardSession';

/** The session that this tab had before it was loaded again. */
export function sessionOfTab(store: KeyValue | null): Session | null {
  const text = store?.get(tabKey) ?? null;
  return text === null ? null : (JSON.parse(text) as Session);
}

/** The session of the device's last person as it goes on before the server has been heard. */
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

/** True when the device has to be unlocked before the person's session goes on. Units: ms since 1970. */
export function mustUnlock(person: Person, now: number): boolean {
  return person.locked || now - person.activeAt >= idleLockMs;
}

/** The session that goes on at a start without asking anybody, neither a person nor the server; null where there is none. */
export function goesOnAs(person: Person | undefined, tab: Session | null, now: number): Session | null {
  if (!person || person.ended || (tab !== null && tab.userId !== person.userId)) return null;
  if (mustUnlock(person, now)) return null;
  return tab ?? (now - person.onlineAt < continueOfflineMs ? withoutToken(person) : null);
}
