import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { pageOf, pageQuery } from '../fields.ts';
import { adminOnly } from '../permissions.ts';
import { crashKinds, maxStack, stackPosition, type CrashReport } from '../records/crash.ts';

const report = z.object({
  kind: z.enum(crashKinds),
  name: z.string().check(z.regex(/^\w{1,60}$/)),
  stack: z.array(z.string().check(z.regex(stackPosition))).check(z.maxLength(maxStack)),
  route: z.string().check(z.regex(/^\/[\w:/*?-]{0,80}$/)),
  release: z.string().check(z.maxLength(40)),
  engine: z.string().check(z.maxLength(80)),
}) satisfies z.ZodMiniType<CrashReport>;

const crashRow = z.extend(report, {
  id: z.string(),
  /** How often it was reported. */
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** The hospital of the last report; empty for an Admin. */
  hospitalName: z.string(),
});
/** A fault of the app with how often it has happened; browser and hospital are those of the last report. */
export type CrashRow = z.output<typeof crashRow>;

export const crashCalls = {
  reportCrash: defineCall({
    method: 'PUT',
    path: '/Crashes',
    summary: 'Report a fault of the app, without any text of the hospital',
    access: 'open',
    perMinute: { session: 10, stranger: 10 },
    body: report,
    status: 204,
  }),
  crashPage: defineCall({
    method: 'GET',
    path: '/Crashes',
    summary: 'Faults of the app, the latest first; searched by error, address and release',
    access: adminOnly,
    query: pageQuery,
    answer: pageOf(crashRow),
  }),
};
