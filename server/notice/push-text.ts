import type { NoticeRecord } from '#contract/records/notice.ts';
import { noticeSpecs, noticeText } from '#contract/rules/notices.ts';
import { screens } from './mail-text.ts';

/** Longest text of a push: push services accept 4 kB, encrypted. */
const maxText = 600;

/**
 * Writes a push that Safari displays itself; in other browsers our service worker does. Source: WebKit, Declarative Web
 * Push
 */
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

/** Writes the test push with which a user checks that this tablet receives pushes. */
export const trialPush = (appUrl: string): string =>
  declared({
    title: 'Notices are on',
    body: 'This tablet shows your notices.',
    navigate: `${appUrl}/notices`,
    tag: 'trial',
  });
