import type { ReportSettings } from '#contract/calls/report/settings.ts';
import type { SettingRecord } from '#contract/records/agreement.ts';
import { reportSettings } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { withRevision } from './revision.ts';

/** Before a hospital chooses: no reports, and 90 days. Source: docs/product.md P303. */
const unset = { isOn: false, helpline: '', keepDays: 90, labelLine: '' };

/** Reads the settings of reports from labels. */
export async function readReportSettings(scope: HospitalScope): Promise<ReportSettings> {
  const [row = unset] = await scope.list(reportSettings, undefined, { limit: 1 });
  const { isOn, helpline, keepDays, labelLine } = row;
  return withRevision({ isOn, helpline, keepDays, labelLine });
}

/** Builds the setting that tablets need of reports. */
export async function presentReportSettings(scope: HospitalScope): Promise<SettingRecord> {
  const { isOn, helpline, labelLine } = await readReportSettings(scope);
  return { id: 'reports', isOn, helpline, labelLine };
}
