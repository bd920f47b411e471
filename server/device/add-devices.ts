import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { violatedUnique } from '../db/database.ts';
import { installation } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import { chunk } from '../task/settle.ts';
import { addDeviceTasks } from '../task/plan.ts';
import type { DeviceSchedule } from '../task/device-tasks.ts';

/** From this number of new devices on, the planner's statistics are outdated. */
export const manyDevices = 200;

/** A device to add, with references resolved to ids of the same hospital. */
export interface NewDevice extends DeviceSchedule {
  serialNumber: string;
  equipmentId: string;
  makeId: string;
  modelId: string;
  departmentId: string | null;
  location: string | null;
  vendorId: string | null;
  serviceContactId: string | null;
  salesContactId: string | null;
  /** Units: INR. */
  price: number | null;
  purchaseDate: string | null;
  description: string;
  /** The last PM before the device was added. */
  lastPmOn?: string | null;
  /** No work is created that was due before this day; absent for a device without an earlier record. */
  recordFrom?: string | null;
}

/**
 * Lets only one writer at a time add devices to a hospital, so that a serial found to be free stays free until the
 * commit.
 */
export async function lockRegister(scope: WriteScope): Promise<void> {
  await scope.rows(sql`select 1 from hospital where id = ${scope.id} for no key update`);
}

/** Returns which of these serials (compared in any case) the hospital already has; retired devices do not count. */
export async function takenSerials(scope: WriteScope, serials: readonly string[]): Promise<string[]> {
  const rows = await scope.rows<{ serial: string }>(sql`
    select wanted.serial from unnest(${sql.param(serials)}::text[]) as wanted (serial)
    where exists (
      select 1 from installation i
      where i.hospital_id = ${scope.id} and i.retired_at is null and ward_key(i.serial_number) = ward_key(wanted.serial)
    )`);
  return rows.map(({ serial }) => serial);
}

/**
 * Adds devices with their Ins and Cal tasks, all or none, and returns their ids in the order of the devices.
 * Throws: ApiError `record.duplicate` naming each serial that the hospital already has.
 */
export async function addDevices(
  scope: WriteScope,
  devices: readonly NewDevice[],
  now: Date,
  onAdded?: (devices: number) => void,
): Promise<string[]> {
  await lockRegister(scope);
  const taken = await takenSerials(
    scope,
    devices.map(({ serialNumber }) => serialNumber),
  );
  if (taken.length > 0) throw duplicateSerials(taken, devices);
  const ids = devices.map(() => randomUUID());
  let done = 0;
  for (const part of chunk(devices)) {
    const partIds = ids.slice(done, done + part.length);
    done += part.length;
    await insertDevices(scope, part, partIds, now);
    scope.touch('device', ...partIds);
    // PostgreSQL checks each task's device with a plan from when the table was small, which would read all of it.
    if (done === part.length && devices.length >= manyDevices) await scope.refreshStatistics(installation);
    await addDeviceTasks(scope, partIds, ['installation', 'schedule'], now);
    onAdded?.(done);
  }
  return ids;
}

async function insertDevices(
  scope: WriteScope,
  devices: readonly NewDevice[],
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const column = <T>(read: (device: NewDevice) => T) => sql.param(devices.map(read));
  try {
    await scope.rows(sql`
      insert into installation (hospital_id, id, serial_number, equipment_id, make_id, model_id, department_id, location,
        vendor_id, service_contact_id, sales_contact_id, price, purchase_date, installation_date, description,
        calibration_required, calibration_frequency, calibration_count, last_calibration_on, last_pm_on,
        record_from, created_at)
      select ${scope.id}, d.*, ${now.toISOString()}::timestamptz
      from unnest(${sql.param(ids)}::text[], ${column((d) => d.serialNumber)}::text[],
        ${column((d) => d.equipmentId)}::text[], ${column((d) => d.makeId)}::text[],
        ${column((d) => d.modelId)}::text[], ${column((d) => d.departmentId)}::text[],
        ${column((d) => d.location)}::text[], ${column((d) => d.vendorId)}::text[],
        ${column((d) => d.serviceContactId)}::text[], ${column((d) => d.salesContactId)}::text[],
        ${column((d) => d.price)}::numeric[], ${column((d) => d.purchaseDate)}::date[],
        ${column((d) => d.installationDate)}::date[], ${column((d) => d.description)}::text[],
        ${column((d) => d.calibrationRequired)}::boolean[], ${column((d) => d.calibrationFrequency)}::text[],
        ${column((d) => d.calibrationCount)}::int[], ${column((d) => d.lastCalibrationOn ?? null)}::date[],
        ${column((d) => d.lastPmOn ?? null)}::date[], ${column((d) => d.recordFrom ?? null)}::date[]) as d`);
  } catch (error) {
    if (violatedUnique(error) !== 'installation_serial') throw error;
    throw new ApiError('record.duplicate', 'Two of the devices have the same serial number.');
  }
}

function duplicateSerials(taken: readonly string[], devices: readonly NewDevice[]): ApiError {
  const [first = ''] = taken;
  const detail = taken.length === 1 ? existsAlready(first) : `These serial numbers exist already: ${taken.join(', ')}.`;
  const isTaken = new Set(taken);
  const errors: Record<string, string[]> = {};
  devices.forEach(({ serialNumber }, place) => {
    if (isTaken.has(serialNumber)) errors[`${place}.serialNumber`] = [existsAlready(serialNumber)];
  });
  return new ApiError('record.duplicate', detail, { errors, context: { serialNumbers: taken } });
}

/** Returns the message for a serial number that the hospital already has. */
export function existsAlready(serialNumber: string): string {
  return `The serial number ${serialNumber} already exists.`;
}
