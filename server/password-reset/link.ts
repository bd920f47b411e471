import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a link works after it was asked for, in the words of SQL. */
export const linkLives = '30 minutes';
/** Within this time an address gets one link. Units: milliseconds. */
const oneInMs = 5 * 60_000;

/** An account, as its links know it. */
interface LinkedAccount {
  id: string;
  passwordHash: string;
}

const signed = (signingKey: string, facts: string): string =>
  createHmac('sha256', signingKey).update(`password link ${facts}`).digest('base64url');

/** Returns the id of the link that an address gets at a time; nobody can guess it. */
export const linkId = (signingKey: string, email: string, now: Date): string =>
  signed(signingKey, `of ${email} in ${Math.floor(now.getTime() / oneInMs)}`);

/**
 * Returns what follows the # of the mailed address. The present password is part of it, so that each change of the
 * password ends all links, also those that wait in a mailbox; the database does not hold it.
 */
export const linkSecret = (signingKey: string, id: string, account: LinkedAccount): string =>
  `${id}.${signed(signingKey, `${id} ${account.id} ${account.passwordHash}`)}`;

/** Returns the id of a link; its secret is checked by `isLinkOf`. */
export const idOfLink = (link: string): string => link.split('.')[0] ?? '';

/** Returns whether a link is that of an account and its present password. */
export function isLinkOf(signingKey: string, link: string, account: LinkedAccount): boolean {
  const [given, right] = [Buffer.from(link), Buffer.from(linkSecret(signingKey, idOfLink(link), account))];
  return given.length === right.length && timingSafeEqual(given, right);
}
