import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { maxLabels } from '#contract/calls/report/settings.ts';
import type { Handlers } from '../context.ts';
import { hospital as hospitalTable, installation, labelRenewal, reportSettings } from '../db/schema.ts';
import { unknownRecord } from '../problem.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { readReportSettings } from '../records/report-settings.ts';
import { labelToken } from './label-token.ts';

/** The settings of reports from labels, and the tokens of labels. */
export const reportSettingsHandlers = {
  reportSettings: ({ hospital }) => readReportSettings(hospital),

  updateReportSettings: async ({ hospital, body: sent, now }) => {
    // Serializes concurrent changes: the second one sees the first.
    await hospital.rows(sql`select 1 from ${hospitalTable} where id = ${hospital.id} for no key update`);
    const current = await readReportSettings(hospital);
    const { revision: _revision, ...values } = await acceptEdit(hospital, {
      kind: 'reportSettings',
      sent,
      current,
      now,
    });
    const isThere = eq(reportSettings.hospitalId, hospital.id);
    if ((await hospital.update(reportSettings, values, isThere)) === 0) await hospital.insert(reportSettings, values);
    hospital.touch('setting', 'reports');
    return readReportSettings(hospital);
  },

  labelTokens: async ({ hospital, query, services }) => {
    const ids = query.ids.split(',').slice(0, maxLabels);
    const devices = await hospital.list(
      installation,
      and(inArray(installation.id, ids), isNull(installation.retiredAt)),
    );
    const renewed = await hospital.list(labelRenewal, inArray(labelRenewal.deviceId, ids));
    const counts = new Map(renewed.map(({ deviceId, count }) => [deviceId, count]));
    return devices.map(({ id: deviceId }) => ({
      deviceId,
      token: labelToken(services.meta.signingKey, deviceId, counts.get(deviceId) ?? 0),
    }));
  },

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
