import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { hospitalRoles } from '../permissions.ts';
import { replicaKinds } from '../records/replica.ts';

/** Header and value by which a client distinguishes our server from a portal or proxy. */
export const protocolHeader = 'X-Ward-Protocol';
export const protocolVersion = '1';
/** The key of a write: made by the client, echoed by the server. */
export const idempotencyHeader = 'Idempotency-Key';
/** `true` on an answer that repeats the stored first one. */
export const replayedHeader = 'Idempotency-Replayed';
/** The hospital's version after the write: the replica has the effect once its cursor has reached it. */
export const versionHeader = 'X-Ward-Version';
/** Tablet time of an entry, ISO 8601. */
export const madeAtHeader = 'X-Ward-Made-At';
/** Server time minus tablet time as last measured. Units: milliseconds. */
export const clockOffsetHeader = 'X-Ward-Clock-Offset';
/**
 * On a write: the offset used by the screens while the tablet's clock was behind its last contact. Equals the clock
 * offset if no contact has corrected it. Units: milliseconds.
 */
export const clockEstimateHeader = 'X-Ward-Clock-Estimate';
/** Outbox entry version of a write, for example `daily-round.submit@1`. */
export const kindHeader = 'X-Ward-Kind';

/** Default and maximum number of rows in a page of changes. */
export const changesPageSize = 2000;
export const maxChangesPageSize = 10_000;

/** Maximum number of keys per request. */
export const mostKeysAsked = 100;
const keyShape = '[0-9a-f-]{36}';
/** A key that can be asked about: those of the app's own entries. */
export const askedKey = new RegExp(`^${keyShape}$`);

const kind = z.enum(replicaKinds);

/** Rows come grouped by kind so that a page is applied without looking at each row. */
const changesAnswer = z.object({
  epoch: z.string(),
  schema: z.number(),
  rows: z.array(
    z.object({
      kind,
      /** The version of each row, in the order of `rows`. */
      versions: z.array(z.number()),
      rows: z.array(z.record(z.string(), z.unknown())),
    }),
  ),
  tombstones: z.array(z.object({ kind, id: z.string() })),
  /** The cursor for the next request. */
  next: z.number(),
  /** The hospital's version when the page was read. */
  head: z.number(),
  more: z.boolean(),
  serverTime: z.string(),
});
export type Changes = z.output<typeof changesAnswer>;

const fileParams = z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });

const uploadAnswer = z.object({
  sha256: z.string(),
  size: z.number(),
  /** The server's state. Units: bytes. */
  offset: z.number(),
  received: z.boolean(),
});

/** Largest piece of a file in one request. Units: bytes. */
export const filePieceBytes = 1024 * 1024;

export const syncCalls = {
  syncChanges: defineCall({
    method: 'GET',
    path: '/Sync/changes',
    summary: 'Rows of the hospital above a cursor, from one snapshot',
    access: hospitalRoles,
    query: z.object({
      cursor: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1)), changesPageSize),
      epoch: z.optional(z.string()),
      /** In a first download: the head given by its first page. */
      began: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
    }),
    answer: changesAnswer,
    errors: ['sync.cursor_expired'],
  }),
  syncDigest: defineCall({
    method: 'GET',
    path: '/Sync/digest',
    summary: 'Per kind: count and digest of ids and versions at the head',
    access: hospitalRoles,
    answer: z.object({
      epoch: z.string(),
      head: z.number(),
      /** `sum`: the sum of all row versions of the kind. */
      kinds: z.array(z.object({ kind, count: z.number(), sum: z.number() })),
    }),
  }),
  syncMissing: defineCall({
    method: 'GET',
    path: '/Sync/missing',
    summary: 'Which of these keys of answered writes the server does not know, because their work is missing',
    access: hospitalRoles,
    query: z.object({
      /** Keys with commas between them. */
      keys: z.string().check(z.regex(new RegExp(`^${keyShape}(,${keyShape})*$`)), z.maxLength(mostKeysAsked * 37)),
    }),
    answer: z.object({ missing: z.array(z.string()) }),
  }),
  syncEvents: defineCall({
    method: 'GET',
    path: '/Sync/events',
    summary: 'An event stream without content: the hospital is at version n',
    access: hospitalRoles,
    raw: 'text/event-stream',
  }),
  attachmentStatus: defineCall({
    method: 'GET',
    path: '/Attachments/:sha256/status',
    summary: 'Progress of the upload of a file',
    access: hospitalRoles,
    params: fileParams,
    answer: uploadAnswer,
    errors: ['file.unknown'],
    outboxScope: true,
  }),
  putAttachment: defineCall({
    method: 'PUT',
    path: '/Attachments/:sha256',
    summary: 'The next piece of a file (application/octet-stream) from `offset`; the hash is checked at the end',
    access: hospitalRoles,
    params: fileParams,
    query: z.object({
      offset: z.coerce.number().check(z.int(), z.minimum(0)),
      /**
       * Of the whole file according to its sender; another sender may have announced a different size. Units: bytes.
       */
      size: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    }),
    answer: uploadAnswer,
    errors: ['file.unknown', 'file.offset', 'file.hash', 'file.wrong_type', 'file.too_large'],
    outboxScope: true,
  }),
  getAttachment: defineCall({
    method: 'GET',
    path: '/Attachments/:sha256',
    summary: 'A file of the hospital',
    access: hospitalRoles,
    params: fileParams,
    raw: 'application/octet-stream',
    errors: ['record.unknown'],
  }),
};
