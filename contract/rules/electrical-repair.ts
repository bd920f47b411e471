import type { DeviceRecord, TaskRecord, TicketRecord } from '../records/ward.ts';
import type { ProcedureRecord, TestRecord } from '../records/test.ts';
import { addDays, hospitalDay, instantMs } from './hospital-day.ts';
import { measuresElectricalSafety } from './kind-of-test.ts';
import { proceduresFor } from './procedure.ts';
import { isOpenTask } from './task-status.ts';

/** Failure classes after which the device was opened or damaged, and those after which it was not; for others, issue type and parts decide. */
const opened = new Set<string | null>(['component', 'battery', 'physical-damage', 'caused-by-maintenance']);
const untouched = new Set<string | null>([
  'use-error',
  'environment',
  'network-or-software',
  'could-not-reproduce',
  'no-fault',
]);

/** How long the test is offered after a repair. Units: days. */
export const offeredDays = 30;

/**
 * Returns whether a repair may have changed the electrical safety of a device. Source: docs/decisions/323-electrical-repair.md (IEC 62353 asks for a test
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

/** Facts that decide whether a safety test is offered after a repair. */
export interface SafetyFacts {
  ticket: TicketRecord;
  /** Undefined if the device has left the hospital. */
  device: DeviceRecord | undefined;
  procedures: readonly ProcedureRecord[];
  /** Tasks of the device. */
  tasks: readonly TaskRecord[];
  tests: readonly TestRecord[];
}

/** A safety test that is offered or has been done since the repair. */
export interface SafetyOffer {
  /** Procedures of the device with electrical safety steps, those of its schedule first. */
  procedures: ProcedureRecord[];
  /** The safety task that is already due; the test closes it. */
  task: TaskRecord | null;
  /** The latest safety test since the repair. */
  done: TestRecord | null;
}

/** Returns the safety test to offer after an electrical repair, or null. Source: docs/product.md P120. */
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
