import type { RoundPage, RoundPageEntry, RoundRow } from '../calls/round/read.ts';
import type { DeviceRecord, RoundRecord, TicketRecord } from '../records/ward.ts';
import { type EntryFacts, type EntryStatus, entryStatuses } from '../records/observation.ts';
import { hospitalDay, instantMs } from '../rules/hospital-day.ts';
import { ticketNumberWords } from '../rules/ticket-number.ts';
import { inNaturalOrder } from '../rules/natural-order.ts';

/** The facts about a device on the page; it may have been retired since. */
export type EntryDevice = Pick<DeviceRecord, 'equipmentName' | 'serialNumber' | 'departmentName' | 'location'>;

/** A ticket that may have resulted from a round. */
export type RoundTicket = Pick<TicketRecord, 'id' | 'deviceId' | 'ticketNumber' | 'status' | 'reportedDate'>;

/** An entry with its device. */
interface RoundPageEntryFacts {
  entry: EntryFacts;
  device: EntryDevice;
  /** Its details are no longer kept. */
  isReduced?: boolean;
}

/** The facts that the page of a round is built from. */
export interface RoundPageFacts {
  round: Omit<RoundRecord, 'entries'>;
  /** Null if the template is gone from the tablet. */
  templateName: string | null;
  entries: readonly RoundPageEntryFacts[];
  tickets: readonly RoundTicket[];
}

/** Builds one row of a list of submitted rounds. */
export function buildRoundRow(round: Omit<RoundRecord, 'entries'>, templateName: string | null): RoundRow {
  const { id: roundId, templateId, on, submittedAt, by, operational, needsAttention, notWorking, notSeen } = round;
  const counts = { operational, needsAttention, notWorking, notSeen };
  const { tabletTime } = round;
  return { roundId, templateId, templateName, on, submittedAt, ...(tabletTime && { tabletTime }), by, ...counts };
}

/** Orders submitted rounds: the latest first, those of one instant by id. */
export function byNewest(
  a: Pick<RoundRecord, 'id' | 'submittedAt'>,
  b: Pick<RoundRecord, 'id' | 'submittedAt'>,
): number {
  return instantMs(b.submittedAt) - instantMs(a.submittedAt) || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** Builds the page of a submitted round: what was found first, then by place. Source: docs/product.md P43. */
export function buildRoundPage({ round, templateName, entries, tickets }: RoundPageFacts, timeZone: string): RoundPage {
  const ofDay = tickets.filter(({ reportedDate }) => hospitalDay(reportedDate, timeZone) === round.on);
  const rows = entries.map((each) => rowOf(each, ofDay));
  const { operational, needsAttention, notWorking, notSeen } = round;
  return {
    ...buildRoundRow(round, templateName),
    entries: rows.sort(byFindingAndPlace),
    missing: Math.max(0, operational + needsAttention + notWorking + notSeen - rows.length),
  };
}

function rowOf({ entry, device, isReduced }: RoundPageEntryFacts, ofDay: readonly RoundTicket[]): RoundPageEntry {
  const { deviceId, status, description, notSeenReason, confirmedBy, observedAt, photos } = entry;
  return {
    deviceId,
    equipmentName: device.equipmentName,
    serialNumber: device.serialNumber,
    departmentName: device.departmentName ?? '',
    location: device.location ?? '',
    status,
    description,
    notSeenReason,
    confirmedBy,
    observedAt,
    photos: photos
      .toSorted((a, b) => compare(a.sha256, b.sha256))
      .map(({ sha256, name, mime, size, received, missing }) => {
        return { sha256, name, mime, size, received, ...(missing && { missing }) };
      }),
    ...(isReduced && { isReduced }),
    tickets: isFinding(status)
      ? ofDay
          .filter((ticket) => ticket.deviceId === deviceId)
          .toSorted((a, b) => instantMs(a.reportedDate) - instantMs(b.reportedDate) || compare(a.id, b.id))
          .map(({ id, ticketNumber, status: state }) => ({
            id,
            ticketNumber: ticketNumberWords(ticketNumber),
            status: state,
          }))
      : [],
  };
}

/** Returns whether a ticket can result from an entry. Source: docs/decisions/238. */
export function isFinding(status: EntryStatus): boolean {
  return status === 'Not Working' || status === 'Needs Attention';
}

/** Most urgent first: Not Working, Needs Attention, Not Seen, Operational. */
const urgency: Readonly<Record<EntryStatus, number>> = {
  'Not Working': 0,
  'Needs Attention': 1,
  'Not Seen': 2,
  Operational: entryStatuses.length,
};

function byFindingAndPlace(a: RoundPageEntry, b: RoundPageEntry): number {
  return (
    urgency[a.status] - urgency[b.status] ||
    inNaturalOrder(a.departmentName, b.departmentName) ||
    inNaturalOrder(a.location, b.location) ||
    inNaturalOrder(a.serialNumber, b.serialNumber) ||
    compare(a.deviceId, b.deviceId)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
