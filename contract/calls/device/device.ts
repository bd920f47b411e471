import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { serialParams } from './details.ts';
import {
  id,
  idParams,
  listFilters,
  localDate,
  money,
  option,
  optionalText,
  pageOf,
  pageQuery,
  wholeNumber,
  serialText,
} from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { removalReasons } from '../../rules/removal.ts';
import { givenRevision, sentRevision } from '../../revision.ts';
import { deviceFilters, deviceStatuses } from '../../rules/device-status.ts';
import { frequencies } from '../../rules/schedule.ts';
import { sameKey } from '../../rules/text.ts';

/** Message when a device is removed without a reason. */
export const chooseReason = 'Please choose why the device is removed.';

const deviceEntryRow = z.object({
  id: z.string(),
  equipmentName: z.string(),
  serialNumber: z.string(),
  makeName: z.string(),
  modelName: z.string(),
  status: z.enum(deviceStatuses),
  departmentName: z.string(),
  location: z.string(),
  /** dd-MM-yyyy or null. Source: docs/product.md P24. */
  lastmaintenance: z.nullable(z.string()),
  nextmaintenance: z.nullable(z.string()),
  uptime: z.number(),
});

/** Lowest price of a device. Units: INR. Source: docs/product.md P24. */
export const lowestPrice = 0.01;
/** Maximum number of devices per submission, of calibrations per device, and of calibration tasks per submission. */
const maxDevices = 500;
const maxCalibrations = 366;
const maxTasks = 20_000;

const priceNeeded = `Price must be at least ${lowestPrice}.`;
const countNeeded = 'Calibration Count must be 1 or greater.';
const tooManyTasks = `At most ${maxTasks.toLocaleString('en')} calibration tasks at once.`;
const serialNeeded = 'Serial number is required.';

/** Fields that all devices of a submission share; equipment and make are those of the model. */
const deviceFields = {
  modelId: id('Model is required.'),
  vendorId: id('Vendor is required.'),
  serviceContactId: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  salesContactId: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  price: money('Price', priceNeeded, lowestPrice),
  purchaseDate: localDate('Purchase Date is required.'),
  installationDate: localDate('Installation Date is required.'),
  departmentId: id('Department is required.'),
  /** Room or bed; an edit without it keeps the current one. */
  location: z.optional(optionalText()),
  calibrationRequired: z._default(z.boolean(), false),
  calibrationFrequency: z.optional(z.nullable(z.enum([...frequencies, '']))),
  calibrationCount: z.optional(z.nullable(wholeNumber(countNeeded, 0, maxCalibrations, `At most ${maxCalibrations}.`))),
};

interface Calibration {
  calibrationRequired: boolean;
  calibrationFrequency?: string | null | undefined;
  calibrationCount?: number | null | undefined;
}

/** If calibration is ticked, frequency and count are required; otherwise both are ignored. */
const calibrationComplete = [
  z.refine<Calibration>((device) => !device.calibrationRequired || Boolean(device.calibrationFrequency), {
    error: 'Calibration Frequency is required.',
    path: ['calibrationFrequency'],
  }),
  z.refine<Calibration>((device) => !device.calibrationRequired || (device.calibrationCount ?? 0) >= 1, {
    error: countNeeded,
    path: ['calibrationCount'],
  }),
] as const;

const serialNumber = serialText(serialNeeded);
const isListedOnce = (serials: readonly string[]) => new Set(serials.map(sameKey)).size === serials.length;

/** The Add New Equipment form: one device for each serial number. */
export const newDevicesForm = z
  .object({
    ...deviceFields,
    serialNumbers: z
      .array(serialNumber, 'Please add at least one serial number.')
      .check(
        z.minLength(1, 'Please add at least one serial number.'),
        z.maxLength(maxDevices, `At most ${maxDevices} devices at once.`),
        z.refine(isListedOnce, 'A serial number is listed twice.'),
      ),
  })
  .check(
    ...calibrationComplete,
    z.refine<{ calibrationCount?: number | null | undefined; serialNumbers: string[] }>(
      ({ calibrationCount, serialNumbers }) => (calibrationCount ?? 0) * serialNumbers.length <= maxTasks,
      { error: tooManyTasks, path: ['calibrationCount'] },
    ),
  );

const newDevice = z.object({ ...deviceFields, serialNumber }).check(...calibrationComplete);

/** The list sent by the form: one record per serial number. */
export const createDevicesBody = z.array(newDevice, 'Please add at least one serial number.').check(
  z.minLength(1, 'Please add at least one serial number.'),
  z.maxLength(maxDevices, `At most ${maxDevices} devices at once.`),
  z.refine((devices) => isListedOnce(devices.map((device) => device.serialNumber)), 'A serial number is listed twice.'),
  z.refine(
    (devices) => devices.reduce((sum, { calibrationCount }) => sum + (calibrationCount ?? 0), 0) <= maxTasks,
    tooManyTasks,
  ),
);

export const updateDeviceBody = z
  .object({ ...deviceFields, serialNumber, revision: sentRevision })
  .check(...calibrationComplete);

/** One installed device as its form edits it; values that an import left out are null. */
const deviceEntry = z.object({
  id: z.string(),
  hospitalId: z.string(),
  serialNumber: z.string(),
  modelId: z.string(),
  equipmentId: z.string(),
  equipmentName: z.string(),
  makeId: z.string(),
  makeName: z.string(),
  vendorId: z.nullable(z.string()),
  serviceContactId: z.nullable(z.string()),
  salesContactId: z.nullable(z.string()),
  price: z.nullable(z.number()),
  purchaseDate: z.nullable(z.string()),
  installationDate: z.nullable(z.string()),
  departmentId: z.nullable(z.string()),
  location: z.string(),
  calibrationRequired: z.boolean(),
  calibrationFrequency: z.nullable(z.enum(frequencies)),
  calibrationCount: z.number(),
  revision: givenRevision,
});

/** The choices of the installation form. Source: docs/product.md P24. */
const deviceDropdown = z.object({
  departments: z.array(option),
  vendors: z.array(option),
  equipmentModels: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      equipmentId: z.string(),
      equipmentName: z.string(),
      equipmentMakeId: z.string(),
      equipmentMake: z.string(),
    }),
  ),
  contactPersons: z.array(z.object({ id: z.string(), name: z.string(), vendorId: z.string(), vendor: z.string() })),
});

export const deviceCalls = {
  deviceList: defineCall({
    method: 'GET',
    path: '/InstallationBase/paged',
    summary: 'Installed devices, page by page',
    access: hospitalRoles,
    query: z.extend(pageQuery, {
      status: z.optional(z.enum(deviceFilters)),
      department: listFilters.department,
      type: z.optional(z.string().check(z.maxLength(200))),
    }),
    answer: pageOf(deviceEntryRow),
  }),
  deviceTiles: defineCall({
    method: 'GET',
    path: '/InstallationBase/tiles',
    summary: 'Counts of installed devices',
    access: hospitalRoles,
    answer: z.object({ totalEquipment: z.number(), operational: z.number(), underMaintenance: z.number() }),
  }),
  deviceSerials: defineCall({
    method: 'GET',
    path: '/InstallationBase/listofserials',
    summary: 'All installed devices as id, name, serial number',
    access: hospitalRoles,
    answer: z.array(z.object({ id: z.string(), name: z.string(), serialNumber: z.string() })),
  }),
  deviceDropdown: defineCall({
    method: 'GET',
    path: '/InstallationBase/dropdown',
    summary: 'Choices of the installation form',
    access: hospitalRoles,
    answer: deviceDropdown,
  }),
  installation: defineCall({
    method: 'GET',
    path: '/InstallationBase/edit/:id',
    summary: 'One installed device as its form edits it',
    access: hospitalRoles,
    params: idParams,
    answer: deviceEntry,
    errors: ['record.unknown'],
  }),
  createDevices: defineCall({
    method: 'POST',
    path: '/InstallationBase',
    summary:
      'Install devices with their Ins and calibration tasks, all or none; equipment and make come from the model',
    activity: 'Install devices',
    access: hospitalRoles,
    body: createDevicesBody,
    answer: z.object({ ids: z.array(z.string()) }),
    status: 201,
    errors: ['record.duplicate'],
  }),
  updateDevice: defineCall({
    method: 'PUT',
    path: '/InstallationBase/:id',
    summary: 'Change an installed device; its open tasks move with it, closed ones stay',
    activity: 'Change a device',
    access: hospitalRoles,
    params: idParams,
    body: updateDeviceBody,
    answer: deviceEntry,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  deleteDevice: defineCall({
    method: 'DELETE',
    path: '/InstallationBase/:id',
    summary: 'Retire a device, with a reason; its open tasks are removed, its history stays readable',
    activity: 'Remove a device',
    access: hospitalRoles,
    params: idParams,
    /** The app always sends a reason; without one, none is stored. */
    query: z.object({ reason: z.optional(z.enum(removalReasons, { error: chooseReason })) }),
    status: 204,
    errors: ['record.unknown'],
  }),
  restoreDevice: defineCall({
    method: 'POST',
    path: '/InstallationBase/:id/restore',
    summary: 'Undo the retirement of a device whose model is still there; its tasks come back',
    activity: 'Restore a device',
    access: hospitalRoles,
    params: idParams,
    answer: deviceEntry,
    errors: ['record.duplicate', 'record.unknown', 'record.gone'],
  }),
  deviceQrImage: defineCall({
    method: 'GET',
    path: '/InstallationBase/qr-code/image/:serialNumber',
    summary: 'The QR label of a device: 200 x 200 px, level H',
    access: hospitalRoles,
    params: serialParams,
    raw: 'image/png',
    errors: ['record.unknown'],
  }),
};

/** A row of the installation base. */
export type DeviceEntryRow = z.output<typeof deviceEntryRow>;
/** An installed device as its form edits it. */
export type DeviceEntry = z.output<typeof deviceEntry>;
/** The choices of the installation form. */
export type DeviceChoices = z.output<typeof deviceDropdown>;
