import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { violatedUnique } from '../db/database.ts';
import type { WriteScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import type { TaskSource, WantedTask } from '../tasks/schedule.ts';
import { installationTasks, type InstallationSchedule } from './device-tasks.ts';

/** Rows in one statement: large enough to be quick, small enough that the event loop is not held for long. */
const rowsPerStatement = 2_000;

/** A device to add, its references resolved to ids of the same hospital. */
export interface NewInstallation extends InstallationSchedule {
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
}

/** One task with what made it. */
export interface SourcedTask extends WantedTask {
  source: TaskSource;
}

/** Lets one writer at a time add devices to a hospital, so that a serial looked up stays free until the commit. */
export async function lockRegister(scope: WriteScope): Promise<void> {
  await scope.rows(sql`select 1 from hospital where id = ${scope.id} for no key update`);
}

/** Which of these serials (compared in any case) the hospital has; retired devices do not count. */
export async function takenSerials(scope: WriteScope, serials: readonly string[]): Promise<string[]> {
  const rows = await scope.rows<{ serial: string }>(sql`
    select wanted.serial from unnest(${sql.param(serials)}::text[]) as wanted (serial)
    where exists (
      select 1 from installation i
      where i.hospital_id = ${scope.id} and i.retired_at is null and lower(i.serial_number) = lower(wanted.serial)
    )`);
  return rows.map(({ serial }) => serial);
}

/**
 * Adds devices with their Ins and Cal tasks, all or none, and gives their ids in the order of the devices.
 * Throws: ApiError `record.duplicate` that names each serial the hospital has already.
 */
export async function addInstallations(
  scope: WriteScope,
  devices: readonly NewInstallation[],
  now: Date,
): Promise<string[]> {
  await lockRegister(scope);
  const taken = await takenSerials(
    scope,
    devices.map(({ serialNumber }) => serialNumber),
  );
  if (taken.length > 0) throw duplicateSerials(taken);
  const today = hospitalDay(now, scope.facts.timeZone);
  const ids = devices.map(() => randomUUID());
  for (const [index, part] of piecesOf(devices).entries()) {
    const partIds = ids.slice(index * rowsPerStatement, index * rowsPerStatement + part.length);
    await insertInstallations(scope, part, partIds, now);
    scope.touch('device', ...partIds);
    const tasks = part.flatMap((device, place) => {
      const id = partIds[place] ?? '';
      const source: TaskSource = { kind: 'installation', id };
      return installationTasks(id, device, today).map((task) => ({ ...task, source }));
    });
    await addTasks(scope, tasks, now);
  }
  return ids;
}

/** Adds tasks of sources that have none yet. */
export async function addTasks(scope: WriteScope, tasks: readonly SourcedTask[], now: Date): Promise<void> {
  for (const part of piecesOf(tasks)) {
    const column = <T>(read: (task: SourcedTask) => T) => sql.param(part.map(read));
    const ids = part.map(() => randomUUID());
    await scope.rows(sql`
      insert into task (hospital_id, id, device_id, type, task_date, source_kind, source_id, occurrence,
        warranty_number, created_at)
      select ${scope.id}, t.*, ${now.toISOString()}::timestamptz
      from unnest(${sql.param(ids)}::text[], ${column((t) => t.deviceId)}::text[], ${column((t) => t.type)}::text[],
        ${column((t) => t.taskDate)}::date[], ${column((t) => t.source.kind)}::text[],
        ${column((t) => t.source.id)}::text[], ${column((t) => t.occurrence)}::int[],
        ${column((t) => t.warrantyNumber ?? null)}::text[]) as t`);
    scope.touch('task', ...ids);
    scope.touch('device', ...part.map(({ deviceId }) => deviceId));
  }
}

async function insertInstallations(
  scope: WriteScope,
  devices: readonly NewInstallation[],
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const column = <T>(read: (device: NewInstallation) => T) => sql.param(devices.map(read));
  try {
    await scope.rows(sql`
      insert into installation (hospital_id, id, serial_number, equipment_id, make_id, model_id, department_id, location,
        vendor_id, service_contact_id, sales_contact_id, price, purchase_date, installation_date, description,
        calibration_required, calibration_frequency, calibration_count, created_at)
      select ${scope.id}, d.*, ${now.toISOString()}::timestamptz
      from unnest(${sql.param(ids)}::text[], ${column((d) => d.serialNumber)}::text[],
        ${column((d) => d.equipmentId)}::text[], ${column((d) => d.makeId)}::text[],
        ${column((d) => d.modelId)}::text[], ${column((d) => d.departmentId)}::text[],
        ${column((d) => d.location)}::text[], ${column((d) => d.vendorId)}::text[],
        ${column((d) => d.serviceContactId)}::text[], ${column((d) => d.salesContactId)}::text[],
        ${column((d) => d.price)}::numeric[], ${column((d) => d.purchaseDate)}::date[],
        ${column((d) => d.installationDate)}::date[], ${column((d) => d.description)}::text[],
        ${column((d) => d.calibrationRequired)}::boolean[], ${column((d) => d.calibrationFrequency)}::text[],
        ${column((d) => d.calibrationCount)}::int[]) as d`);
  } catch (error) {
    if (violatedUnique(error) !== 'installation_serial') throw error;
    throw new ApiError('record.duplicate', 'Two of the devices have the same serial number.');
  }
}

function duplicateSerials(serials: readonly string[]): ApiError {
  const [first = ''] = serials;
  const detail =
    serials.length === 1
      ? `The serial number ${first} exists already.`
      : `These serial numbers exist already: ${serials.join(', ')}.`;
  return new ApiError('record.duplicate', detail, { context: { serialNumbers: serials } });
}

function piecesOf<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = [];
  for (let from = 0; from < items.length; from += rowsPerStatement) {
    pieces.push(items.slice(from, from + rowsPerStatement));
  }
  return pieces;
}
