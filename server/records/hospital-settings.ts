import type { SettingRecord } from '#contract/records/agreement.ts';
import type { HospitalScope } from '../db/scope.ts';
import { hospitalLogo } from '../db/schema.ts';
import { readEndSteps } from '../kept-counts/end-steps.ts';
import { presentReportSettings } from './report-settings.ts';
import { readDuty } from './duty.ts';
import { readAccountNotices } from './account-changes.ts';
import { readEngineersManageAccounts } from './account-managers.ts';

/** Builds the replica's records of the hospital's settings. */
export async function presentSettings(scope: HospitalScope, ids: readonly string[]): Promise<SettingRecord[]> {
  const records: SettingRecord[] = [];
  if (ids.includes('contracts')) records.push({ id: 'contracts', endSteps: await readEndSteps(scope) });
  if (ids.includes('accounts')) {
    const engineersManageAccounts = await readEngineersManageAccounts(scope);
    records.push({ id: 'accounts', engineersManageAccounts, notices: await readAccountNotices(scope) });
  }
  if (ids.includes('reports')) records.push(await presentReportSettings(scope));
  if (ids.includes('duty')) {
    const duty = await readDuty(scope);
    if (duty) records.push({ id: 'duty', ...duty });
  }
  if (ids.includes('logo')) {
    const [logo] = await scope.list(hospitalLogo, undefined, { limit: 1 });
    if (logo) records.push({ id: 'logo', picture: logo.picture });
  }
  return records;
}
