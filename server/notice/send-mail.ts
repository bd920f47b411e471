import { Cron } from 'croner';
import { sql } from 'drizzle-orm';
import type { NoticeRecord } from '#contract/records/notice.ts';
import { textOf } from '../db/database-start-error.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { type Mailer, MailRefused } from './mailer.ts';
import { mailOf } from './mail-text.ts';

/** Dependencies of the mail worker. */
export interface MailParts {
  db: Database;
  mailer: Mailer;
  /** The only source of time. */
  now: () => Date;
  log: DatabaseLog;
  isStopping?: () => boolean;
}

/** How often a server looks for mails that are due. */
const everyFewSeconds = '*/5 * * * * *';
/** Mails that one server sends at the same time. */
const atOnce = 4;
/** How long a mail is tried. */
const triedFor = '1 day';
/** The pause after the first attempt, which doubles, and the longest one. It outlasts the deadline of an attempt. */
const [firstPause, longestPause] = ['2 minutes', '2 hours'];

interface Due extends Record<string, unknown>, Pick<NoticeRecord, 'kind' | 'facts'> {
  hospitalId: string;
  noticeId: string;
  userId: string;
  aboutKind: NoticeRecord['about']['kind'];
  aboutId: string;
  /** Null if the account was closed. */
  email: string | null;
  hospitalName: string;
  isExpired: boolean;
}

/**
 * Sends the mails that are due and returns how many attempts it made. Promises: several servers share the work, and no
 * two try a mail at the same time; nothing is sent inside a transaction. A server that is killed between the answer of
 * the mail server and its own note sends the mail again with the same Message-ID. Source: docs/decisions/502-mail.md
 */
export async function sendMails(parts: MailParts): Promise<number> {
  let tried = 0;
  const work = async (): Promise<void> => {
    while (!(parts.isStopping?.() ?? false)) {
      const due = await claim(parts);
      if (!due) return;
      tried += 1;
      await attempt(parts, due);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return tried;
}

/** Takes one mail: until its next attempt is due, no other server takes it. */
async function claim({ db, now }: MailParts): Promise<Due | undefined> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const claimed = await db.execute<Due>(sql`
    with due as (
      select hospital_id, notice_id, user_id from notice_mail where state = 'waiting' and next_at <= ${at}
      order by next_at limit 1 for update skip locked
    ), mine as (
      update notice_mail m set attempts = m.attempts + 1,
        next_at = ${at} + least(${firstPause}::interval * power(2, m.attempts), ${longestPause}::interval)
      from due where m.hospital_id = due.hospital_id and m.notice_id = due.notice_id and m.user_id = due.user_id
      returning m.*
    )
    select m.hospital_id as "hospitalId", m.notice_id as "noticeId", m.user_id as "userId", n.kind, n.facts,
      n.about_kind as "aboutKind", n.about_id as "aboutId", u.email, h.name as "hospitalName",
      n.at < ${at} - ${triedFor}::interval as "isExpired"
    from mine m join notice n on n.hospital_id = m.hospital_id and n.id = m.notice_id
      join hospital h on h.id = m.hospital_id
      left join app_user u on u.id = m.user_id and u.hospital_id = m.hospital_id and u.deleted_at is null and h.is_active`);
  return claimed.rows[0];
}

async function attempt(parts: MailParts, due: Due): Promise<void> {
  const { mailer, log } = parts;
  if (due.email === null || due.isExpired) return note(parts, due, 'failed', null);
  try {
    await mailer.send(
      mailOf({ ...due, about: { kind: due.aboutKind, id: due.aboutId }, to: due.email }, mailer.publicUrl),
    );
  } catch (error) {
    // The answer of a mail server may name the address, which belongs in no log.
    log.warn({ noticeId: due.noticeId }, 'A notice could not be mailed: the Admin sees why');
    return note(parts, due, error instanceof MailRefused ? 'failed' : 'waiting', textOf(error));
  }
  return note(parts, due, 'sent', null);
}

/** Notes the outcome of an attempt; without a reason, that of an earlier attempt stays. */
async function note(
  { db, now }: MailParts,
  { hospitalId, noticeId, userId }: Due,
  state: 'sent' | 'failed' | 'waiting',
  reason: string | null,
): Promise<void> {
  const failedAt = reason === null ? null : now().toISOString();
  await db.execute(sql`
    update notice_mail set state = ${state}, reason = coalesce(${reason}::text, reason),
      failed_at = coalesce(${failedAt}::timestamptz, failed_at)
    where hospital_id = ${hospitalId} and notice_id = ${noticeId} and user_id = ${userId}`);
}

/** Sends mails as they become due; `stop` waits for the current ones. */
export function startMail(parts: MailParts): { stop(): Promise<void> } {
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();
  const job = new Cron(everyFewSeconds, { unref: true, protect: true }, () => {
    running = sendMails({ ...parts, isStopping: () => isStopping }).then(
      () => undefined,
      (error: unknown) => parts.log.error({ error: textOf(error) }, 'Sending mails failed: the next run continues'),
    );
    return running;
  });
  return {
    async stop() {
      isStopping = true;
      job.stop();
      parts.mailer.close();
      await running;
    },
  };
}
