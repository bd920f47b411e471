import type { DeviceRecord } from '#contract/replica.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { type DeviceStatus, deviceStatus } from '#contract/rules/device-status.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';

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
