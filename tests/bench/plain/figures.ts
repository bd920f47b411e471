import type pg from 'pg';

const zone = `'Asia/Kolkata'`;
/** The instants of the period from `$2` to `$3`, both included, up to now. */
const span = `span as (
  select $2::date::timestamp at time zone ${zone} as from_at, ($3::date + 1)::timestamp at time zone ${zone} as end_at,
    least(($3::date + 1)::timestamp at time zone ${zone}, now()) as to_at)`;
const inService = (day: string) => `i.removal_reason is distinct from 'mistake'
  and (i.installation_date is null or i.installation_date <= ${day})
  and (i.retired_at is null or (i.retired_at at time zone ${zone})::date > ${day})`;
const spread = (ms: string, where = 'true') =>
  `percentile_cont(array[0.5, 0.9]) within group (order by ${ms}) filter (where ${where})`;
const spreads = (ms: string) =>
  ['true', ...['Low', 'Medium', 'High', 'Critical'].map((name) => `priority = '${name}'`)]
    .map((where, at) => `${spread(ms, where)} as ${ms}_${at}, count(${ms}) filter (where ${where}) as ${ms}_n${at}`)
    .join(', ');
const bands = (ms: string) =>
  [0, 3_600_000, 86_400_000, 604_800_000, 864_000_000]
    .map((least, at) => `count(*) filter (where ${ms} > ${least}) as ${ms}_b${at}`)
    .join(', ');

/** One statement per group of figures; `$1` is the hospital, `$2` and `$3` the first and last day. */
const statements: Record<string, string> = {
  completion: `
    select count(*) filter (where closed_on <= month_end) as done, count(*) filter (where closed_on > month_end) as late,
      count(*) filter (where closed_on is null and attempted_at is not null) as attempted,
      count(*) filter (where closed_on is null and attempted_at is null) as open
    from (
      select t.*, (date_trunc('month', coalesce(t.due_on, t.task_date)::timestamp) + interval '1 month - 1 day')::date as month_end
      from task t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
      where t.hospital_id = $1 and coalesce(t.due_on, t.task_date) between $2::date and $3::date
        and t.removed_at is null and t.cancelled_at is null and ${inService('coalesce(t.due_on, t.task_date)')}) j`,
  states: `
    select count(*) as "inService", count(w.device_id) as scheduled, count(*) filter (where w.overdue > 0) as overdue
    from installation i left join (
      select t.device_id, count(*) filter (where coalesce(t.due_on, t.task_date) < $3::date) as overdue
      from task t where t.hospital_id = $1 and t.removed_at is null and t.cancelled_at is null and t.type in ('PM', 'Cal')
        and (t.closed_on is null or t.closed_on > $3::date or coalesce(t.due_on, t.task_date) >= $3::date)
      group by t.device_id) w on w.device_id = i.id
    where i.hospital_id = $1 and $2::date is not null and ${inService('$3::date')}`,
  availability: `
    with ${span}, down as (
      select d.device_id, range_agg(tstzrange(greatest(d.from_at, s.from_at), least(coalesce(d.to_at, s.to_at), s.to_at))) as times
      from downtime d, span s where d.hospital_id = $1 and d.from_at < s.to_at and (d.to_at is null or d.to_at > s.from_at)
      group by d.device_id
    ), slow as (
      select t.device_id, range_agg(tstzrange(greatest(t.reported_at, s.from_at),
        least(coalesce(t.restored_at, t.closed_at, s.to_at), s.to_at))) as times
      from ticket t, span s where t.hospital_id = $1 and t.machine_status = 'Restrictive Use' and t.reported_at < s.to_at
        and coalesce(t.restored_at, t.closed_at, s.to_at) > s.from_at
      group by t.device_id
    )
    select count(*) as devices, count(*) filter (where d.times is not null) as down, sum(extract(epoch from s.to_at - s.from_at)) as covered,
      sum((select sum(extract(epoch from upper(p) - lower(p))) from unnest(d.times) p)) as "downSeconds",
      sum((select sum(extract(epoch from upper(p) - lower(p))) from unnest(r.times - coalesce(d.times, '{}'::tstzmultirange)) p)) as slow
    from installation i cross join span s left join down d on d.device_id = i.id left join slow r on r.device_id = i.id
    where i.hospital_id = $1 and i.retired_at is null`,
  times: `
    with ${span}, t as (
      select t.priority, t.waiting_ms, extract(epoch from t.first_arrived_at - t.reported_at) * 1000 as response,
        extract(epoch from coalesce(t.restored_at, t.closed_at) - t.reported_at) * 1000 as turnaround, t.hands_on_ms as work
      from ticket t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id, span s
      where t.hospital_id = $1 and t.reported_at >= s.from_at and t.reported_at < s.end_at)
    select count(*) as reported, ${['response', 'turnaround', 'work'].map((ms) => `${spreads(ms)}, ${bands(ms)}`).join(', ')},
      ${['part', 'vendor', 'access', 'approval', 'other'].map((reason) => `sum((waiting_ms ->> '${reason}')::float8) as ${reason}`).join(', ')}
    from t`,
  failures: `
    with ${span}
    select count(*) filter (where t.failure_class is null or t.failure_class not in ('use-error', 'could-not-reproduce', 'no-fault')) as failures,
      count(t.closed_at) as closed, count(*) filter (where t.closed_at is not null and exists (
        select 1 from ticket o where o.hospital_id = $1 and o.device_id = t.device_id and o.id <> t.id
          and o.failure_class is not distinct from t.failure_class
          and o.closed_at <= t.reported_at and o.closed_at > t.reported_at - interval '30 days')) as repeats,
      count(*) filter (where t.closed_at is not null and t.first_arrived_at is not null and not t.waiting_ms ? 'part' and 1 = (
          select count(*) from work_event v where v.hospital_id = $1 and v.owner_kind = 'ticket' and v.owner_id = t.id
            and v.kind in ('arrived', 'resumed') and v.at >= t.reported_at
            and v.at <= least(t.closed_at, coalesce(t.restored_at, t.closed_at))) and not exists (
        select 1 from ticket o where o.hospital_id = $1 and o.device_id = t.device_id and o.id <> t.id and o.closed_at is not null
          and o.failure_class is not distinct from t.failure_class
          and o.reported_at >= t.closed_at and o.reported_at < t.closed_at + interval '30 days')) as fixed
    from ticket t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id, span s
    where t.hospital_id = $1 and t.reported_at >= s.from_at and t.reported_at < s.end_at`,
  years: `
    with ${span}
    select count(*) as devices, sum(extract(epoch from least(s.to_at, i.retired_at) - greatest(s.from_at,
      i.installation_date::timestamp at time zone ${zone}, i.record_from::timestamp at time zone ${zone}))) as seconds
    from installation i, span s where i.hospital_id = $1 and i.removal_reason is distinct from 'mistake'
      and (i.retired_at is null or i.retired_at > s.from_at)`,
  cost: `
    with ${span}
    select sum(t.part_cost) filter (where t.reported_at >= s.from_at) as cost, sum(t.part_cost) as year, (
        select sum(price) from installation where hospital_id = $1 and retired_at is null) as price
    from ticket t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id, span s
    where t.hospital_id = $1 and t.reported_at >= ($3::date - 364)::timestamp at time zone ${zone} and t.reported_at < s.end_at`,
  due: `
    select count(*) as due, count(*) filter (where exists (
      select 1 from round r where r.hospital_id = $1 and r.template_id = t.id and r.on_day = d.day::date)) as done
    from round_template t, generate_series($2::date::timestamp, $3::date::timestamp, interval '1 day') d(day)
    where t.hospital_id = $1 and t.retired_at is null`,
  entries: `
    select sum(operational + needs_attention + not_working + not_seen) as entries from round
    where hospital_id = $1 and on_day between $2::date and $3::date`,
  exceptions: `
    select count(*) filter (where n.status = 'Not Seen') as unseen, count(*) filter (where n.status <> 'Not Seen') as findings,
      count(*) filter (where n.status <> 'Not Seen' and exists (
        select 1 from ticket t where t.hospital_id = $1 and t.device_id = n.device_id
          and (t.reported_at at time zone ${zone})::date = n.on_day)) as tickets
    from round_entry n where n.hospital_id = $1 and n.status <> 'Operational' and n.on_day between $2::date and $3::date`,
};

/** Reads the figures of a period, one statement per group. */
export async function figuresOf(pool: pg.Pool, hospital: string, from: string, to: string): Promise<unknown> {
  const figures: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(statements)) {
    [figures[name]] = (await pool.query({ name: `figures ${name}`, text, values: [hospital, from, to] })).rows;
  }
  return figures;
}
