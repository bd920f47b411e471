import { useCallback, useEffect, useMemo, useState } from 'react';
import { hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { asOfText, momentText } from './as-of.ts';
import { useClockOffset, useSession, useSyncStatus } from './engine-provider.tsx';

const minuteMs = 60_000;

/**
 * Returns the current time by the server's clock, as far as it is known, for texts and days on screen; updated every
 * minute.
 */
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

/** Returns the time zone of the session's hospital, or the tablet's own for an Admin. */
export function useTimeZone(): string {
  const session = useSession();
  const hospital = session.kind === 'signed-in' ? session.session.hospital : undefined;
  return hospital?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns today's date in the hospital. */
export function useToday(): LocalDay {
  return hospitalDay(useNow(), useTimeZone());
}

/**
 * Returns a formatter for instants: `14:02` for today, otherwise with the day before the time; the same function all
 * day.
 */
export function useMomentText(): (instant: string) => string {
  const today = useToday();
  const timeZone = useTimeZone();
  return useCallback((instant) => momentText(instant, timeZone, today), [today, timeZone]);
}

/** Says how fresh the replica is, for the screen header: `as of 10:42`. */
export function useReplicaAsOf(): string | undefined {
  return useAsOf(useSyncStatus().asOf);
}

/** Says how fresh data received at an instant is: `as of 10:42`; undefined before the first answer. */
export function useAsOf(instant: string | null): string | undefined {
  return asOfText(instant, useTimeZone(), useNow());
}
