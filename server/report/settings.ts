import { eq, sql } from 'drizzle-orm';
import { maxLabels } from '#contract/calls/report/settings.ts';
import type { Handlers } from '../context.ts';
import { installation } from '../db/schema.ts';
import { unknownRecord } from '../problem.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { lockReportSettings, readReportSettings, writeReportSettings } from '../records/report-settings.ts';
import { labelToken, readLabelTokens } from './label-token.ts';

/** The settings of reports from labels, and the tokens of labels. */
export const reportSettingsHandlers = {
  reportSettings: ({ hospital }) => readReportSettings(hospital),

  updateReportSettings: async ({ hospital, body: sent, now }) => {
    await lockReportSettings(hospital);
    const current = await readReportSettings(hospital);
    const { revision: _revision, ...values } = await acceptEdit(hospital, {
      kind: 'reportSettings',
      sent,
      current,
      now,
    });
    await writeReportSettings(hospital, values);
    return readReportSettings(hospital);
  },

  labelTokens: ({ hospital, query, services }) =>
    readLabelTokens(hospital, query.ids.split(',').slice(0, maxLabels), services.meta.signingKey),

  renewLabel: async ({ hospital, params, services }) => {
    const device = await hospital.find(installation, eq(installation.id, params.id), { lock: true });
    if (!device || device.retiredAt) throw unknownRecord('device');
    const [row] = await hospital.rows<{ count: number }>(sql`
      insert into label_renewal as known (hospital_id, device_id, count) values (${hospital.id}, ${device.id}, 1)
      on conflict (hospital_id, device_id) do update set count = known.count + 1 returning count`);
    const token = labelToken(services.meta.signingKey, device.id, row?.count ?? 0);
    return { deviceId: device.id, token };
  },
} satisfies Handlers<'reportSettings' | 'updateReportSettings' | 'labelTokens' | 'renewLabel'>;
