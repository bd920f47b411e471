import type { AgreementRecord } from '../../records/agreement.ts';
import type { TaskRecord } from '../../records/ward.ts';
import { addDays, daysBetween, hospitalDay, type LocalDay } from '../hospital-day.ts';
import { anniversary, agreementYearStart, type RegisteredAgreement } from './register.ts';

/** The facts of a contract that decide its visits. */
export interface VisitedAgreement extends Pick<RegisteredAgreement, 'number' | 'startOn' | 'endOn' | 'deviceIds'> {
  record: Pick<AgreementRecord, 'vendorId' | 'vendorName' | 'terms'> | undefined;
}

/** The facts of a task that decide whether it is a visit. */
export type VisitingTask = Pick<TaskRecord, 'deviceId' | 'type' | 'warrantyNumber' | 'vendorId' | 'closedAt'>;

/** The day of the count, and whose days they are. */
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

/** The contract year whose visits are counted: the running one, of a contract that has ended its last. `next` is the first day after it. */
export function visitYear(
  { startOn, endOn }: Pick<RegisteredAgreement, 'startOn' | 'endOn'>,
  today: LocalDay,
): { from: LocalDay; next: LocalDay } {
  const from = agreementYearStart({ startOn }, today < endOn ? today : endOn);
  return { from, next: anniversary(startOn, Number(from.slice(0, 4)) - Number(startOn.slice(0, 4)) + 1) };
}

/**
 * Visits of the running contract year, of one that has ended of its last, of those that were promised for each of its
 * devices; null where none were promised. Source: docs/product.md P137.
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
 * The visits that count as done: days on which a PM task of the contract, or a task that its vendor did,
 * was closed on one of its devices; the latest first. Source: docs/product.md P137.
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
    // The vendor's work after the end belongs to the next contract; PM of this one is its own however late.
    return on >= from && (part === 'own' || on <= contract.endOn) ? [{ task, on }] : [];
  });
  return byDeviceAndDay(closed).sort((a, b) => compare(b.on, a.on) || compare(a.deviceId, b.deviceId));
}

const daysPerMonth = 365.25 / 12;

/** The year whose visits are counted, as far as the contract lasts: the last year of one over 18 months is half a year. */
function countedSpan(contract: VisitedAgreement, today: LocalDay) {
  const { from, next } = visitYear(contract, today);
  const after = addDays(contract.endOn, 1);
  return { from, next, end: after < next ? after : next };
}

/**
 * The visits promised for each device in the year whose visits are counted; in a last year that is not a full year its share
 * of them by its months, rounded. Source: docs/product.md P137.
 */
export function visitsPromised(contract: VisitedAgreement, today: LocalDay): number {
  const { from, end } = countedSpan(contract, today);
  const perYear = contract.record?.terms?.visitsPerYear ?? 0;
  // Durations are agreed in months: half a year is six of them, whichever their days are.
  const months = Math.round(daysBetween(from, end) / daysPerMonth);
  return Math.round((perYear * months) / 12);
}

/** Returns the visits still planned until the end of the same year: days of open tasks that would count, the next first. */
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

/** The visits of a device that a contract in force has let pass. */
export interface MissedVisits {
  /** Number of the contract. */
  number: string;
  vendorName: string;
  done: number;
  /** By today. */
  due: number;
  /** In its running year. */
  promised: number;
}

/** In this many last days of a contract year, all its visits are due. */
const lastDays = 30;

/**
 * How many visits of each device are due in the running year of a contract in force: the share of its visits that the
 * days gone are of its days, rounded down, and in its last 30 days all. Source: docs/product.md P141.
 */
export function visitsDue(contract: VisitedAgreement, today: LocalDay): number {
  const promised = visitsPromised(contract, today);
  if (promised === 0 || contract.startOn > today || contract.endOn < today) return 0;
  const { from, end } = countedSpan(contract, today);
  if (daysBetween(today, end) <= lastDays) return promised;
  return Math.floor((promised * daysBetween(from, today)) / daysBetween(from, end));
}

/**
 * The devices with fewer visits done than are due, by id; of several contracts the one that is furthest behind, of those
 * the first. Source: docs/product.md P141.
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
