import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NoticeKind, noticeKinds } from '#contract/records/notice.ts';

/** Whose mails, and which kind of them, a link stops. */
export interface StopLink {
  hospitalId: string;
  userId: string;
  kind: NoticeKind;
}

const signatureOf = (signingKey: string, facts: string): string =>
  createHmac('sha256', signingKey).update(`stop mail ${facts}`).digest('base64url');

/** Returns the token of a link, which works without sign-in and does not expire. */
export function stopToken(signingKey: string, { hospitalId, userId, kind }: StopLink): string {
  const facts = Buffer.from(JSON.stringify([hospitalId, userId, kind])).toString('base64url');
  return `${facts}.${signatureOf(signingKey, facts)}`;
}

/** Reads a token; undefined if this server did not sign it. */
export function readStopToken(signingKey: string, token: string): StopLink | undefined {
  const [facts = '', signature = ''] = token.split('.');
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(signingKey, facts))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const [hospitalId = '', userId = '', name] = JSON.parse(Buffer.from(facts, 'base64url').toString()) as string[];
  const kind = noticeKinds.find((each) => each === name);
  return kind && { hospitalId, userId, kind };
}
