import type { NoticeRecord, NoticeSubject } from '#contract/records/notice.ts';
import { noticeText } from '#contract/rules/notices.ts';
import type { Mail } from './mailer.ts';

/** The screen of each subject. A task has none of its own. */
export const screens: Readonly<Record<NoticeSubject, (id: string) => string>> = {
  ticket: (id) => `/breakdown/${id}`,
  tickets: () => '/breakdown',
  task: () => '/bme-dashboard/maintenance',
  overdueTasks: (id) => `/bme-dashboard/maintenance?status=overdue${id === '' ? '' : `&technician=${id}`}`,
  faultReport: () => '/reports',
};

/** A notice for one of its users. */
interface Copy extends Pick<NoticeRecord, 'kind' | 'facts' | 'about'> {
  noticeId: string;
  userId: string;
  to: string;
  hospitalName: string;
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** Writes the mail of a notice: its text, a link, and where to switch such mails off. */
export function mailOf(copy: Copy, publicUrl: string): Mail {
  const said = noticeText(copy);
  const link = `${publicUrl}${screens[copy.about.kind](encodeURIComponent(copy.about.id))}`;
  const why = `Ward Rounds of ${copy.hospitalName} sends this mail to you. Settings of the app show which notices you get by mail.`;
  return {
    to: copy.to,
    subject: said,
    text: `${said}\n\n${link}\n\n${why}\n`,
    html: `<p>${escaped(said)}</p><p><a href="${escaped(link)}">Open in Ward Rounds</a></p><p><small>${escaped(why)}</small></p>`,
    messageId: `<${copy.noticeId}.${copy.userId}@${new URL(publicUrl).hostname}>`,
  };
}
