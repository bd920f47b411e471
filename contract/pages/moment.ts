/** The time and the place for which a page is made. */
export interface Moment {
  now: Date;
  timeZone: string;
}
