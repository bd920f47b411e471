import type { LocalDay } from './local-day.ts';

/** Hours on duty that repeat every week. */
export interface DutyShift {
  id: string;
  technicianId: string;
  /** Days on which it begins: 1 is Monday, 7 is Sunday. */
  days: number[];
  /** `HH:mm` by the hospital's clock. */
  from: string;
  /** Not after `from`: it ends on the next day. */
  to: string;
}

/** Days on which an engineer is away. */
export interface DutyLeave {
  id: string;
  technicianId: string;
  from: LocalDay;
  /** The last day. */
  to: LocalDay;
}

/** Who is on duty when. Source: docs/product.md P322. */
export interface DutyTable {
  shifts: DutyShift[];
  leave: DutyLeave[];
}
