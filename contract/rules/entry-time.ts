import { hospitalDay, instantMs, startOfHospitalDay } from './hospital-day.ts';

/** Time of an entry and offset of its tablet's clock, for converting the instants in its body. */
export interface EntryClock {
  /** Instant of the entry by the server's clock. */
  readonly at: string;
  /** Server minus tablet. Units: milliseconds. */
  readonly offsetMs: number;
  /** The latest instant that an entry can contain: the server's present, or the entry's own time if that is unknown. */
  readonly latest: string;
  /** The time that the tablet assumed, if it had to estimate it. */
  readonly saidAt?: Date | null;
}

/** Returns an instant of the body by the server's clock, or the entry's own time if the body has none. */
export function correctedInstant(text: string | undefined, { at, offsetMs, latest }: EntryClock): string {
  if (text === undefined) return new Date(at).toISOString();
  return new Date(Math.min(instantMs(text) + offsetMs, instantMs(latest))).toISOString();
}

/**
 * Returns when a breakdown was reported. A date without a time means the time of the entry if it is the entry's day, else
 * the start of that day.
 */
export function reportedInstant(text: string, clock: EntryClock, timeZone: string): string {
  if (text.length > 10) return correctedInstant(text, clock);
  const isToday = [clock.at, clock.saidAt].some((moment) => moment && text === hospitalDay(moment, timeZone));
  if (isToday) return new Date(clock.at).toISOString();
  const startMs = startOfHospitalDay(text, timeZone).getTime();
  return new Date(Math.min(startMs, instantMs(clock.latest))).toISOString();
}

/** Returns when a ticket was closed; a clock correction must not close it before it was reported. */
export function closingInstant(at: string, reportedAt: string): string {
  return new Date(Math.max(instantMs(at), instantMs(reportedAt))).toISOString();
}
