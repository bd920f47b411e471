import type { ReportSettings } from '#contract/calls/report/settings.ts';
import type { SettingRecord } from '#contract/records/agreement.ts';
import { eq, sql } from 'drizzle-orm';
import { hospital, reportSettings } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { withRevision } from './revision.ts';

/** Before a hospital chooses: no reports, and 90 days. Source: docs/product.md P303. */
const unset = { isOn: false, helpline: '', keepDays: 90, labelLine: '' };

/** Reads the settings of reports from labels. */
export async function readReportSettings(scope: HospitalScope): Promise<ReportSettings> {
  const [row = unset] = await scope.list(reportSettings, undefined, { limit: 1 });
  const { isOn, helpline, keepDays, labelLine } = row;
  return withRevision({ isOn, helpline, keepDays, labelLine });
}

/** Locks the hospital: the second of two concurrent changes of its settings of reports sees the first. */
export async function lockReportSettings(scope: WriteScope): Promise<void> {
  await scope.rows(sql`select 1 from ${hospital} where id = ${scope.id} for no key update`);
}

/** Writes changed settings of reports; tablets learn of them. */
export async function writeReportSettings(scope: WriteScope, values: Omit<ReportSettings, 'revision'>): Promise<void> {
  const isThere = eq(reportSettings.hospitalId, scope.id);
  if ((await scope.update(reportSettings, values, isThere)) === 0) await scope.insert(reportSettings, values);
  scope.touch('setting', 'reports');
}

/** Builds the report settings that tablets need. */
export async function presentReportSettings(scope: HospitalScope): Promise<SettingRecord> {
  const { isOn, helpline, labelLine } = await readReportSettings(scope);
  return { id: 'reports', isOn, helpline, labelLine };
}
