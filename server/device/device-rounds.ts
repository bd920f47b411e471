import { eq, sql } from 'drizzle-orm';
import type { DeviceRound } from '#contract/calls/device/details.ts';
import type { Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { installation } from '../db/schema.ts';
import { unknownRecord } from '../problem.ts';
import { authorName } from '../records/author-name.ts';

/** Maximum number of a device's round entries on its page; the newest are shown. */
const maxEntries = 50;

/** Serves the round entries of a device; those of retired devices and templates stay readable. */
export const deviceRoundHandlers = {
  deviceRounds: async ({ params, hospital }) => {
    if (!(await hospital.find(installation, eq(installation.id, params.id)))) throw unknownRecord('device');
    const rows = await hospital.rows<DeviceRound>(sql`
      select e.round_id as "roundId", t.name as "templateName", e.observed_at as "observedAt", ${authorName(sql`r.user_name`, sql`r.user_id`)} as by, e.status,
        e.description, e.not_seen_reason as "notSeenReason"
      from (
        select * from round_entry where hospital_id = ${hospital.id} and device_id = ${params.id}
        order by observed_at desc, round_id limit ${maxEntries}
      ) e
      join round r on r.hospital_id = e.hospital_id and r.id = e.round_id
      join round_template t on t.hospital_id = e.hospital_id and t.id = e.template_id
      order by e.observed_at desc, e.round_id`);
    return rows.map((row) => ({ ...row, observedAt: isoInstant(row.observedAt) }));
  },
} satisfies Handlers<'deviceRounds'>;
