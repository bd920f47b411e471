import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { email, newPassword } from '../fields.ts';

/**
 * Limits what one network address may cost; requests for an account are limited by account
 * (docs/decisions/527-links-for-new-passwords.md).
 */
const perMinute = { session: 60, stranger: 60 };

/** What somebody who has forgotten a password enters. */
export const forgottenForm = z.object({ email: email() });

/** New passwords by a link that is mailed. Source: docs/product.md P350. */
export const passwordResetCalls = {
  passwordLinks: defineCall({
    method: 'GET',
    path: '/Auth/password-link',
    summary: 'Whether this server mails links for new passwords',
    access: 'open',
    answer: z.object({ areMailed: z.boolean() }),
  }),
  askForPasswordLink: defineCall({
    method: 'POST',
    path: '/Auth/password-link',
    summary:
      'Mail a link for a new password to the account of an address; the answer is the same without such an account',
    access: 'open',
    perMinute,
    body: forgottenForm,
    status: 204,
  }),
  passwordByLink: defineCall({
    method: 'POST',
    path: '/Auth/password-link/use',
    summary: 'Set a new password with a mailed link, once within 30 minutes; ends all sessions of the account',
    access: 'open',
    perMinute,
    body: z.object({
      /** What follows the # of the mailed address. */
      link: z.string().check(z.maxLength(200)),
      newPassword: newPassword(),
    }),
    status: 204,
    errors: ['auth.link_incomplete', 'auth.link_used', 'auth.link_expired', 'auth.hospital_inactive'],
  }),
};
