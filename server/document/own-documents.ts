import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { OwnDocument } from '#contract/calls/document.ts';
import { fileTypeOf } from '../files/file-type.ts';
import { uploadName } from '../files/upload-name.ts';
import { registerFiles } from '../attachment/register.ts';
import type { Handler } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { attachment, attachmentUse, installation, warranty } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { finderOf } from '../records/living.ts';

/** The owner of documents: a device or a contract. */
interface DocumentOwner {
  /** The kind of owner that `attachment_use` records. */
  kind: 'installation' | 'warranty';
  table: typeof installation | typeof warranty;
  /** The word for it in messages. */
  word: string;
  /** Marks the records on tablets that show it, if there are any. */
  mark: (scope: WriteScope, id: string) => void;
}

/** Marks the devices' replica records, so that the activity log names them. */
export const deviceOwner: DocumentOwner = {
  kind: 'installation',
  table: installation,
  word: 'device',
  mark: (scope, id) => scope.touch('device', id),
};

/** Marks nothing, because tablets hold no documents of warranties and contracts. */
export const agreementOwner: DocumentOwner = {
  kind: 'warranty',
  table: warranty,
  word: 'contract',
  mark: () => undefined,
};

interface DocumentActs {
  /** Returns the files of an owner, newest first, even if it was retired. Throws: ApiError `record.unknown`. */
  list(scope: HospitalScope, id: string): Promise<OwnDocument[]>;
  add: Handler<'addDocument' | 'addContractDocument'>;
  remove: Handler<'removeDocument' | 'removeContractDocument'>;
  restore: Handler<'restoreDocument' | 'restoreContractDocument'>;
}

/** Creates the actions on an owner's documents. Source: docs/product.md P31 and P138. */
export function documentsOf(owner: DocumentOwner): DocumentActs {
  const { kind, table, word, mark } = owner;
  const useOf = (id: string, sha256: string) =>
    and(eq(attachmentUse.ownerKind, kind), eq(attachmentUse.ownerId, id), eq(attachmentUse.sha256, sha256))!;

  const findOwner = finderOf(table, word);

  /** Locks the owner: if two users add the same file at the same time, the second is told that it exists. */
  const lockOwner = (scope: HospitalScope, id: string) => findOwner(scope, id, { lock: true });
  const read = async (scope: HospitalScope, id: string): Promise<OwnDocument[]> => {
    const rows = await scope.rows<OwnDocument & Record<string, unknown>>(sql`
      select u.sha256, u.name, a.mime, a.size_bytes as size, u.added_by as "addedBy", u.created_at as "addedAt"
      from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
      where u.hospital_id = ${scope.id} and u.owner_kind = ${kind} and u.owner_id = ${id}
        and a.received_at is not null
      order by u.created_at desc, u.sha256`);
    return rows.map((row) => ({ ...row, addedAt: isoInstant(row.addedAt) }));
  };

  return {
    list: async (scope, id) => {
      if (!(await scope.find(table, eq(table.id, id)))) throw unknownRecord(word);
      return read(scope, id);
    },

    add: async ({ params, hospital, uploads, actor, now }) => {
      await lockOwner(hospital, params.id);
      const [file] = uploads;
      if (!file) throw new ApiError('input.invalid', 'Please choose a file.');
      const mime = fileTypeOf(file.bytes);
      if (mime === null) throw new ApiError('file.wrong_type');
      const sha256 = createHash('sha256').update(file.bytes).digest('hex');
      const present = await hospital.find(attachmentUse, useOf(params.id, sha256));
      if (present) throw new ApiError('record.duplicate', `This file is attached already, as “${present.name}”.`);
      const facts = { size: file.bytes.length, mime };
      const ref = { sha256, ...facts, name: uploadName(file, 'Document') };
      await registerFiles(hospital, { kind, id: params.id }, [ref], actor.name, now);
      mark(hospital, params.id);
      return { ...ref, addedBy: actor.name, addedAt: now.toISOString() };
    },

    remove: async ({ params, hospital }) => {
      await lockOwner(hospital, params.id);
      if ((await hospital.remove(attachmentUse, useOf(params.id, params.sha256))) === 0) throw unknownRecord('file');
      mark(hospital, params.id);
      return undefined;
    },

    restore: async ({ params, body, hospital, actor, now }) => {
      await lockOwner(hospital, params.id);
      const { sha256 } = params;
      const file = await hospital.find(attachment, eq(attachment.sha256, sha256), { lock: true });
      if (!file || file.receivedAt === null) throw unknownRecord('file');
      const ref = { sha256, size: file.sizeBytes, mime: file.mime, name: body.name };
      await registerFiles(hospital, { kind, id: params.id }, [ref], actor.name, now);
      mark(hospital, params.id);
      const restored = (await read(hospital, params.id)).find((document) => document.sha256 === sha256);
      if (!restored) throw unknownRecord('file');
      return restored;
    },
  };
}
