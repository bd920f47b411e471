import type { LocalDay } from './local-day.ts';
import type { Role } from './roles.ts';
import type { FailureClass, Priority } from './values.ts';

/** Reasons for a ticket to wait. Source: docs/product.md P72. */
export const waitingReasons = ['part', 'vendor', 'access', 'approval', 'other'] as const;

export type WaitingReason = (typeof waitingReasons)[number];

/** Why a task could not be done. Source: docs/product.md P74. */
export const attemptReasons = ['in-use', 'not-located', 'refused', 'waiting-for-part', 'vendor-late', 'other'] as const;

export type AttemptReason = (typeof attemptReasons)[number];

/** Whom an escalation step notifies, in this order. Source: docs/product.md P345. */
export type EscalationLevel = 'on-duty' | 'person' | 'office';

/** The result of one visit to the device, from its close form. Nothing overwrites it. Source: docs/product.md P160. */
export interface TicketVisit {
  actionTaken: string;
  resolutionNote: string;
  partRequired: boolean;
  partDetails: string;
  /** Units: INR. */
  partCost: number | null;
  followUpAction: string;
  failureClass: FailureClass | null;
  /** SHA-256 of the files that came with it. */
  files: string[];
}

/** An event that carries no data beyond its kind. */
type Nothing = Record<string, never>;

/** The kinds of events of tasks and tickets, with the data of each. */
export interface WorkEventData {
  /** `reportedBy` is the name on the report, which need not be that of the account that sent it. */
  reported: { reportedBy: string };
  /** Both are null if an assignment was undone and nobody had the task before; old entries only have the name. */
  assigned: { technicianId: string | null; technicianName: string | null };
  dispatched: Nothing;
  /** Somebody accepts the ticket. */
  accepted: Nothing;
  /** Somebody is at the device, or works on it by telephone. */
  arrived: { isByPhone?: true };
  waiting: { reason: WaitingReason; note: string };
  /**
   * On a ticket: work continues after waiting. On a task: its cancellation was undone, and only then is `isUndo` set.
   */
  resumed: { isUndo?: true };
  /** The device is back in clinical use, which may be before the ticket is closed. */
  restored: Nothing;
  escalated: { to: Priority };
  /**
   * Nobody accepted a ticket in time. `count`: how many were notified; `name`: the engineer notified at level `person`.
   */
  unaccepted: {
    within: { amount: number; unit: 'minute' | 'hour' | 'day' };
    told: EscalationLevel;
    count: number;
    name?: string;
  };
  /**
   * A task was moved to another day: by someone with a reason, or because its plan changed. `dueOn`: the previous due
   * day, if an attempt had postponed it. `isUndo`: an earlier move was undone.
   */
  moved: { from: LocalDay; to: LocalDay; reason?: string; approver?: string; dueOn?: LocalDay; isUndo?: true };
  /** A task could not be done; it stays open and is due again on `next`. */
  attempted: { reason: AttemptReason; note: string; next: LocalDay };
  /** A task will not be done. */
  cancelled: { reason: string };
  /** A report that keeps its task open; older reports lack the actions taken. */
  'action-required': { details: string; actionTaken?: string };
  /** A close form with follow-up; older ones lack the visit. */
  'left-pending': { visit?: TicketVisit };
  /**
   * On a ticket: its visit. On a task: the vendor who did it, as named or as scheduled then, or null; absent if not
   * recorded.
   */
  closed: { vendorId?: string | null; visit?: TicketVisit };
  /** `files`: the number of its files; with files its text may be empty. */
  note: { text: string; files?: number };
}

/** A kind of event. */
export type WorkEventKind = keyof WorkEventData;

/** All kinds, in the order of events of one instant. */
export const workEventKinds = [
  'reported',
  'assigned',
  'dispatched',
  'accepted',
  'arrived',
  'waiting',
  'resumed',
  'restored',
  'escalated',
  'unaccepted',
  'moved',
  'attempted',
  'cancelled',
  'action-required',
  'left-pending',
  'closed',
  'note',
] as const satisfies readonly WorkEventKind[];

/** The facts that events of all kinds have in common. */
export interface WorkEventFacts {
  /** Unique among the events of its task or ticket; the first event of a command has the command's id. */
  id: string;
  /** ISO instant at which it happened, by the corrected clock of who did it. */
  at: string;
  /** ISO instant at which the server took it; null until then. */
  receivedAt: string | null;
  /** ISO instant that the tablet showed; present where `at` is an estimate, because its clock was behind. */
  tabletTime?: string;
  /** Name and role of the author; null for events made by the server. */
  by: string | null;
  byRole: Role | null;
}

/** An event of a task or ticket. */
export type WorkEvent = {
  [K in WorkEventKind]: WorkEventFacts & { kind: K; data: WorkEventData[K] };
}[WorkEventKind];
