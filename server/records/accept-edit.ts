import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { updateContactPersonBody } from '#contract/calls/contact-person.ts';
import { updateDepartmentBody } from '#contract/calls/department.ts';
import { updateDeviceBody } from '#contract/calls/device/device.ts';
import { updateEngineerBody } from '#contract/calls/engineer.ts';
import { updateMakeBody } from '#contract/calls/equipment-make.ts';
import { updateModelBody } from '#contract/calls/equipment-model.ts';
import { updateEquipmentTypeBody } from '#contract/calls/equipment-type.ts';
import { dutyTableBody } from '#contract/calls/duty.ts';
import { figureSettingsBody } from '#contract/calls/figures.ts';
import { updateHospitalBody } from '#contract/calls/hospital.ts';
import { holidaysBody } from '#contract/calls/holiday.ts';
import { noticeSettingsBody } from '#contract/calls/notice-settings.ts';
import { updateProcedureBody } from '#contract/calls/procedure.ts';
import { reportSettingsBody } from '#contract/calls/report/settings.ts';
import { templateBody } from '#contract/calls/round/template.ts';
import { scheduleBody } from '#contract/calls/schedule.ts';
import { updateTesterBody } from '#contract/calls/tester.ts';
import { updateVendorBody } from '#contract/calls/vendor.ts';
import { warrantyBody } from '#contract/calls/warranty.ts';
import type { CallName } from '#contract/index.ts';
import { readRevision, revisionSince } from '#contract/revision.ts';
import { merge } from '#contract/rules/merge/merge.ts';
import { type EditedKind, recordShapes } from '#contract/rules/merge/records.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';

type Values = Readonly<Record<string, unknown>>;

interface Edited {
  body: z.ZodMiniType;
  /** The writes whose answers contain the record. */
  calls: readonly CallName[];
}

const edited = {
  contactPerson: { body: updateContactPersonBody, calls: ['createContactPerson', 'updateContactPerson'] },
  department: { body: updateDepartmentBody, calls: ['createDepartment', 'updateDepartment'] },
  device: { body: updateDeviceBody, calls: ['updateDevice', 'restoreDevice'] },
  account: { body: updateEngineerBody, calls: ['createEngineer', 'updateEngineer'] },
  make: { body: updateMakeBody, calls: ['createMake', 'updateMake'] },
  model: { body: updateModelBody, calls: ['createModel', 'updateModel'] },
  equipmentType: { body: updateEquipmentTypeBody, calls: ['createEquipmentType', 'updateEquipmentType'] },
  figureSettings: { body: figureSettingsBody, calls: ['updateFigureSettings'] },
  hospital: { body: updateHospitalBody, calls: ['createHospital', 'updateHospital', 'toggleHospital'] },
  duty: { body: dutyTableBody, calls: ['updateDutyTable'] },
  holidays: { body: holidaysBody, calls: ['updateHolidays'] },
  noticeSettings: { body: noticeSettingsBody, calls: ['updateNoticeSettings'] },
  procedure: { body: updateProcedureBody, calls: ['createProcedure', 'copyProcedure', 'updateProcedure'] },
  reportSettings: { body: reportSettingsBody, calls: ['updateReportSettings'] },
  template: { body: templateBody, calls: ['createRoundTemplate', 'updateRoundTemplate', 'restoreRoundTemplate'] },
  schedule: { body: scheduleBody, calls: ['createSchedule', 'updateSchedule', 'restoreSchedule'] },
  tester: { body: updateTesterBody, calls: ['createTester', 'updateTester', 'addTesterFile'] },
  vendor: { body: updateVendorBody, calls: ['createVendor', 'updateVendor'] },
  warranty: { body: warrantyBody, calls: ['saveWarranty', 'updateWarranty', 'restoreWarranty'] },
} as const satisfies Record<EditedKind, Edited>;

/** Age limit of forms whose starting state is looked up. Units: days. */
const knownDays = 90;
const dayMs = 24 * 60 * 60 * 1000;

interface Edit<Body> {
  kind: EditedKind;
  sent: Body;
  /** The current record, locked. */
  current: { revision: string };
  now: Date;
}

/**
 * Returns the body of an edit that may be saved. An edit that began from the current record, or has no revision, is
 * saved as it is. An edit that was refused before, from an app that does not compare values, keeps the current value of
 * each leaf that its author did not change. Throws: ApiError `record.conflict` with the current record as
 * `context.current`.
 */
export async function acceptEdit<Body extends { revision?: string | undefined }>(
  scope: HospitalScope,
  { kind, sent, current, now }: Edit<Body>,
): Promise<Body> {
  if (sent.revision === undefined) return sent;
  const { present, began } = readRevision(sent.revision);
  if (present === current.revision && began === undefined) return sent;
  const opened = await stateOf(scope, kind, began ?? present, now);
  if (present !== current.revision) throw conflict(current, opened);
  if (!opened) return sent;
  const versions = { base: valuesOf(opened), theirs: valuesOf({ ...current }), mine: sent };
  const checked = edited[kind].body.safeParse(merge(recordShapes[kind], versions).value);
  if (!checked.success) throw conflict(current, opened);
  return checked.data as unknown as Body;
}

function conflict(current: { revision: string }, opened: StoredState | undefined): ApiError {
  if (!opened) return new ApiError('record.conflict', undefined, { context: { current } });
  const revision = revisionSince(current.revision, opened.revision);
  return new ApiError('record.conflict', undefined, { context: { current: { ...current, revision }, opened } });
}

type StoredState = Values & { revision: string };

/** Returns the record as a write left it, by its revision: answers are stored with their keys. */
async function stateOf(
  scope: HospitalScope,
  kind: EditedKind,
  revision: string,
  now: Date,
): Promise<StoredState | undefined> {
  const since = new Date(now.getTime() - knownDays * dayMs).toISOString();
  const [found] = await scope.rows<{ answer: StoredState }>(sql`
    select k.answer from audit_entry a
    join idempotency_key k on k.hospital_id = a.hospital_id and k.key = a.id
    where a.hospital_id = ${scope.id} and a.at > ${since}::timestamptz
      and a.call = any(${sql.param(edited[kind].calls)}::text[]) and k.answer ->> 'revision' = ${revision}
    order by a.at desc limit 1`);
  return found?.answer;
}

/** Returns a record with the field names of its edits; a template's answer lists its devices under another name. */
function valuesOf(record: Values): Values {
  return 'devices' in record && Array.isArray(record['devices']) ? { ...record, serials: record['devices'] } : record;
}
