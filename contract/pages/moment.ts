/** The time and time zone for which a page is built. */
export interface Moment {
  now: Date;
  timeZone: string;
}
