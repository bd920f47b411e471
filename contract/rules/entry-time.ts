import { hospitalDay, instantMs, startOfHospitalDay } from './hospital-day.ts';

/** When an entry was made and how far its tablet's clock was off, for the instants in its body. */
export interface EntryClock {
  /** Instant of the entry by the server's clock. */
  readonly at: string;
  /** Server minus tablet. Units: milliseconds. */
  readonly offsetMs: number;
  /** Nothing in an entry is later: the server's present, or the entry itself where that is not known. */
  readonly latest: string;
  /** The time that the tablet assumed, where it had to estimate it. */
  readonly saidAt?: Date | null;
}

/** An instant of the body by the server's clock; the entry's own where the body names none. */
export function correctedInstant(text: string | undefined, { at, offsetMs, latest }: EntryClock): string {
  if (text === undefined) return new Date(at).toISOString();
  return new Date(Math.min(instantMs(text) + offsetMs, instantMs(latest))).toISOString();
}

/**
 * When a breakdown was reported: a bare day that is the day of the entry means the entry's time, another day its first
 * instant.
 */
export function reportedInstant(text: string, clock: EntryClock, timeZone: string): string {
  if (text.length > 10) return correctedInstant(text, clock);
  const isToday = [clock.at, clock.saidAt].some((moment) => moment && text === hospitalDay(moment, timeZone));
  if (isToday) return new Date(clock.at).toISOString();
  const startMs = startOfHospitalDay(text, timeZone).getTime();
  return new Date(Math.min(startMs, instantMs(clock.latest))).toISOString();
}

/** When a ticket was closed: a correction of the clock must not end it before it began. */
export function closingInstant(at: string, reportedAt: string): string {
  return new Date(Math.max(instantMs(at), instantMs(reportedAt))).toISOString();
}
