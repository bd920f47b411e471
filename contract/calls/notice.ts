import * as z from '../zod.ts';
import { defineCall, offlineWrite } from '../define.ts';
import { hospitalRoles } from '../permissions.ts';
import { noticeKinds } from '../records/notice.ts';
import { counted } from '../rules/counted.ts';
import { pick } from '../sample.ts';

/** Notices that one call marks as read. */
const maxRead = 200;
/** Made of a cause and a kind, so longer than other ids. */
const noticeId = z.string().check(z.minLength(1), z.maxLength(200));
const readBody = z.object({ ids: z.array(noticeId).check(z.minLength(1), z.maxLength(maxRead)) });

const kinds = z.array(z.enum(noticeKinds)).check(z.maxLength(noticeKinds.length));
/** The kinds that a user does not want by mail and by push. */
const off = z.object({ mail: kinds, push: kinds });
const preferencesBody = z.object({ off });
const preferences = z.object({
  /** Whether this server sends mail. */
  hasMail: z.boolean(),
  off,
  push: z.object({
    /** The server's public key, which a browser needs to subscribe. */
    key: z.string(),
    /** The endpoint of this tablet; null if it gets no push of the caller's notices. */
    endpoint: z.nullable(z.string()),
    /** The push service of this tablet could not be reached at the last attempt. */
    isFailing: z.boolean(),
  }),
});
export type NoticePreferences = z.output<typeof preferences>;

const endpoint = z.string().check(z.maxLength(1000), z.regex(/^https?:\/\/[\x21-\x7e]+$/));
const keyOf = (length: number) => z.string().check(z.length(length), z.regex(/^[\w-]+$/));
/** A browser's push subscription; the lengths are those of 65 and 16 bytes. */
const subscription = z.object({
  endpoint,
  p256dh: keyOf(87),
  auth: keyOf(22),
  /** The address at which the browser has the app. */
  appUrl: z.string().check(z.maxLength(200), z.regex(/^https?:\/\/[\w.:[\]-]+$/)),
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
    summary: 'The kinds of notices that the caller does not get by mail or push, and how this tablet gets them',
    access: hospitalRoles,
    answer: preferences,
  }),
  updateNoticePreferences: defineCall({
    method: 'PUT',
    path: '/Notices/preferences',
    summary:
      'Choose which kinds of notices the caller does not get by mail or push; urgent ones cannot be switched off',
    activity: 'Change own notices by mail and push',
    access: hospitalRoles,
    body: preferencesBody,
    answer: preferences,
  }),
  subscribePush: defineCall({
    method: 'PUT',
    path: '/Notices/push',
    summary: 'Push the caller’s notices to this tablet',
    access: hospitalRoles,
    perMinute: { session: 20, stranger: 20 },
    body: subscription,
    status: 204,
  }),
  unsubscribePush: defineCall({
    method: 'DELETE',
    path: '/Notices/push',
    summary: 'Stop pushing the caller’s notices to this tablet',
    access: hospitalRoles,
    perMinute: { session: 20, stranger: 20 },
    status: 204,
  }),
  tryPush: defineCall({
    method: 'POST',
    path: '/Notices/push/trial',
    summary: 'Push a test notice to this tablet, and return whether its push service accepted it',
    access: hospitalRoles,
    perMinute: { session: 10, stranger: 10 },
    answer: z.object({
      /** `off`: this tablet is not subscribed, or its browser has ended the subscription. */
      outcome: z.enum(['sent', 'off', 'failed']),
    }),
  }),
};
