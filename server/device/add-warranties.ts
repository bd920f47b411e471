import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Frequency } from '#contract/rules/schedule.ts';
import { warrantyEnd } from '#contract/rules/warranty-end.ts';
import { warranty, warrantySerial } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { addTasks } from '../task/settle.ts';
import { sinceRecord, warrantyTasks, type WarrantySchedule } from '../task/device-tasks.ts';
import { nameKey } from './name-lookup.ts';

/** A new device with the warranty columns of its row. */
export interface DeviceUnderWarranty {
  deviceId: string;
  equipmentId: string;
  makeId: string;
  serialNumber: string;
  warrantyNumber?: string;
  warrantyStart?: string;
  /** Units: years. */
  warrantyDuration?: number;
  pmFrequency?: Frequency;
  pmCount?: number;
  /** Work due before this day is not made. */
  recordFrom?: string | null;
}

type WarrantyRow = typeof warranty.$inferInsert;
interface Cover extends WarrantySchedule {
  id: string;
}

/**
 * Puts new devices under their warranties. Rows with one number share one warranty, which the hospital may already
 * have; a row with start and duration but no number gets its own, named after its serial.
 * Source: docs/decisions/111-import-writes.md
 */
export async function addWarranties(
  scope: WriteScope,
  devices: readonly DeviceUnderWarranty[],
  now: Date,
): Promise<void> {
  const groups = new Map<string, [DeviceUnderWarranty, ...DeviceUnderWarranty[]]>();
  for (const device of devices) {
    const number = numberOf(device);
    if (number === undefined) continue;
    const group = groups.get(nameKey(number));
    if (group) group.push(device);
    else groups.set(nameKey(number), [device]);
  }
  if (groups.size === 0) return;
  const covers = await knownWarranties(scope, [...groups.keys()]);
  const fresh: Omit<WarrantyRow, 'hospitalId'>[] = [];
  for (const [key, group] of groups) {
    if (covers.has(key)) continue;
    const row = newWarranty(group, now);
    if (row === undefined) continue;
    fresh.push(row);
    covers.set(key, row);
  }
  await scope.insert(warranty, fresh);

  const covered = [...groups].flatMap(([key, group]) => {
    const cover = covers.get(key);
    return cover ? group.map(({ deviceId, recordFrom = null }) => ({ deviceId, recordFrom, cover })) : [];
  });
  await scope.insert(
    warrantySerial,
    covered.map(({ deviceId, cover }) => ({ warrantyId: cover.id, deviceId })),
  );
  await addTasks(
    scope,
    covered.flatMap(({ deviceId, recordFrom, cover }) =>
      sinceRecord(warrantyTasks(deviceId, cover), recordFrom).map((task) => ({
        ...task,
        source: { kind: 'warranty' as const, id: cover.id },
      })),
    ),
    now,
  );
}

function numberOf(device: DeviceUnderWarranty): string | undefined {
  if (device.warrantyNumber !== undefined) return device.warrantyNumber;
  return device.warrantyStart !== undefined && device.warrantyDuration !== undefined
    ? `W-${device.serialNumber}`
    : undefined;
}

/** The warranty that a group of rows describes; the first row with start and duration decides. */
function newWarranty(
  group: readonly [DeviceUnderWarranty, ...DeviceUnderWarranty[]],
  now: Date,
): (Omit<WarrantyRow, 'hospitalId'> & Cover) | undefined {
  const [first] = group;
  for (const device of group) {
    const { warrantyStart: startOn, warrantyDuration: durationYears, pmFrequency, pmCount } = device;
    const number = numberOf(device);
    if (startOn === undefined || durationYears === undefined || number === undefined) continue;
    const isOneEquipment = group.every(({ equipmentId }) => equipmentId === first.equipmentId);
    const isOneMake = group.every(({ makeId }) => makeId === first.makeId);
    return {
      id: randomUUID(),
      number,
      equipmentId: isOneEquipment ? first.equipmentId : null,
      makeId: isOneMake ? first.makeId : null,
      pmFrequency: pmFrequency ?? null,
      pmCount: pmCount ?? 0,
      startOn,
      endOn: warrantyEnd(startOn, durationYears),
      durationYears,
      createdAt: now,
    };
  }
  return undefined;
}

async function knownWarranties(scope: WriteScope, keys: readonly string[]): Promise<Map<string, Cover>> {
  const rows = await scope.rows<Record<keyof Cover, string> & { key: string; pmFrequency: Frequency | null }>(sql`
    select wanted.key, w.id, w.number, w.start_on as "startOn", w.end_on as "endOn", w.pm_frequency as "pmFrequency",
      w.pm_count as "pmCount"
    from unnest(${sql.param(keys)}::text[]) as wanted (key)
    join warranty w on w.hospital_id = ${scope.id} and w.retired_at is null and lower(w.number) = lower(wanted.key)`);
  return new Map(rows.map(({ key, ...row }) => [key, { ...row, pmCount: Number(row.pmCount) }]));
}
