import { sql } from 'drizzle-orm';
import { addDays, hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import {
  goodUptimePercentage,
  manyTickets,
  type SuggestionDevice,
  ticketsIn90Days,
  warrantyNoticeDays,
} from '#contract/rules/suggestions.ts';
import { uptimePercentage } from '#contract/rules/uptime.ts';
import type { HospitalScope } from '../db/scope.ts';
import type { DeviceFigures } from '../figures/device-figures.ts';
import type { DownDevices } from './downtimes.ts';

/**
 * Gathers the devices that a smart suggestion can be about, with what the rules need to know of them. The database
 * leaves out those that no rule can find, so that what is read grows with the exceptions and not with the devices; the
 * rules decide. Each figure is a query of its own: joined in one statement they took 30 s at 20,000 devices whose
 * tables had no statistics yet. Source: docs/product.md P47.
 */
export async function readSuggestionDevices(
  scope: HospitalScope,
  now: Date,
  down: DownDevices,
  { unvisited, uncovered, attentionRuns: runs }: DeviceFigures,
): Promise<SuggestionDevice[]> {
  const { timeZone } = scope.facts;
  const today = hospitalDay(now, timeZone);
  const overdue = await readOverdue(scope, today);
  const tickets = await readTickets(scope, now);
  const uptimes = new Map([...down].map(([id, device]) => [id, uptimePercentage({ ...device, now, timeZone })]));
  const low = [...uptimes].flatMap(([id, percentage]) => (percentage < goodUptimePercentage ? [id] : []));
  const ending = await readEndingCovers(scope, today);
  const byRule = [overdue.keys(), tickets.keys(), runs.keys(), unvisited, low, ending, uncovered];
  const ids = [...new Set(byRule.flatMap((found) => [...found]))];
  const devices = await readDevices(scope, ids);
  const covers = await readCovers(scope, ids);
  return devices.map(({ id, ...device }) => ({
    ...device,
    warrantyEndsOn: covers.get(id) ?? null,
    isInRoundTemplate: !unvisited.has(id),
    openTasks: overdue.get(id) ?? [],
    ticketsIn90Days: tickets.get(id) ?? 0,
    uptimePercentage: uptimes.get(id) ?? 100,
    needsAttentionRun: runs.get(id) ?? 0,
  }));
}

function readDevices(scope: HospitalScope, ids: readonly string[]) {
  return scope.rows<{ id: string; name: string; serialNumber: string; isCritical: boolean }>(sql`
    select i.id, e.name, i.serial_number as "serialNumber", e.importance = 'Critical' as "isCritical"
    from installation i
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    where i.hospital_id = ${scope.id} and i.retired_at is null and i.id = any(${sql.param(ids)}::text[])`);
}

/** The last day of the longest warranty, by device. */
async function readCovers(scope: HospitalScope, ids: readonly string[]): Promise<Map<string, LocalDay>> {
  const rows = await scope.rows<{ device_id: string; ends_on: string }>(sql`
    select s.device_id, max(w.end_on) as ends_on
    from warranty_serial s
    join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
    where s.hospital_id = ${scope.id} and s.device_id = any(${sql.param(ids)}::text[]) group by s.device_id`);
  return new Map(rows.map(({ device_id, ends_on }) => [device_id, ends_on]));
}

/** The devices with a warranty that ends soon; another one may last longer. */
async function readEndingCovers(scope: HospitalScope, today: LocalDay): Promise<string[]> {
  const lastDay = addDays(today, warrantyNoticeDays);
  return idsOf(
    await scope.rows<{ id: string }>(sql`
    select distinct s.device_id as id
    from warranty w
    join warranty_serial s on s.hospital_id = w.hospital_id and s.warranty_id = w.id
    where w.hospital_id = ${scope.id} and w.retired_at is null
      and w.end_on between ${today}::date and ${lastDay}::date`),
  );
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** The oldest open PM and calibration before today, by device. */
async function readOverdue(scope: HospitalScope, today: string) {
  const rows = await scope.rows<{ device_id: string; type: 'PM' | 'Cal'; taskDate: string }>(sql`
    select device_id, type, min(task_date) as "taskDate" from task
    where hospital_id = ${scope.id} and closed_at is null and removed_at is null and type in ('PM', 'Cal')
      and task_date < ${today}::date
    group by device_id, type`);
  const byDevice = new Map<string, { type: 'PM' | 'Cal'; taskDate: string }[]>();
  for (const { device_id, ...task } of rows) byDevice.set(device_id, [...(byDevice.get(device_id) ?? []), task]);
  return byDevice;
}

/** How many tickets of the last 90 days the devices have that may have too many. */
async function readTickets(scope: HospitalScope, now: Date): Promise<Map<string, number>> {
  const rows = await scope.rows<{ device_id: string; reported: string[] }>(sql`
    select device_id, array_agg(to_char(reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as reported
    from ticket
    where hospital_id = ${scope.id} and reported_at >= ${now.toISOString()}::timestamptz - interval '91 days'
    group by device_id having count(*) >= ${manyTickets}`);
  return new Map(rows.map(({ device_id, reported }) => [device_id, ticketsIn90Days(reported, now)]));
}
