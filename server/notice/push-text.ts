import type { NoticeRecord } from '#contract/records/notice.ts';
import { noticeSpecs, noticeText } from '#contract/rules/notices.ts';
import { screens } from './mail-text.ts';

/** Longest text of a push: push services take 4 kB, encrypted. */
const maxText = 600;

/** Writes a push that Safari shows by itself, and our service worker in other browsers. Source: WebKit, Declarative Web Push */
const declared = (notification: { title: string; body: string; navigate: string; tag: string }): string =>
  JSON.stringify({ web_push: 8030, notification: { ...notification, lang: 'en', dir: 'ltr' } });

/** Writes the push of a notice. */
export const pushOf = (
  { noticeId, about, ...notice }: Pick<NoticeRecord, 'kind' | 'facts' | 'about'> & { noticeId: string },
  appUrl: string,
): string =>
  declared({
    title: noticeSpecs[notice.kind].title,
    body: noticeText(notice).slice(0, maxText),
    navigate: `${appUrl}${screens[about.kind](encodeURIComponent(about.id))}`,
    tag: noticeId,
  });

/** Writes the push that a user asks for, to see whether this tablet gets them. */
export const trialPush = (appUrl: string): string =>
  declared({
    title: 'Notices are on',
    body: 'This tablet shows your notices.',
    navigate: `${appUrl}/notices`,
    tag: 'trial',
  });
