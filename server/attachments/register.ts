import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { FileRef } from '#contract/define.ts';
import { attachment, attachmentUse } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';

/** What a file belongs to. */
export interface FileOwner {
  kind: 'task' | 'ticket' | 'round' | 'installation';
  id: string;
  /** The device of a round entry. */
  part?: string;
}

/** Writes down the files that a fact names; their bytes may follow. Naming one twice is naming it once. */
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
  const known = new Set((await scope.list(attachment, inArray(attachment.sha256, hashes))).map((file) => file.sha256));
  for (const { sha256, size, mime } of refs) {
    const arrived = scope.arrivedFiles.has(sha256);
    const received = arrived ? { receivedBytes: size, receivedAt: now } : {};
    if (!known.has(sha256)) {
      await scope.rows(sql`
        insert into attachment (hospital_id, sha256, size_bytes, mime, received_bytes, received_at, created_at)
        values (${scope.id}, ${sha256}, ${size}, ${mime}, ${arrived ? size : 0},
          ${arrived ? now.toISOString() : null}::timestamptz, ${now.toISOString()}::timestamptz)
        on conflict do nothing`);
    }
    if (arrived) {
      await scope.update(attachment, received, and(eq(attachment.sha256, sha256), isNull(attachment.receivedAt))!);
    }
  }
  const uses = await scope.list(
    attachmentUse,
    and(
      eq(attachmentUse.ownerKind, owner.kind),
      eq(attachmentUse.ownerId, owner.id),
      eq(attachmentUse.partId, owner.part ?? ''),
    ),
  );
  const used = new Set(uses.map(({ sha256 }) => sha256));
  await scope.insert(
    attachmentUse,
    refs
      .filter(({ sha256 }) => !used.has(sha256))
      .map(({ sha256, name }) => ({
        sha256,
        ownerKind: owner.kind,
        ownerId: owner.id,
        partId: owner.part ?? '',
        name,
        addedBy: by,
        createdAt: now,
      })),
  );
}
