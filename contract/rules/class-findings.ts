import { millisecondsInDay } from 'date-fns/constants';
import { countsAsFailure } from './failure-class.ts';
import type { FailureClass } from '../records/values.ts';
import { instantMs } from './hospital-day.ts';

/** A closed ticket whose failure class was stated. */
export interface ClassedTicket {
  readonly deviceId: string;
  /** The type of its device. */
  readonly equipmentId: string;
  readonly failureClass: FailureClass;
  readonly reportedDate: string;
  readonly closedAt: string;
}

/** Findings about a device from the failure classes of its tickets. */
export interface ClassFinding {
  /** The latest repeated failure. Units: days from the closing to the next report. */
  repeat: { failureClass: FailureClass; days: number } | null;
  /** Number of use errors of its equipment type in the last 90 days, on the device that had the latest one; 0 on others. */
  useErrors: number;
}

/** A failure of the same class within this time after the closing counts as repeated. Units: days. Source: docs/product.md P77. */
export const repeatDays = 30;
/** The period that findings cover. Units: days. */
export const findingDays = 90;

/** A ticket with its instant parsed once: a hospital has tens of thousands, and sorting compares each many times. */
interface ReportedTicket extends ClassedTicket {
  readonly reportedMs: number;
}

const inOrder = (a: ReportedTicket, b: ReportedTicket): number =>
  a.reportedMs - b.reportedMs || (a.deviceId < b.deviceId ? -1 : 1);

/** Finds repeated failures by device and equipment types that are often misused; devices without a finding are left out. */
export function classFindings(tickets: readonly ClassedTicket[], now: Date | string): Map<string, ClassFinding> {
  const nowMs = instantMs(now);
  const recent: ReportedTicket[] = [];
  const findings = new Map<string, ClassFinding>();
  const change = (id: string, part: Partial<ClassFinding>): void => {
    findings.set(id, { repeat: null, useErrors: 0, ...findings.get(id), ...part });
  };
  const useErrors = new Map<string, { count: number; deviceId: string }>();
  const closings = new Map<string, number[]>();
  for (const ticket of tickets) {
    const { deviceId, failureClass, closedAt } = ticket;
    const reportedMs = instantMs(ticket.reportedDate);
    const agoMs = nowMs - reportedMs;
    if (agoMs >= 0 && agoMs <= findingDays * millisecondsInDay) recent.push({ ...ticket, reportedMs });
    const key = `${failureClass} ${deviceId}`;
    const known = closings.get(key);
    if (known) known.push(instantMs(closedAt));
    else closings.set(key, [instantMs(closedAt)]);
  }
  for (const { deviceId, equipmentId, failureClass, reportedMs } of recent.sort(inOrder)) {
    const sinceMs = (closings.get(`${failureClass} ${deviceId}`) ?? [])
      .filter((ms) => ms <= reportedMs)
      .reduce((least, ms) => Math.min(least, reportedMs - ms), Infinity);
    if (countsAsFailure(failureClass) && sinceMs <= repeatDays * millisecondsInDay)
      change(deviceId, { repeat: { failureClass, days: Math.floor(sinceMs / millisecondsInDay) } });
    if (failureClass === 'use-error')
      useErrors.set(equipmentId, { count: (useErrors.get(equipmentId)?.count ?? 0) + 1, deviceId });
  }
  for (const { count, deviceId } of useErrors.values()) change(deviceId, { useErrors: count });
  return findings;
}
