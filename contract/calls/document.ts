import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { id, idParams, maxTextLength } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';

/** A file attached to a device itself: a manual, an installation report, a certificate. */
const deviceDocument = z.object({
  sha256: z.string(),
  name: z.string(),
  mime: z.string(),
  /** Units: bytes. */
  size: z.number(),
  addedBy: z.string(),
  addedAt: z.string(),
});

/** A photo that came with a breakdown report or a round entry of the device. */
const devicePhoto = z.object({
  sha256: z.string(),
  name: z.string(),
  mime: z.string(),
  /** Units: bytes. */
  size: z.number(),
  of: z.enum(['ticket', 'round']),
  /** The ticket or the round. */
  ofId: z.string(),
  addedBy: z.string(),
  addedAt: z.string(),
});

const documentParams = z.object({ id: id(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });

export const documentCalls = {
  deviceDocuments: defineCall({
    method: 'GET',
    path: '/InstallationBase/:id/documents',
    summary: 'The files attached to a device and the photos of its tickets and rounds, the latest first',
    access: hospitalRoles,
    params: idParams,
    answer: z.object({ documents: z.array(deviceDocument), photos: z.array(devicePhoto) }),
    errors: ['record.unknown'],
  }),
  addDocument: defineCall({
    method: 'POST',
    path: '/InstallationBase/:id/documents',
    summary: 'Attach a file to a device: a multipart form with the file `File`',
    access: hospitalRoles,
    params: idParams,
    body: z.object({}),
    multipart: true,
    status: 201,
    answer: deviceDocument,
    errors: ['record.unknown', 'record.duplicate', 'file.too_large', 'file.wrong_type', 'storage.full'],
  }),
  removeDocument: defineCall({
    method: 'DELETE',
    path: '/InstallationBase/:id/documents/:sha256',
    summary: 'Take a file off a device',
    access: hospitalRoles,
    params: documentParams,
    status: 204,
    errors: ['record.unknown'],
  }),
  restoreDocument: defineCall({
    method: 'POST',
    path: '/InstallationBase/:id/documents/:sha256/restore',
    summary: 'Undo the removal of a file while its bytes are kept',
    access: hospitalRoles,
    params: documentParams,
    body: z.object({ name: z.string().check(z.minLength(1), z.maxLength(maxTextLength)) }),
    answer: deviceDocument,
    errors: ['record.unknown'],
  }),
};

/** A file attached to a device. */
export type DeviceDocument = z.output<typeof deviceDocument>;
/** A photo of a device's ticket or round. */
export type DevicePhoto = z.output<typeof devicePhoto>;
