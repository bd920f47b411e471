import type { DeviceRecord, TicketRecord } from '#contract/replica.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { type DeviceStatus, deviceStatus } from '#contract/rules/device-status.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { UptimeInput } from '#contract/rules/uptime.ts';

/** The status of a device of the replica, with what waits on this device laid over. */
export function statusOf(device: Pick<DeviceRecord, 'openTicketIds' | 'latest'>): DeviceStatus {
  return deviceStatus({
    hasOpenTicket: device.openTicketIds.length > 0,
    latestRoundStatus: device.latest?.status ?? null,
  });
}

/** A day in words, nothing where there is none. */
export function dayWords(day: LocalDay | null): string {
  return day === null ? '' : formatShortDay(day.slice(0, 10));
}

interface UptimeSource {
  device: Pick<DeviceRecord, 'downtimes' | 'installationDate'>;
  /** Of this device alone; the open ones are enough. */
  tickets: readonly TicketRecord[];
  now: Date;
  timeZone: string;
}

/** What the uptime of a device is computed from: what the server counted, and breakdowns that only this device knows yet. */
export function uptimeInputOf({ device, tickets, now, timeZone }: UptimeSource): UptimeInput {
  return {
    downtimes: [...device.downtimes, ...waitingDowntimes(device, tickets)].map(([from, to]) => ({ from, to })),
    installedOn: device.installationDate,
    now,
    timeZone,
  };
}

function waitingDowntimes(device: UptimeSource['device'], tickets: readonly TicketRecord[]): [string, null][] {
  if (device.downtimes.some(([, to]) => to === null)) return [];
  return tickets
    .filter(
      (ticket) => ticket.ticketNumber === null && ticket.machineStatus === 'System Down' && ticket.closedAt === null,
    )
    .map((ticket) => [ticket.reportedDate, null]);
}
