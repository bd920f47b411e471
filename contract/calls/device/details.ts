import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { contractKind } from '../agreement/terms.ts';
import { idParams } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { coverages } from '../../records/agreement-terms.ts';
import { missingReasons } from '../../records/values.ts';
import { deviceStatuses } from '../../rules/device-status.ts';
import { entryStatuses } from '../../records/observation.ts';
import { removalReasons } from '../../rules/removal.ts';
import { serviceStatuses } from '../../rules/ticket.ts';

/** Path parameters of calls that find a device by its serial number. */
export const serialParams = z.object({ serialNumber: z.string().check(z.minLength(1), z.maxLength(255)) });

/** An event in the life of a device. */
export const timelineRow = z.object({
  /** The hospital's day. */
  on: z.string(),
  what: z.string(),
  /** The problem, the note or the action; empty for a visitor. */
  details: z.string(),
  /** Empty for a visitor. */
  by: z.string(),
  /** The cost of a closing; null if nothing was closed. Units: INR. */
  cost: z.nullable(z.number()),
  /** For users of its hospital only. */
  ticketId: z.optional(z.string()),
  taskId: z.optional(z.string()),
});

/** A contract of a device. */
export const coverRow = z.object({
  /** The id for requesting its evidence; null for a contract without terms. */
  contractId: z.nullable(z.string()),
  number: z.string(),
  kind: contractKind,
  state: z.enum(['in force', 'to come', 'ended']),
  startOn: z.string(),
  endOn: z.string(),
  /** The last day on which it can be terminated; null if no notice was agreed. */
  noticeOn: z.nullable(z.string()),
  vendorName: z.string(),
  contactName: z.string(),
  phone: z.string(),
  covers: z.array(z.enum(coverages)),
  exclusions: z.string(),
  promises: z.array(z.string()),
  /** Visits promised for the device each year; null if none were. */
  visitsPerYear: z.nullable(z.number()),
  /** The hours in which the vendor's clock runs; empty without terms. */
  hours: z.string(),
});

/** The public page of a device: no people's names, e-mail, phone or harm texts. Source: docs/product.md P29. */
const deviceDetails = z.object({
  /** For users of its hospital only. */
  deviceId: z.optional(z.string()),
  equipmentName: z.string(),
  serialNumber: z.string(),
  make: z.string(),
  model: z.string(),
  status: z.enum(deviceStatuses),
  /** Day on which the device was deleted: only users of its hospital can still read its history. */
  retiredOn: z.optional(z.string()),
  /** The reason, if one was given. */
  removalReason: z.optional(z.enum(removalReasons)),
  location: z.string(),
  departmentName: z.string(),
  installationDate: z.nullable(z.string()),
  hasWarranty: z.boolean(),
  /** Its warranties and contracts, only for users of its hospital. */
  covers: z.optional(z.array(coverRow)),
  calibrationRequired: z.boolean(),
  uptimePercentage: z.number(),
  downtimePercentage: z.number(),
  maintenanceCost: z.number(),
  recentActivities: z.array(z.string()),
  /** Some activities are missing from the facts of the page; never on the server. */
  olderNeedsNetwork: z.boolean(),
  /** All events, newest first: tickets, tasks, rounds with findings, warranties, installation. */
  timeline: z.array(timelineRow),
  serviceHistory: z.array(
    z.object({
      dateReported: z.string(),
      issue: z.string(),
      status: z.enum(serviceStatuses),
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
  /** A visitor gets neither names nor hashes: files cannot be opened with an empty one. */
  documents: z.array(
    z.object({
      name: z.string(),
      sha256: z.string(),
      mime: z.string(),
      size: z.number(),
      /** Its bytes will not arrive, because the tablet could not store them. */
      missing: z.optional(z.enum(missingReasons)),
    }),
  ),
});

/** The observation of a device in a round. */
const deviceRound = z.object({
  roundId: z.string(),
  templateName: z.string(),
  observedAt: z.string(),
  by: z.string(),
  status: z.enum(entryStatuses),
  description: z.string(),
  notSeenReason: z.nullable(z.string()),
});

/** The facts on the page of a device. */
export const deviceDetailsCalls = {
  deviceDetails: defineCall({
    method: 'GET',
    path: '/InstallationBase/equipmentdetails/:serialNumber',
    summary: 'The public page of a device',
    access: 'open',
    perMinute: { session: 600, stranger: 60 },
    params: serialParams,
    query: z.object({ h: z.optional(z.string()) }),
    answer: z.union([
      deviceDetails,
      /** Several hospitals have the serial number: the visitor chooses. */
      z.object({ hospitals: z.array(z.object({ id: z.string(), name: z.string(), city: z.string() })) }),
    ]),
    errors: ['record.unknown'],
  }),
  deviceRounds: defineCall({
    method: 'GET',
    path: '/InstallationBase/:id/rounds',
    summary: 'Results of the last rounds for a device, the latest first; retired devices included',
    access: hospitalRoles,
    params: idParams,
    answer: z.array(deviceRound),
    errors: ['record.unknown'],
  }),
};

/** The content of the public page of a device. */
export type EquipmentDetails = z.output<typeof deviceDetails>;
/** The observation of a device in a round. */
export type DeviceRound = z.output<typeof deviceRound>;
