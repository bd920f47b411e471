import { type CloseReason, type FaultAccount, type FaultKind, reportStates } from '../records/fault-report.ts';
import type { MachineStatus, Priority } from '../records/values.ts';
import type { FaultReportRecord } from '../records/ward.ts';

/** Letters and digits of a reference, without those that are mistaken for each other. */
export const referenceSigns = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** The reference of a report: `R-` and 6 signs. */
export const reportReference = /^R-[2-9A-HJ-NP-Z]{6}$/;

/** How engineers read what is wrong. */
export const faultWords = {
  'no-power': 'Does not switch on',
  alarm: 'Alarm or error message',
  damaged: 'Damaged',
  'works-badly': 'Does not work properly',
  accessory: 'Accessory missing',
  other: 'Other',
} as const satisfies Record<FaultKind, string>;

/** How engineers read why a report was closed. */
export const closeReasonWords = {
  'not-a-fault': 'Not a fault',
  duplicate: 'Duplicate',
  'wrong-device': 'Wrong device',
} as const satisfies Record<CloseReason, string>;

const ticketSuffix = '.r';

/**
 * Returns the id of the ticket that a report becomes. It is derived from the report's id, so that two engineers who
 * accept the same report without network make one ticket, and find it under the same id.
 */
export const reportTicketId = (reportId: string): string => `${reportId}${ticketSuffix}`;

/** Returns who a ticket names as its reporter: never the person's name, which is erased with the report. */
export const reporterOf = ({ reference }: Pick<FaultReportRecord, 'reference'>): string => `Ward report ${reference}`;

/** Returns whether somebody said that a patient was affected. */
export const affectsPatient = ({ patientAffected, further }: Pick<FaultReportRecord, 'patientAffected' | 'further'>) =>
  [patientAffected, ...further.map((each) => each.patientAffected)].includes('yes');

const accountWords = ({ kind, text }: Pick<FaultAccount, 'kind' | 'text'>): string =>
  faultWords[kind] + (text === '' ? '' : `: ${text}`);

/** Returns what all who reported it said, one line each. */
export const reportWords = (report: Pick<FaultReportRecord, 'kind' | 'text' | 'further'>): string =>
  [report, ...report.further].map(accountWords).join('\n');

/** What an engineer did with a report. */
export type Decision = Pick<FaultReportRecord, 'state' | 'ticketId' | 'reason' | 'decidedAt' | 'decidedBy'>;

/**
 * Returns a report after a decision: accepting counts more than joining, joining more than closing, and of two equal
 * ones the earlier. So no ticket loses its report, and the order in which decisions arrive does not matter.
 */
export function decided<R extends Decision>(report: R, decision: Decision): R {
  const rank = ({ state }: Decision): number => reportStates.indexOf(state);
  const more =
    rank(decision) - rank(report) || Date.parse(report.decidedAt ?? '') - Date.parse(decision.decidedAt ?? '');
  return more > 0 ? { ...report, ...decision } : report;
}

/** Returns the breakdown report that an engineer's acceptance makes of a report. */
export function ticketOfReport(
  report: FaultReportRecord,
  { priority, machineStatus }: { priority: Priority; machineStatus: MachineStatus },
) {
  const anyPatientHarm = affectsPatient(report);
  return {
    installationBaseId: report.deviceId,
    issueType: 'Other' as const,
    problemReported: reportWords(report),
    priority,
    technicianId: null,
    reportedBy: reporterOf(report),
    reportedDate: report.reportedAt,
    anyPatientHarm,
    harmDescription: anyPatientHarm ? 'The ward reported that a patient was affected.' : '',
    machineStatus,
    files: [],
  };
}

/** Returns what the form of an acceptance proposes. */
export function acceptanceOf(report: Pick<FaultReportRecord, 'kind' | 'patientAffected' | 'further'>): {
  priority: Priority;
  machineStatus: MachineStatus;
} {
  const isDown = report.kind === 'no-power';
  return {
    priority: affectsPatient(report) ? 'Critical' : isDown ? 'High' : 'Medium',
    machineStatus: isDown ? 'System Down' : 'Restrictive Use',
  };
}
