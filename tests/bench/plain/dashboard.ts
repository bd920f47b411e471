import type pg from 'pg';

/** Share of the last 365 days that each device was down; `$1` is the hospital. */
const down = `
  select i.id, sum(extract(epoch from least(coalesce(d.to_at, now()), now())
    - greatest(d.from_at, now() - interval '365 days')) / 315360.0) as percent
  from downtime d join installation i on i.hospital_id = d.hospital_id and i.id = d.device_id and i.retired_at is null
  where d.hospital_id = $1 and (d.to_at is null or d.to_at >= now() - interval '365 days') group by i.id`;

/** One suggestion rule: its ten worst devices and the total number; `$1` is the hospital. */
const suggestion = (found: string, order: string) => `
  with found as (${found})
  select f.*, i.serial_number, e.name, count(*) over () as all
  from found f join installation i on i.hospital_id = $1 and i.id = f.id and i.retired_at is null
  join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
  order by ${order}, lower(i.serial_number) limit 10`;

/** One statement per figure of the dashboard. */
const statements: Record<string, string> = {
  summary: `
    with down as (${down})
    select (select count(*) from installation where hospital_id = $1 and retired_at is null) as devices,
      (select sum(part_cost) from ticket where hospital_id = $1) as cost,
      (select sum(percent) from down) as "downPercent"`,
  rounds: `
    select t.id, t.name from round_template t where t.hospital_id = $1 and t.retired_at is null and not exists (
      select 1 from round r where r.hospital_id = $1 and r.template_id = t.id and r.on_day = now()::date)`,
  tasks: `
    select t.id, e.name, i.serial_number, t.task_date, t.type, t.action_required, t.escalated_at
    from task t
    join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id and i.retired_at is null
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    where t.hospital_id = $1 and t.closed_at is null and t.removed_at is null and t.task_date <= now()::date + 30
    order by t.escalated_at is null, t.task_date, t.id limit 50`,
  tickets: `
    select t.id, i.serial_number, t.number, t.reported_at, t.problem_reported, t.status, t.escalated_at
    from ticket t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    where t.hospital_id = $1 and t.status <> 'Closed'
    order by t.escalated_at is null, t.reported_at desc, t.id limit 50`,
  overdue: suggestion(
    `select device_id as id, min(task_date) as since from task
      where hospital_id = $1 and closed_at is null and removed_at is null and type in ('PM', 'Cal')
        and task_date < now()::date group by device_id`,
    'f.since',
  ),
  breakdowns: suggestion(
    `select device_id as id, count(*) as tickets from ticket
      where hospital_id = $1 and reported_at >= now() - interval '90 days' group by device_id having count(*) >= 3`,
    'f.tickets desc',
  ),
  ending: suggestion(
    `select s.device_id as id, max(w.end_on) as ends_on from warranty w
      join warranty_serial s on s.hospital_id = w.hospital_id and s.warranty_id = w.id
      where w.hospital_id = $1 and w.retired_at is null and w.end_on between now()::date and now()::date + 30
        and not exists (
          select 1 from warranty_serial o join warranty l on l.hospital_id = o.hospital_id and l.id = o.warranty_id
          where o.hospital_id = $1 and o.device_id = s.device_id and l.retired_at is null and l.end_on > now()::date + 30)
      group by s.device_id`,
    'f.ends_on',
  ),
  uptime: suggestion(`select * from (${down}) d where percent > 5`, 'f.percent desc'),
  uncovered: suggestion(
    `select i.id from installation i
      join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id and e.importance = 'Critical'
      where i.hospital_id = $1 and i.retired_at is null and not exists (
        select 1 from warranty_serial s join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id
        where s.hospital_id = $1 and s.device_id = i.id and w.retired_at is null and w.end_on >= now()::date)`,
    'e.name',
  ),
  unvisited: suggestion(
    `select i.id from installation i where i.hospital_id = $1 and i.retired_at is null and not exists (
        select 1 from round_template_device d
        join round_template t on t.hospital_id = d.hospital_id and t.id = d.template_id and t.retired_at is null
        where d.hospital_id = $1 and d.device_id = i.id)`,
    'e.name',
  ),
  attention: suggestion(
    `select i.id from installation i
      where i.hospital_id = $1 and i.latest_status = 'Needs Attention' and 3 = (
        select count(*) from (
          select r.status from round_entry r
          where r.hospital_id = $1 and r.device_id = i.id and r.status <> 'Not Seen'
          order by r.observed_at desc limit 3
        ) last where status = 'Needs Attention')`,
    'e.name',
  ),
};

/** Reads all figures of the dashboard, one statement after the other. */
export async function dashboard(pool: pg.Pool, hospital: string): Promise<unknown> {
  const figures: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(statements)) {
    figures[name] = (await pool.query({ name: `dashboard ${name}`, text, values: [hospital] })).rows;
  }
  return figures;
}
