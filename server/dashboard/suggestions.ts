import { sql } from 'drizzle-orm';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { type SuggestionDevice, ticketsIn90Days } from '#contract/rules/suggestions.ts';
import { uptimePercentage } from '#contract/rules/uptime.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readAttentionRuns } from '../sync/attention-runs.ts';
import { readDowntimes } from './downtimes.ts';

/**
 * Gathers what the smart suggestions need to know of each device. Each figure is a query of its own: joined in one
 * statement they took 30 s at 20,000 devices whose tables had no statistics yet. Source: docs/product.md P47.
 */
export async function readSuggestionDevices(scope: HospitalScope, now: Date): Promise<SuggestionDevice[]> {
  const { timeZone } = scope.facts;
  const today = hospitalDay(now, timeZone);
  const devices = await readDevices(scope);
  const covers = await readCovers(scope);
  const visited = await readVisited(scope);
  const overdue = await readOverdue(scope, today);
  const tickets = await readTickets(scope, now);
  const down = await readDowntimes(scope, now);
  const runs = await readAttentionRuns(scope);
  return devices.map(({ id, ...device }) => {
    const downs = down.get(id);
    return {
      ...device,
      warrantyEndsOn: covers.get(id) ?? null,
      isInRoundTemplate: visited.has(id),
      openTasks: overdue.get(id) ?? [],
      ticketsIn90Days: tickets.get(id) ?? 0,
      uptimePercentage: downs ? uptimePercentage({ ...downs, now, timeZone }) : 100,
      needsAttentionRun: runs.get(id) ?? 0,
    };
  });
}

function readDevices(scope: HospitalScope) {
  return scope.rows<{ id: string; name: string; serialNumber: string; isCritical: boolean }>(sql`
    select i.id, e.name, i.serial_number as "serialNumber", e.importance = 'Critical' as "isCritical"
    from installation i
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    where i.hospital_id = ${scope.id} and i.retired_at is null`);
}

/** The last day of the longest warranty, by device. */
async function readCovers(scope: HospitalScope): Promise<Map<string, string>> {
  const rows = await scope.rows<{ device_id: string; ends_on: string }>(sql`
    select s.device_id, max(w.end_on) as ends_on
    from warranty_serial s
    join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
    where s.hospital_id = ${scope.id} group by s.device_id`);
  return new Map(rows.map(({ device_id, ends_on }) => [device_id, ends_on]));
}

/** The devices that stand in a round template. */
async function readVisited(scope: HospitalScope): Promise<Set<string>> {
  const rows = await scope.rows<{ device_id: string }>(sql`
    select distinct d.device_id
    from round_template_device d
    join round_template t on t.hospital_id = d.hospital_id and t.id = d.template_id and t.retired_at is null
    where d.hospital_id = ${scope.id}`);
  return new Set(rows.map(({ device_id }) => device_id));
}

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

async function readTickets(scope: HospitalScope, now: Date): Promise<Map<string, number>> {
  const rows = await scope.rows<{ device_id: string; reported: string[] }>(sql`
    select device_id, array_agg(to_char(reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as reported
    from ticket
    where hospital_id = ${scope.id} and reported_at >= ${now.toISOString()}::timestamptz - interval '91 days'
    group by device_id`);
  return new Map(rows.map(({ device_id, reported }) => [device_id, ticketsIn90Days(reported, now)]));
}
