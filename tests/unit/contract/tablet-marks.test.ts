import { expect, it } from 'vitest';
import type { TabletReport } from '#contract/records/tablet.ts';
import { tabletMarks } from '#contract/rules/tablet-marks.ts';

const now = new Date('2026-07-10T10:00:00Z');
const calm: TabletReport = {
  release: '2.0.0',
  engine: 'Chrome 156 on Android',
  usedBytes: 1,
  nearlyFull: false,
  waiting: 0,
  oldestAt: null,
  refusal: null,
  trouble: null,
};
const found = { seenAt: '2026-07-10T09:00:00Z', report: null, lostAt: null, backAt: null };
const marks = (part: Partial<TabletReport>, seenAt = '2026-07-10T09:00:00Z') =>
  tabletMarks({ ...found, seenAt, report: { ...calm, ...part } }, now, '2.0.0');

it('P280: a tablet in order, or one that has not reported yet, has no mark', () => {
  expect(marks({})).toEqual([]);
  expect(marks({ waiting: 1, oldestAt: '2026-07-09T10:00:00Z' })).toEqual([]);
  expect(tabletMarks(found, now, '2.0.0')).toEqual([]);
});

it('P280: work that has waited for a day is marked first, then what blocks the tablet', () => {
  expect(
    marks(
      {
        waiting: 2,
        oldestAt: '2026-07-08T09:00:00Z',
        refusal: { code: 'task.already_closed', at: '2026-07-08T09:00:00Z' },
        nearlyFull: true,
        trouble: 'no-room',
        release: '1.0.0',
      },
      '2026-07-03T09:59:00Z',
    ),
  ).toEqual([
    'Work has been waiting for 2 days',
    'An entry was refused and needs its author',
    'Storage is nearly full',
    'Will not open without network: no room for the app',
    'Runs release 1.0.0; the server has 2.0.0',
    'Not seen for 7 days',
  ]);
});

it('P281: a lost tablet is marked first, before and after it comes back', () => {
  const lostAt = '2026-07-10T08:00:00Z';
  expect(tabletMarks({ ...found, lostAt }, now, '2.0.0')).toEqual([
    'Lost: signed out, and erased when it next reaches the server',
  ]);
  expect(tabletMarks({ ...found, lostAt, backAt: found.seenAt }, now, '2.0.0')).toEqual([
    'Lost: came back, was told to remove its data, and is sending its waiting entries',
  ]);
});
