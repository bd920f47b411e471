import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { DeviceDocument } from '#contract/document.ts';
import { maxTextLength } from '#contract/fields.ts';
import { fileTypeOf } from '../attachments/file-type.ts';
import { registerFiles } from '../attachments/register.ts';
import type { Upload } from '../attachments/file-store.ts';
import type { Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { attachment, attachmentUse, installation } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError, unknownRecord } from '../problem.ts';

type DocumentCalls = 'deviceDocuments' | 'addDocument' | 'removeDocument' | 'restoreDocument';

/** The files attached to a device. Source: document 3, section 1; docs/decisions/161-device-documents.md */
export const documentHandlers = {
  deviceDocuments: async ({ params, hospital }) => {
    await knownDevice(hospital, params.id);
    return readDeviceDocuments(hospital, params.id);
  },

  addDocument: async ({ params, hospital, uploads, services, actor, now }) => {
    await knownDevice(hospital, params.id, { lock: true });
    const [file] = uploads;
    if (!file) throw new ApiError('input.invalid', 'Please choose a file.');
    const mime = fileTypeOf(file.bytes);
    if (mime === null) throw new ApiError('file.wrong_type');
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    const present = await hospital.find(attachmentUse, useOf(params.id, sha256));
    if (present) throw new ApiError('record.duplicate', `This file is attached already, as “${present.name}”.`);
    const ref = { sha256, size: file.bytes.length, mime, name: nameOf(file) };
    const owner = { kind: 'installation', id: params.id } as const;
    await registerFiles({ ...hospital, arrivedFiles: new Set([sha256]) }, owner, [ref], actor.name, now);
    await services.files.save(hospital.id, sha256, file.bytes);
    hospital.touch('device', params.id);
    return { ...ref, addedBy: actor.name, addedAt: now.toISOString() };
  },

  removeDocument: async ({ params, hospital }) => {
    await knownDevice(hospital, params.id, { lock: true });
    if ((await hospital.remove(attachmentUse, useOf(params.id, params.sha256))) === 0) throw unknownRecord('file');
    hospital.touch('device', params.id);
    return undefined;
  },

  restoreDocument: async ({ params, body, hospital, actor, now }) => {
    await knownDevice(hospital, params.id, { lock: true });
    const { sha256 } = params;
    const file = await hospital.find(attachment, eq(attachment.sha256, sha256), { lock: true });
    if (!file || file.receivedAt === null) throw unknownRecord('file');
    const ref = { sha256, size: file.sizeBytes, mime: file.mime, name: body.name };
    await registerFiles(hospital, { kind: 'installation', id: params.id }, [ref], actor.name, now);
    hospital.touch('device', params.id);
    const restored = (await readDeviceDocuments(hospital, params.id)).find((document) => document.sha256 === sha256);
    if (!restored) throw unknownRecord('file');
    return restored;
  },
} satisfies Handlers<DocumentCalls>;

const useOf = (deviceId: string, sha256: string) =>
  and(
    eq(attachmentUse.ownerKind, 'installation'),
    eq(attachmentUse.ownerId, deviceId),
    eq(attachmentUse.sha256, sha256),
  )!;

/** Locking orders two who add the same file at once: the second is told that it is there. */
async function knownDevice(scope: HospitalScope, id: string, more: { lock?: boolean } = {}): Promise<void> {
  const device = await scope.find(installation, and(eq(installation.id, id), isNull(installation.retiredAt))!, more);
  if (!device) throw unknownRecord('device');
}

async function readDeviceDocuments(scope: HospitalScope, deviceId: string): Promise<DeviceDocument[]> {
  const rows = await scope.rows<DeviceDocument & Record<string, unknown>>(sql`
    select u.sha256, u.name, a.mime, a.size_bytes as size, u.added_by as "addedBy", u.created_at as "addedAt"
    from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
    where u.hospital_id = ${scope.id} and u.owner_kind = 'installation' and u.owner_id = ${deviceId}
      and a.received_at is not null
    order by u.created_at desc, u.sha256`);
  return rows.map((row) => ({ ...row, addedAt: isoInstant(row.addedAt) }));
}

/** The end of a long name says more than its beginning: it has the kind of the file. */
function nameOf({ fileName }: Upload): string {
  const plain = fileName.replaceAll(/\p{Cc}/gu, '').trim();
  return plain.slice(-maxTextLength) || 'Document';
}
