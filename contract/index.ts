import { adminDashboardCalls } from './admin-dashboard.ts';
import { auditCalls } from './audit.ts';
import { bmeCalls } from './bme.ts';
import { breakdownReportCalls } from './breakdown-report.ts';
import { breakdownWorkCalls } from './breakdown-work.ts';
import { breakdownCalls } from './breakdown.ts';
import { contactPersonCalls } from './contact-person.ts';
import { dailyRoundCalls } from './daily-round.ts';
import { dashboardCalls } from './dashboard.ts';
import type { CallSpec, OfflineWrite } from './define.ts';
import { departmentCalls } from './department.ts';
import { documentCalls } from './document.ts';
import { equipmentDetailsCalls } from './equipment-details.ts';
import { equipmentMakeCalls } from './equipment-make.ts';
import { equipmentModelCalls } from './equipment-model.ts';
import { equipmentCalls } from './equipment.ts';
import { hospitalCalls } from './hospital.ts';
import { importCalls } from './import.ts';
import { installationBaseCalls } from './installation-base.ts';
import { sessionCalls } from './session.ts';
import { syncCalls } from './sync.ts';
import { taskCalls } from './task.ts';
import { vendorCalls } from './vendor.ts';
import { warrantyCalls } from './warranty.ts';

/** Every call of the API by name: client, server, OpenAPI and tests read it. */
export const calls = {
  ...sessionCalls,
  ...syncCalls,
  ...dailyRoundCalls,
  ...taskCalls,
  ...breakdownCalls,
  ...breakdownReportCalls,
  ...breakdownWorkCalls,
  ...installationBaseCalls,
  ...equipmentDetailsCalls,
  ...documentCalls,
  ...warrantyCalls,
  ...dashboardCalls,
  ...adminDashboardCalls,
  ...hospitalCalls,
  ...bmeCalls,
  ...vendorCalls,
  ...contactPersonCalls,
  ...departmentCalls,
  ...equipmentCalls,
  ...equipmentMakeCalls,
  ...equipmentModelCalls,
  ...importCalls,
  ...auditCalls,
} as const satisfies Record<string, CallSpec>;

export type Calls = typeof calls;
export type CallName = keyof Calls;

/** The calls that may wait in the outbox. */
export type OfflineCallName = {
  [N in CallName]: Calls[N] extends { offline: OfflineWrite } ? N : never;
}[CallName];

/** All calls as a list with their names. */
export const callList: readonly { name: CallName; spec: CallSpec }[] = Object.entries<CallSpec>(calls).map(
  ([name, spec]) => ({ name: name as CallName, spec }),
);

/** The offline writes by `kind@version`, as the outbox stores them. */
export const offlineWrites: ReadonlyMap<string, { name: CallName; spec: CallSpec; write: OfflineWrite }> = new Map(
  callList.flatMap(({ name, spec }) =>
    spec.offline
      ? [[`${spec.offline.kind}@${spec.offline.version}`, { name, spec, write: spec.offline }] as const]
      : [],
  ),
);

/** Fills the parameters of a call's path: `/BME/:id` with {id: 'a b'} gives `/BME/a%20b`. */
export function callPath(spec: Pick<CallSpec, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return spec.path.replaceAll(/:([A-Za-z0-9]+)/g, (_match, key: string) => encodeURIComponent(params[key] ?? ''));
}
