import { expect, it } from 'vitest';
import { dueList } from '#contract/rules/daily-list.ts';

/** In Berlin, 02:30 does not exist on 29 March 2026 and comes twice on 25 October. */
const berlin = 'Europe/Berlin';
it.each([
  ['not before its time', '07:30', null, '2026-11-28T07:29:59+01:00', undefined],
  ['at its time', '07:30', '2026-11-27', '2026-11-28T07:30:00+01:00', '2026-11-28'],
  ['not twice a day', '07:30', '2026-11-28', '2026-11-28T23:59:00+01:00', undefined],
  ['once after a downtime of days', '07:30', '2026-11-20', '2026-11-28T15:00:00+01:00', '2026-11-28'],
  ['not in the morning after an evening without server', '22:00', '2026-11-26', '2026-11-28T05:00:00+01:00', undefined],
  ['on the first day of summer time', '07:30', '2026-03-28', '2026-03-29T07:30:00+02:00', '2026-03-29'],
  ['not an hour early then', '07:30', '2026-03-28', '2026-03-29T07:29:00+02:00', undefined],
  ['after a time that is skipped', '02:30', '2026-03-28', '2026-03-29T03:00:00+02:00', '2026-03-29'],
  ['not before it', '02:30', '2026-03-28', '2026-03-29T01:59:00+01:00', undefined],
  ['at the first of two equal times', '02:30', '2026-10-24', '2026-10-25T02:30:00+02:00', '2026-10-25'],
  ['not at the second', '02:30', '2026-10-25', '2026-10-25T02:30:00+01:00', undefined],
])('P347 overdue work is listed %s', (_what, digestAt, sentOn, now, day) => {
  expect(dueList({ digestAt, sentOn, timeZone: berlin }, new Date(now))).toBe(day);
});
