import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { localDate, pageOf, pageQuery } from '../fields.ts';
import { auditReaders } from '../permissions.ts';

const auditRow = z.object({
  id: z.string(),
  /** When the server accepted the change. */
  at: z.string(),
  /** When it was made, by the tablet's clock, for an entry that may have waited without network. */
  madeAt: z.nullable(z.string()),
  userName: z.string(),
  userRole: z.nullable(z.enum(['Admin', 'BME', 'Hospital'])),
  /** The action in words: "Close a maintenance task". */
  what: z.string(),
  /** Names of the first records that were changed. */
  records: z.array(z.string()),
  /** The number of further records. */
  moreRecords: z.number(),
  /** The account values that changed; null: there was none before or after. */
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  /** The round that was submitted. */
  roundId: z.nullable(z.string()),
});

export const auditCalls = {
  auditPage: defineCall({
    method: 'GET',
    path: '/Audit',
    summary: 'Who changed what and when, the latest first; searched by person, action or record, within a period',
    access: auditReaders,
    query: z.extend(pageQuery, { from: z.optional(localDate()), to: z.optional(localDate()) }),
    answer: pageOf(auditRow),
  }),
};

/** One accepted change as the activity log shows it. */
export type AuditRow = z.output<typeof auditRow>;
/** A value that has changed. */
export type ChangedValue = AuditRow['changes'][number];
