import { sql } from 'drizzle-orm';
import { sameKey } from '#contract/rules/text.ts';
import type { Executor } from '../db/database.ts';
import { unknownRecord } from '../problem.ts';

/** A device that a label names, with the settings of its hospital. */
export interface LabelledDevice {
  hospitalId: string;
  hospitalName: string;
  city: string;
  timeZone: string;
  deviceId: string;
  serialNumber: string;
  equipmentName: string;
  departmentName: string;
  isOn: boolean;
  helpline: string;
  /** How often its label token was renewed. */
  renewals: number;
}

/**
 * Finds the devices in use that a label names: by current serial number, else by an earlier, corrected one. Several
 * hospitals may have the same serial number; `h` names one. Throws: ApiError `record.unknown`.
 */
export async function findLabelled(db: Executor, serialNumber: string, h?: string): Promise<LabelledDevice[]> {
  const key = sameKey(serialNumber);
  const { rows } = await db.execute<LabelledDevice & Record<string, unknown>>(sql`
    select distinct on (ward_order(h.name) collate "C", h.id) h.id as "hospitalId", h.name as "hospitalName",
      h.city_name as city, h.time_zone as "timeZone", i.id as "deviceId", i.serial_number as "serialNumber",
      e.name as "equipmentName", coalesce(d.name, '') as "departmentName", coalesce(s.is_on, false) as "isOn",
      coalesce(s.helpline, '') as helpline, coalesce(r.count, 0) as renewals
    from (
      select hospital_id, id, false as is_earlier from installation where ward_key(serial_number) = ${key}
      union all
      select hospital_id, device_id, true from earlier_serial where ward_key(serial_number) = ${key}
    ) named
    join installation i on i.hospital_id = named.hospital_id and i.id = named.id and i.retired_at is null
    join hospital h on h.id = i.hospital_id and h.is_active
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
    left join report_settings s on s.hospital_id = i.hospital_id
    left join label_renewal r on r.hospital_id = i.hospital_id and r.device_id = i.id
    where ${h ?? null}::text is null or h.id = ${h ?? null}
    order by ward_order(h.name) collate "C", h.id, named.is_earlier, i.serial_number <> ${serialNumber}, i.id`);
  if (rows.length === 0) throw unknownRecord('device');
  return rows;
}
