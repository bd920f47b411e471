import { useCallback, useEffect, useMemo, useState } from 'react';
import { hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { asOfText, momentText } from './as-of.ts';
import { useClockOffset, useSession, useSyncStatus } from './engine-provider.tsx';

const minuteMs = 60_000;

/** The current time by the server's clock as far as it is known, for texts and days on the screen; renewed every minute. */
export function useNow(): Date {
  const clockOffsetMs = useClockOffset();
  const [minute, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((count) => count + 1), minuteMs);
    return () => clearInterval(timer);
  }, []);
  // The offset follows a clock that was set: a time read before would not go with it.
  // oxlint-disable-next-line react/exhaustive-deps -- `minute` only says when to read the clock again
  return useMemo(() => new Date(Date.now() + clockOffsetMs), [minute, clockOffsetMs]);
}

/** The time zone of the session's hospital, or the tablet's own for an Admin. */
export function useTimeZone(): string {
  const session = useSession();
  const hospital = session.kind === 'signed-in' ? session.session.hospital : undefined;
  return hospital?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Today in the hospital. */
export function useToday(): LocalDay {
  return hospitalDay(useNow(), useTimeZone());
}

/** Writes instants of today as `14:02` and of other days with the day before it; the same function all day. */
export function useMomentText(): (instant: string) => string {
  const today = useToday();
  const timeZone = useTimeZone();
  return useCallback((instant) => momentText(instant, timeZone, today), [today, timeZone]);
}

/** How fresh the replica is, for the head of a screen: `as of 10:42`. */
export function useReplicaAsOf(): string | undefined {
  return useAsOf(useSyncStatus().asOf);
}

/** How fresh what came at an instant is: `as of 10:42`; nothing before the first answer. */
export function useAsOf(instant: string | null): string | undefined {
  return asOfText(instant, useTimeZone(), useNow());
}
