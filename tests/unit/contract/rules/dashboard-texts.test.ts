import { describe, expect, test } from 'vitest';
import { coverStarted, recentActivities, type Activity } from '#contract/rules/activities.ts';
import { defaultEndSteps } from '#contract/rules/agreements/end-steps.ts';
import {
  formatDashDay,
  formatShortDay,
  formatShortMonth,
  formatSlashDay,
  parseDashDay,
} from '#contract/rules/dates-format.ts';
import { formatLongDay } from '#contract/rules/long-day.ts';
import { formatInr, formatInrWhole } from '#contract/rules/money.ts';
import {
  needsAttentionRun,
  smartSuggestions,
  suggestedDevices,
  suggestionGroups,
  ticketsIn90Days,
  type SuggestionDevice,
} from '#contract/rules/suggestions.ts';

const today = '2026-05-10';

const device = (serialNumber: string, facts: Partial<SuggestionDevice> = {}): SuggestionDevice => ({
  name: 'Ventilator',
  serialNumber,
  isCritical: false,
  openTasks: [],
  ticketsIn90Days: 0,
  warrantyEndsOn: null,
  coverKind: null,
  noticeDays: null,
  uptimePercentage: 100,
  isInRoundTemplate: true,
  needsAttentionRun: 0,
  finding: null,
  missedVisits: null,
  ...facts,
});

const suggest = (devices: readonly SuggestionDevice[], endSteps = defaultEndSteps): string[] =>
  smartSuggestions({ devices, endSteps }, today);

describe('3.8 Smart suggestions', () => {
  test('a device in good order gets none', () => {
    expect(suggest([device('V1')])).toEqual([]);
  });

  test('come in the order of the rules, each with the device and the figure', () => {
    const devices = [
      device('V7', { needsAttentionRun: 3 }),
      device('V6', { isInRoundTemplate: false }),
      device('VA', { missedVisits: { number: 'CMC-1', vendorName: 'Meditech', done: 1, due: 3, promised: 4 } }),
      device('V9', { finding: { repeat: null, useErrors: 3 } }),
      device('V8', { finding: { repeat: { failureClass: 'battery', days: 12 }, useErrors: 0 } }),
      device('V5', { isCritical: true }),
      device('V4', { uptimePercentage: 94.99 }),
      device('V3', { warrantyEndsOn: '2026-06-09' }),
      device('V2', { ticketsIn90Days: 3 }),
      device('V1', { openTasks: [{ type: 'Cal', taskDate: '2026-05-09' }] }),
    ];
    expect(suggest(devices)).toEqual([
      'Ventilator (V1): calibration overdue by 1 day.',
      'Ventilator (V2): 3 breakdown tickets in the last 90 days.',
      'Ventilator (V3): warranty ends in 30 days, on 9 Jun 2026.',
      'Ventilator (V4): uptime is 94.99 %, below 95 %.',
      'Ventilator (V5): critical equipment without a warranty.',
      'Ventilator (V6): in 0 daily round templates.',
      'Ventilator (V7): Needs Attention for 3 rounds running.',
      'Ventilator (V8): failed again 12 days after its ticket was closed (battery).',
      'Ventilator (V9): 3 use errors on this equipment type in the last 90 days: plan training.',
      'Ventilator (VA): 1 of 4 visits of CMC-1 (Meditech) done, 3 visits due by today.',
    ]);
    const facts = { devices, endSteps: defaultEndSteps };
    for (const { rule, count } of suggestionGroups(facts, today)) {
      expect([rule, suggestedDevices(rule, facts, today).length]).toEqual([rule, count]);
    }
  });

  test.each<[string, Partial<SuggestionDevice>]>([
    ['a task due today', { openTasks: [{ type: 'PM', taskDate: today }] }],
    ['two tickets', { ticketsIn90Days: 2 }],
    ['a warranty ending in 31 days', { warrantyEndsOn: '2026-06-10', coverKind: 'Warranty' }],
    ['a contract ending in 91 days', { warrantyEndsOn: '2026-08-09', coverKind: 'CMC' }],
    ['a notice due in 91 days', { warrantyEndsOn: '2026-10-08', coverKind: 'AMC', noticeDays: 60 }],
    ['the notice of a warranty', { warrantyEndsOn: '2026-06-10', coverKind: 'Warranty', noticeDays: 20 }],
    ['a warranty that ended, on equipment that is not critical', { warrantyEndsOn: '2026-05-09' }],
    ['an uptime of 95', { uptimePercentage: 95 }],
    ['critical equipment under warranty', { isCritical: true, warrantyEndsOn: '2027-01-01' }],
    ['two rounds of Needs Attention', { needsAttentionRun: 2 }],
    ['two use errors of its type', { finding: { repeat: null, useErrors: 2 } }],
  ])('%s is no reason for a suggestion', (_, facts) => {
    expect(suggest([device('V1', facts)])).toEqual([]);
  });

  test.each<[string, Partial<SuggestionDevice>, string]>([
    [
      'a contract ending in 90 days',
      { warrantyEndsOn: '2026-08-08', coverKind: 'CMC' },
      'CMC ends in 90 days, on 8 Aug 2026.',
    ],
    [
      'a contract whose notice is due in 90 days',
      { warrantyEndsOn: '2026-10-07', coverKind: 'AMC', noticeDays: 60 },
      'AMC ends in 150 days, on 7 Oct 2026; give notice by 8 Aug 2026.',
    ],
    [
      'the last day of a notice',
      { warrantyEndsOn: '2026-06-09', coverKind: 'AMC', noticeDays: 30 },
      'AMC ends in 30 days, on 9 Jun 2026; give notice by 10 May 2026.',
    ],
    [
      'the end alone once the day of the notice has passed',
      { warrantyEndsOn: '2026-06-08', coverKind: 'AMC', noticeDays: 30 },
      'AMC ends in 29 days, on 8 Jun 2026.',
    ],
    ['the last day of a warranty', { warrantyEndsOn: today }, 'warranty ends today, on 10 May 2026.'],
    [
      'a critical device whose warranty ended',
      { isCritical: true, warrantyEndsOn: '2026-05-08' },
      'critical equipment without warranty for 2 days.',
    ],
    [
      'the oldest of several overdue tasks',
      {
        openTasks: [
          { type: 'Cal', taskDate: '2026-05-01' },
          { type: 'PM', taskDate: '2026-04-30' },
        ],
      },
      'PM overdue by 10 days.',
    ],
  ])('names %s', (_, facts, text) => {
    expect(suggest([device('V1', facts)])).toEqual([`Ventilator (V1): ${text}`]);
  });

  test("warn of the end of a contract by the hospital's setting, of a warranty by the documents", () => {
    const ends = (warrantyEndsOn: string, coverKind: 'AMC' | 'Warranty', endSteps: readonly number[]) =>
      suggest([device('V1', { warrantyEndsOn, coverKind })], endSteps).length;
    expect([ends('2026-09-07', 'AMC', [120, 60, 30, 7]), ends('2026-09-08', 'AMC', [120, 60, 30, 7])]).toEqual([1, 0]);
    expect([ends('2026-05-30', 'AMC', [20, 10, 5, 1]), ends('2026-05-31', 'AMC', [20, 10, 5, 1])]).toEqual([1, 0]);
    expect([ends('2026-06-09', 'Warranty', [20, 10, 5, 1]), ends('2026-06-10', 'Warranty', [120, 60, 30, 7])]).toEqual([
      1, 0,
    ]);
  });

  test('are at most 10, the most severe first, regardless of the order of devices', () => {
    const devices = Array.from({ length: 14 }, (_, at) => device(`V${at}`, { ticketsIn90Days: 3 + (at % 7) }));
    const lines = suggest(devices);
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('Ventilator (V13): 9 breakdown tickets in the last 90 days.');
    expect(suggest(devices.toReversed())).toEqual(lines);
  });

  test('are grouped by rule, with a count of devices that did not fit', () => {
    const late = Array.from({ length: 12 }, (_none, at) =>
      device(`L${at}`, { openTasks: [{ type: 'PM', taskDate: '2026-05-01' }] }),
    );
    const devices = [...late, device('U', { isInRoundTemplate: false })];
    const groups = suggestionGroups({ devices, endSteps: defaultEndSteps }, today);
    expect(groups.map(({ title, count, lines }) => [title, count, lines.length])).toEqual([
      ['Overdue PM or calibration', 12, 10],
      ['In no daily round template', 1, 0],
    ]);
    expect(groups[0]?.lines[0]).toEqual({
      serialNumber: 'L0',
      text: expect.stringMatching(/^Ventilator \(L0\): PM overdue/),
    });
  });

  test('tickets of the last 90 days count, older and future ones do not', () => {
    const reported = ['2026-05-09T00:00:00Z', '2026-02-09T00:00:00Z', '2026-02-08T23:59:59Z', '2026-05-11T00:00:00Z'];
    expect(ticketsIn90Days(reported, '2026-05-10T00:00:00Z')).toBe(2);
  });

  test('a run of Needs Attention ends at the latest different round', () => {
    const at = (day: number, status: 'Needs Attention' | 'Operational') => ({
      status,
      observedAt: `2026-05-0${day}T08:00:00Z`,
    });
    const attention = 'Needs Attention';
    expect(needsAttentionRun([at(1, attention), at(4, attention), at(3, attention), at(2, 'Operational')])).toBe(2);
    expect(needsAttentionRun([at(1, attention), at(2, attention)])).toBe(2);
    expect(needsAttentionRun([at(1, attention), at(2, 'Operational')])).toBe(0);
    expect(needsAttentionRun([])).toBe(0);
  });
});

describe('3.9 Recent activities', () => {
  const place = { now: '2026-05-10T12:00:00Z', timeZone: 'Asia/Kolkata' };

  test('are listed newest first on the days of the hospital', () => {
    const activities: Activity[] = [
      { kind: 'installed', on: '2026-01-05' },
      { kind: 'warranty-started', on: '2026-01-06', warrantyNumber: 'W-1', endsOn: '2027-01-05' },
      coverStarted({ number: 'C-7', start: '2026-01-07', end: '2027-01-06', kind: 'CMC' }),
      { kind: 'ticket-closed', at: '2026-03-02T20:00:00Z', ticketNumber: 'BD-2026-000007' },
      { kind: 'ticket-reported', at: '2026-03-01T20:00:00Z', ticketNumber: 'BD-2026-000007', issueType: 'Electrical' },
      { kind: 'ticket-pending', at: '2026-03-02T08:00:00Z', ticketNumber: 'BD-2026-000007' },
      { kind: 'round', at: '2026-05-10T03:00:00Z', status: 'Needs Attention' },
      { kind: 'task-action-required', at: '2026-04-01T08:00:00Z', type: 'CM' },
      { kind: 'task-closed', at: '2026-04-02T08:00:00Z', type: 'Cal' },
    ];
    expect(recentActivities(activities, place).lines).toEqual([
      '10 May 2026: Daily round: Needs Attention',
      '2 Apr 2026: Calibration completed',
      '1 Apr 2026: Corrective maintenance needs further action',
      '3 Mar 2026: Breakdown BD-2026-000007 closed',
      '2 Mar 2026: Breakdown BD-2026-000007 pending follow-up',
      '2 Mar 2026: Breakdown BD-2026-000007 reported (Electrical)',
      '7 Jan 2026: CMC contract C-7 started, ends 6 Jan 2027',
      '6 Jan 2026: Warranty W-1 started, ends 5 Jan 2027',
      '5 Jan 2026: Installed',
    ]);
  });

  test('are at most 20 and list nothing in the future', () => {
    const rounds = Array.from({ length: 30 }, (_, at): Activity => ({
      kind: 'round',
      at: `2026-04-${String(at + 1).padStart(2, '0')}T08:00:00Z`,
      status: 'Operational',
    }));
    const { lines } = recentActivities([...rounds, { kind: 'installed', on: '2026-05-11' }], place);
    expect(lines).toHaveLength(20);
    expect(lines[0]).toBe('30 Apr 2026: Daily round: Operational');
  });
});

describe('Recent activities when some rounds are missing', () => {
  const place = { now: '2026-05-10T12:00:00Z', timeZone: 'Asia/Kolkata' };
  const closings = (count: number): Activity[] =>
    Array.from({ length: count }, (_, at) => ({
      kind: 'task-closed',
      at: `2026-03-${String(at + 1).padStart(2, '0')}T08:00:00Z`,
      type: 'PM',
    }));
  const latest: Activity = { kind: 'round', at: '2026-05-10T03:00:00Z', status: 'Operational' };

  test('are listed as far as they certainly belong to the latest 20', () => {
    const missing = { count: 5, before: '2026-05-10T03:00:00Z' };
    expect(recentActivities([latest, ...closings(10)], place, missing).lines).toHaveLength(11);
    const many = recentActivities([latest, ...closings(25)], place, missing);
    expect(many.lines).toHaveLength(15);
    expect(many.olderMissing).toBe(true);
  });

  test('are listed down to the latest round if 20 missing rounds may follow it', () => {
    const missing = { count: 19, before: '2026-05-10T03:00:00Z' };
    const newer: Activity = { kind: 'task-closed', at: '2026-05-10T04:00:00Z', type: 'Cal' };
    expect(recentActivities([newer, latest, ...closings(3)], place, missing)).toEqual({
      lines: ['10 May 2026: Calibration completed', '10 May 2026: Daily round: Operational'],
      olderMissing: true,
    });
  });

  test('are complete if 20 newer ones are known', () => {
    const missing = { count: 19, before: '2026-02-01T03:00:00Z' };
    expect(recentActivities(closings(25), place, missing)).toMatchObject({ olderMissing: false });
  });

  test('may all be older than missing ones whose time is unknown', () => {
    expect(recentActivities([latest, ...closings(3)], place, { count: 19, before: null }).lines).toHaveLength(1);
  });
});

describe('Formats of the documents', () => {
  test.each([
    ['2026-05-03', 'Sunday, 03 May 2026', '3 May 2026', '03/05/2026', '03-05-2026'],
    ['2024-02-29', 'Thursday, 29 Feb 2024', '29 Feb 2024', '29/02/2024', '29-02-2024'],
    ['2026-12-31', 'Thursday, 31 Dec 2026', '31 Dec 2026', '31/12/2026', '31-12-2026'],
  ])('%s is written as %s, %s, %s, %s', (day, long, short, slash, dash) => {
    expect([formatLongDay(day), formatShortDay(day), formatSlashDay(day), formatDashDay(day)]).toEqual([
      long,
      short,
      slash,
      dash,
    ]);
    expect(parseDashDay(dash)).toBe(day);
  });

  test('months are written like days, including September', () => {
    expect(['2026-08', '2026-09', '2026-12'].map(formatShortMonth)).toEqual(['Aug 26', 'Sep 26', 'Dec 26']);
  });

  test('an invalid day is refused', () => {
    expect(() => formatSlashDay('2026-02-30')).toThrow(RangeError);
    expect(parseDashDay('30-02-2026')).toBeNull();
    expect(parseDashDay('2026-02-03')).toBeNull();
  });

  test.each([
    [0, '₹0.00', '₹0'],
    [999.5, '₹999.50', '₹1,000'],
    [123456, '₹1,23,456.00', '₹1,23,456'],
    [12345678.9, '₹1,23,45,678.90', '₹1,23,45,679'],
    [-5, '-₹5.00', '-₹5'],
  ])('%d rupees are %s, whole %s', (amount, text, whole) => {
    expect(formatInr(amount)).toBe(text);
    expect(formatInrWhole(amount)).toBe(whole);
  });
});
