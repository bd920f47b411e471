import {
  type DeviceRecord,
  maxAttentionRun,
  maxRoundsCounted,
  type TaskRecord,
  type TicketRecord,
} from '../records/ward.ts';
import type { ReplicaView } from '../records/replica.ts';
import { nextPlannedDay } from '../rules/device-plan.ts';
import { currentObservation } from '../rules/device-status.ts';
import type { RoundObservation } from '../records/observation.ts';
import { hospitalDay, type LocalDay } from '../rules/hospital-day.ts';
import { isOpenTask } from '../rules/task-status.ts';
import { downUntil } from '../rules/ticket-clock.ts';

type Downtimes = DeviceRecord['downtimes'];

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Downtimes as the server sends them: by start, open ones last. */
function ordered(downtimes: Downtimes): Downtimes {
  return downtimes.toSorted(([from, to], [otherFrom, otherTo]) =>
    from === otherFrom ? order(to ?? '~', otherTo ?? '~') : order(from, otherFrom),
  );
}

/** Replaces the downtime that began then and lasted until `was` with one until `is`. */
function until(downtimes: Downtimes, from: string, was: string | null, is: string | null): Downtimes {
  const at = was === is ? -1 : downtimes.findIndex(([begin, end]) => begin === from && end === was);
  return at < 0 ? downtimes : ordered(downtimes.with(at, [from, is]));
}

/** Returns a device as it is once one of its tickets has changed: down until that is restored or closed. */
export function afterRestoring(device: DeviceRecord, before: TicketRecord, after: TicketRecord): DeviceRecord {
  if (after.machineStatus !== 'System Down') return device;
  return {
    ...device,
    downtimes: until(device.downtimes, after.reportedDate, downUntil(before), downUntil(after)),
  };
}

/** Returns the open tickets of a device in the replica. */
export function openTicketsOf(view: ReplicaView, device: DeviceRecord): TicketRecord[] {
  return device.openTicketIds.flatMap((id) => view.get('ticket', id) ?? []);
}

/** Returns a device with one more ticket; `open` are its existing open tickets. */
export function withTicket(device: DeviceRecord, ticket: TicketRecord, open: readonly TicketRecord[]): DeviceRecord {
  const reported = new Map([...open, ticket].map(({ id, reportedDate }) => [id, reportedDate]));
  const isDown = ticket.machineStatus === 'System Down';
  return {
    ...device,
    openTicketIds: [...device.openTicketIds, ticket.id].sort(
      (a, b) => order(reported.get(a) ?? '', reported.get(b) ?? '') || order(a, b),
    ),
    downtimes: isDown ? ordered([...device.downtimes, [ticket.reportedDate, null]]) : device.downtimes,
  };
}

/**
 * Returns a device after the close form of one of its tickets; `closed` is the ticket afterwards, which may be Pending.
 */
export function afterClosing(device: DeviceRecord, before: TicketRecord, closed: TicketRecord): DeviceRecord {
  const cost = device.maintenanceCost - (before.partCost ?? 0) + (closed.partCost ?? 0);
  const changed = { ...device, maintenanceCost: Math.round(cost * 100) / 100 };
  if (closed.closedAt === null) return changed;
  return {
    ...afterRestoring(changed, before, closed),
    openTicketIds: device.openTicketIds.filter((id) => id !== closed.id),
  };
}

/** Returns a device as it is once one of its tasks has been closed; `tasks` are all of its tasks. */
export function afterMaintenance(
  device: DeviceRecord,
  taskId: string,
  closedOn: LocalDay,
  tasks: readonly TaskRecord[],
): DeviceRecord {
  const last = device.lastMaintenanceOn;
  return {
    ...withoutTask(device, taskId, tasks, closedOn),
    lastMaintenanceOn: last !== null && last > closedOn ? last : closedOn,
  };
}

/** Returns a device as it is once a closed task is open again; `tasks` are all of its tasks in the replica. */
export function afterReopening(
  device: DeviceRecord,
  { id, taskDate }: TaskRecord,
  tasks: readonly TaskRecord[],
  timeZone: string,
): DeviceRecord {
  const closedOn = tasks.flatMap((task) =>
    task.id === id || task.closedAt === null ? [] : [hospitalDay(task.closedAt, timeZone)],
  );
  return { ...withTask(device, taskDate), lastMaintenanceOn: closedOn.toSorted(order).at(-1) ?? null };
}

/**
 * Returns a device without one of its open tasks; `tasks` are all of its tasks. Without any left, planned work is next.
 */
export function withoutTask(
  device: DeviceRecord,
  taskId: string,
  tasks: readonly TaskRecord[],
  today: LocalDay,
): DeviceRecord {
  const due = tasks.flatMap((task) => (task.id === taskId || !isOpenTask(task) ? [] : [task.taskDate]));
  return { ...device, nextMaintenanceOn: due.toSorted(order)[0] ?? nextPlannedDay(device.plans ?? [], today) };
}

/** Returns a device as it is once one of its open tasks has been moved; `tasks` are all of its tasks. */
export function afterMove(
  device: DeviceRecord,
  taskId: string,
  to: LocalDay,
  tasks: readonly TaskRecord[],
  today: LocalDay,
): DeviceRecord {
  const others = withoutTask(device, taskId, tasks, today);
  const task = tasks.find(({ id }) => id === taskId);
  return task && !isOpenTask(task) ? others : withTask(others, to);
}

/** Returns a device with one more task. */
export function withTask(device: DeviceRecord, taskDate: LocalDay): DeviceRecord {
  const next = device.nextMaintenanceOn;
  return { ...device, nextMaintenanceOn: next !== null && next < taskDate ? next : taskDate };
}

/**
 * Returns a device after a round has seen it; `open` are its open tickets, whose downtimes do not come from rounds.
 * Tablets hold no entries, so only the server can apply an observation that is older than the last known one.
 */
export function observed(device: DeviceRecord, seen: RoundObservation, open: readonly TicketRecord[]): DeviceRecord {
  const { latest, downtimes } = device;
  const known = latest ? [latest, ...(latest.others ?? [])].map(bare) : [];
  const counted = {
    ...device,
    latest: currentObservation([...known, seen]),
    roundsSeen: Math.min(device.roundsSeen + 1, maxRoundsCounted),
  };
  if (isLate(device, seen.observedAt)) return counted;
  counted.needsAttentionRun =
    seen.status === 'Needs Attention' ? Math.min(device.needsAttentionRun + 1, maxAttentionRun) : 0;
  const from = openSince(downtimes, open);
  if (seen.status !== 'Not Working')
    return from === undefined ? counted : { ...counted, downtimes: until(downtimes, from, null, seen.observedAt) };
  return from === undefined ? { ...counted, downtimes: ordered([...downtimes, [seen.observedAt, null]]) } : counted;
}

/** Returns whether an observation is at least as recent as everything the tablet knows. */
export function isLate({ latest }: DeviceRecord, observedAt: string): boolean {
  if (latest === null) return false;
  return [latest, ...(latest.others ?? [])].some((known) => known.observedAt >= observedAt);
}

const bare = ({ status, observedAt, templateId, day }: RoundObservation): RoundObservation => ({
  status,
  observedAt,
  templateId,
  day,
});

/** Returns since when rounds have found a device down: the open downtime that does not belong to a ticket. */
function openSince(downtimes: Downtimes, open: readonly TicketRecord[]): string | undefined {
  const ofTickets = open.flatMap((ticket) =>
    ticket.machineStatus === 'System Down' && downUntil(ticket) === null ? [ticket.reportedDate] : [],
  );
  for (const [from, to] of downtimes) {
    if (to !== null) continue;
    const at = ofTickets.indexOf(from);
    if (at < 0) return from;
    ofTickets.splice(at, 1);
  }
  return undefined;
}
