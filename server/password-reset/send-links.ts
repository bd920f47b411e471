import { sql } from 'drizzle-orm';
import { type Channel, deliverDue, type Due, startDelivery } from '../notice/deliver.ts';
import { bodiesOf, messageIdOf } from '../notice/mail-text.ts';
import type { MailParts } from '../notice/send-mail.ts';
import type { Mail } from '../outgoing/mailer.ts';
import { linkLives, linkSecret } from './link.ts';

/** The account is null if the address has none, or only one that may not sign in. */
interface DueLink extends Due {
  email: string;
  userId: string | null;
  passwordHash: string | null;
}

/**
 * Writes the mail with a link to set a new password; the secret is in the fragment, which browsers do not send to
 * servers.
 */
export function linkMail(email: string, link: string, publicUrl: string): Mail {
  return {
    to: email,
    subject: 'A new password for Ward Rounds',
    ...bodiesOf({
      said: 'Choose a new password for Ward Rounds.',
      link: { url: `${publicUrl}/new-password#${link}`, label: 'Choose a new password' },
      more: [
        { text: 'The link works once, within 30 minutes.' },
        { text: 'If you did not ask for it, you can ignore this mail: your password stays the same.' },
      ],
    }),
    messageId: messageIdOf(`password.${link.split('.')[0]}`, publicUrl),
  };
}

/** A mail that is sent twice has the same link and Message-ID. */
const linkChannel = ({ mailer, signingKey, now }: MailParts): Channel<DueLink> => ({
  table: sql`password_reset`,
  key: ['id'],
  get columns() {
    return sql`m.email, u.id as "userId", u.password_hash as "passwordHash",
      m.asked_at <= ${now().toISOString()}::timestamptz - ${linkLives}::interval as "isExpired"`;
  },
  joins: sql`left join (app_user u left join hospital h on h.id = u.hospital_id)
    on u.email = m.email and u.deleted_at is null and coalesce(h.is_active, true)`,
  looks: '*/5 * * * * *',
  firstPause: '2 minutes',
  atOnce: 4,
  failure: 'A link for a new password could not be mailed: the Admin sees why',
  isWanted: ({ userId }) => userId !== null,
  deliver: ({ key, email, userId, passwordHash }) =>
    mailer.send(
      linkMail(
        email,
        linkSecret(signingKey, key['id'] ?? '', { id: userId ?? '', passwordHash: passwordHash ?? '' }),
        mailer.publicUrl,
      ),
    ),
});

/** Mails the links that are due and returns how many attempts it made. */
export const sendPasswordLinks = (parts: MailParts): Promise<number> => deliverDue(parts, linkChannel(parts));

/** Mails links as they become due; `stop` waits for those in progress. */
export const startPasswordLinks = (parts: MailParts): { stop(): Promise<void> } =>
  startDelivery(parts, linkChannel(parts));
