import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { DeviceDocument, DevicePhoto } from '#contract/calls/document.ts';
import { maxTextLength } from '#contract/fields.ts';
import { fileTypeOf } from '../files/file-type.ts';
import { registerFiles } from '../attachment/register.ts';
import type { Upload } from '../files/file-store.ts';
import type { Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { attachment, attachmentUse, installation } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError, unknownRecord } from '../problem.ts';

/** Round entries of a device whose photos are looked for, the newest. */
const maxEntries = 500;
/** Photos given at most. */
const maxPhotos = 100;

type DocumentCalls = 'deviceDocuments' | 'addDocument' | 'removeDocument' | 'restoreDocument';

/** The files attached to a device. Source: docs/product.md P31; docs/decisions/161-device-documents.md */
export const documentHandlers = {
  deviceDocuments: async ({ params, hospital }) => {
    // The files of a retired device are still readable.
    if (!(await hospital.find(installation, eq(installation.id, params.id)))) throw unknownRecord('device');
    const documents = await readDeviceDocuments(hospital, params.id);
    return { documents, photos: await readDevicePhotos(hospital, params.id) };
  },

  addDocument: async ({ params, hospital, uploads, services, actor, now }) => {
    await lockDevice(hospital, params.id);
    const [file] = uploads;
    if (!file) throw new ApiError('input.invalid', 'Please choose a file.');
    const mime = fileTypeOf(file.bytes);
    if (mime === null) throw new ApiError('file.wrong_type');
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    const present = await hospital.find(attachmentUse, useOf(params.id, sha256));
    if (present) throw new ApiError('record.duplicate', `This file is attached already, as “${present.name}”.`);
    const facts = { size: file.bytes.length, mime };
    const ref = { sha256, ...facts, name: nameOf(file) };
    const owner = { kind: 'installation', id: params.id } as const;
    await registerFiles({ ...hospital, arrivedFiles: new Map([[sha256, facts]]) }, owner, [ref], actor.name, now);
    await services.files.save(hospital.id, sha256, file.bytes);
    hospital.touch('device', params.id);
    return { ...ref, addedBy: actor.name, addedAt: now.toISOString() };
  },

  removeDocument: async ({ params, hospital }) => {
    await lockDevice(hospital, params.id);
    if ((await hospital.remove(attachmentUse, useOf(params.id, params.sha256))) === 0) throw unknownRecord('file');
    hospital.touch('device', params.id);
    return undefined;
  },

  restoreDocument: async ({ params, body, hospital, actor, now }) => {
    await lockDevice(hospital, params.id);
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

/** The lock orders two users who add the same file at the same time: the second is told that it exists. */
async function lockDevice(scope: HospitalScope, id: string): Promise<void> {
  const isPresent = and(eq(installation.id, id), isNull(installation.retiredAt))!;
  if (!(await scope.find(installation, isPresent, { lock: true }))) throw unknownRecord('device');
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

/** Photos belong to the ticket, or to the round with the device as part: both are found by their index. */
async function readDevicePhotos(scope: HospitalScope, deviceId: string): Promise<DevicePhoto[]> {
  const rows = await scope.rows<DevicePhoto & Record<string, unknown>>(sql`
    select u.sha256, u.name, a.mime, a.size_bytes as size, u.owner_kind as of, u.owner_id as "ofId",
      u.added_by as "addedBy", u.created_at as "addedAt"
    from (
      select 'ticket' as kind, t.id, '' as part from ticket t
      where t.hospital_id = ${scope.id} and t.device_id = ${deviceId}
      union all
      select 'round', e.round_id, e.device_id from (
        select round_id, device_id from round_entry
        where hospital_id = ${scope.id} and device_id = ${deviceId} order by observed_at desc limit ${maxEntries}
      ) e
    ) owner
    join attachment_use u on u.hospital_id = ${scope.id} and u.owner_kind = owner.kind and u.owner_id = owner.id
      and u.part_id = owner.part
    join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256 and a.received_at is not null
    order by u.created_at desc, u.sha256 limit ${maxPhotos}`);
  return rows.map((row) => ({ ...row, addedAt: isoInstant(row.addedAt) }));
}

/** The end of a long name matters more than its start: it has the file's extension. */
function nameOf({ fileName }: Upload): string {
  const plain = fileName.replaceAll(/\p{Cc}/gu, '').trim();
  return plain.slice(-maxTextLength) || 'Document';
}
