import { eq, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { AgreementKind } from '#contract/records/agreement-terms.ts';
import { sameKey } from '#contract/rules/text.ts';
import { equipment, equipmentMake } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { invalidField } from '../problem.ts';

/** A device of a warranty form, with the facts that decide whether it may be covered. */
export interface ChosenDevice {
  id: string;
  serialNumber: string;
  equipmentId: string;
  makeId: string;
  /** The last PM before the device was added, according to its register. */
  lastPmOn: string | null;
}

/**
 * Finds the devices of a warranty form by id, or else by serial number, each once. Devices of a warranty must be of the
 * chosen equipment and make, unless they are covered already (`known`); a contract of another kind may cover any.
 * Source: docs/decisions/351-devices-of-a-contract.md.
 * Throws: ApiError `input.invalid` with the message at its field.
 */
export async function chosenDevices(
  scope: HospitalScope,
  body: BodyOf<Calls['updateWarranty']>,
  { kind, known }: { kind: AgreementKind; known: ReadonlySet<string> },
): Promise<ChosenDevice[]> {
  const { equipmentId, makeId, selectedSerials } = body;
  if (!(await scope.find(equipment, eq(equipment.id, equipmentId))))
    throw invalidField('equipmentId', 'This equipment does not exist.');
  if (!(await scope.find(equipmentMake, eq(equipmentMake.id, makeId))))
    throw invalidField('makeId', 'This make does not exist.');

  const ids = selectedSerials.flatMap((serial) => serial.installationBaseEntityId ?? []);
  const texts = selectedSerials.map(({ serialNumber }) => sameKey(serialNumber));
  const rows = await scope.rows<ChosenDevice & Record<string, unknown>>(sql`
    select id, serial_number as "serialNumber", equipment_id as "equipmentId", make_id as "makeId", last_pm_on as "lastPmOn"
    from installation
    where hospital_id = ${scope.id} and retired_at is null
      and (id = any(${sql.param(ids)}::text[]) or ward_key(serial_number) = any(${sql.param(texts)}::text[]))`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const bySerial = new Map(rows.map((row) => [sameKey(row.serialNumber), row]));
  const found = selectedSerials.map(
    ({ serialNumber, installationBaseEntityId: id }) =>
      (id === undefined ? undefined : byId.get(id)) ?? bySerial.get(sameKey(serialNumber)),
  );
  const unknown = selectedSerials.filter((_serial, place) => found[place] === undefined);
  if (unknown.length > 0) throw invalidField('selectedSerials', `Not installed here: ${listOf(unknown)}.`);

  const devices = [...new Set(found.filter((device) => device !== undefined))];
  const foreign = devices.filter(
    (device) =>
      kind === 'Warranty' && !known.has(device.id) && (device.equipmentId !== equipmentId || device.makeId !== makeId),
  );
  if (foreign.length > 0)
    throw invalidField('selectedSerials', `Not of the chosen equipment and make: ${listOf(foreign)}.`);
  return devices;
}

function listOf(serials: readonly { serialNumber: string }[]): string {
  return serials.map(({ serialNumber }) => serialNumber).join(', ');
}
