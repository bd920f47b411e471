import { expect, test } from 'vitest';
import { type NoticeFacts, noticeKinds, noticeSubjects } from '#contract/records/notice.ts';
import { mailOf } from '#server/notice/mail-text.ts';
import { pushOf } from '#server/notice/push-text.ts';

/** All that a notice may say of its subject outside the app: no serial number, nothing typed, nothing of a patient. */
const sayable = {
  number: 'BD-2026-000171',
  equipmentName: 'Ventilator',
  departmentName: 'ICU',
  by: 'Asha',
  within: { amount: 15, unit: 'minute' },
  measure: 'repair',
  submitBy: '10:00',
  count: 3,
  unassigned: 1,
} as const satisfies Required<NoticeFacts>;

test.each(noticeKinds)(
  'P314 P341 mail and push of %s read only those fields of a notice that may leave the hospital',
  (kind) => {
    const read = new Set<string | symbol>();
    // A fact that a later change adds reads as a secret, so that the test finds texts built from it, too.
    const facts = new Proxy<NoticeFacts>(sayable, {
      get: (known, name) => {
        read.add(name);
        return Reflect.get(known, name) ?? 'SECRET';
      },
    });
    for (const subject of noticeSubjects) {
      const notice = { kind, facts, about: { kind: subject, id: 'id-1' }, noticeId: 'cause.kind' };
      // The id of a notice ends with its kind, which every mail server along the way could read.
      const copy = {
        ...notice,
        noticeId: `cause.${kind}`,
        hospitalId: 'h',
        userId: 'u',
        to: 'asha@x.example',
        hospitalName: 'City Hospital',
      };
      const { subject: head, text, html, messageId } = mailOf(copy, 'https://ward.example.org', 'a key');
      const said = [head, text, html, messageId, pushOf(notice, 'https://ward.example.org')].join('\n');
      expect(said).not.toMatch(/SECRET|patient|harm|serial|undefined/i);
      expect(text).toContain(head);
    }
    expect(Object.keys(sayable)).toEqual(expect.arrayContaining([...read]));
  },
);
