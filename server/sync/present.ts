import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import type { HospitalScope } from '../db/scope.ts';
import { presentAgreements } from '../records/agreements.ts';
import { presentHolidays } from '../records/holidays.ts';
import { presentSettings } from '../records/hospital-settings.ts';
import { presentDevices } from './present-device.ts';
import { presentDepartments, presentRefusals, presentTechnicians } from './present-people.ts';
import { presentProcedures, presentTesters, presentTests } from './present-tests.ts';
import { presentNotices } from './present-notices.ts';
import { presentFaultReports } from './present-reports.ts';
import { presentRounds, presentTasks, presentTemplates, presentTickets } from './present-work.ts';

type Present<K extends ReplicaKind> = (
  scope: HospitalScope,
  ids: readonly string[],
  now: Date,
) => Promise<ReplicaRecords[K][]>;

const presenters: { [K in ReplicaKind]: Present<K> } = {
  template: presentTemplates,
  department: presentDepartments,
  technician: presentTechnicians,
  procedure: presentProcedures,
  tester: presentTesters,
  contract: presentAgreements,
  holiday: presentHolidays,
  setting: presentSettings,
  device: presentDevices,
  task: presentTasks,
  ticket: presentTickets,
  faultReport: presentFaultReports,
  notice: presentNotices,
  round: presentRounds,
  test: presentTests,
  refusal: presentRefusals,
};

/** Builds the replica's records of one kind by id, in no order; an id without a record on tablets gives none. */
export async function presentRecords<K extends ReplicaKind>(
  scope: HospitalScope,
  kind: K,
  ids: readonly string[],
  now: Date,
): Promise<ReplicaRecords[K][]> {
  return ids.length === 0 ? [] : presenters[kind](scope, ids, now);
}
