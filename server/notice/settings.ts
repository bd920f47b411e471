import { eq, sql } from 'drizzle-orm';
import type { Handlers } from '../context.ts';
import { hospital as hospitalTable, noticeSettings } from '../db/schema.ts';
import { unknownRecord } from '../problem.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { readEngineerIds } from '../records/duty.ts';
import { readNoticeSettings } from '../records/notice-settings.ts';

/** Escalation and quiet hours of a hospital. Source: docs/product.md P345. */
export const noticeSettingsHandlers = {
  noticeSettings: ({ hospital }) => readNoticeSettings(hospital),

  updateNoticeSettings: async ({ hospital, body: sent, now }) => {
    // Serializes concurrent changes: the second one sees the first.
    await hospital.rows(sql`select 1 from ${hospitalTable} where id = ${hospital.id} for no key update`);
    const current = await readNoticeSettings(hospital);
    const { revision: _revision, ...values } = await acceptEdit(hospital, {
      kind: 'noticeSettings',
      sent,
      current,
      now,
    });
    if (values.personId !== '' && !(await readEngineerIds(hospital)).has(values.personId))
      throw unknownRecord('engineer');
    const isThere = eq(noticeSettings.hospitalId, hospital.id);
    if ((await hospital.update(noticeSettings, values, isThere)) === 0) await hospital.insert(noticeSettings, values);
    return readNoticeSettings(hospital);
  },
} satisfies Handlers<'noticeSettings' | 'updateNoticeSettings'>;
