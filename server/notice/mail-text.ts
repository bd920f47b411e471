import { createHash } from 'node:crypto';
import type { NoticeRecord, NoticeSubject } from '#contract/records/notice.ts';
import { noticeSpecs, noticeText } from '#contract/rules/notices.ts';
import type { Mail } from '../outgoing/mailer.ts';
import { stopToken } from './stop-link.ts';

/** The screen of each subject. A task has none of its own. */
export const screens: Readonly<Record<NoticeSubject, (id: string) => string>> = {
  ticket: (id) => `/breakdown/${id}`,
  tickets: () => '/breakdown',
  task: () => '/bme-dashboard/maintenance',
  overdueTasks: (id) => `/bme-dashboard/maintenance?status=overdue${id === '' ? '' : `&technician=${id}`}`,
  rounds: (id) => (id === '' ? '/daily-rounds' : `/daily-rounds/add/${id}`),
  contracts: () => '/warranty',
  testers: () => '/tester',
  devices: () => '/installation-base',
  storage: () => '/user/settings',
  entries: () => '/outbox',
  faultReport: () => '/reports',
};

/** A notice addressed to one of its users. */
interface Copy extends Pick<NoticeRecord, 'kind' | 'facts' | 'about'> {
  hospitalId: string;
  noticeId: string;
  userId: string;
  to: string;
  hospitalName: string;
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes text for HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

interface Letter {
  said: string;
  link: { url: string; label: string };
  /** Small print: sentences, each with or without a link. */
  more: readonly { text: string; url?: string }[];
}

/**
 * The colours in the dark. The others are in the elements, where mail programs that drop style sheets find them;
 * `!important` outweighs those.
 */
const dark =
  'body{background:#0b1518!important;color:#e3eef1!important}.button{background:#6cc7d8!important;color:#06191e!important}.small{color:#a9bcc2!important}.small a{color:#8fd6e4!important}';
const head = `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>@media (prefers-color-scheme:dark){${dark}}</style></head>`;

/** Writes a mail as plain text and as simple HTML for light and dark. */
export function bodiesOf({ said, link, more }: Letter): Pick<Mail, 'text' | 'html'> {
  const lines = more.map(({ text, url }) => (url === undefined ? text : `${text}: ${url}`));
  const small = more.map(({ text, url }) =>
    url === undefined ? escaped(text) : `<a href="${escaped(url)}" style="color:#0b5568">${escaped(text)}</a>`,
  );
  return {
    text: `${said}\n\n${link.label}: ${link.url}\n\n${lines.join('\n')}\n`,
    html: `<!doctype html><html lang="en">${head}<body style="margin:0;padding:24px;background:#ffffff;color:#10262c;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto"><p style="margin:0 0 20px;font-size:18px;font-weight:600">${escaped(said)}</p><p style="margin:0 0 28px"><a class="button" href="${escaped(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5568;color:#ffffff;font-weight:600;text-decoration:none">${escaped(link.label)}</a></p>${small.map((line) => `<p class="small" style="margin:0 0 6px;font-size:14px;color:#4a5f66">${line}</p>`).join('')}</div></body></html>`,
  };
}

/** Writes the mail of a notice: its text, a link, and how to stop mails of its kind. */
export function mailOf(copy: Copy, publicUrl: string, signingKey: string): Mail {
  const said = noticeText(copy);
  const url = `${publicUrl}${screens[copy.about.kind](encodeURIComponent(copy.about.id))}`;
  const stopUrl = noticeSpecs[copy.kind].isAlwaysTold
    ? undefined
    : `${publicUrl}/api/Notices/stop-mail/${stopToken(signingKey, copy)}`;
  const more = [
    {
      text: `You get this mail from Ward Rounds of ${copy.hospitalName}. The app’s settings show which notices you get by mail.`,
    },
    ...(stopUrl === undefined ? [] : [{ text: 'Stop mails of this kind', url: stopUrl }]),
  ];
  return {
    to: copy.to,
    subject: said,
    ...bodiesOf({ said, link: { url, label: 'Open in Ward Rounds' }, more }),
    messageId: messageIdOf(`${copy.noticeId}.${copy.userId}`, publicUrl),
    ...(stopUrl !== undefined && { stopUrl }),
  };
}

/**
 * Returns the Message-ID of a mail; a mail that is sent twice has the same one. The id is hashed, because a notice's id
 * names its kind.
 */
export const messageIdOf = (id: string, publicUrl: string): string =>
  `<${createHash('sha256').update(id).digest('base64url').slice(0, 32)}@${new URL(publicUrl).hostname}>`;

/** Writes the test mail that an Admin requests. */
export function trialMail(to: string, publicUrl: string, now: Date): Mail {
  return {
    to,
    subject: 'Mail from Ward Rounds works',
    ...bodiesOf({
      said: 'Mail from Ward Rounds works.',
      link: { url: publicUrl, label: 'Open Ward Rounds' },
      more: [{ text: 'An Admin of this server asked for this mail.' }],
    }),
    messageId: messageIdOf(`trial.${now.getTime()}`, publicUrl),
  };
}
