import { expect, test } from 'vitest';
import { noticeKinds, noticeSubjects } from '#contract/records/notice.ts';
import { pushOf } from '#server/notice/push-text.ts';

const noticeId = 'cause.kind';
const facts = { number: 'BD-2026-000171', equipmentName: 'Ventilator', departmentName: 'ICU', by: 'Asha' };
/** What a later change could add to the facts of a notice. */
const secrets = { serialNumber: 'SECRET', serials: ['SECRET'], harmDescription: 'SECRET', patientName: 'SECRET' };

test.each(noticeKinds)('P341 the push of %s has a text and a link, but no patients, harm or serial numbers', (kind) => {
  for (const about of noticeSubjects) {
    const text = pushOf(
      { noticeId, kind, about: { kind: about, id: 'a/b' }, facts: { ...facts, ...secrets } },
      'https://ward.example.org',
    );
    expect(text).not.toMatch(/SECRET|patient|harm/i);
    const { web_push: version, notification } = JSON.parse(text);
    expect([version, notification.tag]).toEqual([8030, noticeId]);
    expect(Math.min(notification.title.length, notification.body.length)).toBeGreaterThan(0);
    expect(new URL(notification.navigate).origin).toBe('https://ward.example.org');
  }
});

test('P341 the push with the longest names fits the limit of push services', () => {
  const long = '災'.repeat(255);
  const longest = { number: 'BD-2026-000171', equipmentName: long, departmentName: long, by: long };
  const about = { kind: 'ticket', id: 'f'.repeat(36) } as const;
  const text = pushOf(
    { noticeId: 'f'.repeat(60), kind: 'ticketAssigned', about, facts: longest },
    `https://${'a'.repeat(192)}`,
  );
  // A record of 4,096 bytes has 103 for its head, tag and delimiter.
  expect(Buffer.byteLength(text)).toBeLessThan(3993);
});
