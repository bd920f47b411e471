import type { AgreementKind } from './agreement-terms.ts';
import type { LocalDay } from './local-day.ts';
import type { PlannedType } from './values.ts';

/** The units of an interval. */
export const intervalUnits = ['day', 'week', 'month', 'year'] as const;

/** A unit of an interval. */
export type IntervalUnit = (typeof intervalUnits)[number];

/** Recurring work on a device; plans that have ended are left out. */
export interface DevicePlan {
  type: PlannedType;
  every: number;
  unit: IntervalUnit;
  /** The day from which later dates are counted; for a floating plan, the next date. */
  from: LocalDay;
  /** No job is due after this day. */
  until?: LocalDay;
  /** Id of the hospital's schedule; absent for the PM of a warranty and the calibration of an installation. */
  scheduleId?: string;
  title?: string;
  /** The schedule is for all devices of the model or equipment type. */
  of?: 'model' | 'type';
  /** True if it counts from the day on which the work was last done. */
  isFloating?: true;
  /** The vendor who does it. */
  by?: string;
  /** The test procedure of the work. */
  procedureId?: string;
  /** Number of the warranty that it comes from. */
  warranty?: string;
}

/** A warranty or contract of a device, both days included. */
export interface WarrantyCover {
  number: string;
  start: LocalDay;
  end: LocalDay;
  /** Absent for a warranty. */
  kind?: Exclude<AgreementKind, 'Warranty'>;
  /** Id of the record with more details; absent if there are none. */
  contractId?: string;
}
