import { and, eq, sql } from 'drizzle-orm';
import type { HeaderPhoto } from '#contract/calls/document.ts';
import type { Handler } from '../context.ts';
import { attachmentUse, installation } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { fileTypeOf } from '../files/file-type.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { finderOf } from '../records/living.ts';

const findDevice = finderOf(installation, 'device');
const pictureTypes: ReadonlySet<string | null> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/**
 * Stores which of a device's files is the photo in the header of its page. Source:
 * docs/decisions/561-photo-of-a-device.md
 */
export const chooseDevicePhoto: Handler<'chooseDevicePhoto'> = async ({ params, body: { photo }, hospital }) => {
  await findDevice(hospital, params.id, { lock: true });
  if (photo) {
    const isOfDevice = and(eq(attachmentUse.ownerKind, 'installation'), eq(attachmentUse.ownerId, params.id));
    const use = await hospital.find(attachmentUse, and(isOfDevice, eq(attachmentUse.sha256, photo.sha256))!);
    if (!use) throw unknownRecord('file');
    const type = fileTypeOf(Buffer.from(photo.preview, 'base64'));
    if (!pictureTypes.has(type)) throw new ApiError('file.wrong_type', 'The photo must be a picture.');
  }
  const chosen = { photoSha256: photo?.sha256 ?? null, photoPreview: photo?.preview ?? null };
  await hospital.update(installation, chosen, eq(installation.id, params.id));
  hospital.touch('device', params.id);
  return { headerPhoto: await readHeaderPhoto(hospital, params.id) };
};

/** Reads the chosen photo of a device; null if none is chosen or its file was deleted. */
export async function readHeaderPhoto(scope: HospitalScope, deviceId: string): Promise<HeaderPhoto | null> {
  const [photo] = await scope.rows<HeaderPhoto & Record<string, unknown>>(sql`
    select u.sha256, u.name, a.mime, i.photo_preview as preview
    from installation i
    join attachment_use u on u.hospital_id = i.hospital_id and u.owner_kind = 'installation' and u.owner_id = i.id
      and u.part_id = '' and u.sha256 = i.photo_sha256
    join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
    where i.hospital_id = ${scope.id} and i.id = ${deviceId} and i.photo_preview is not null
      and a.received_at is not null`);
  return photo ?? null;
}
