import * as z from './zod.ts';

/**
 * Names the state of a record that an edit began from: the server gives it with the record, the edit sends it back, and
 * a change made in between is refused as `record.conflict` with the present record as `context.current`, and with the
 * state that the edit began from as `context.opened` where the server still knows it. An edit that sends none
 * overwrites.
 */
export const sentRevision = z.optional(z.string().check(z.maxLength(64)));

/** The revision that comes with a record. */
export const givenRevision = z.string();

const separator = '~';

/**
 * The revision sent with the present record to a refused edit: an app that sends it back has overwritten values without
 * comparing them, so the server compares them. Source: docs/decisions/387-old-apps-revert-nothing.md.
 */
export function revisionSince(present: string, began: string): string {
  return `${present}${separator}${began}`;
}

/** Reads a revision that may include where its edit began; apps that merge by themselves send only the present one. */
export function readRevision(revision: string): { present: string; began: string | undefined } {
  const [present = '', began] = revision.split(separator);
  return { present, began };
}
