import type { NoticeSettings } from '#contract/calls/notice-settings.ts';
import { defaultNoticeSettings } from '#contract/rules/escalation.ts';
import type { QuietHours } from '#contract/rules/quiet-hours.ts';
import { noticeSettings } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readEngineerIds } from './duty.ts';
import { withRevision } from './revision.ts';

/** Reads when a hospital's mail and push wait. Source: docs/product.md P346. */
export async function readQuietHours(scope: HospitalScope): Promise<QuietHours> {
  return (await scope.list(noticeSettings, undefined, { limit: 1 }))[0] ?? defaultNoticeSettings;
}

/** Reads the settings of notices; an engineer who has left is named no longer. */
export async function readNoticeSettings(scope: HospitalScope): Promise<NoticeSettings> {
  const [row] = await scope.list(noticeSettings, undefined, { limit: 1 });
  const { hospitalId: _hospitalId, ...values } = row ?? { hospitalId: scope.id, ...defaultNoticeSettings };
  const isHere = values.personId === '' || (await readEngineerIds(scope)).has(values.personId);
  return withRevision({ ...values, personId: isHere ? values.personId : '' });
}
