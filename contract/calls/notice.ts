import * as z from '../zod.ts';
import { defineCall, offlineWrite } from '../define.ts';
import { id } from '../fields.ts';
import { adminOnly, hospitalRoles } from '../permissions.ts';
import { noticeKinds } from '../records/notice.ts';
import { counted } from '../rules/counted.ts';
import { pick } from '../sample.ts';

/** Notices that one call marks as read. */
const maxRead = 200;
const readBody = z.object({ ids: z.array(id()).check(z.minLength(1), z.maxLength(maxRead)) });

/** The kinds that a user does not want by mail. */
const off = z.array(z.enum(noticeKinds)).check(z.maxLength(noticeKinds.length));
const preferencesBody = z.object({ off });
const preferences = z.object({
  /** Whether this server sends mail. */
  hasMail: z.boolean(),
  off,
});

/** What users do with their notices. Source: docs/product.md P313. */
export const noticeCalls = {
  readNotices: defineCall({
    method: 'POST',
    path: '/Notices/read',
    summary: `Mark up to ${maxRead} notices as read, for the caller alone`,
    activity: 'Mark notices as read',
    access: hospitalRoles,
    body: readBody,
    answer: z.object({ id: z.string() }),
    offline: offlineWrite(readBody, {
      kind: 'notice.read',
      version: 1,
      // Reading the same notice twice changes nothing, so no order is needed.
      stream: (_body, commandId) => `notice:${commandId}`,
      about: ({ ids }) => ids[0] ?? '',
      title: ({ ids }) => `Mark ${counted(ids.length, 'notice')} as read`,
      deviceIds: () => [],
      files: () => [],
      effect: ({ ids }, { user }) =>
        ids.map((each) => ({
          kind: 'notice',
          id: each,
          change: (notice) => ({ ...notice, unreadBy: notice.unreadBy.filter((other) => other !== user.id) }),
        })),
      correctIn: () => null,
      asNote: () => null,
      sample(source, view) {
        const notice = pick(source, view.all('notice'));
        return notice ? { ids: [notice.id] } : null;
      },
    }),
  }),
  noticePreferences: defineCall({
    method: 'GET',
    path: '/Notices/preferences',
    summary: 'The kinds of notices that the caller does not get by mail, and whether this server sends mail',
    access: hospitalRoles,
    answer: preferences,
  }),
  updateNoticePreferences: defineCall({
    method: 'PUT',
    path: '/Notices/preferences',
    summary: 'Choose which kinds of notices the caller does not get by mail; urgent ones cannot be switched off',
    activity: 'Change own notices by mail',
    access: hospitalRoles,
    body: preferencesBody,
    answer: preferences,
  }),
  mailStatus: defineCall({
    method: 'GET',
    path: '/Notices/mail',
    summary: 'Whether this server sends mail, how many wait or failed within 30 days, and the last failure',
    access: adminOnly,
    answer: z.object({
      isSetUp: z.boolean(),
      waiting: z.number(),
      failed: z.number(),
      lastFailure: z.nullable(z.object({ at: z.string(), reason: z.string() })),
    }),
  }),
};
