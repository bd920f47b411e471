import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { timeOfDay, timeOrNone, wholeNumber } from '../fields.ts';
import { hospitalRoles, officeOnly } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';

const minutes = wholeNumber('Please enter whole minutes from 1 to 1440.', 1, 1440);
const quietTime = timeOrNone('Please enter a time such as 22:00, or leave both times empty.');

/** Source: docs/product.md P345 to P347. */
const fields = {
  criticalMinutes: minutes,
  highMinutes: minutes,
  mediumHours: wholeNumber('Please enter whole hours from 1 to 240.', 1, 240),
  lowDays: wholeNumber('Please enter whole days from 1 to 60.', 1, 60),
  /** The engineer who is told after those on duty; empty: nobody. */
  personId: z.string().check(z.maxLength(64)),
  /** Mail and push wait between these times, which may span midnight; empty: never. */
  quietFrom: quietTime,
  quietTo: quietTime,
  /** When users are notified of overdue work. */
  digestAt: timeOfDay(),
};

/** The settings of notices as their form sends them. */
export const noticeSettingsBody = z.object({ ...fields, revision: sentRevision }).check(
  z.refine(
    ({ quietFrom, quietTo }) => (quietFrom === '') === (quietTo === '') && (quietFrom !== quietTo || quietTo === ''),
    {
      error: 'Please enter two different times, or leave both empty.',
      path: ['quietTo'],
    },
  ),
);

const record = z.object({
  ...fields,
  criticalMinutes: z.number(),
  highMinutes: z.number(),
  mediumHours: z.number(),
  lowDays: z.number(),
  revision: givenRevision,
});
/** A hospital's settings of escalation, quiet hours and the daily list. */
export type NoticeSettings = z.output<typeof record>;

export const noticeSettingsCalls = {
  noticeSettings: defineCall({
    method: 'GET',
    path: '/Notices/settings',
    summary: 'How long tickets may wait to be accepted, who is told next, quiet hours, and when overdue work is listed',
    access: hospitalRoles,
    answer: record,
  }),
  updateNoticeSettings: defineCall({
    method: 'PUT',
    path: '/Notices/settings',
    summary: 'Change the settings of escalation, quiet hours and the daily list of overdue work',
    activity: 'Change escalation and quiet hours',
    access: officeOnly,
    body: noticeSettingsBody,
    answer: record,
    errors: ['record.conflict', 'record.unknown'],
  }),
};
