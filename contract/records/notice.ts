import type { WorkEventData } from './work-event.ts';

/** The kinds of notices; `contract/rules/notices.ts` says who gets each one and what it says. */
export const noticeKinds = [
  'urgentTicket',
  'urgentUnaccepted',
  'ticketUnaccepted',
  'ticketsUnaccepted',
  'ticketAssigned',
  'ticketEscalated',
  'waitingEnded',
  'vendorDueSoon',
  'vendorLate',
  'taskAssigned',
  'overdueWork',
  'roundLate',
  'contractNotice',
  'contractEnd',
  'testerDue',
  'importFinished',
  'storageNearlyFull',
  'entryRefused',
  'mentioned',
  'newReport',
  'patientReport',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Records that a notice may open. */
export const noticeSubjects = [
  'ticket',
  'tickets',
  'task',
  'overdueTasks',
  'rounds',
  'contracts',
  'testers',
  'devices',
  'storage',
  'entries',
  'faultReport',
] as const;
export type NoticeSubject = (typeof noticeSubjects)[number];

/**
 * What a notice says about its subject. Mail and push show the same, so it has no serial number, no text that somebody
 * typed and nothing about patients.
 */
export interface NoticeFacts {
  /** The number of the ticket or the reference of the report; absent for a task. */
  number?: string;
  /** Absent where it is about several devices. */
  equipmentName?: string;
  departmentName?: string | null;
  /** Who caused it; absent for a report from a label. */
  by?: string;
  /** The time in which nobody accepted a ticket. */
  within?: WorkEventData['unaccepted']['within'];
  /** Which promise of a vendor it is about. */
  measure?: 'response' | 'repair';
  /** The time of day by which rounds were due; absent where they had several. */
  submitBy?: string;
  /** How many it is about; how full the storage is, in percent. */
  count?: number;
  /** How many of them nobody is assigned to, in the list for the office. */
  unassigned?: number;
}

/** A message to users of the hospital, one record for all of them. */
export interface NoticeRecord {
  id: string;
  kind: NoticeKind;
  at: string;
  about: { kind: NoticeSubject; id: string };
  facts: NoticeFacts;
  /** The users it is for. */
  told: string[];
  /** Those of them who have not read it. */
  unreadBy: string[];
}
