import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { FileRef } from '#contract/records/values.ts';
import { attachment, attachmentUse, fileRemoval } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { requireRoom } from './storage.ts';
import { ApiError, invalidField } from '../problem.ts';

const otherFacts = 'A file is already known with another size or type.';

/** The record that a file belongs to. */
export interface FileOwner {
  kind: (typeof attachmentUse.$inferSelect)['ownerKind'];
  id: string;
  /** The device of a round entry, the step of a test, the certificate of a tester. */
  part?: string;
}

/**
 * Records the files that a fact names. Their bytes may arrive later, except for files reported as missing. Duplicates
 * count once. Values measured on received bytes replace earlier claims.
 * Throws: ApiError `input.invalid` when a file has already arrived with another size or type, `storage.full` when the
 * hospital has no room for the files that have arrived, `server.busy` when their bytes are being deleted.
 */
export async function registerFiles(
  scope: WriteScope,
  owner: FileOwner,
  files: readonly FileRef[],
  by: string,
  now: Date,
): Promise<void> {
  const refs = [...new Map(files.map((file) => [file.sha256, file])).values()];
  const hashes = refs.map(({ sha256 }) => sha256);
  if (hashes.length === 0) return;
  const isStored = and(inArray(attachment.sha256, hashes), isNotNull(attachment.receivedAt))!;
  const stored = new Set((await scope.list(attachment, isStored)).map(({ sha256 }) => sha256));
  const arriving = refs.flatMap(({ sha256 }) =>
    stored.has(sha256) ? [] : (scope.arrivedFiles.get(sha256)?.size ?? []),
  );
  if (arriving.length > 0) {
    const sum = arriving.reduce((total, size) => total + size, 0);
    await requireRoom(scope, sum);
  }
  for (const { sha256, size, mime } of refs) {
    await scope.rows(sql`
      insert into attachment (hospital_id, sha256, size_bytes, mime, received_bytes, created_at)
      values (${scope.id}, ${sha256}, ${size}, ${mime}, 0, ${now.toISOString()}::timestamptz)
      on conflict do nothing`);
    const facts = scope.arrivedFiles.get(sha256);
    if (!facts) continue;
    const measured = { sizeBytes: facts.size, mime: facts.mime, receivedBytes: facts.size, receivedAt: now };
    const isNew = await scope.update(
      attachment,
      measured,
      and(eq(attachment.sha256, sha256), isNull(attachment.receivedAt))!,
    );
    // The bytes are in the store unless their planned deletion has begun.
    if (isNew > 0 && (await scope.remove(fileRemoval, pendingOf([sha256]))) === 0) throw new ApiError('server.busy');
  }
  await scope.remove(fileRemoval, pendingOf(hashes));
  const known = new Map(
    (await scope.list(attachment, inArray(attachment.sha256, hashes))).map((file) => [file.sha256, file]),
  );
  for (const { sha256, size, mime } of files) {
    const file = known.get(sha256);
    // Until the bytes arrive, a claim proves nothing against another one.
    if (file?.receivedAt && (file.sizeBytes !== size || file.mime !== mime)) throw invalidField('files', otherFacts);
  }
  const ofOwner = and(
    eq(attachmentUse.ownerKind, owner.kind),
    eq(attachmentUse.ownerId, owner.id),
    eq(attachmentUse.partId, owner.part ?? ''),
  )!;
  const uses = await scope.list(attachmentUse, ofOwner);
  const used = new Set(uses.map(({ sha256 }) => sha256));
  // A file that is named again, now without a `missing` reason, is on its way.
  const found = refs.filter(({ sha256, missing }) => used.has(sha256) && missing === undefined);
  if (uses.some((use) => use.missing !== null && found.some(({ sha256 }) => sha256 === use.sha256))) {
    await scope.update(
      attachmentUse,
      { missing: null },
      and(
        ofOwner,
        inArray(
          attachmentUse.sha256,
          found.map(({ sha256 }) => sha256),
        ),
      )!,
    );
  }
  await scope.insert(
    attachmentUse,
    refs
      .filter(({ sha256 }) => !used.has(sha256))
      .map(({ sha256, name, missing }) => ({
        sha256,
        ownerKind: owner.kind,
        ownerId: owner.id,
        partId: owner.part ?? '',
        name,
        missing: missing ?? null,
        addedBy: by,
        createdAt: now,
      })),
  );
}

function pendingOf(hashes: readonly string[]): SQL {
  return and(inArray(fileRemoval.sha256, [...hashes]), isNull(fileRemoval.begunAt))!;
}
