import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { idParams } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { importances } from '../../records/ward.ts';
import { deviceStatuses } from '../../rules/device-status.ts';
import { failureClasses, taskTypes } from '../../records/values.ts';
import { removalReasons } from '../../rules/removal.ts';
import { coverRow, timelineRow } from './details.ts';
import { fileTest } from '../test/file-test.ts';

const localDay = z.string();

const deviceFile = z.object({
  id: z.string(),
  serialNumber: z.string(),
  equipmentName: z.string(),
  makeName: z.string(),
  modelName: z.string(),
  importance: z.enum(importances),
  departmentName: z.string(),
  location: z.string(),
  vendorName: z.string(),
  status: z.enum(deviceStatuses),
  calibrationRequired: z.boolean(),
  purchaseDate: z.nullable(localDay),
  installationDate: z.nullable(localDay),
  /** Null if nobody has entered one, or only the server knows it. Units: INR. */
  price: z.nullable(z.number()),
  /** Null while it is in use. */
  retiredOn: z.nullable(localDay),
  removalReason: z.nullable(z.enum(removalReasons)),
  /** Uptime over the last 365 days. Units: percent. */
  uptimePercentage: z.number(),
  /** By start. */
  warranties: z.array(coverRow),
  /** All events, earliest first. */
  timeline: z.array(timelineRow),
  /** Its tickets, earliest first. */
  repairs: z.array(
    z.object({
      ticketNumber: z.string(),
      reportedOn: localDay,
      problem: z.string(),
      /** Null if nobody stated one. */
      failureClass: z.nullable(z.enum(failureClasses)),
      closedOn: z.nullable(localDay),
      actionTaken: z.string(),
      /** Units: INR. */
      cost: z.number(),
    }),
  ),
  /** Its tests, earliest first. */
  tests: z.array(fileTest),
  /** The number of earlier tests that are left out. */
  olderTests: z.number(),
  /** Its open tasks, by due date. */
  planned: z.array(z.object({ type: z.enum(taskTypes), on: localDay })),
  /** Names of the files of the device, of its tasks and of its tickets. */
  files: z.array(z.string()),
  /** False on a tablet without network: price, older rounds, older tests and files of the device itself are missing. */
  isWhole: z.boolean(),
});

/** The facts that the history file and the condemnation form of a device are built from. */
export const deviceFileCalls = {
  deviceFile: defineCall({
    method: 'GET',
    path: '/InstallationBase/:id/file',
    summary: 'Everything known about a device, in order of time; retired devices included',
    access: hospitalRoles,
    params: idParams,
    answer: deviceFile,
    errors: ['record.unknown'],
  }),
};

/** Everything known about a device. */
export type DeviceFile = z.output<typeof deviceFile>;
