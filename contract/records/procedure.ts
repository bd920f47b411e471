import type { LocalDay } from './local-day.ts';
import type { MissingReason } from './values.ts';

/** The kinds of steps. */
export const stepKinds = ['look', 'reading', 'electrical', 'photo', 'text'] as const;

/** How a device protects against shock: earthed, doubly insulated, or fed by its own battery. Source: IEC 62353. */
export const protectionClasses = ['I', 'II', 'internal'] as const;

export type ProtectionClass = (typeof protectionClasses)[number];

/** The part that touches the patient. Source: IEC 62353. */
export const appliedParts = ['none', 'B', 'BF', 'CF'] as const;

export type AppliedPart = (typeof appliedParts)[number];

/** The electrical safety measurements and their methods. Source: IEC 62353. */
export const electricalMethods = [
  'earth-fixed-cord',
  'earth-device',
  'earth-cord',
  'leakage-direct',
  'leakage-differential',
  'leakage-alternative',
  'applied-part-direct',
  'applied-part-alternative',
] as const;

export type ElectricalMethod = (typeof electricalMethods)[number];

/** Fields of every step. */
interface StepBase {
  /** The same in all versions of its procedure, so that readings can be compared over the years. */
  id: string;
  title: string;
  /** Instructions. */
  detail: string;
}

/** A limit of a reading, and its source. */
export interface Limits {
  nominal: number | null;
  lower: number | null;
  upper: number | null;
  /** The source of the limit: a standard, the manufacturer's manual. */
  source: string;
  /** False until the hospital has confirmed it against the manufacturer's manual. */
  isConfirmed: boolean;
}

export type LookStep = StepBase & { kind: 'look' };

export type ReadingStep = StepBase & Limits & { kind: 'reading'; unit: string; needsTester: boolean };

export type ElectricalStep = StepBase &
  Limits & {
    kind: 'electrical';
    method: ElectricalMethod;
    protectionClass: ProtectionClass;
    appliedPart: AppliedPart;
  };

export type MeasuredStep = ReadingStep | ElectricalStep;

export type TextStep = StepBase & { kind: 'photo' | 'text'; isRequired: boolean };

/** One step of a procedure. */
export type Step = LookStep | MeasuredStep | TextStep;

/** A visual finding. */
export const lookAnswers = ['ok', 'not-ok', 'na'] as const;

export type LookAnswer = (typeof lookAnswers)[number];

/** A photo that an answer names. */
export interface AnswerPhoto {
  sha256: string;
  size: number;
  mime: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic';
  name: string;
  /** True if the tablet could not store it, so that it proves nothing. */
  missing?: MissingReason | undefined;
}

/** The recorded answer to a step; fields that do not apply to its kind are empty. */
export interface Answer {
  stepId: string;
  look: LookAnswer | null;
  /** The reading as found, and after an adjustment as left. */
  found: number | null;
  left: number | null;
  text: string;
  photos: AnswerPhoto[];
}

/**
 * Calibration details on a tester's certificate; details that nobody entered are empty. Source: docs/product.md P217.
 */
export interface Calibration {
  laboratory: string;
  /** A day, or empty. */
  calibratedOn: string;
  uncertainty: string;
  range: string;
}

/** A tester with the certificate that it was used under. */
export interface UsedTester {
  testerId: string;
  certificateId: string;
  name: string;
  serialNumber: string;
  certificateNumber: string;
  dueOn: LocalDay;
  /** Absent if it was not entered. */
  calibration?: Calibration | undefined;
}

/** A value that was found out of its limits and left within them. Source: docs/product.md P215. */
export interface AdjustedReading {
  stepId: string;
  title: string;
  unit: string;
  found: number;
  left: number;
}

/** The result of a test. Source: docs/product.md P103. */
export const testResults = ['Pass', 'Pass limited', 'Incomplete', 'Fail'] as const;

export type TestResult = (typeof testResults)[number];
