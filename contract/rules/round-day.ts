import { hospitalDay, type LocalDay } from './hospital-day.ts';

/** Time of a round as the tablet showed it, and by the server's clock. */
export interface RoundMoment {
  /** Null if the sender did not say. */
  readonly madeAt: Date | string | null;
  readonly at: Date | string;
  /** The time that the tablet assumed, if it had to estimate it. */
  readonly saidAt?: Date | null;
}

/**
 * Returns the day that a round counts for. The tablet's today becomes the hospital's day at the corrected time, and no round
 * counts for a later day; a round of an earlier day that was continued keeps its day. Source: docs/product.md P43.
 */
export function roundDay(said: LocalDay, { madeAt, at, saidAt }: RoundMoment, timeZone: string): LocalDay {
  const day = hospitalDay(at, timeZone);
  const isTodayOfTablet = [madeAt, saidAt].some((moment) => moment && said === hospitalDay(moment, timeZone));
  return said > day || isTodayOfTablet ? day : said;
}
