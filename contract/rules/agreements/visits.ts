import type { AgreementRecord } from '../../records/agreement.ts';
import type { TaskRecord } from '../../records/ward.ts';
import { addDays, daysBetween, hospitalDay, type LocalDay } from '../hospital-day.ts';
import { anniversary, agreementYearStart, type RegisteredAgreement } from './register.ts';

/** The facts of a contract that determine its visits. */
export interface VisitedAgreement extends Pick<RegisteredAgreement, 'number' | 'startOn' | 'endOn' | 'deviceIds'> {
  record: Pick<AgreementRecord, 'vendorId' | 'vendorName' | 'terms'> | undefined;
}

/** The facts that determine whether a task is a visit. */
export type VisitingTask = Pick<TaskRecord, 'deviceId' | 'type' | 'warrantyNumber' | 'vendorId' | 'closedAt'>;

/** The day of the count, and the hospital's time zone. */
interface CountDay {
  today: LocalDay;
  timeZone: string;
}

/** A past or planned visit of a contract's vendor to a device, with its work. */
export interface AgreementVisit<Task> {
  deviceId: string;
  on: LocalDay;
  tasks: Task[];
}

/**
 * Returns the contract year whose visits are counted: the current one, or the last one of a contract that has ended.
 * `next` is the first day after it.
 */
export function visitYear(
  { startOn, endOn }: Pick<RegisteredAgreement, 'startOn' | 'endOn'>,
  today: LocalDay,
): { from: LocalDay; next: LocalDay } {
  const from = agreementYearStart({ startOn }, today < endOn ? today : endOn);
  return { from, next: anniversary(startOn, Number(from.slice(0, 4)) - Number(startOn.slice(0, 4)) + 1) };
}

/**
 * Returns the visits of the counted contract year compared with those promised for each device; null if none were
 * promised. Source: docs/product.md P137.
 */
export function visitsOf(
  contract: VisitedAgreement & Pick<RegisteredAgreement, 'devices'>,
  tasks: readonly VisitingTask[],
  day: CountDay,
): { done: number; promised: number } | null {
  if ((contract.record?.terms?.visitsPerYear ?? null) === null) return null;
  return {
    done: doneVisits(contract, tasks, day).length,
    promised: visitsPromised(contract, day.today) * contract.devices,
  };
}

/**
 * Returns the completed visits, latest first: days on which a PM task of the contract, or a task done by its vendor,
 * was closed on one of its devices. Source: docs/product.md P137.
 */
export function doneVisits<Task extends VisitingTask>(
  contract: VisitedAgreement,
  tasks: readonly Task[],
  { today, timeZone }: CountDay,
): AgreementVisit<Task>[] {
  const { from } = visitYear(contract, today);
  const partOf = partIn(contract);
  const closed = tasks.flatMap((task) => {
    const part = task.closedAt === null ? null : partOf(task);
    if (task.closedAt === null || part === null) return [];
    const on = hospitalDay(task.closedAt, timeZone);
    // The vendor's work after the end belongs to the next contract; PM of this contract stays with it, however late.
    return on >= from && (part === 'own' || on <= contract.endOn) ? [{ task, on }] : [];
  });
  return byDeviceAndDay(closed).sort((a, b) => compare(b.on, a.on) || compare(a.deviceId, b.deviceId));
}

const daysPerMonth = 365.25 / 12;

/**
 * Returns the part of the counted year in which the contract runs: the last year of an 18-month contract has six
 * months.
 */
function countedSpan(contract: VisitedAgreement, today: LocalDay) {
  const { from, next } = visitYear(contract, today);
  const after = addDays(contract.endOn, 1);
  return { from, next, end: after < next ? after : next };
}

/**
 * Returns the visits promised for each device in the counted year; a shorter last year has a proportional share by
 * months, rounded. Source: docs/product.md P137.
 */
export function visitsPromised(contract: VisitedAgreement, today: LocalDay): number {
  const { from, end } = countedSpan(contract, today);
  const perYear = contract.record?.terms?.visitsPerYear ?? 0;
  // Durations are agreed in months, so half a year is six months, however many days they have.
  const months = Math.round(daysBetween(from, end) / daysPerMonth);
  return Math.round((perYear * months) / 12);
}

/** Returns the visits still planned in the same year: days of open tasks that would count, earliest first. */
export function openVisits<Task extends VisitingTask & Pick<TaskRecord, 'taskDate' | 'cancelledAt'>>(
  contract: VisitedAgreement,
  tasks: readonly Task[],
  { today }: Pick<CountDay, 'today'>,
): AgreementVisit<Task>[] {
  const { from, next } = visitYear(contract, today);
  const partOf = partIn(contract);
  const open = tasks.flatMap((task) => {
    const { taskDate: on, closedAt, cancelledAt } = task;
    if (closedAt !== null || cancelledAt !== null || on < from || on >= next) return [];
    const part = partOf(task);
    return part === 'own' || (part === 'vendor' && on <= contract.endOn) ? [{ task, on }] : [];
  });
  return byDeviceAndDay(open).sort((a, b) => compare(a.on, b.on) || compare(a.deviceId, b.deviceId));
}

/** Returns whether a task is PM of the contract or work of its vendor on one of its devices; null for others. */
function partIn({ number, deviceIds, record }: VisitedAgreement): (task: VisitingTask) => 'own' | 'vendor' | null {
  const vendorId = record?.vendorId ?? null;
  return (task) => {
    if (task.type === 'PM' && task.warrantyNumber === number) return 'own';
    return vendorId !== null && task.vendorId === vendorId && deviceIds.has(task.deviceId) ? 'vendor' : null;
  };
}

function byDeviceAndDay<Task extends VisitingTask>(found: readonly { task: Task; on: LocalDay }[]) {
  const visits = new Map<string, AgreementVisit<Task>>();
  for (const { task, on } of found) {
    const key = `${task.deviceId} ${on}`;
    const known = visits.get(key);
    if (known) known.tasks.push(task);
    else visits.set(key, { deviceId: task.deviceId, on, tasks: [task] });
  }
  return [...visits.values()];
}

/** A device that has had fewer visits than are due under a contract in force. */
export interface MissedVisits {
  /** Number of the contract. */
  number: string;
  vendorName: string;
  done: number;
  /** By today. */
  due: number;
  /** In its current year. */
  promised: number;
}

/** In these last days of a contract year, all visits are due. */
const lastDays = 30;

/**
 * Returns how many visits of each device are due by now in the current year of a contract in force: proportional to the
 * days elapsed, rounded down, and all of them in the last 30 days. Source: docs/product.md P141.
 */
export function visitsDue(contract: VisitedAgreement, today: LocalDay): number {
  const promised = visitsPromised(contract, today);
  if (promised === 0 || contract.startOn > today || contract.endOn < today) return 0;
  const { from, end } = countedSpan(contract, today);
  if (daysBetween(today, end) <= lastDays) return promised;
  return Math.floor((promised * daysBetween(from, today)) / daysBetween(from, end));
}

/**
 * Returns the devices with fewer completed visits than are due, by id. If a device has several contracts, the one
 * furthest behind counts, the first of equals. Source: docs/product.md P141.
 */
export function missedVisits(
  contracts: readonly VisitedAgreement[],
  tasks: readonly VisitingTask[],
  day: CountDay,
): Map<string, MissedVisits> {
  const missed = new Map<string, MissedVisits>();
  const owing = contracts.flatMap((contract) => {
    const due = visitsDue(contract, day.today);
    return due > 0 ? [{ contract, due }] : [];
  });
  if (owing.length === 0) return missed;
  const closed = new Map<string, VisitingTask[]>();
  for (const task of tasks) {
    if (task.closedAt === null) continue;
    const known = closed.get(task.deviceId);
    if (known) known.push(task);
    else closed.set(task.deviceId, [task]);
  }
  for (const { contract, due } of owing) {
    const done = new Map<string, number>();
    const ofItsDevices = [...contract.deviceIds].flatMap((id) => closed.get(id) ?? []);
    for (const { deviceId } of doneVisits(contract, ofItsDevices, day))
      done.set(deviceId, (done.get(deviceId) ?? 0) + 1);
    for (const deviceId of contract.deviceIds) {
      const visits = done.get(deviceId) ?? 0;
      const known = missed.get(deviceId);
      if (visits >= due || (known && known.due - known.done >= due - visits)) continue;
      const { number, record } = contract;
      const promised = visitsPromised(contract, day.today);
      missed.set(deviceId, { number, vendorName: record?.vendorName ?? '', done: visits, due, promised });
    }
  }
  return missed;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
