import { sql } from 'drizzle-orm';
import type { AgreementOfDevice, DevicePhoto, OwnDocument } from '#contract/calls/document.ts';
import type { Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { chooseDevicePhoto, readHeaderPhoto } from './header-photo.ts';
import { agreementOwner, deviceOwner, documentsOf } from './own-documents.ts';

/** Number of a device's latest round entries that are searched for photos. */
const maxEntries = 500;
/** Maximum number of photos in an answer. */
const maxPhotos = 100;
/** Maximum number of contract files in an answer. */
const maxAgreementFiles = 100;

type DocumentCalls =
  | 'deviceDocuments'
  | 'addDocument'
  | 'removeDocument'
  | 'restoreDocument'
  | 'chooseDevicePhoto'
  | 'contractDocuments'
  | 'addContractDocument'
  | 'removeContractDocument'
  | 'restoreContractDocument';

const ofDevices = documentsOf(deviceOwner);
const ofAgreements = documentsOf(agreementOwner);

/**
 * Files attached to devices and contracts. Source: docs/product.md P31 and P138; docs/decisions/161-device-documents.md
 */
export const documentHandlers = {
  deviceDocuments: async ({ params, hospital }) => ({
    documents: await ofDevices.list(hospital, params.id),
    photos: await readDevicePhotos(hospital, params.id),
    contracts: await readAgreementDocuments(hospital, params.id),
    headerPhoto: await readHeaderPhoto(hospital, params.id),
  }),
  addDocument: ofDevices.add,
  removeDocument: ofDevices.remove,
  restoreDocument: ofDevices.restore,
  chooseDevicePhoto,

  contractDocuments: async ({ params, hospital }) => ({ documents: await ofAgreements.list(hospital, params.id) }),
  addContractDocument: ofAgreements.add,
  removeContractDocument: ofAgreements.remove,
  restoreContractDocument: ofAgreements.restore,
} satisfies Handlers<DocumentCalls>;

/** Photos belong to the ticket, or to the round with the device as part: both lookups use an index. */
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

type AgreementFile = OwnDocument & Omit<AgreementOfDevice, 'documents'> & Record<string, unknown>;

/** Reads the active contracts that name the device and have files: the one that ends last first, then by number. */
async function readAgreementDocuments(scope: HospitalScope, deviceId: string): Promise<AgreementOfDevice[]> {
  const rows = await scope.rows<AgreementFile>(sql`
    select w.id, w.number, w.kind, w.end_on as "endOn", u.sha256, u.name, a.mime, a.size_bytes as size,
      u.added_by as "addedBy", u.created_at as "addedAt"
    from warranty_serial s
    join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
    join attachment_use u on u.hospital_id = w.hospital_id and u.owner_kind = 'warranty' and u.owner_id = w.id
    join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256 and a.received_at is not null
    where s.hospital_id = ${scope.id} and s.device_id = ${deviceId}
    order by w.end_on desc, w.number_order, w.id, u.created_at desc, u.sha256 limit ${maxAgreementFiles}`);
  const contracts = new Map<string, AgreementOfDevice>();
  for (const { id, number, kind, endOn, ...file } of rows) {
    const contract = contracts.get(id) ?? { id, number, kind, endOn, documents: [] };
    contract.documents.push({ ...file, addedAt: isoInstant(file.addedAt) });
    contracts.set(id, contract);
  }
  return [...contracts.values()];
}
