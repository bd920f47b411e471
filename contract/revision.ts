import * as z from './zod.ts';

/**
 * Names the state of a record that an edit began from: the server gives it with the record, the edit sends it back, and
 * a change made in between is refused as `record.conflict` with the present record as `context.current`. An edit that
 * sends none overwrites.
 */
export const sentRevision = z.optional(z.string().check(z.maxLength(64)));

/** The revision that comes with a record. */
export const givenRevision = z.string();
