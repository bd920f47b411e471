import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { instant, oneLine, optionalText, severalLines } from '../../fields.ts';
import { closeReasons, faultKinds, patientAnswers, reportStates } from '../../records/fault-report.ts';
import { reportReference } from '../../rules/fault-report.ts';

/**
 * Longest text of a report as stored. The page lets people type 500 characters (docs/product.md P301), but NFC writes
 * letters of Bengali and Hindi that are one character on the keyboard as two.
 */
const maxReportText = 1000;
/** Photos of one report. */
export const maxReportPhotos = 2;
/** Largest photo of a report, as the phone has made it smaller. Units: bytes. */
export const maxReportPhotoBytes = 1024 * 1024;

/** Carries the secret of the phone that sent a report, with each of its photos. */
export const reportSecretHeader = 'X-Report-Secret';

/** Random, made on the phone for one report: at least 128 bits as hex or base64url. */
const secret = z.string().check(z.regex(/^[\w-]{22,64}$/));
const photoHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A report of a fault by somebody without an account. Source: docs/product.md P301. */
export const sendReportBody = z.object({
  /** Made on the phone: the same id again gets the first answer. */
  id: z.uuid(),
  serialNumber: z.string().check(z.minLength(1), z.maxLength(255)),
  /** The hospital, as the first view named it. */
  h: z.optional(z.string().check(z.maxLength(64))),
  /** The token of the label; labels printed before tokens have none. */
  t: z.optional(z.string().check(z.maxLength(64))),
  /** A random id of the browser, for its limit. */
  browser: z.uuid(),
  secret,
  kind: z.enum(faultKinds),
  text: z._default(z.string().check(severalLines(), z.maxLength(maxReportText)), ''),
  patientAffected: z._default(z.enum(patientAnswers), 'no'),
  name: optionalText(),
  extension: z._default(z.string().check(oneLine(), z.maxLength(30)), ''),
  photos: z._default(
    z
      .array(
        z.object({
          sha256: photoHash,
          size: z.number().check(z.int(), z.minimum(1), z.maximum(maxReportPhotoBytes)),
        }),
      )
      .check(z.maxLength(maxReportPhotos)),
    [],
  ),
  /** By the phone's clock, both: the server takes only the time between them. */
  reportedAt: instant(),
  sentAt: instant(),
  /** A field that people do not see. */
  website: z._default(z.string().check(z.maxLength(500)), ''),
  /** The solved challenge of a `report.proof_needed`, as base64 of its JSON. */
  proof: z.optional(z.string().check(z.maxLength(4000))),
});

/** What the phone that sent a report may know of its progress. */
const reportStatus = z.object({
  reference: z.string(),
  /** By the server's clock. */
  reportedAt: z.string(),
  state: z.enum(reportStates),
  /** The number of its ticket, or of the ticket that it was joined to. */
  ticketNumber: z.nullable(z.string()),
  /** Why it was closed without a ticket. */
  reason: z.nullable(z.enum(closeReasons)),
  /** How many people reported this fault, this one included, counted by their phones. */
  people: z.number(),
  /** How many of its photos the server takes: none while a hospital gets more reports than usual. */
  photos: z.number(),
  /** Which of the photos that the phone names have arrived. */
  arrived: z.array(z.string()),
  /** When the ticket was closed; null if it is open or there is none. */
  doneAt: z.nullable(z.string()),
});
/** What the phone that sent a report may know of its progress. */
export type ReportStatus = z.output<typeof reportStatus>;

/** The first view of a device for somebody without an account. */
const publicDevice = z.object({
  hospitalId: z.string(),
  equipmentName: z.string(),
  departmentName: z.string(),
  /** The last four characters of its serial number. */
  serialEnd: z.string(),
  state: z.enum(['in-use', 'do-not-use']),
  /** When the open report or ticket was reported; null if there is none. */
  reportedAt: z.nullable(z.string()),
  /** The zone of the times of day. */
  timeZone: z.string(),
  /** A phone number; empty if the hospital has set none. */
  helpline: z.string(),
  /** Whether this hospital takes reports. */
  isOn: z.boolean(),
});

const open = { access: 'open' } as const;

/** The calls of the page behind a label, which need no account. */
export const publicReportCalls = {
  publicDevice: defineCall({
    ...open,
    method: 'GET',
    path: '/FaultReports/device/:serialNumber',
    summary:
      'First view of the page behind a label: type, department, state, helpline, and whether faults can be reported',
    params: z.object({ serialNumber: z.string().check(z.minLength(1), z.maxLength(255)) }),
    query: z.object({ h: z.optional(z.string().check(z.maxLength(64))) }),
    answer: z.union([
      publicDevice,
      /** Several hospitals have the serial number: the visitor chooses. */
      z.object({ hospitals: z.array(z.object({ id: z.string(), name: z.string(), city: z.string() })) }),
    ]),
    errors: ['record.unknown'],
  }),
  sendFaultReport: defineCall({
    ...open,
    method: 'POST',
    path: '/FaultReports',
    summary: 'Report a fault of a device without an account; the same id again gets the first answer',
    body: sendReportBody,
    answer: reportStatus,
    status: 201,
    errors: ['record.unknown', 'report.off', 'report.browser_limit', 'report.proof_needed', 'key.reused'],
  }),
  faultReportStates: defineCall({
    ...open,
    method: 'POST',
    path: '/FaultReports/states',
    summary: 'Status of reports, for the phone that sent them; unknown ones are left out',
    body: z.object({
      reports: z
        .array(
          z.object({
            reference: z.string().check(z.regex(reportReference)),
            secret,
            /** Its photos, of which the answer names those that have arrived. */
            photos: z._default(z.array(photoHash).check(z.maxLength(maxReportPhotos)), []),
          }),
        )
        .check(z.maxLength(50)),
    }),
    answer: z.array(reportStatus),
  }),
  putFaultPhoto: defineCall({
    ...open,
    method: 'PUT',
    path: '/FaultReports/:id/photos/:sha256',
    summary: `A photo of a report, as JPEG without metadata; its secret comes in ${reportSecretHeader}`,
    params: z.object({ id: z.uuid(), sha256: photoHash }),
    maxBytes: maxReportPhotoBytes,
    status: 204,
    errors: ['file.unknown', 'file.hash', 'file.wrong_type', 'file.too_large', 'storage.full'],
  }),
};
