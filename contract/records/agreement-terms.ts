/** Kinds of agreement between a hospital and a vendor; a warranty is one of them. Source: docs/product.md P122. */
export const agreementKinds = ['Warranty', 'AMC', 'CMC', 'Per call', 'Rental'] as const;
export type AgreementKind = (typeof agreementKinds)[number];

/** Costs that a contract can cover. */
export const coverages = ['labour', 'parts', 'accessories', 'consumables'] as const;
export type Coverage = (typeof coverages)[number];

/** The hours in which a vendor's clock runs. */
export interface AgreementWindow {
  hours: '24x7' | 'set';
  /** 1 is Monday, 7 is Sunday; counts for set hours. */
  workDays: number[];
  /** Hospital time, such as 09:00; counts for set hours. */
  hoursFrom: string;
  hoursTo: string;
  /** Whether the clock runs on the hospital's holidays too; those of set hours stop it unless this says so. */
  onHolidays: boolean;
}

/** A measurable promise of a vendor, and the basis of a penalty. */
export const penaltyMeasures = ['response', 'repair', 'uptime'] as const;
export type PenaltyMeasure = (typeof penaltyMeasures)[number];

/**
 * The unit of a rate: per cent of the device's price or of the contract's yearly price, money, or days by which the
 * contract is extended.
 */
export const penaltyUnits = ['percent of price', 'percent of contract', 'INR', 'days of extension'] as const;
export type PenaltyUnit = (typeof penaltyUnits)[number];

/**
 * How often a rate applies: per day begun beyond the promise, once per case, or per percentage point of missed uptime.
 */
export const penaltyBases = ['day', 'case', 'point'] as const;
export type PenaltyBasis = (typeof penaltyBases)[number];

/** A clause: its steps are sorted by `from`, and the last one reached applies from there on. */
export interface PenaltyClause {
  measure: PenaltyMeasure;
  basis: PenaltyBasis;
  unit: PenaltyUnit;
  /** `from`: hours late (response), days late (repair), percentage points missed (uptime). */
  steps: { from: number; rate: number }[];
  /** Days late after which the rate doubles; null: never. */
  doublesAfterDays: number | null;
  /** The most in the clause's unit, for a case (response, repair) or a period (uptime); null: no limit. */
  cap: number | null;
}

/**
 * The terms of a contract apart from its number, devices, days and visits; a ticket keeps those in force when it was
 * reported.
 */
export interface AgreementTerms {
  covers: Coverage[];
  exclusions: string;
  /** Number of visits that the vendor promised; null: none. */
  visitsPerYear: number | null;
  /** Price for a year, without tax. Units: INR. */
  yearlyPrice: number | null;
  taxPercent: number | null;
  window: AgreementWindow;
  /** Units: hours of the window. */
  responseHours: number | null;
  /** In days of the window: 24 hours of a window around the clock, else that many working days. */
  repairDays: number | null;
  uptimePercent: number | null;
  uptimePer: 'quarter' | 'year';
  /** Notice period before its end. Units: days. */
  noticeDays: number | null;
  penalties: PenaltyClause[];
}

/** The part of a contract that a ticket keeps if its device was covered when it was reported. */
export interface TicketTerms {
  contractId: string;
  number: string;
  kind: AgreementKind;
  vendorId: string | null;
  vendorName: string;
  /** The contact for the ward according to the contract; may be empty. */
  phone: string;
  startOn: string;
  endOn: string;
  terms: AgreementTerms;
}
