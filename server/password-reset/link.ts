import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a link is valid after the request, as an SQL interval. */
export const linkLives = '30 minutes';
/** An address gets at most one link within this time. Units: milliseconds. */
const oneInMs = 5 * 60_000;

/** The facts about an account that its links depend on. */
interface LinkedAccount {
  id: string;
  passwordHash: string;
}

const signed = (signingKey: string, facts: string): string =>
  createHmac('sha256', signingKey).update(`password link ${facts}`).digest('base64url');

/** Returns the id of the link that an address gets at a given time; it cannot be guessed. */
export const linkId = (signingKey: string, email: string, now: Date): string =>
  signed(signingKey, `of ${email} in ${Math.floor(now.getTime() / oneInMs)}`);

/**
 * Returns the text after the # of the mailed address. It depends on the current password, so that every password change
 * invalidates all links, including those waiting in a mailbox; the database does not hold it.
 */
export const linkSecret = (signingKey: string, id: string, account: LinkedAccount): string =>
  `${id}.${signed(signingKey, `${id} ${account.id} ${account.passwordHash}`)}`;

/** Returns the id of a link; its secret is checked by `isLinkOf`. */
export const idOfLink = (link: string): string => link.split('.')[0] ?? '';

/** Returns whether a link belongs to an account and its current password. */
export function isLinkOf(signingKey: string, link: string, account: LinkedAccount): boolean {
  const [given, right] = [Buffer.from(link), Buffer.from(linkSecret(signingKey, idOfLink(link), account))];
  return given.length === right.length && timingSafeEqual(given, right);
}
