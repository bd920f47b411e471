import { type DeviceRecord, deviceOf, type TaskRecord } from '#contract/records/ward.ts';
import type { AgreementRecord } from '#contract/records/agreement.ts';
import { agreementRegister, type RegisteredAgreement } from '#contract/rules/agreements/register.ts';
import {
  type AgreementVisit,
  doneVisits,
  openVisits,
  visitsDue,
  visitsOf,
  visitYear,
} from '#contract/rules/agreements/visits.ts';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { taskNames } from '#contract/rules/task-status.ts';

export type VisitState = 'done' | 'planned' | 'overdue';

/** A visit in the list. */
export interface VisitRow {
  /** Device and day, as a unique key. */
  key: string;
  state: VisitState;
  on: LocalDay;
  equipmentName: string;
  serialNumber: string;
  department: string;
  /** The work done or planned. */
  work: string;
  /** One of its tasks. */
  taskId: string;
  /** Lower-cased text to search. */
  text: string;
}

/** The visits of a contract year. */
export interface AgreementVisits {
  number: string;
  vendorName: string;
  from: LocalDay;
  until: LocalDay;
  promised: number;
  devices: number;
  /** The contract ends before its year is complete, so only part of the year's visits are promised. */
  isPartOfYear: boolean;
  /** Visits due by today for each device. */
  due: number;
  /** The visits that the figure counts. */
  done: VisitRow[];
  open: VisitRow[];
}

interface VisitSource {
  all(kind: 'device'): readonly DeviceRecord[];
  all(kind: 'task'): readonly TaskRecord[];
  get(kind: 'contract', id: string): AgreementRecord | undefined;
  get(kind: 'device', id: string): DeviceRecord | undefined;
}

/**
 * Returns the visits of a contract, done and planned; undefined if it covers no device in use or promises no visits.
 */
export function contractVisits(
  view: VisitSource,
  contractId: string,
  day: { today: LocalDay; timeZone: string },
): AgreementVisits | undefined {
  const contract = agreementRegister({
    devices: view.all('device'),
    agreementOf: (id) => view.get('contract', id),
  }).find(({ record }) => record?.id === contractId);
  const tasks = view.all('task');
  const visits = contract && visitsOf(contract, tasks, day);
  if (!contract || !visits) return undefined;
  return { ...headOf(contract, day.today), promised: visits.promised, ...rowsOf(view, contract, tasks, day) };
}

/** Says why a contract has no visits to list, and what to do about it. */
export function whyNoVisits(view: Pick<VisitSource, 'get'>, contractId: string): { words: string; hint: string } {
  const contract = view.get('contract', contractId);
  if (!contract) return { words: 'Contract not found.', hint: 'It may have been deleted, or it has no terms.' };
  if ((contract.terms?.visitsPerYear ?? null) === null) {
    const hint = 'The terms of a contract say how many visits a year the vendor promised.';
    return { words: 'No visits were promised.', hint };
  }
  return { words: 'No device of this contract is in use.', hint: 'Visits are counted for devices in use.' };
}

function headOf(contract: RegisteredAgreement, today: LocalDay) {
  const { from, next } = visitYear(contract, today);
  const until = addDays(next, -1);
  const isPartOfYear = contract.endOn < until;
  return {
    number: contract.number,
    vendorName: contract.record?.vendorName ?? '',
    from,
    until: isPartOfYear ? contract.endOn : until,
    isPartOfYear,
    devices: contract.devices,
    due: visitsDue(contract, today),
  };
}

function rowsOf(
  view: VisitSource,
  contract: RegisteredAgreement,
  tasks: readonly TaskRecord[],
  day: { today: LocalDay; timeZone: string },
) {
  const rowOf = (
    state: VisitState,
    { deviceId, on, tasks: [first, ...others] }: AgreementVisit<TaskRecord>,
  ): VisitRow => {
    const device = first && deviceOf(view, first);
    const work = [first, ...others].map((task) => (task ? task.title || taskNames[task.type] : ''));
    const [equipmentName = 'Removed equipment', serialNumber = ''] = [device?.equipmentName, device?.serialNumber];
    return {
      key: `${state} ${deviceId} ${on}`,
      state,
      on,
      equipmentName,
      serialNumber,
      department: device?.departmentName ?? '',
      work: work.join(', '),
      taskId: first?.id ?? '',
      text: [equipmentName, serialNumber].join('\n').toLowerCase(),
    };
  };
  return {
    done: doneVisits(contract, tasks, day).map((visit) => rowOf('done', visit)),
    open: openVisits(contract, tasks, day).map((visit) => rowOf(visit.on < day.today ? 'overdue' : 'planned', visit)),
  };
}
