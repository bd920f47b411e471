import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { email, newPassword } from '../fields.ts';

export const loginBody = z.object({
  email: email(),
  password: z
    .string('Password is required.')
    .check(z.minLength(1, 'Password is required.'), z.maxLength(200, 'At most 200 characters.')),
  /** Names this browser, so that its entries and refresh family can be told apart. */
  deviceId: z.optional(z.uuid()),
  /** The app keeps an unlock key and forgets it when the tablet is locked. */
  locks: z.optional(z.boolean()),
});

/** The session of docs/product.md P9, and the additional facts an offline tablet needs. */
export const sessionAnswer = z.object({
  token: z.string(),
  userName: z.string(),
  userId: z.string(),
  userRole: z.enum(['Admin', 'BME', 'Hospital']),
  /** Only when the role is Hospital. */
  hospitalId: z.optional(z.string()),
  /** Only when the role is BME. */
  bmeAccountId: z.optional(z.string()),
  /** The hospital whose replica this user may keep; absent for an Admin. */
  hospital: z.optional(z.object({ id: z.string(), name: z.string(), timeZone: z.string() })),
  /**
   * `full`; `outbox` after a logout with unsent work: may only send offline writes and files; `password` with a
   * one-time password: may only set a new one.
   */
  scope: z.enum(['full', 'outbox', 'password']),
  expiresAt: z.string(),
  /** The tablet was reported lost: it removes the hospital's data, and only sends what waits on it. */
  lost: z.optional(z.literal(true)),
});
export type Session = z.output<typeof sessionAnswer>;

/** Carries the unlock key of a sign-in on a refresh: without it the new token may only send offline entries. */
export const unlockHeader = 'X-Ward-Unlock';

/** The session of a sign-in, with the unlock key where the app asked for one. Units: 32 bytes, hexadecimal. */
const loginAnswer = z.extend(sessionAnswer, { unlockKey: z.optional(z.string()) });
export type SignedIn = z.output<typeof loginAnswer>;

/** The id is part of the cookie's path, which allows no other characters. */
const refreshParams = z.object({ userId: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)) });

/** Returns whether each digit follows the one before by the same step: 111111, 123456, 987654. */
function isRun(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]));
  return Math.abs(steps[0] ?? 0) <= 1 && steps.every((step) => step === steps[0]);
}

const isPin = (text: string) => /^\d{6,12}$/.test(text);

/** Sets the PIN that unlocks one tablet; the password shows that its user does so. Source: docs/product.md P339. */
export const pinForm = z.object({
  password: z.string('Password is required.').check(z.minLength(1, 'Password is required.')),
  pin: z.string('PIN is required.').check(
    z.minLength(1, 'PIN is required.'),
    z.refine((pin) => pin === '' || isPin(pin), 'A PIN has 6 to 12 digits.'),
    z.refine((pin) => !isPin(pin) || !isRun(pin), 'This PIN is easy to guess: please choose another one.'),
  ),
});

/** Renews the session with the refresh cookie; each user of a tablet has a separate cookie, told apart by path. */
export const sessionCalls = {
  login: defineCall({
    method: 'POST',
    path: '/Auth/login',
    summary: 'Sign in',
    access: 'open',
    body: loginBody,
    answer: loginAnswer,
    errors: ['auth.invalid_credentials', 'auth.hospital_inactive', 'auth.too_many_tries'],
  }),
  refresh: defineCall({
    method: 'POST',
    path: '/Auth/refresh/:userId',
    summary: 'A new session from the refresh cookie, which is rotated; its reuse revokes the family',
    access: 'open',
    params: refreshParams,
    answer: sessionAnswer,
    errors: ['auth.expired', 'auth.hospital_inactive'],
  }),
  logout: defineCall({
    method: 'POST',
    path: '/Auth/refresh/:userId/logout',
    summary: 'End the session; with `keepOutbox` the refresh family lives on with scope `outbox`',
    access: 'open',
    params: refreshParams,
    body: z.object({ keepOutbox: z._default(z.boolean(), false) }),
    status: 204,
    oneTimePassword: true,
  }),
  profile: defineCall({
    method: 'GET',
    path: '/Auth/profile',
    summary: 'Own account',
    access: 'signed-in',
    answer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/Auth/password',
    summary: 'Change own password',
    activity: 'Change own password',
    access: 'signed-in',
    oneTimePassword: true,
    body: z.object({
      currentPassword: z.string('Password is required.').check(z.minLength(1, 'Password is required.')),
      newPassword: newPassword(),
    }),
    status: 204,
    errors: ['auth.too_many_tries'],
  }),
};
