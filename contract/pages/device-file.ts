import type { DeviceFile } from '../calls/device/history-file.ts';
import type { AgreementRecord } from '../records/agreement.ts';
import type { TaskRecord, TicketRecord } from '../records/ward.ts';
import { statusOf } from '../rules/device-status.ts';
import { hospitalDay, instantMs } from '../rules/hospital-day.ts';
import { ticketNumberWords } from '../rules/ticket-number.ts';
import { downtimesOf, uptimePercentage } from '../rules/uptime.ts';
import { everyCover } from './device-cover.ts';
import { buildTimeline, type TimelineFacts } from './device-timeline.ts';
import { buildFileTests, type TestWithSteps } from './file-tests.ts';
import type { Moment } from './moment.ts';

/** The facts that the file of a device is built from; tickets and tasks are of this device alone. */
export interface DeviceFileFacts extends TimelineFacts {
  /** The contracts of the device that have more than their dates. */
  contracts: readonly AgreementRecord[];
  /** Null if none is known. Units: INR. */
  price: number | null;
  /** Names of the files of the device itself. */
  documents: readonly string[];
  tests: readonly TestWithSteps[];
  /** The number of earlier tests that are left out. */
  olderTests: number;
  /** True for the complete file from the server; false for the part known to this tablet. */
  isWhole: boolean;
}

/** Builds the file of a device: everything known about it, earliest first. Source: docs/product.md P97. */
export function buildDeviceFile(facts: DeviceFileFacts, moment: Moment): DeviceFile {
  const { device, contracts, tickets, tasks, documents, tests, olderTests, price, retiredOn, removalReason, isWhole } =
    facts;
  const { now, timeZone } = moment;
  const { installationDate } = device;
  const byReport = tickets.toSorted((a, b) => instantMs(a.reportedDate) - instantMs(b.reportedDate) || byId(a, b));
  return {
    id: device.id,
    serialNumber: device.serialNumber,
    equipmentName: device.equipmentName,
    makeName: device.makeName,
    modelName: device.modelName,
    importance: device.importance,
    departmentName: device.departmentName ?? '',
    location: device.location ?? '',
    vendorName: device.vendorName ?? '',
    status: statusOf(device),
    calibrationRequired: device.calibrationRequired,
    purchaseDate: device.purchaseDate,
    installationDate,
    price,
    retiredOn,
    removalReason,
    uptimePercentage: uptimePercentage({
      downtimes: downtimesOf(device),
      installedOn: installationDate,
      now,
      timeZone,
    }),
    warranties: everyCover(device, contracts, hospitalDay(now, timeZone)),
    timeline: buildTimeline(facts, 'staff', moment, Infinity).toReversed(),
    repairs: byReport.map((ticket) => ({
      ticketNumber: ticketNumberWords(ticket.ticketNumber),
      reportedOn: hospitalDay(ticket.reportedDate, timeZone),
      problem: ticket.problemReported || ticket.issueType,
      failureClass: ticket.failureClass,
      closedOn: ticket.closedAt === null ? null : hospitalDay(ticket.closedAt, timeZone),
      actionTaken: ticket.actionTaken,
      cost: ticket.partCost ?? 0,
    })),
    tests: buildFileTests(tests),
    olderTests,
    planned: tasks
      .filter(({ closedAt, cancelledAt }) => closedAt === null && cancelledAt === null)
      .toSorted((a, b) => (a.taskDate === b.taskDate ? byId(a, b) : a.taskDate < b.taskDate ? -1 : 1))
      .map(({ type, taskDate }) => ({ type, on: taskDate })),
    files: [...documents, ...filesOf(byReport), ...filesOf(tasks.toSorted(byId))],
    isWhole,
  };
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : Number(a.id > b.id));

function filesOf(work: readonly (TicketRecord | TaskRecord)[]): string[] {
  return work.flatMap(({ files }) =>
    files.flatMap(({ name, received, missing }) => {
      if (missing !== undefined) return `${name} (could not be kept on the tablet)`;
      return received ? name : [];
    }),
  );
}
