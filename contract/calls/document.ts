import * as z from '../zod.ts';
import { activityByBody, defineCall } from '../define.ts';
import { id, idParams, maxTextLength } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { contractKind } from './agreement/terms.ts';

/** A file attached to a device or a contract itself: a manual, an installation report, a signed agreement. */
const ownDocument = z.object({
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

/** A contract of the device with the files attached to it. */
const agreementOfDevice = z.object({
  id: z.string(),
  number: z.string(),
  kind: contractKind,
  endOn: z.string(),
  documents: z.array(ownDocument),
});

/** The photo in the header of a device's page: one of its own files. */
const headerPhoto = z.object({
  sha256: z.string(),
  name: z.string(),
  mime: z.string(),
  /** A small copy as base64, drawn by the browser that chose it; the page shows it without network. */
  preview: z.string(),
});

const hash = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** Largest small copy of a photo; one of 112 px takes about 4 kB. Units: base64 characters. */
const maxPreviewLength = 32_000;

const documentParams = z.object({ id: id(), sha256: hash() });
const photoBody = z.object({
  /** Null removes the photo from the header; the file stays. */
  photo: z.nullable(
    z.object({
      sha256: hash(),
      preview: z.string().check(z.maxLength(maxPreviewLength), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
    }),
  ),
});
const restoreBody = z.object({ name: z.string().check(z.minLength(1), z.maxLength(maxTextLength)) });

/** The shared part of the calls of both owners. */
const adding = {
  access: hospitalRoles,
  params: idParams,
  body: z.object({}),
  multipart: true,
  status: 201,
  answer: ownDocument,
  errors: ['record.unknown', 'record.duplicate', 'file.too_large', 'file.wrong_type', 'storage.full'],
} as const;
const removing = { access: hospitalRoles, params: documentParams, status: 204, errors: ['record.unknown'] } as const;
const restoring = {
  access: hospitalRoles,
  params: documentParams,
  body: restoreBody,
  answer: ownDocument,
  errors: ['record.unknown'],
} as const;

export const documentCalls = {
  deviceDocuments: defineCall({
    method: 'GET',
    path: '/InstallationBase/:id/documents',
    summary:
      'The files attached to a device and its contracts and the photos of its tickets and rounds, the latest first',
    access: hospitalRoles,
    keptAsSeen: true,
    params: idParams,
    answer: z.object({
      documents: z.array(ownDocument),
      photos: z.array(devicePhoto),
      /** Absent from a server of an earlier release. */
      contracts: z.optional(z.array(agreementOfDevice)),
      /** Absent from a server of an earlier release. */
      headerPhoto: z.optional(z.nullable(headerPhoto)),
    }),
    errors: ['record.unknown'],
  }),
  addDocument: defineCall({
    method: 'POST',
    path: '/InstallationBase/:id/documents',
    summary: 'Attach a file to a device: a multipart form with the file `File`',
    activity: 'Attach a file to a device',
    ...adding,
  }),
  removeDocument: defineCall({
    method: 'DELETE',
    path: '/InstallationBase/:id/documents/:sha256',
    summary: 'Remove a file from a device',
    activity: 'Remove a file from a device',
    ...removing,
  }),
  restoreDocument: defineCall({
    method: 'POST',
    path: '/InstallationBase/:id/documents/:sha256/restore',
    summary: 'Undo the removal of a file while its bytes are kept',
    activity: 'Restore a file of a device',
    ...restoring,
  }),
  chooseDevicePhoto: defineCall({
    method: 'PUT',
    path: '/InstallationBase/:id/photo',
    summary: 'Choose one of the files of a device as the photo in the header of its page',
    activity: activityByBody(photoBody, {
      text: 'Choose the photo of a device',
      variantOf: ({ photo }) => (photo === null ? 'remove' : 'choose'),
      variants: { choose: 'Choose the photo of a device', remove: 'Remove the photo of a device' },
    }),
    access: hospitalRoles,
    params: idParams,
    body: photoBody,
    answer: z.object({ headerPhoto: z.nullable(headerPhoto) }),
    errors: ['record.unknown', 'file.wrong_type'],
  }),
  contractDocuments: defineCall({
    method: 'GET',
    path: '/warranty/:id/documents',
    summary: 'The files attached to a warranty or contract, the latest first',
    access: hospitalRoles,
    params: idParams,
    answer: z.object({ documents: z.array(ownDocument) }),
    errors: ['record.unknown'],
  }),
  addContractDocument: defineCall({
    method: 'POST',
    path: '/warranty/:id/documents',
    summary: 'Attach a file to a warranty or contract: a multipart form with the file `File`',
    activity: 'Attach a file to a warranty or contract',
    ...adding,
  }),
  removeContractDocument: defineCall({
    method: 'DELETE',
    path: '/warranty/:id/documents/:sha256',
    summary: 'Remove a file from a warranty or contract',
    activity: 'Remove a file from a warranty or contract',
    ...removing,
  }),
  restoreContractDocument: defineCall({
    method: 'POST',
    path: '/warranty/:id/documents/:sha256/restore',
    summary: 'Undo the removal of a file from a warranty or contract while its bytes are kept',
    activity: 'Restore a file of a warranty or contract',
    ...restoring,
  }),
};

/** A file attached to a device or a contract. */
export type OwnDocument = z.output<typeof ownDocument>;
/** A photo of a device's ticket or round. */
export type DevicePhoto = z.output<typeof devicePhoto>;
/** The photo in the header of a device's page. */
export type HeaderPhoto = z.output<typeof headerPhoto>;
/** A contract of a device with its files. */
export type AgreementOfDevice = z.output<typeof agreementOfDevice>;
