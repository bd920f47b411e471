import { type SQL, sql } from 'drizzle-orm';
import type { AgreementKind } from '#contract/records/agreement-terms.ts';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { coverDeadline, noticeDaysOf } from '#contract/rules/suggestions.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Facts about a device that suggestions show or their rules need, except for its work. */
export interface DeviceState {
  id: string;
  name: string;
  serialNumber: string;
  isCritical: boolean;
  isInRoundTemplate: boolean;
  /** The last day of its longest warranty or contract; null if it has none. */
  warrantyEndsOn: LocalDay | null;
  /** The kind of that warranty or contract. */
  coverKind: AgreementKind | null;
  /** Number of days before its end by which notice must be given; null if no notice was agreed. */
  noticeDays: number | null;
}

/** The facts that decide whether and where a rule lists a device. */
export type FoundDevice = Pick<DeviceState, 'id' | 'serialNumber' | 'warrantyEndsOn'>;

const inTemplate = sql`exists (
  select 1 from round_template_device d
  join round_template t on t.hospital_id = d.hospital_id and t.id = d.template_id and t.retired_at is null
  where d.hospital_id = i.hospital_id and d.device_id = i.id)`;
const covers = sql`warranty_serial s
  join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
    and w.kind <> 'Per call'
  where s.hospital_id = i.hospital_id and s.device_id = i.id`;
const coverEnd = sql`(select max(w.end_on) from ${covers})`;
/** If several end on the same day, the first one in the device's record. */
const ofLastCover = (column: SQL): SQL =>
  sql`(select ${column} from ${covers} order by w.end_on desc, w.start_on, w.id limit 1)`;
const noticeDays = sql`(w.terms->>'noticeDays')::int`;

/** Reduces a device to the facts that rules need. */
export const foundOf = ({ id, serialNumber, warrantyEndsOn }: DeviceState): FoundDevice => ({
  id,
  serialNumber,
  warrantyEndsOn,
});

/** Reads the states of devices in use, by id. */
export async function readDeviceStates(
  scope: HospitalScope,
  ids: readonly string[],
): Promise<Map<string, DeviceState>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.rows<DeviceState & Record<string, unknown>>(sql`
    select i.id, e.name, i.serial_number as "serialNumber", e.importance = 'Critical' as "isCritical",
      ${inTemplate} as "isInRoundTemplate", ${coverEnd} as "warrantyEndsOn", ${ofLastCover(sql`w.kind`)} as "coverKind",
      ${ofLastCover(noticeDays)} as "noticeDays"
    from installation i
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    where i.hospital_id = ${scope.id} and i.retired_at is null and i.id = any(${sql.param(ids)}::text[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads the devices in use that are in no round template. */
export function readUnvisited(scope: HospitalScope): Promise<Map<string, FoundDevice>> {
  return found(
    scope,
    sql`
    select i.id, i.serial_number as "serialNumber", ${coverEnd} as "warrantyEndsOn" from installation i
    where i.hospital_id = ${scope.id} and i.retired_at is null and not ${inTemplate}`,
  );
}

/** Reads the critical devices in use whose warranty does not last until a day. */
export function readUncovered(scope: HospitalScope, today: LocalDay): Promise<Map<string, FoundDevice>> {
  return found(
    scope,
    sql`
    select i.id, i.serial_number as "serialNumber", ${coverEnd} as "warrantyEndsOn"
    from installation i
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id and e.importance = 'Critical'
    where i.hospital_id = ${scope.id} and i.retired_at is null and not exists (
      select 1 from warranty_serial s
      join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
        and w.kind <> 'Per call'
      where s.hospital_id = i.hospital_id and s.device_id = i.id and w.end_on >= ${today}::date)`,
  );
}

/** Returns whether to suggest renewing or cancelling a device's longest warranty or contract. */
export function isEndingSoon(
  device: Pick<DeviceState, 'warrantyEndsOn' | 'coverKind' | 'noticeDays'>,
  today: LocalDay,
  endSteps: readonly number[],
): boolean {
  const next = coverDeadline(device, today);
  return next !== null && next.on <= addDays(today, noticeDaysOf(device.coverKind, endSteps));
}

/** Reads the devices in use whose longest warranty or contract ends, or must be cancelled, soon. */
export async function readEnding(
  scope: HospitalScope,
  today: LocalDay,
  endSteps: readonly number[],
): Promise<Map<string, FoundDevice>> {
  // The rule decides which cover is the longest and what to do next; this condition only excludes devices far from both
  // dates.
  const contractDay = sql`${addDays(today, noticeDaysOf('AMC', endSteps))}::date`;
  const rows = await scope.rows<{ id: string }>(sql`
    select distinct s.device_id as id
    from warranty w
    join warranty_serial s on s.hospital_id = w.hospital_id and s.warranty_id = w.id
    where w.hospital_id = ${scope.id} and w.retired_at is null
      and w.kind <> 'Per call' and w.end_on >= ${today}::date
      and case w.kind when 'Warranty' then w.end_on <= ${addDays(today, noticeDaysOf('Warranty', endSteps))}::date
        else w.end_on - coalesce(${noticeDays}, 0) <= ${contractDay} end`);
  const states = await readDeviceStates(
    scope,
    rows.map(({ id }) => id),
  );
  const ending = [...states.values()].filter((state) => isEndingSoon(state, today, endSteps));
  return new Map(ending.map((state) => [state.id, foundOf(state)]));
}

/** Counts the devices in use. */
export async function countDevices(scope: HospitalScope): Promise<number> {
  const [row] = await scope.rows<{ devices: string }>(sql`
    select count(*) as devices from installation where hospital_id = ${scope.id} and retired_at is null`);
  return Number(row?.devices ?? 0);
}

async function found(scope: HospitalScope, query: SQL): Promise<Map<string, FoundDevice>> {
  const rows = await scope.rows<FoundDevice & Record<string, unknown>>(query);
  return new Map(rows.map((row) => [row.id, row]));
}
