import type { CurrentObservation, KeptEntries } from './observation.ts';
import type { TicketTerms } from './agreement-terms.ts';
import type { DevicePlan, WarrantyCover } from './plan.ts';
import type { FailureClass, TaskType, MachineStatus, MissingReason, Priority, TicketStatus } from './values.ts';
import type { LocalDay } from './local-day.ts';
import type { AttemptReason, WorkEvent } from './work-event.ts';
import type { CloseReason, FaultAccount, ReportState } from './fault-report.ts';

export const issueTypes = ['Mechanical', 'Electrical', 'Software', 'Other'] as const;
export type IssueType = (typeof issueTypes)[number];

/** Importance of a device. Source: docs/product.md P53. */
export const importances = ['Critical', 'Non-Critical'] as const;
export type Importance = (typeof importances)[number];

/** Maximum number of rounds counted for a device. */
export const maxRoundsCounted = 20;
/** How far a run of Needs Attention is counted. Units: rounds of a device. */
export const maxAttentionRun = 100;

/** One installed device, as the screens of the ward need it. */
export interface DeviceRecord {
  id: string;
  serialNumber: string;
  /** Serial numbers before corrections, the last one first; absent if there are none. */
  earlierSerials?: string[];
  equipmentId: string;
  equipmentName: string;
  importance: Importance;
  makeName: string;
  modelId: string;
  modelName: string;
  departmentId: string | null;
  departmentName: string | null;
  location: string | null;
  vendorName: string | null;
  purchaseDate: LocalDay | null;
  installationDate: LocalDay | null;
  calibrationRequired: boolean;
  /** By start. */
  warranties: WarrantyCover[];
  serviceContact: { name: string; phone: string } | null;
  /** The current observation, by docs/product.md P25 and P52. */
  latest: CurrentObservation | null;
  /** Round entries that saw the device, counted up to `maxRoundsCounted`. */
  roundsSeen: number;
  /** How many of its latest rounds in a row said Needs Attention, counted up to `maxAttentionRun`. */
  needsAttentionRun: number;
  /** Downtimes that touch the last 365 days: [from, to or null for still down]. */
  downtimes: [string, string | null][];
  openTicketIds: string[];
  lastMaintenanceOn: LocalDay | null;
  nextMaintenanceOn: LocalDay | null;
  /** Recurring work; absent if there is none. */
  plans?: DevicePlan[];
  /** Units: INR. */
  maintenanceCost: number;
}

/** Device fields in rows of tickets and tasks. */
export type NamedDevice = Pick<DeviceRecord, 'serialNumber' | 'equipmentName' | 'modelName' | 'departmentName'>;

/** A removed device, as its work names it. */
export interface RetiredDevice extends NamedDevice {
  /** True if it was entered by mistake: its work counts in no figure and no register. */
  isMistake: boolean;
}

export interface TemplateRecord {
  id: string;
  name: string;
  departmentId: string | null;
  deviceIds: string[];
  /** If true, rounds visit the devices in this order; otherwise by department, place and serial. */
  isOrdered?: true;
  /** The time of the hospital's clock by which a round of the day should be submitted; absent: none. */
  submitBy?: string;
  completedRoundsCount: number;
  lastRoundAt: string | null;
  lastRoundOn: LocalDay | null;
  /** The revision that an edit starts from. */
  revision: string;
}

/** Work on a device, which may have been retired since. */
interface OfDevice {
  deviceId: string;
  /** The device as it was; only set if it is retired, because the replica then has no record of it. */
  retiredDevice?: RetiredDevice;
}

/** A file of a task or ticket. */
export interface WorkFile {
  sha256: string;
  name: string;
  mime: string;
  /** Units: bytes. */
  size: number;
  /** False until its bytes have reached the server. */
  received: boolean;
  /** Why its bytes will not arrive: the tablet could not store them. */
  missing?: MissingReason | undefined;
}

export interface TaskRecord extends OfDevice {
  id: string;
  type: TaskType;
  taskDate: LocalDay;
  /** The original due day, if an attempt has postponed the task to `taskDate`. */
  dueOn: LocalDay | null;
  /** The latest failed attempt. */
  attempt: { at: string; reason: AttemptReason } | null;
  cancelledAt: string | null;
  actionRequired: boolean;
  actionRequiredDetails: string;
  actionTaken: string;
  priority: Priority;
  escalatedAt: string | null;
  technicianId: string | null;
  technicianName: string | null;
  dispatchedAt: string | null;
  closedAt: string | null;
  closedBy: string | null;
  warrantyNumber: string | null;
  /** The title of its schedule, if it has one. */
  title?: string;
  /** The vendor to whom its schedule gives the work; for a closed task, the vendor who did it. */
  vendorId?: string | undefined;
  /** Its events, in order. */
  events: WorkEvent[];
  files: WorkFile[];
}

export interface TicketRecord extends OfDevice {
  id: string;
  /** Null until the server has assigned one. */
  ticketNumber: string | null;
  issueType: IssueType;
  problemReported: string;
  priority: Priority;
  status: TicketStatus;
  machineStatus: MachineStatus;
  anyPatientHarm: boolean;
  harmDescription: string;
  reportedBy: string;
  reportedDate: string;
  technicianId: string | null;
  technicianName: string | null;
  assignedAt: string | null;
  dispatchedAt: string | null;
  escalatedAt: string | null;
  relatedTicketId: string | null;
  closedAt: string | null;
  closedBy: string | null;
  /** Null if not stated. */
  failureClass: FailureClass | null;
  actionTaken: string;
  resolutionNote: string;
  partRequired: boolean;
  partDetails: string;
  partCost: number | null;
  followUpAction: string;
  isFollowUpRequired: boolean;
  /** The task created for its follow-up; it may be closed or gone. */
  followUpTaskId: string | null;
  /** Terms of the contract in force on the day it was reported; absent if no contract had any. */
  terms?: TicketTerms;
  /** Its events, in order. */
  events: WorkEvent[];
  /** The files of its report, its notes and its closing. */
  files: WorkFile[];
}

/** A fault of a device, reported by people without an account; not a ticket until an engineer accepts it. */
export interface FaultReportRecord extends FaultAccount, OfDevice {
  id: string;
  reference: string;
  /** It came while the hospital got more reports than usual. */
  unusuallyMany: boolean;
  /** How many people reported it, counted by their phones. */
  people: number;
  /** The first of the further reports of the device while this report was open, in order; one person may send several. */
  further: FaultAccount[];
  /** The photos of all of them. */
  photos: WorkFile[];
  state: ReportState;
  /** The ticket that it became or was joined to. */
  ticketId: string | null;
  reason: CloseReason | null;
  /** When it was accepted, joined or closed, and by whom. */
  decidedAt: string | null;
  decidedBy: string | null;
}

/** A submitted round: its counts, and its observations as long as they are kept. */
export interface RoundRecord {
  id: string;
  templateId: string;
  on: LocalDay;
  submittedAt: string;
  /** The time that the tablet showed; present if `submittedAt` is an estimate because its clock was behind. */
  tabletTime?: string;
  by: string;
  operational: number;
  needsAttention: number;
  notWorking: number;
  notSeen: number;
  /** Rounds of the last 30 days (`isKept`). */
  entries?: KeptEntries;
}

export interface DepartmentRecord {
  id: string;
  name: string;
  location: string;
}

export interface TechnicianRecord {
  id: string;
  name: string;
}

/** Work of this hospital that the server refused permanently (sync/SPEC.md PU8). */
export interface RefusalRecord {
  id: string;
  kind: string;
  title: string;
  by: string;
  at: string;
  code: string;
  message: string;
}

/** The device of a ticket or task; a retired one as it was. */
export function deviceOf(
  view: { get(kind: 'device', id: string): DeviceRecord | undefined },
  { deviceId, retiredDevice }: OfDevice,
): NamedDevice | undefined {
  return view.get('device', deviceId) ?? retiredDevice;
}
