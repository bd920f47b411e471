import { expect, it } from 'vitest';
import { afterQuiet } from '#contract/rules/quiet-hours.ts';

const zone = 'Europe/Berlin';
const night = { quietFrom: '22:00', quietTo: '06:00' };
const noon = { quietFrom: '12:00', quietTo: '14:00' };

it.each([
  ['before they begin', night, '2026-11-27T21:59:00+01:00', '2026-11-27T21:59:00+01:00'],
  ['at their first minute', night, '2026-11-27T22:00:00+01:00', '2026-11-28T06:00:00+01:00'],
  ['after midnight', night, '2026-11-28T03:00:00+01:00', '2026-11-28T06:00:00+01:00'],
  ['at their end', night, '2026-11-28T06:00:00+01:00', '2026-11-28T06:00:00+01:00'],
  ['by day', noon, '2026-11-28T13:30:00+01:00', '2026-11-28T14:00:00+01:00'],
  ['not on the next day', noon, '2026-11-28T14:00:00+01:00', '2026-11-28T14:00:00+01:00'],
  ['over the change to summer time', night, '2026-03-28T23:00:00+01:00', '2026-03-29T06:00:00+02:00'],
  ['over the change to winter time', night, '2026-10-24T23:00:00+02:00', '2026-10-25T06:00:00+01:00'],
  ['none', { quietFrom: '', quietTo: '' }, '2026-11-28T03:00:00+01:00', '2026-11-28T03:00:00+01:00'],
])('P346 quiet hours %s', (_what, hours, now, then) => {
  expect(afterQuiet(hours, new Date(now), zone)).toEqual(new Date(then));
});
