import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { adminOnly } from '../permissions.ts';

const stopLink = { params: z.object({ token: z.string().check(z.maxLength(400)) }), raw: 'text/html' } as const;
const perMinute = { session: 30, stranger: 30 };

/** Mail of this server. Source: docs/product.md P348. */
export const noticeMailCalls = {
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
  tryMail: defineCall({
    method: 'POST',
    path: '/Notices/mail/trial',
    summary: 'Send a test mail to the caller, and return whether the mail server accepted it',
    access: adminOnly,
    perMinute: { session: 5, stranger: 5 },
    answer: z.object({
      outcome: z.enum(['sent', 'off', 'failed']),
      /** Why it failed, as the mail server says. */
      reason: z.optional(z.string()),
    }),
  }),
  askToStopMail: defineCall({
    method: 'GET',
    path: '/Notices/stop-mail/:token',
    summary: 'A page that asks whether to stop mails of a kind; opening it changes nothing',
    access: 'open',
    perMinute,
    ...stopLink,
  }),
  stopMail: defineCall({
    method: 'POST',
    path: '/Notices/stop-mail/:token',
    summary: 'Stop mails of a kind to a user, with the link in a mail (RFC 8058)',
    access: 'open',
    perMinute,
    ...stopLink,
  }),
};
