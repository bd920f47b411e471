import { adminDashboardCalls } from './calls/admin-dashboard.ts';
import { auditCalls } from './calls/audit.ts';
import { engineerCalls } from './calls/engineer.ts';
import { ticketReportCalls } from './calls/ticket/report.ts';
import { ticketStepCalls } from './calls/ticket/steps.ts';
import { eventTimeCalls } from './calls/event-time.ts';
import { ticketWorkCalls } from './calls/ticket/work.ts';
import { ticketCalls } from './calls/ticket/ticket.ts';
import { contractEvidenceCalls } from './calls/agreement/evidence.ts';
import { contactPersonCalls } from './calls/contact-person.ts';
import { crashCalls } from './calls/crash.ts';
import { noticeCalls } from './calls/notice.ts';
import { noticeMailCalls } from './calls/notice-mail.ts';
import { noticeSettingsCalls } from './calls/notice-settings.ts';
import { publicReportCalls } from './calls/report/public.ts';
import { reportSettingsCalls } from './calls/report/settings.ts';
import { reportWorkCalls } from './calls/report/work.ts';
import { roundCalls } from './calls/round/submit.ts';
import { roundReadCalls } from './calls/round/read.ts';
import { roundTemplateCalls } from './calls/round/template.ts';
import { dashboardCalls } from './calls/dashboard.ts';
import type { CallSpec, OfflineWrite } from './define.ts';
import { departmentCalls } from './calls/department.ts';
import { documentCalls } from './calls/document.ts';
import { deviceDetailsCalls } from './calls/device/details.ts';
import { deviceFileCalls } from './calls/device/history-file.ts';
import { equipmentMakeCalls } from './calls/equipment-make.ts';
import { equipmentModelCalls } from './calls/equipment-model.ts';
import { equipmentTypeCalls } from './calls/equipment-type.ts';
import { figureCalls } from './calls/figures.ts';
import { firstHourCalls } from './calls/first-hour.ts';
import { dutyCalls } from './calls/duty.ts';
import { holidayCalls } from './calls/holiday.ts';
import { hospitalLogoCalls } from './calls/hospital-logo.ts';
import { hospitalCalls } from './calls/hospital.ts';
import { importCalls } from './calls/import.ts';
import { passwordResetCalls } from './calls/password-reset.ts';
import { procedureCalls } from './calls/procedure.ts';
import { testRecordCalls } from './calls/test/record.ts';
import { testSubmitCalls } from './calls/test/submit.ts';
import { testerCalls } from './calls/tester.ts';
import { deviceCalls } from './calls/device/device.ts';
import { scheduleCalls } from './calls/schedule.ts';
import { sessionCalls } from './calls/session.ts';
import { syncCalls } from './calls/sync.ts';
import { exportCalls } from './calls/export.ts';
import { tabletCalls } from './calls/tablet.ts';
import { taskAttemptCalls } from './calls/task/attempt.ts';
import { taskUndoCalls } from './calls/task/undo.ts';
import { taskClosingCalls } from './calls/task/closing.ts';
import { taskWorkCalls } from './calls/task/work.ts';
import { taskCalls } from './calls/task/task.ts';
import { listViewCalls } from './calls/list-view.ts';
import { mergeCalls } from './calls/merge.ts';
import { vendorCalls } from './calls/vendor.ts';
import { warrantyCalls } from './calls/warranty.ts';

/** Every call of the API by name: client, server, OpenAPI and tests read it. */
export const calls = {
  ...sessionCalls,
  ...passwordResetCalls,
  ...syncCalls,
  ...exportCalls,
  ...listViewCalls,
  ...tabletCalls,
  ...crashCalls,
  ...roundTemplateCalls,
  ...roundCalls,
  ...roundReadCalls,
  ...taskCalls,
  ...taskClosingCalls,
  ...taskWorkCalls,
  ...taskAttemptCalls,
  ...taskUndoCalls,
  ...ticketCalls,
  ...ticketReportCalls,
  ...ticketWorkCalls,
  ...ticketStepCalls,
  ...eventTimeCalls,
  ...publicReportCalls,
  ...reportWorkCalls,
  ...reportSettingsCalls,
  ...noticeCalls,
  ...noticeSettingsCalls,
  ...noticeMailCalls,
  ...deviceCalls,
  ...deviceDetailsCalls,
  ...deviceFileCalls,
  ...documentCalls,
  ...warrantyCalls,
  ...contractEvidenceCalls,
  ...holidayCalls,
  ...dutyCalls,
  ...scheduleCalls,
  ...dashboardCalls,
  ...adminDashboardCalls,
  ...figureCalls,
  ...hospitalCalls,
  ...hospitalLogoCalls,
  ...firstHourCalls,
  ...engineerCalls,
  ...mergeCalls,
  ...vendorCalls,
  ...contactPersonCalls,
  ...departmentCalls,
  ...equipmentTypeCalls,
  ...equipmentMakeCalls,
  ...equipmentModelCalls,
  ...importCalls,
  ...procedureCalls,
  ...testerCalls,
  ...testSubmitCalls,
  ...testRecordCalls,
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

/** An offline write with the call that takes it. */
export interface DeclaredWrite {
  name: OfflineCallName;
  spec: CallSpec;
  write: OfflineWrite;
}

/** The offline writes by `kind@version`, as the outbox stores them. */
export const offlineWrites: ReadonlyMap<string, DeclaredWrite> = new Map(
  callList.flatMap(({ name, spec }) =>
    spec.offline
      ? [
          [
            writeKey(spec.offline),
            // Only these have `offline`; the type of the list of all calls does not show it.
            { name: name as OfflineCallName, spec, write: spec.offline },
          ] as const,
        ]
      : [],
  ),
);

/** The name under which an offline write is stored and sent. */
export function writeKey({ kind, version }: Pick<OfflineWrite, 'kind' | 'version'>): string {
  return `${kind}@${version}`;
}

/** Returns the declared write of an entry and its parsed body; undefined if this app cannot read it. */
export function readEntry(key: string, body: unknown): (DeclaredWrite & { body: unknown }) | undefined {
  const declared = offlineWrites.get(key);
  const read = declared?.spec.body?.safeParse(body);
  return declared && read?.success ? { ...declared, body: read.data } : undefined;
}

/** Fills the parameters of a call's path: `/BME/:id` with {id: 'a b'} gives `/BME/a%20b`. */
export function callPath(spec: Pick<CallSpec, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return spec.path.replaceAll(/:([A-Za-z0-9]+)/g, (_match, key: string) => encodeURIComponent(params[key] ?? ''));
}
