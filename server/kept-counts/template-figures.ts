import { sql } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { HospitalScope } from '../db/scope.ts';

/** What is kept of a round template in use. */
export interface TemplateFigure {
  name: string;
  /** Its devices as a digest: a round changes a template too, but not its devices. */
  devices: string;
  /** It has a round of the day. */
  isDone: boolean;
}

/** The templates in use with what a day says about them; some of them where ids are named. */
export async function readTemplateFigures(
  scope: HospitalScope,
  today: LocalDay,
  ids?: readonly string[],
): Promise<Map<string, TemplateFigure>> {
  const which = ids ? sql`and t.id = any(${sql.param(ids)}::text[])` : sql``;
  const rows = await scope.rows<TemplateFigure & { id: string } & Record<string, unknown>>(sql`
    select t.id, t.name, count(d.device_id) || ' ' || coalesce(sum(hashtextextended(d.device_id, 0)), 0) as devices,
      exists (
        select 1 from round r
        where r.hospital_id = t.hospital_id and r.template_id = t.id and r.on_day = ${today}::date) as "isDone"
    from round_template t
    left join round_template_device d on d.hospital_id = t.hospital_id and d.template_id = t.id
    where t.hospital_id = ${scope.id} and t.retired_at is null ${which}
    group by t.hospital_id, t.id`);
  return new Map(rows.map(({ id, name, devices, isDone }) => [id, { name, devices, isDone }]));
}
