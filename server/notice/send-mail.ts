import { sql } from 'drizzle-orm';
import { channelOfCopies, type DueCopy, isStillOn } from './copies.ts';
import { deliverDue, type DeliveryParts, startDelivery } from './deliver.ts';
import type { Mailer } from '../outgoing/mailer.ts';
import { mailOf } from './mail-text.ts';

/** Dependencies of the mail worker. */
export interface MailParts extends DeliveryParts {
  mailer: Mailer;
  /** Signs the links that stop mails. */
  signingKey: string;
}

interface DueMail extends DueCopy {
  /** Null if the account was closed or its user has switched these mails off since. */
  email: string | null;
}

/** A copy that is sent twice has the same Message-ID. Source: docs/decisions/502-mail.md */
const mailChannel = ({ mailer, signingKey, now }: MailParts) =>
  channelOfCopies<DueMail>(
    { now },
    {
      table: 'notice_mail',
      target: 'user_id',
      columns: sql`u.email`,
      joins: () => sql`left join app_user u
        on u.id = m.user_id and u.hospital_id = m.hospital_id and u.deleted_at is null and h.is_active
          and ${isStillOn('notice_off', sql`u.id`)}`,
      looks: '*/5 * * * * *',
      firstPause: '2 minutes',
      atOnce: 4,
      failure: 'A notice could not be mailed: the Admin sees why',
      isWanted: ({ email }) => email !== null,
      deliver: (due) =>
        mailer.send(mailOf({ ...due, userId: due.target, to: due.email ?? '' }, mailer.publicUrl, signingKey)),
    },
  );

/** Sends the mails that are due and returns how many attempts it made. */
export const sendMails = (parts: MailParts): Promise<number> => deliverDue(parts, mailChannel(parts));

/** Sends mails as they become due; `stop` aborts those in progress. */
export function startMail(parts: MailParts): { stop(): Promise<void> } {
  const delivery = startDelivery(parts, mailChannel(parts));
  return {
    async stop() {
      const stopped = delivery.stop();
      parts.mailer.close();
      await stopped;
    },
  };
}
