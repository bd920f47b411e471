import { createHash, randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Calibration } from '#contract/records/procedure.ts';
import type { TesterCertificates, TesterDetails, TesterRow } from '#contract/calls/tester.ts';
import { registerFiles } from '../attachment/register.ts';
import type { Handlers } from '../context.ts';
import { isoInstant, violatedUnique } from '../db/database.ts';
import { attachmentUse, tester, testerCertificate } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { fileTypeOf } from '../files/file-type.ts';
import { uploadName } from '../files/upload-name.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { namedPage } from '../records/page.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { withRevision } from '../records/revision.ts';
import { finderOf } from '../records/living.ts';

type TesterTable = typeof tester.$inferSelect;
type TesterCalls =
  | 'testerPage'
  | 'tester'
  | 'testerCertificates'
  | 'createTester'
  | 'updateTester'
  | 'addTesterFile'
  | 'deleteTester'
  | 'restoreTester';

const certificateOf = sql`
  join tester_certificate c on c.hospital_id = x.hospital_id and c.tester_id = x.id and c.id = x.certificate_id`;

const findTester = finderOf(tester, 'tester');

/** Testers: the instruments used to test devices, and their certificates. Source: docs/product.md P101. */
export const testerHandlers = {
  testerPage: namedPage<TesterRow>((hospital) => ({
    from: sql`tester x where x.hospital_id = ${hospital.id} and x.retired_at is null`,
    found: (has) => sql`${has(sql`x.search`)} or exists (
      select from tester_certificate c where c.hospital_id = x.hospital_id and c.tester_id = x.id
        and c.id = x.certificate_id and ${has(sql`ward_search(c.number)`)})`,
    columns: sql`x.id, x.name, x.serial_number as "serialNumber", c.number as "certificateNumber",
      c.due_on as "dueOn", coalesce(c.calibration ->> 'laboratory', '') as laboratory,
      coalesce(c.calibration ->> 'calibratedOn', '') as "calibratedOn",
      coalesce(c.calibration ->> 'uncertainty', '') as uncertainty, coalesce(c.calibration ->> 'range', '') as range`,
    joins: certificateOf,
  })),

  tester: async ({ params, hospital }) => present(hospital, await findTester(hospital, params.id)),

  testerCertificates: async ({ params, hospital }) => {
    const row = await hospital.find(tester, eq(tester.id, params.id));
    if (!row) throw unknownRecord('tester');
    const { id, name, serialNumber, certificateId, retiredAt } = row;
    const certificates = await readCertificates(hospital, id, certificateId);
    return { id, name, serialNumber, isDeleted: retiredAt !== null, certificates };
  },

  createTester: async ({ body, hospital, now }) => {
    const { name, serialNumber, certificateNumber: number, dueOn } = body;
    const calibration = calibrationOf(body, blankCalibration);
    const row = { id: randomUUID(), name, serialNumber, certificateId: randomUUID() };
    await refusingTaken(() => hospital.insert(tester, { ...row, createdAt: now }));
    await addCertificate(hospital, row, { number, dueOn, calibration }, now);
    return present(hospital, row);
  },

  updateTester: async ({ params, body: sent, hospital, now }) => {
    const known = await findTester(hospital, params.id, { lock: true });
    const current = await present(hospital, known);
    const body = await acceptEdit(hospital, { kind: 'tester', sent, current, now });
    const { name, serialNumber, certificateNumber: number, dueOn } = body;
    const isSame = number === current.certificateNumber && dueOn === current.dueOn;
    const changes = { name, serialNumber, certificateId: isSame ? known.certificateId : randomUUID() };
    // The calibration details belong to a certificate, so a new one starts without them.
    const calibration = calibrationOf(body, isSame ? current : blankCalibration);
    if (isSame) await hospital.update(testerCertificate, { calibration }, certificateIs(known));
    else await addCertificate(hospital, { ...known, ...changes }, { number, dueOn, calibration }, now);
    await refusingTaken(() => hospital.update(tester, changes, eq(tester.id, known.id)));
    hospital.touch('tester', known.id);
    return present(hospital, { ...known, ...changes });
  },

  addTesterFile: async ({ params, hospital, uploads, actor, now }) => {
    const known = await findTester(hospital, params.id, { lock: true });
    const [file] = uploads;
    if (!file) throw new ApiError('input.invalid', 'Please choose a file.');
    const mime = fileTypeOf(file.bytes);
    if (mime === null) throw new ApiError('file.wrong_type');
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    const facts = { size: file.bytes.length, mime };
    const owner = { kind: 'tester', id: known.id, part: known.certificateId } as const;
    // The latest file belongs to the certificate.
    await hospital.remove(attachmentUse, useOf(known));
    await registerFiles(
      hospital,
      owner,
      [{ sha256, ...facts, name: uploadName(file, 'Certificate') }],
      actor.name,
      now,
    );
    return present(hospital, known);
  },

  deleteTester: async ({ params, hospital, now }) => {
    const known = await findTester(hospital, params.id, { lock: true });
    await hospital.update(tester, { retiredAt: now }, eq(tester.id, known.id));
    hospital.tombstone('tester', known.id);
  },

  restoreTester: async ({ params, hospital }) => {
    const row = await hospital.find(tester, eq(tester.id, params.id), { lock: true });
    if (!row) throw unknownRecord('tester');
    await refusingTaken(() => hospital.update(tester, { retiredAt: null }, eq(tester.id, row.id)));
    hospital.touch('tester', row.id);
    return present(hospital, row);
  },
} satisfies Handlers<TesterCalls>;

const blankCalibration: Calibration = { laboratory: '', calibratedOn: '', uncertainty: '', range: '' };

/** Returns the entered details of the calibration, keeping those that were not sent. Null if there are none. */
function calibrationOf(
  sent: { [K in keyof Calibration]?: string | undefined },
  known: Calibration,
): Calibration | null {
  const { laboratory = known.laboratory, calibratedOn = known.calibratedOn } = sent;
  const { uncertainty = known.uncertainty, range = known.range } = sent;
  const own = { laboratory, calibratedOn, uncertainty, range };
  return Object.values(own).some((text) => text !== '') ? own : null;
}

const certificateIs = ({ id, certificateId }: Pick<TesterTable, 'id' | 'certificateId'>) =>
  and(eq(testerCertificate.testerId, id), eq(testerCertificate.id, certificateId))!;

type KnownTester = Pick<TesterTable, 'id' | 'name' | 'serialNumber' | 'certificateId'>;

async function addCertificate(
  scope: WriteScope,
  { id, certificateId }: KnownTester,
  facts: { number: string; dueOn: string; calibration: Calibration | null },
  now: Date,
): Promise<void> {
  await scope.insert(testerCertificate, { testerId: id, id: certificateId, ...facts, createdAt: now });
  scope.touch('tester', id);
}

const useOf = ({ id, certificateId }: KnownTester) =>
  and(eq(attachmentUse.ownerKind, 'tester'), eq(attachmentUse.ownerId, id), eq(attachmentUse.partId, certificateId))!;

async function present(scope: HospitalScope, row: KnownTester): Promise<TesterDetails> {
  const { id, name, serialNumber, certificateId } = row;
  const certificate = await scope.find(testerCertificate, certificateIs(row));
  if (!certificate) throw unknownRecord('tester');
  const file = (await readFiles(scope, id)).get(certificateId) ?? null;
  const { number: certificateNumber, dueOn, calibration } = certificate;
  const own = { id, name, serialNumber, certificateNumber, dueOn, ...(calibration ?? blankCalibration) };
  return withRevision({ ...own, certificateId, file }, own);
}

type CertificateFile = NonNullable<TesterDetails['file']>;

/** Reads the received files of a tester, by certificate. */
async function readFiles(scope: HospitalScope, testerId: string): Promise<Map<string, CertificateFile>> {
  const rows = await scope.rows<CertificateFile & { certificateId: string }>(sql`
    select u.part_id as "certificateId", u.sha256, u.name, a.mime, a.size_bytes as size
    from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
    where u.hospital_id = ${scope.id} and u.owner_kind = 'tester' and u.owner_id = ${testerId}
      and a.received_at is not null`);
  return new Map(rows.map(({ certificateId, ...file }) => [certificateId, file]));
}

async function readCertificates(
  scope: HospitalScope,
  testerId: string,
  inForce: string,
): Promise<TesterCertificates['certificates']> {
  const rows = await scope.rows<{
    id: string;
    number: string;
    dueOn: string;
    calibration: Calibration | null;
    addedAt: string;
  }>(sql`
    select id, number, due_on as "dueOn", calibration, created_at as "addedAt" from tester_certificate
    where hospital_id = ${scope.id} and tester_id = ${testerId}
    order by (id = ${inForce}) desc, created_at desc, id`);
  const files = await readFiles(scope, testerId);
  return rows.map(({ id, addedAt, calibration, ...row }) => ({
    ...row,
    ...(calibration ?? blankCalibration),
    id,
    addedAt: isoInstant(addedAt),
    isInForce: id === inForce,
    file: files.get(id) ?? null,
  }));
}

async function refusingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUnique(error) !== 'tester_serial') throw error;
    const sentence = 'A tester with this serial number already exists.';
    throw new ApiError('record.duplicate', sentence, { errors: { serialNumber: [sentence] } });
  }
}
