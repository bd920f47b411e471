import type { Frequency } from '#contract/rules/schedule.ts';
import { sameKey } from '#contract/rules/text.ts';
import {
  department,
  equipment,
  equipmentMake,
  equipmentModel,
  installation,
  task,
  vendor,
  warranty,
  warrantySerial,
} from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import type { ImportedDevice } from './columns.ts';
import { addDevices, manyDevices } from '../device/add-devices.ts';
import { addWarranties } from '../device/add-warranties.ts';
import {
  findOrCreateDepartments,
  findOrCreateEquipmentType,
  findOrCreateMakes,
  findOrCreateModels,
  findOrCreateVendors,
  modelKey,
} from '../device/name-lookup.ts';

/** A device to add, described by names; registers have no columns for the maintenance of a warranty. */
export type NamedDevice = ImportedDevice & {
  pmFrequency?: Frequency;
  pmCount?: number;
  /** No work is created that was due before this day. */
  recordFrom?: string | null;
};

/**
 * Adds devices described by names, with everything that belongs to them: creates missing equipment, makes, models,
 * departments and vendors once; tasks and warranties follow the domain rules. Returns the ids in the order of the
 * devices; the scope knows which records tablets have to pull. `onAdded` is called after each part with the number of
 * devices added so far. Throws: ApiError `record.duplicate` naming each serial that the hospital already has.
 * Source: docs/product.md P32 and P62.
 */
export async function createDevices(
  scope: WriteScope,
  devices: readonly NamedDevice[],
  now: Date,
  onAdded?: (devices: number) => void,
): Promise<string[]> {
  if (devices.length === 0) return [];
  const departments = await findOrCreateDepartments(scope, named(devices, 'departmentName'), now);
  const vendors = await findOrCreateVendors(
    scope,
    [...named(devices, 'vendorName'), ...named(devices, 'contractVendor')],
    now,
  );
  const makes = await findOrCreateMakes(scope, named(devices, 'makeName'), now);
  const kinds = await findOrCreateEquipmentType(scope, devices.map(kindOf), now);
  const inKinds = devices.map((device) => ({
    device,
    name: device.modelName,
    makeId: idOf(makes, device.makeName),
    equipmentId: idOf(kinds, device.equipmentName),
  }));
  const models = await findOrCreateModels(scope, inKinds, now);
  if (devices.length >= manyDevices) {
    await scope.refreshStatistics(department, vendor, equipmentMake, equipment, equipmentModel);
  }

  const ids = await addDevices(
    scope,
    inKinds.map(({ device, name, makeId, equipmentId }) => ({
      serialNumber: device.serialNumber,
      equipmentId,
      makeId,
      modelId: found(models.get(modelKey({ name, makeId, equipmentId })), name),
      departmentId: device.departmentName === undefined ? null : idOf(departments, device.departmentName),
      location: device.location ?? null,
      vendorId: device.vendorName === undefined ? null : idOf(vendors, device.vendorName),
      serviceContactId: null,
      salesContactId: null,
      price: device.price ?? null,
      purchaseDate: device.purchaseDate ?? null,
      installationDate: device.installationDate ?? null,
      description: device.description ?? '',
      calibrationRequired: device.calibrationRequired ?? false,
      calibrationFrequency: device.calibrationFrequency ?? null,
      calibrationCount: device.calibrationCount ?? 0,
      lastCalibrationOn: device.lastCalibrationOn ?? null,
      lastPmOn: device.lastPmOn ?? null,
      recordFrom: device.recordFrom ?? null,
    })),
    now,
    onAdded,
  );
  await addWarranties(
    scope,
    inKinds.map(({ device, makeId, equipmentId }, place) => ({
      ...device,
      makeId,
      equipmentId,
      deviceId: ids[place] ?? '',
    })),
    now,
    vendors,
  );
  if (ids.length >= manyDevices) {
    await scope.refreshStatistics(equipment, equipmentModel, installation, warranty, warrantySerial, task);
  }
  return ids;
}

function named(
  devices: readonly NamedDevice[],
  field: 'departmentName' | 'vendorName' | 'contractVendor' | 'makeName',
): string[] {
  return devices.flatMap((device) => device[field] ?? []);
}

function kindOf({ equipmentName: name, importance, description }: NamedDevice) {
  return { name, importance, description };
}

function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  return found(ids.get(sameKey(name)), name);
}

/**
 * Requires an id.
 * Throws: Error if a name that was just created is missing: another transaction has retired it.
 */
function found(id: string | undefined, name: string): string {
  if (id === undefined) throw new Error(`No record is named ${name}`);
  return id;
}
