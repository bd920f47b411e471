import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { noticeSpecs } from '#contract/rules/notices.ts';
import type { DirectContext, DirectHandlers, Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { textOf } from '../db/database-start-error.ts';
import { escaped, trialMail } from './mail-text.ts';
import { readStopToken } from './stop-link.ts';

/** What this server mails: notices, and links to set a new password. */
const allMails = sql`select state, reason, failed_at from notice_mail
  union all select state, reason, failed_at from password_reset`;

/** The Admin's view of mail. */
export const mailHandlers = {
  mailStatus: async ({ system, services }) => {
    const counted = await system.db.execute<{ waiting: number; failed: number }>(sql`
      select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failed' and reason is not null)::int as failed
      from (${allMails}) m`);
    const last = await system.db.execute<{ at: string; reason: string }>(sql`
      select failed_at as at, reason from (${allMails}) m where reason is not null order by failed_at desc limit 1`);
    const [{ waiting, failed } = { waiting: 0, failed: 0 }] = counted.rows;
    const [failure] = last.rows;
    const lastFailure = failure ? { at: isoInstant(failure.at), reason: failure.reason } : null;
    const isSetUp = services.mailer !== undefined;
    return { isSetUp, waiting: isSetUp ? waiting : 0, failed, lastFailure };
  },
} satisfies Handlers<'mailStatus'>;

/** Calls that wait for the mail server, so they run outside any transaction. */
export const mailDirectHandlers = {
  tryMail: async ({ actor, services, now }) => {
    const { mailer, db } = services;
    if (!mailer) return { outcome: 'off' as const };
    const [account] = (await db.execute<{ email: string }>(sql`select email from app_user where id = ${actor.id}`))
      .rows;
    try {
      await mailer.send(trialMail(account?.email ?? '', mailer.publicUrl, now));
      return { outcome: 'sent' as const };
    } catch (error) {
      return { outcome: 'failed' as const, reason: textOf(error) };
    }
  },
} satisfies DirectHandlers<'tryMail'>;

/**
 * Serves the link that stops mails of a kind: a page with a button, and the POST that the button or a mail program
 * sends.
 */
export const stopMailHandlers = {
  askToStopMail: ({ params, services, reply }) => {
    const link = readStopToken(services.meta.signingKey, params.token);
    const form =
      link &&
      `<p>Kind of notice: ${escaped(noticeSpecs[link.kind].title)}. Ward Rounds still shows these notices.</p><form method="post"><button>Stop these mails</button></form>`;
    return sendPage(reply, form ?? notValid);
  },

  stopMail: async ({ params, services, reply }) => {
    const link = readStopToken(services.meta.signingKey, params.token);
    if (!link) return sendPage(reply, notValid);
    await services.db.execute(sql`
      insert into notice_off (hospital_id, user_id, kind)
      select u.hospital_id, u.id, ${link.kind} from app_user u where u.hospital_id = ${link.hospitalId} and u.id = ${link.userId}
      on conflict do nothing`);
    return sendPage(reply, '<p>You get no more mails of this kind. Ward Rounds still shows these notices.</p>');
  },
} satisfies DirectHandlers<'askToStopMail' | 'stopMail'>;

const notValid = '<p>This link is not complete. Please copy all of it from the mail.</p>';

const look =
  'body{margin:0 auto;max-width:34rem;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif}h1{font-size:1.4rem}button{min-height:3rem;padding:0 1.25rem;font:inherit;font-weight:600}';
/** Allows these styles alone; the app's own policy allows none in a page. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(look).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Sends a page for people who may not be signed in; it does not load the app. */
function sendPage(reply: DirectContext<'stopMail'>['reply'], content: string): Promise<void> {
  void reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Mails from Ward Rounds</title><style>${look}</style><h1>Mails from Ward Rounds</h1>${content}</html>`,
    );
  return Promise.resolve();
}
