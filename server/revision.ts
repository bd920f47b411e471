import { createHash } from 'node:crypto';
import { ApiError } from './problem.ts';

/**
 * Gives a record the name of its state, made of what an edit may change of it (`own`): what a record only shows of
 * others, such as the name of its vendor, does not make an edit a conflict.
 */
export function withRevision<T extends object>(record: T, own: object = record): T & { revision: string } {
  return { ...record, revision: createHash('sha256').update(JSON.stringify(own)).digest('base64url').slice(0, 22) };
}

/**
 * Lets an edit go on that began from the present record; one without a revision overwrites. To be asked under the lock
 * of the record. Throws: ApiError `record.conflict` with the present record as `context.current`.
 */
export function requireRevision(sent: string | undefined, current: { revision: string }): void {
  if (sent !== undefined && sent !== current.revision) {
    throw new ApiError('record.conflict', undefined, { context: { current } });
  }
}
