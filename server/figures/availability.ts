import { sql, type SQL } from 'drizzle-orm';
import { buildDeviceRow, type DeviceRowFacts } from '#contract/pages/figure-rows.ts';
import type { AvailabilityFacts } from '#contract/rules/figures/availability.ts';
import type { FigureSet } from '#contract/rules/figures/figure.ts';
import { aggregate, type Ask, dimOf, isDevice, momentsOf, msBetween, ofValue } from './ask.ts';
import { type FigurePart, isOver } from './kept-parts.ts';
import { names, type RowSource } from './rows.ts';

/** Selects the devices with the part of the period in which each was in service, up to now. */
export function serviceTimes(ask: Ask): SQL {
  const { recordAt, record, toAt, zone } = momentsOf(ask);
  // Most devices were added earlier: looking up the time zone for each of them would dominate the query.
  const startOf = (day: SQL): SQL => sql`case when ${day} > ${record} then ${day}::timestamp at time zone ${zone} end`;
  return sql`
    select s.* from (
      select i.id as device_id, ${dimOf(ask)} as dim,
        greatest(${recordAt}, ${startOf(sql`i.installation_date`)}, ${startOf(sql`i.record_from`)}) as from_at,
        least(${toAt}, i.retired_at) as to_at
      from installation i where i.hospital_id = ${ask.scope.id} and ${isDevice} ${ofValue(ask)} offset 0
    ) s where s.from_at < s.to_at`;
}

/** Returns the length of a multirange. */
const lengthOf = (ranges: SQL): SQL =>
  sql`(select coalesce(sum(extract(epoch from upper(part) - lower(part)) * 1000), 0)::float8 from unnest(${ranges}) part)`;

/** Returns the covered time as one multirange. */
function covered(ask: Ask): SQL {
  const { recordAt, toAt, zone } = momentsOf(ask);
  const { hours, workDays, hoursFrom, hoursTo } = ask.settings;
  const whole = sql`tstzrange(${recordAt}, greatest(${recordAt}, ${toAt}))`;
  if (hours === '24x7') return sql`select tstzmultirange(${whole}) as hours`;
  const at = (time: string): SQL => sql`(day::date + ${time}::time) at time zone ${zone}`;
  return sql`
    select coalesce(range_agg(tstzrange(${at(hoursFrom)}, ${at(hoursTo)})), '{}'::tstzmultirange) * tstzmultirange(${whole}) as hours
    from generate_series((${recordAt} at time zone ${zone})::date::timestamp, (${toAt} at time zone ${zone})::date::timestamp, interval '1 day') day
    where extract(isodow from day)::int = any(${sql.param(workDays)}::int[])`;
}

/**
 * Selects the devices with their time: covered, down, and in restricted use while not down. Overlapping sources count
 * once.
 */
function deviceTimes(ask: Ask): SQL {
  const { recordAt, toAt } = momentsOf(ask);
  const id = sql`${ask.scope.id}`;
  const clipped = (from: SQL, to: SQL): SQL =>
    sql`range_agg(tstzrange(greatest(${from}, ${recordAt}), least(coalesce(${to}, ${toAt}), ${toAt})))`;
  const ended = sql`coalesce(t.restored_at, t.closed_at)`;
  const inService = sql`tstzmultirange(tstzrange(s.from_at, s.to_at))`;
  return sql`
    with cover as materialized (select hours, ${lengthOf(sql`hours`)} as whole_ms from (${covered(ask)}) c),
    down as (
      select device_id, ${clipped(sql`from_at`, sql`to_at`)} as times from downtime
      where hospital_id = ${id} and from_at < ${toAt} and (to_at is null or (to_at > ${recordAt} and to_at > from_at))
      group by device_id
    ),
    restricted as (
      select t.device_id, ${clipped(sql`t.reported_at`, ended)} as times from ticket t
      where t.hospital_id = ${id} and t.machine_status = 'Restrictive Use' and t.reported_at < ${toAt}
        and (${ended} is null or (${ended} > ${recordAt} and ${ended} > t.reported_at))
      group by t.device_id
    )
    select s.device_id, s.dim,
      case when s.from_at = ${recordAt} and s.to_at = ${toAt} then c.whole_ms
        else ${lengthOf(sql`c.hours * ${inService}`)} end as covered_ms,
      case when d.times is null then 0 else ${lengthOf(sql`c.hours * ${inService} * d.times`)} end as down_ms,
      case when r.times is null then 0
        else ${lengthOf(sql`c.hours * ${inService} * (r.times - coalesce(d.times, '{}'::tstzmultirange))`)} end as restricted_ms
    from (${serviceTimes(ask)}) s
    cross join cover c
    left join down d on d.device_id = s.device_id
    left join restricted r on r.device_id = s.device_id`;
}

const isCovered = sql`x.covered_ms > 0`;
const isDown = sql`x.down_ms > 0`;
const isRestricted = sql`x.restricted_ms > 0`;

/** Adds up the time of the devices. */
export const availabilityPart: FigurePart<AvailabilityFacts> = {
  name: 'availability',
  settings: ['hours', 'workDays', 'hoursFrom', 'hoursTo'],
  reachOf: (ask) =>
    isOver(ask)
      ? [
          { source: 'register', ...ask.span },
          { source: 'use', ...ask.span },
        ]
      : null,
  count: (ask, compare) =>
    aggregate(
      ask,
      deviceTimes(ask),
      sql`count(*) filter (where ${isCovered})::int as devices, coalesce(sum(x.covered_ms), 0)::float8 as "coveredMs",
        count(*) filter (where ${isDown})::int as "downDevices", coalesce(sum(x.down_ms), 0)::float8 as "downMs",
        count(*) filter (where ${isRestricted})::int as "restrictedDevices",
        coalesce(sum(x.restricted_ms), 0)::float8 as "restrictedMs"`,
      compare,
    ),
};

const sets = {
  'availability.covered': { where: isCovered, amount: sql`x.covered_ms` },
  'availability.down': { where: isDown, amount: sql`x.down_ms` },
  'availability.restricted': { where: isRestricted, amount: sql`x.restricted_ms` },
} as const satisfies Partial<Record<FigureSet, unknown>>;

/** Lists the devices behind a number of hours, the longest first. */
export function availabilityRows(ask: Ask, set: keyof typeof sets): RowSource {
  const { where, amount } = sets[set];
  return {
    relation: deviceTimes(ask),
    where,
    order: sql`${amount} desc, x.device_id collate "C"`,
    columns: sql`x.device_id as id, ${names}, ${amount} as amount, '' as words`,
    present: (device: DeviceRowFacts) => buildDeviceRow(device, 'hours'),
  };
}

/** Lists the devices behind a number of device-years. */
export function serviceRows(ask: Ask): RowSource {
  const amount = msBetween(sql`x.from_at`, sql`x.to_at`);
  return {
    relation: serviceTimes(ask),
    where: sql`true`,
    order: sql`${amount} desc, x.device_id collate "C"`,
    columns: sql`x.device_id as id, ${names}, ${amount} as amount, 'In service' as words`,
    present: (device: DeviceRowFacts) => buildDeviceRow(device, 'hours'),
  };
}
