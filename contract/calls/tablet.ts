import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { id, instant, pageOf, pageQuery } from '../fields.ts';
import { auditReaders, hospitalRoles } from '../permissions.ts';
import { startTroubles, type TabletReport } from '../records/tablet.ts';

const count = () => z.number().check(z.int(), z.minimum(0));

/** A tablet's report about itself. */
export const tabletReport = z.object({
  release: z.string().check(z.maxLength(40)),
  engine: z.string().check(z.maxLength(80)),
  usedBytes: count(),
  nearlyFull: z.boolean(),
  waiting: count(),
  oldestAt: z.nullable(instant()),
  refusal: z.nullable(z.object({ code: z.string().check(z.regex(/^[a-z_.]{1,60}$/)), at: instant() })),
  trouble: z.nullable(z.enum(startTroubles)),
}) satisfies z.ZodMiniType<TabletReport>;

const tabletRow = z.object({
  /** Id of the session. */
  id: z.string(),
  userName: z.string(),
  hospitalName: z.string(),
  signedInAt: z.string(),
  seenAt: z.string(),
  /** Its user has logged out, so it only sends the remaining entries. */
  sendsOnly: z.boolean(),
  /** Null until it has reported. */
  report: z.nullable(tabletReport),
  /** The tablet or browser of the caller. */
  isOwn: z.boolean(),
  /** The other people of the hospital who are signed in on the same tablet. */
  others: z.array(z.string()),
  /** When it was reported lost; null if it was not. */
  lostAt: z.nullable(z.string()),
  /** When it came back after that and was told to remove the hospital's data. */
  backAt: z.nullable(z.string()),
});
/** A tablet or browser on which someone is signed in. */
export type TabletRow = z.output<typeof tabletRow>;

export const tabletCalls = {
  reportTablet: defineCall({
    method: 'PUT',
    path: '/Tablets/own',
    summary: 'State of the tablet or browser of this session: release, storage, waiting entries',
    access: hospitalRoles,
    perMinute: { session: 20, stranger: 20 },
    body: tabletReport,
    status: 204,
  }),
  tabletPage: defineCall({
    method: 'GET',
    path: '/Tablets',
    summary:
      'Tablets and browsers on which someone is signed in, those with old waiting entries first; searched by person',
    access: auditReaders,
    query: pageQuery,
    answer: pageOf(tabletRow),
  }),
  revokeTablet: defineCall({
    method: 'POST',
    path: '/Tablets/:id/revoke',
    summary:
      'Sign out and erase a lost tablet: it removes the hospital’s data at its next contact, and its waiting entries are still accepted',
    activity: 'Sign out and erase a lost tablet',
    access: auditReaders,
    params: z.object({ id: id() }),
    status: 204,
    errors: ['record.unknown', 'record.conflict'],
  }),
};
