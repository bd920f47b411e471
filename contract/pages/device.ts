import type { EquipmentDetails } from '../calls/device/details.ts';
import type { DeviceRecord, TaskRecord, TicketRecord } from '../records/ward.ts';
import type { AgreementRecord } from '../records/agreement.ts';
import { type Activity, coverStarted, type MissingActivities, recentActivities } from '../rules/activities.ts';
import { statusOf } from '../rules/device-status.ts';
import type { RoundStatus } from '../records/observation.ts';
import { hospitalDay, instantMs, type LocalDay } from '../rules/hospital-day.ts';
import type { RemovalReason } from '../rules/removal.ts';
import { taskNames } from '../rules/task-status.ts';
import { serviceStatus } from '../rules/ticket.ts';
import { countedClosing, isFurtherVisit } from '../rules/ticket-visits.ts';
import { downtimePercentage, downtimesOf, uptimePercentage } from '../rules/uptime.ts';
import { isCovered } from '../rules/warranty-cover.ts';
import type { Viewer } from '../rules/work-events.ts';
import type { WorkEvent } from '../records/work-event.ts';
import { deviceCovers } from './device-cover.ts';
import { buildTimeline } from './device-timeline.ts';
import type { Moment } from './moment.ts';

/** A file as the page lists it. */
export type PageDocument = EquipmentDetails['documents'][number];

/** The facts that the page of a device is built from; tickets and tasks are of this device alone. */
export interface DevicePageFacts {
  device: DeviceRecord;
  /** Null while it is installed. */
  retiredOn: LocalDay | null;
  /** Null if none was given. */
  removalReason: RemovalReason | null;
  tickets: readonly TicketRecord[];
  tasks: readonly TaskRecord[];
  rounds: {
    known: readonly { status: RoundStatus; at: string }[];
    /** Rounds that saw the device and are not among the known ones. */
    missing: MissingActivities;
  };
  /** The files of the device itself, the newest first; not those of its tasks. */
  documents: readonly PageDocument[];
  /** The contracts of the device that have more than their dates. */
  contracts: readonly AgreementRecord[];
}

/** Maximum number of tickets and of closed tasks on the page; the newest are shown. */
export const maxHistoryRows = 100;
/** Maximum number of files on the page. */
export const maxDocuments = 200;

/** Builds the page of a device. A visitor sees neither names nor typed text. Source: docs/product.md P28 and P29. */
export function buildDevicePage(facts: DevicePageFacts, viewer: Viewer, moment: Moment): EquipmentDetails {
  const { device, retiredOn, removalReason, rounds } = facts;
  const { now, timeZone } = moment;
  const today = hospitalDay(now, timeZone);
  const { installationDate } = device;
  const uptime = { downtimes: downtimesOf(device), installedOn: installationDate, now, timeZone };
  const tickets = newest(facts.tickets, ({ reportedDate }) => reportedDate);
  const tasks = newest(facts.tasks.filter(hasHistory), ({ closedAt, events }) => closedAt ?? lastAt(events));
  const activities = recentActivities(activitiesOf(facts, tickets, tasks), moment, rounds.missing);
  return {
    ...(viewer === 'staff' ? { deviceId: device.id } : {}),
    equipmentName: device.equipmentName,
    serialNumber: device.serialNumber,
    make: device.makeName,
    model: device.modelName,
    status: statusOf(device),
    ...(retiredOn === null ? {} : { retiredOn }),
    ...(retiredOn === null || removalReason === null ? {} : { removalReason }),
    location: device.location ?? '',
    departmentName: device.departmentName ?? '',
    installationDate,
    hasWarranty: isCovered(device.warranties, today),
    ...(viewer === 'staff' ? { covers: deviceCovers(device, facts.contracts, today) } : {}),
    calibrationRequired: device.calibrationRequired,
    uptimePercentage: uptimePercentage(uptime),
    downtimePercentage: downtimePercentage(uptime),
    maintenanceCost: device.maintenanceCost,
    recentActivities: activities.lines,
    olderNeedsNetwork: activities.olderMissing,
    timeline: buildTimeline({ ...facts, tickets, tasks, rounds: rounds.known }, viewer, moment),
    serviceHistory: tickets.map((ticket) => serviceOf(ticket, viewer, timeZone)),
    maintenanceHistory: maintenanceOf(tickets, tasks, viewer, timeZone),
    documents: documentsOf(facts, viewer),
  };
}

/** The newest rows first, as many as the page lists; those of one instant by id. */
function newest<T extends { id: string }>(rows: readonly T[], at: (row: T) => string): T[] {
  return rows
    .map((row) => ({ row, atMs: instantMs(at(row)) }))
    .sort((a, b) => b.atMs - a.atMs || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, maxHistoryRows)
    .map(({ row }) => row);
}

function isActionRequired({ kind }: WorkEvent): boolean {
  return kind === 'action-required';
}

function hasHistory({ closedAt, events }: TaskRecord): boolean {
  return closedAt !== null || events.some(isActionRequired);
}

function lastAt(events: readonly WorkEvent[]): string {
  return events.findLast(isActionRequired)?.at ?? '1970-01-01T00:00:00Z';
}

function activitiesOf(
  { device, rounds }: DevicePageFacts,
  tickets: readonly TicketRecord[],
  tasks: readonly TaskRecord[],
): Activity[] {
  const { installationDate, warranties } = device;
  return [
    ...(installationDate === null ? [] : [{ kind: 'installed', on: installationDate } as const]),
    ...warranties.map(coverStarted),
    ...rounds.known.map(({ status, at }) => ({ kind: 'round', at, status }) as const),
    ...tickets.flatMap(ticketActivities),
    ...tasks.flatMap(taskActivities),
  ];
}

function ticketActivities({ ticketNumber, issueType, reportedDate, closedAt, events }: TicketRecord): Activity[] {
  const counted = countedClosing(events);
  return [
    { kind: 'ticket-reported', at: reportedDate, ticketNumber, issueType },
    ...events.flatMap((event): Activity[] => {
      const { at, kind } = event;
      if (isFurtherVisit(event, counted)) return [{ kind: 'ticket-visit', at, ticketNumber }];
      return kind === 'left-pending' ? [{ kind: 'ticket-pending', at, ticketNumber }] : [];
    }),
    ...(closedAt === null ? [] : [{ kind: 'ticket-closed', at: closedAt, ticketNumber } as const]),
  ];
}

function taskActivities({ type, closedAt, events }: TaskRecord): Activity[] {
  return [
    ...events.filter(isActionRequired).map(({ at }) => ({ kind: 'task-action-required', at, type }) as const),
    ...(closedAt === null ? [] : [{ kind: 'task-closed', at: closedAt, type } as const]),
  ];
}

function serviceOf(ticket: TicketRecord, viewer: Viewer, timeZone: string): EquipmentDetails['serviceHistory'][number] {
  const { status, machineStatus, issueType, problemReported, resolutionNote, actionTaken } = ticket;
  const isStaff = viewer === 'staff';
  return {
    dateReported: hospitalDay(ticket.reportedDate, timeZone),
    issue: (isStaff && problemReported) || issueType,
    status: serviceStatus(status),
    remarks: (isStaff && (resolutionNote || actionTaken)) || machineStatus,
  };
}

/** Closed tickets are repairs, which cost; closed tasks cost nothing. Source: docs/product.md P36. */
function maintenanceOf(
  tickets: readonly TicketRecord[],
  tasks: readonly TaskRecord[],
  viewer: Viewer,
  timeZone: string,
): EquipmentDetails['maintenanceHistory'] {
  const repairs = tickets.map((ticket) => ({
    ...ticket,
    type: 'Repair',
    plain: ticket.ticketNumber === null ? 'Breakdown' : `Breakdown ${ticket.ticketNumber}`,
    cost: ticket.partCost ?? 0,
    closing: countedClosing(ticket.events),
  }));
  const visits = tasks.map((task) => ({
    ...task,
    plain: taskNames[task.type],
    cost: 0,
    closing: task.events.findLast((event) => event.kind === 'closed'),
  }));
  return [...repairs, ...visits]
    .flatMap((work) => (work.closedAt === null ? [] : [{ ...work, atMs: instantMs(work.closedAt) }]))
    .sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? -1 : 1))
    .map((work) => ({
      performedOn: hospitalDay(new Date(work.atMs), timeZone),
      type: work.type,
      performedBy: (viewer === 'staff' && work.closedBy) || roleWords(work.closing),
      description: (viewer === 'staff' && (work.closing?.data.visit?.actionTaken ?? work.actionTaken)) || work.plain,
      cost: work.cost,
    }));
}

/** Who closed it, without a name. */
function roleWords(closed: WorkEvent | undefined): string {
  return closed?.byRole === 'Hospital' ? 'Hospital staff' : 'Biomedical engineer';
}

const plainNames: Partial<Record<string, string>> = { 'application/pdf': 'PDF document' };

/**
 * A visitor only learns that the device has files: names are free text and may identify people, and hashes give access.
 */
function documentsOf({ documents, tasks }: DevicePageFacts, viewer: Viewer): PageDocument[] {
  if (viewer === 'visitor') {
    return documents.slice(0, maxDocuments).map(({ mime, size }, at) => {
      return { name: `${plainNames[mime] ?? 'Picture'} ${at + 1}`, sha256: '', mime, size };
    });
  }
  const reports = tasks
    .toSorted((a, b) => (a.taskDate === b.taskDate ? (a.id < b.id ? -1 : 1) : a.taskDate < b.taskDate ? 1 : -1))
    .flatMap(({ files }) => files.filter(({ received, missing }) => received || missing !== undefined));
  return [...documents, ...reports]
    .slice(0, maxDocuments)
    .map(({ name, sha256, mime, size, missing }) => ({ name, sha256, mime, size, ...(missing && { missing }) }));
}
