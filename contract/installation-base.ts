import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { option, pageOf, pageQuery } from './fields.ts';
import { hospitalRoles } from './permissions.ts';

const deviceStatuses = ['Under Maintenance', 'Not Working', 'Needs Attention', 'Operational'] as const;

const installationRow = z.object({
  id: z.string(),
  equipmentName: z.string(),
  serialNumber: z.string(),
  makeName: z.string(),
  modelName: z.string(),
  status: z.enum(deviceStatuses),
  departmentName: z.string(),
  location: z.string(),
  /** dd-MM-yyyy or null. Source: document 3, section 2. */
  lastmaintenance: z.nullable(z.string()),
  nextmaintenance: z.nullable(z.string()),
  uptime: z.number(),
});

const serialParams = z.object({ serialNumber: z.string().check(z.minLength(1), z.maxLength(255)) });

/** The public page of a device: no people's names, e-mail, phone or harm texts. Source: document 3, section 3.10. */
const equipmentDetails = z.object({
  equipmentName: z.string(),
  serialNumber: z.string(),
  make: z.string(),
  model: z.string(),
  status: z.enum(deviceStatuses),
  location: z.string(),
  departmentName: z.string(),
  installationDate: z.nullable(z.string()),
  hasWarranty: z.boolean(),
  calibrationRequired: z.boolean(),
  uptimePercentage: z.number(),
  downtimePercentage: z.number(),
  maintenanceCost: z.number(),
  recentActivities: z.array(z.string()),
  serviceHistory: z.array(
    z.object({
      dateReported: z.string(),
      issue: z.string(),
      status: z.enum(['Resolved', 'Pending']),
      remarks: z.string(),
    }),
  ),
  maintenanceHistory: z.array(
    z.object({
      performedOn: z.string(),
      type: z.string(),
      /** The role, never a name, for a visitor. */
      performedBy: z.string(),
      description: z.string(),
      cost: z.number(),
    }),
  ),
  documents: z.array(z.object({ name: z.string(), sha256: z.string(), mime: z.string(), size: z.number() })),
});

export const installationBaseCalls = {
  installationPage: defineCall({
    method: 'GET',
    path: '/InstallationBase/paged',
    summary: 'Installed devices, page by page',
    access: hospitalRoles,
    query: pageQuery,
    answer: pageOf(installationRow),
  }),
  installationTiles: defineCall({
    method: 'GET',
    path: '/InstallationBase/tiles',
    summary: 'Counts of installed devices',
    access: hospitalRoles,
    answer: z.object({ totalEquipment: z.number(), operational: z.number(), underMaintenance: z.number() }),
  }),
  installationSerials: defineCall({
    method: 'GET',
    path: '/InstallationBase/listofserials',
    summary: 'All installed devices as id, name, serial number',
    access: hospitalRoles,
    answer: z.array(z.object({ id: z.string(), name: z.string(), serialNumber: z.string() })),
  }),
  installationQrImage: defineCall({
    method: 'GET',
    path: '/InstallationBase/qr-code/image/:serialNumber',
    summary: 'The QR label of a device: 200 x 200 px, level H',
    access: hospitalRoles,
    params: serialParams,
    raw: 'image/png',
    errors: ['record.unknown'],
  }),
  equipmentDetails: defineCall({
    method: 'GET',
    path: '/InstallationBase/equipmentdetails/:serialNumber',
    summary: 'The public page of a device',
    access: 'open',
    perMinute: 60,
    params: serialParams,
    query: z.object({ h: z.optional(z.string()) }),
    answer: z.union([
      equipmentDetails,
      /** The serial stands in several hospitals: the visitor chooses. */
      z.object({ hospitals: z.array(option) }),
    ]),
    errors: ['record.unknown'],
  }),
};

/** What the public page of a device shows. */
export type EquipmentDetails = z.output<typeof equipmentDetails>;
/** A row of the installation base. */
export type InstallationRow = z.output<typeof installationRow>;
