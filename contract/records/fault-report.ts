/** What a visitor can say is wrong with a device. */
export const faultKinds = ['no-power', 'alarm', 'damaged', 'works-badly', 'accessory', 'other'] as const;
/** What a visitor says is wrong with a device. */
export type FaultKind = (typeof faultKinds)[number];

/** Answers to “Was a patient affected?”. */
export const patientAnswers = ['no', 'yes', 'unsure'] as const;
/** An answer to “Was a patient affected?”. */
export type PatientAnswer = (typeof patientAnswers)[number];

/** Why a report was closed without a ticket. */
export const closeReasons = ['not-a-fault', 'duplicate', 'wrong-device'] as const;
/** Why a report was closed without a ticket. */
export type CloseReason = (typeof closeReasons)[number];

/** States of a report; a later one replaces an earlier one, whatever order they arrive in. */
export const reportStates = ['received', 'closed', 'joined', 'accepted'] as const;
/** The state of a report. */
export type ReportState = (typeof reportStates)[number];

/** How many further accounts a record shows one by one. */
export const maxFurtherAccounts = 10;

/** What one person said. */
export interface FaultAccount {
  kind: FaultKind;
  text: string;
  patientAffected: PatientAnswer;
  /** Empty if not given, or erased. */
  name: string;
  extension: string;
  reportedAt: string;
}
