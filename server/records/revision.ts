import { createHash } from 'node:crypto';

/**
 * Adds a revision computed from the fields that an edit may change (`own`): a field that the record only shows, such as
 * its vendor's name, causes no conflict.
 */
export function withRevision<T extends object>(record: T, own: object = record): T & { revision: string } {
  return { ...record, revision: createHash('sha256').update(JSON.stringify(own)).digest('base64url').slice(0, 22) };
}
