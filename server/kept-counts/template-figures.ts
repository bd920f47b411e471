import { sql } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { HospitalScope } from '../db/scope.ts';

/** The cached facts of a round template in use. */
export interface TemplateFigure {
  name: string;
  /** A digest of its devices: a round also changes a template, but not its devices. */
  devices: string;
  /** Whether it has a round on the day. */
  isDone: boolean;
}

/** Reads the templates in use with their state on a day; only some if ids are given. */
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
