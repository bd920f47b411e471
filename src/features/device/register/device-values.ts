import type * as z from 'zod/mini';
import {
  type DeviceEntry,
  type newDevicesForm,
  lowestPrice,
  type updateDeviceBody,
} from '#contract/calls/device/device.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { CallError } from '#ui/engine/engine.ts';

export type NewDevices = z.input<typeof newDevicesForm>;
type EditedDevice = z.input<typeof updateDeviceBody>;

/** The fields that create and edit share. */
export type DeviceInput = Omit<NewDevices, 'serialNumbers'>;

/** The labels of a device's fields. Source: docs/product.md P24. */
export const deviceLabels = {
  modelId: 'Model',
  vendorId: 'Supplier (Vendor)',
  serviceContactId: 'Service Contact',
  salesContactId: 'Sales Contact',
  price: 'Price',
  purchaseDate: 'Purchase Date',
  installationDate: 'Installation Date',
  departmentId: 'Department',
  location: 'Location',
  calibrationRequired: 'Calibration Required',
  calibrationFrequency: 'Calibration Frequency',
  calibrationCount: 'Calibration Count',
  serialNumber: 'Serial Number',
};

/** Returns a blank form: bought and installed today. Source: docs/product.md P24. */
export function blankDevice(today: LocalDay): NewDevices {
  return {
    modelId: '',
    vendorId: '',
    serviceContactId: '',
    salesContactId: '',
    price: lowestPrice,
    purchaseDate: today,
    installationDate: today,
    departmentId: '',
    location: '',
    calibrationRequired: false,
    calibrationFrequency: '',
    calibrationCount: 0,
    serialNumbers: [],
  };
}

/** Returns a device's form values; what an import left out is to be filled in. */
export function valuesOf(record: DeviceEntry): Partial<EditedDevice> {
  return {
    serialNumber: record.serialNumber,
    modelId: record.modelId,
    vendorId: record.vendorId ?? '',
    serviceContactId: record.serviceContactId ?? '',
    salesContactId: record.salesContactId ?? '',
    ...(record.price !== null && { price: record.price }),
    purchaseDate: record.purchaseDate ?? '',
    installationDate: record.installationDate ?? '',
    departmentId: record.departmentId ?? '',
    location: record.location,
    calibrationRequired: record.calibrationRequired,
    calibrationFrequency: record.calibrationFrequency ?? '',
    calibrationCount: record.calibrationCount,
    revision: record.revision,
  };
}

/** Builds the list that the server expects: the form's facts, repeated for each serial number. */
export function recordsOf({ serialNumbers, ...facts }: z.output<typeof newDevicesForm>) {
  return serialNumbers.map((serialNumber) => ({ ...facts, serialNumber }));
}

/**
 * Maps the server's field names (`2.serialNumber`) to the form's, which has each field once and one for all serial
 * numbers.
 */
export function asFormError(error: unknown): unknown {
  if (!(error instanceof CallError) || !error.problem?.errors) return error;
  const said = new Map<string, Set<string>>();
  for (const [place, sentences] of Object.entries(error.problem.errors)) {
    const field = place.replace(/^\d+\./, '').replace(/^serialNumber$/, 'serialNumbers');
    said.set(field, new Set([...(said.get(field) ?? []), ...sentences]));
  }
  const errors = Object.fromEntries([...said].map(([field, sentences]) => [field, [[...sentences].join(' ')]]));
  return new CallError(error.kind, error.message, { ...error.problem, errors });
}
