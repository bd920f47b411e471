import type { SettingRecord } from '#contract/records/agreement.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readEndSteps } from '../kept-counts/end-steps.ts';

/** Builds the replica's records of what a hospital has set. */
export async function presentSettings(scope: HospitalScope, ids: readonly string[]): Promise<SettingRecord[]> {
  return ids.includes('contracts') ? [{ id: 'contracts', endSteps: await readEndSteps(scope) }] : [];
}
