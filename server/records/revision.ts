import { createHash } from 'node:crypto';
import { ApiError } from '../problem.ts';

/**
 * Names the state of a record by what an edit may change (`own`): what a record only shows of others, such as its
 * vendor's name, causes no conflict.
 */
export function withRevision<T extends object>(record: T, own: object = record): T & { revision: string } {
  return { ...record, revision: createHash('sha256').update(JSON.stringify(own)).digest('base64url').slice(0, 22) };
}

/**
 * Lets an edit pass that began from the current record; one without a revision overwrites. Call it under the record's
 * lock. Throws: ApiError `record.conflict` with the current record as `context.current`.
 */
export function requireRevision(sent: string | undefined, current: { revision: string }): void {
  if (sent !== undefined && sent !== current.revision) {
    throw new ApiError('record.conflict', undefined, { context: { current } });
  }
}
