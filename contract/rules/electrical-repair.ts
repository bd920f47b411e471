import type { DeviceRecord, TaskRecord, TicketRecord } from '../records/ward.ts';
import type { ProcedureRecord, TestRecord } from '../records/test.ts';
import { addDays, hospitalDay, instantMs } from './hospital-day.ts';
import { measuresElectricalSafety } from './kind-of-test.ts';
import { proceduresFor } from './procedure.ts';
import { isOpenTask } from './task-status.ts';

/** Failures after which the device was opened or damaged, and those after which it was not; of others call and parts decide. */
const opened = new Set<string | null>(['component', 'battery', 'physical-damage', 'caused-by-maintenance']);
const untouched = new Set<string | null>([
  'use-error',
  'environment',
  'network-or-software',
  'could-not-reproduce',
  'no-fault',
]);

/** For how long after the repair the test is offered. Units: days. */
export const offeredDays = 30;

/**
 * Whether a repair may have changed the electrical safety of a device. Source: docs/decisions/323-electrical-repair.md (IEC 62353 asks for a test
 * after every repair).
 */
export function isElectricalRepair({
  failureClass,
  issueType,
  partRequired,
}: Pick<TicketRecord, 'failureClass' | 'issueType' | 'partRequired'>): boolean {
  if (opened.has(failureClass)) return true;
  return !untouched.has(failureClass) && (issueType === 'Electrical' || partRequired);
}

/** What a safety test after a repair is offered by. */
export interface SafetyFacts {
  ticket: TicketRecord;
  /** Undefined where it has left the hospital. */
  device: DeviceRecord | undefined;
  procedures: readonly ProcedureRecord[];
  /** Tasks of the device. */
  tasks: readonly TaskRecord[];
  tests: readonly TestRecord[];
}

/** A safety test that is offered, or was done since the repair. */
export interface SafetyOffer {
  /** The procedures with electrical safety that the device is tested by, those of its schedule first. */
  procedures: ProcedureRecord[];
  /** The safety task that is due already, which the test then closes. */
  task: TaskRecord | null;
  /** The latest safety test since the repair. */
  done: TestRecord | null;
}

/** The safety test of a device after an electrical repair; null where none is to be offered. Source: docs/product.md P120. */
export function safetyAfterRepair(
  { ticket, device, procedures, tasks, tests }: SafetyFacts,
  { now, timeZone }: { now: Date; timeZone: string },
): SafetyOffer | null {
  const { closedAt } = ticket;
  if (closedAt === null || !device || !isElectricalRepair(ticket)) return null;
  const today = hospitalDay(now, timeZone);
  if (hospitalDay(closedAt, timeZone) < addDays(today, -offeredDays)) return null;
  const safety = tasks.filter((task) => task.type === 'Safety' && isOpenTask(task));
  const isPlanned = safety.length > 0 || (device.plans ?? []).some(({ type }) => type === 'Safety');
  if (!isPlanned) return null;
  const byId = new Map(procedures.map((procedure) => [procedure.id, procedure]));
  const done = tests
    .filter((test) => {
      const steps = byId.get(test.procedureId)?.steps ?? [];
      return instantMs(test.testedAt) > instantMs(closedAt) && measuresElectricalSafety(test.answers, steps);
    })
    .toSorted((a, b) => instantMs(b.testedAt) - instantMs(a.testedAt));
  return {
    procedures: proceduresFor(device, procedures, 'Safety').filter(({ steps }) =>
      steps.some(({ kind }) => kind === 'electrical'),
    ),
    task:
      safety.filter(({ taskDate }) => taskDate <= today).toSorted((a, b) => (a.taskDate < b.taskDate ? -1 : 1))[0] ??
      null,
    done: done[0] ?? null,
  };
}
