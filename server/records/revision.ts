import { createHash } from 'node:crypto';
import { ApiError } from '../problem.ts';

/**
 * Adds a revision computed from the fields that an edit may change (`own`): a field that the record only shows, such as
 * its vendor's name, causes no conflict.
 */
export function withRevision<T extends object>(record: T, own: object = record): T & { revision: string } {
  return { ...record, revision: createHash('sha256').update(JSON.stringify(own)).digest('base64url').slice(0, 22) };
}

/**
 * Accepts an edit only if it began from the current record; an edit without a revision overwrites. Must be called while
 * the record is locked. Throws: ApiError `record.conflict` with the current record as `context.current`.
 */
export function requireRevision(sent: string | undefined, current: { revision: string }): void {
  if (sent !== undefined && sent !== current.revision) {
    throw new ApiError('record.conflict', undefined, { context: { current } });
  }
}
