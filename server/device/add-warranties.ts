import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Frequency } from '#contract/rules/schedule.ts';
import { warrantyEnd } from '#contract/rules/warranty-end.ts';
import { sameKey } from '#contract/rules/text.ts';
import { warranty, warrantySerial } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { addDeviceTasks } from '../task/plan.ts';
import { chunk } from '../task/settle.ts';
import { saysMore } from '../records/agreements.ts';
import { type AgreementColumns, agreementNumberOf, agreementOf } from './agreement-columns.ts';
import { type IdsByName } from './name-lookup.ts';

/** A new device with the warranty and contract columns of its row. */
export interface DeviceUnderWarranty extends AgreementColumns {
  deviceId: string;
  equipmentId: string;
  makeId: string;
  serialNumber: string;
  warrantyNumber?: string;
  warrantyStart?: string;
  /** Units: months. */
  warrantyDuration?: number;
  pmFrequency?: Frequency;
  pmCount?: number;
  /** The last PM before the device was added. */
  lastPmOn?: string | null;
}

type NewWarranty = Omit<typeof warranty.$inferInsert, 'hospitalId'> & Parameters<typeof saysMore>[0];

/**
 * Puts new devices under their warranties. Rows with the same number share one warranty, which the hospital may already
 * have; a row with start and duration but no number gets its own, named after its serial. `vendorIds` has each vendor
 * that a row names for its contract. Source: docs/decisions/111-import-writes.md and 333-imported-contracts.md
 */
export async function addWarranties(
  scope: WriteScope,
  devices: readonly DeviceUnderWarranty[],
  now: Date,
  vendorIds: IdsByName,
): Promise<void> {
  const groups = new Map<string, [DeviceUnderWarranty, ...DeviceUnderWarranty[]]>();
  for (const device of devices) {
    const number = agreementNumberOf(device);
    if (number === undefined) continue;
    const group = groups.get(sameKey(number));
    if (group) group.push(device);
    else groups.set(sameKey(number), [device]);
  }
  if (groups.size === 0) return;
  const coverIds = await knownWarranties(scope, [...groups.keys()]);
  const fresh: NewWarranty[] = [];
  for (const [key, group] of groups) {
    if (coverIds.has(key)) continue;
    const row = newWarranty(group, now, vendorIds);
    if (row === undefined) continue;
    fresh.push(row);
    coverIds.set(key, row.id);
    if (saysMore(row)) scope.touch('contract', row.id);
  }
  await scope.insert(warranty, fresh);

  const covered = [...groups].flatMap(([key, group]) => {
    const warrantyId = coverIds.get(key);
    return warrantyId === undefined
      ? []
      : group.map(({ deviceId, lastPmOn = null }) => ({ warrantyId, deviceId, lastPmOn }));
  });
  await scope.insert(warrantySerial, covered);
  for (const part of chunk(covered)) {
    const ids = part.map(({ deviceId }) => deviceId);
    await addDeviceTasks(scope, ids, ['warranty'], now);
  }
}

/** Returns the warranty that a group of rows describes; the first row with start and duration decides. */
function newWarranty(
  group: readonly [DeviceUnderWarranty, ...DeviceUnderWarranty[]],
  now: Date,
  vendorIds: IdsByName,
): NewWarranty | undefined {
  const [first] = group;
  const { kind, vendorName, terms } = agreementOf(group);
  const vendorId = vendorName === undefined ? null : (vendorIds.get(sameKey(vendorName)) ?? null);
  for (const device of group) {
    const { warrantyStart: startOn, warrantyDuration: durationMonths, pmFrequency, pmCount } = device;
    const number = agreementNumberOf(device);
    if (startOn === undefined || durationMonths === undefined || number === undefined) continue;
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
      endOn: warrantyEnd(startOn, durationMonths),
      durationMonths,
      kind,
      vendorId,
      contactName: '',
      phone: '',
      terms,
      createdAt: now,
    };
  }
  return undefined;
}

/** Returns the ids of the warranties that the hospital already has, by `sameKey` of their numbers. */
async function knownWarranties(scope: WriteScope, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await scope.rows<{ key: string; id: string }>(sql`
    select wanted.key, w.id
    from unnest(${sql.param(keys)}::text[]) as wanted (key)
    join warranty w on w.hospital_id = ${scope.id} and w.retired_at is null and ward_key(w.number) = wanted.key`);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
