import { describe, expect, test } from 'vitest';
import { roundStatuses } from '#contract/records/observation.ts';
import {
  averageUptime,
  downtimePercentage,
  downtimesFromRounds,
  downtimesFromTickets,
  unionMs,
  uptimePercentage,
  type Downtime,
} from '#contract/rules/uptime.ts';
import { seeded } from './seeded.ts';

const now = '2026-06-01T00:00:00Z';
const timeZone = 'UTC';
const dayMs = 24 * 60 * 60 * 1000;

describe('3.2 Uptime over the last 365 days', () => {
  test.each<[string, Downtime[], string | null, number]>([
    ['a device that was never down has 100', [], null, 100],
    ['one day in 365 leaves 99.73', [{ from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }], null, 99.73],
    ['a ticket still open counts to now', [{ from: '2026-05-22T00:00:00Z', to: null }], '2026-05-12', 50],
    [
      'a downtime from before the window counts from its beginning',
      [{ from: '2020-01-01T00:00:00Z', to: null }],
      null,
      0,
    ],
    [
      'a downtime that ended before the window does not count',
      [{ from: '2024-01-01T00:00:00Z', to: '2025-05-31T00:00:00Z' }],
      null,
      100,
    ],
    [
      'overlaps count once',
      [
        { from: '2026-05-22T00:00:00Z', to: '2026-05-26T00:00:00Z' },
        { from: '2026-05-24T00:00:00Z', to: '2026-05-28T00:00:00Z' },
        { from: '2026-05-25T00:00:00Z', to: '2026-05-25T12:00:00Z' },
      ],
      '2026-05-22',
      40,
    ],
    [
      'a downtime before installation does not count',
      [{ from: '2026-05-01T00:00:00Z', to: '2026-05-23T00:00:00Z' }],
      '2026-05-22',
      90,
    ],
    [
      'a close dated after now counts to now',
      [{ from: '2026-05-31T00:00:00Z', to: '2026-07-01T00:00:00Z' }],
      '2026-05-22',
      90,
    ],
    [
      'a close before the report counts nothing',
      [{ from: '2026-05-31T00:00:00Z', to: '2026-05-30T00:00:00Z' }],
      '2026-05-22',
      100,
    ],
    ['a report dated after now counts nothing', [{ from: '2026-06-02T00:00:00Z', to: null }], '2026-05-22', 100],
    ['a device installed today has 100', [{ from: '2026-05-31T00:00:00Z', to: null }], '2026-06-01', 100],
    ['a device installed in the future has 100', [], '2027-01-01', 100],
    [
      'an installation older than a year does not widen the window',
      [{ from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }],
      '2019-01-01',
      99.73,
    ],
    ['a third is rounded to 2 decimals', [{ from: '2026-05-31T00:00:00Z', to: null }], '2026-05-29', 66.67],
  ])('%s', (_, downtimes, installedOn, percentage) => {
    expect(uptimePercentage({ downtimes, installedOn, now, timeZone })).toBe(percentage);
  });

  test('the installation day begins at midnight of the hospital, not of UTC', () => {
    const downtimes = [{ from: '2026-05-30T18:30:00Z', to: '2026-05-31T06:30:00Z' }];
    const atNoonIst = '2026-05-31T18:30:00Z';
    expect(uptimePercentage({ downtimes, installedOn: '2026-05-31', now: atNoonIst, timeZone: 'Asia/Kolkata' })).toBe(
      50,
    );
  });

  test('a reported date without time begins at midnight of the hospital', () => {
    const input = { installedOn: '2026-05-30', now: '2026-05-31T18:30:00Z', timeZone: 'Asia/Kolkata' };
    expect(uptimePercentage({ ...input, downtimes: [{ from: '2026-05-31', to: null }] })).toBe(50);
  });

  test('the average of no devices is 100, else the mean with 2 decimals', () => {
    expect(averageUptime([])).toBe(100);
    expect(averageUptime([100, 99, 99])).toBe(99.33);
    expect(averageUptime([98, 98], 1)).toBe(averageUptime([98, 98, 100]));
    expect(averageUptime([], 3)).toBe(100);
  });

  test('uptime stays in 0..100, with downtime it is 100, and the union never exceeds the window', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seeded(seed);
      const instant = (): string => new Date(Date.parse(now) + random.int(-800, 60) * dayMs).toISOString();
      const downtimes = Array.from({ length: random.int(0, 12) }, () => ({
        from: instant(),
        to: random.int(0, 4) === 0 ? null : instant(),
      }));
      const installedOn = random.int(0, 1) === 0 ? null : instant().slice(0, 10);
      const input = { downtimes, installedOn, now, timeZone: random.pick(['UTC', 'Asia/Kolkata', 'America/New_York']) };
      const uptime = uptimePercentage(input);
      expect(uptime, `seed ${seed}`).toBeGreaterThanOrEqual(0);
      expect(uptime, `seed ${seed}`).toBeLessThanOrEqual(100);
      expect(uptime + downtimePercentage(input)).toBeCloseTo(100, 6);
      expect(uptimePercentage({ ...input, downtimes: random.shuffle(downtimes) })).toBe(uptime);
    }
  });
});

describe('Downtimes of tickets and rounds together', () => {
  const ticket = (reportedDate: string, closedDate: string | null, machineStatus = 'System Down') => ({
    reportedDate,
    closedDate,
    machineStatus,
  });
  const seen = (status: 'Operational' | 'Needs Attention' | 'Not Working', observedAt: string) => ({
    status,
    observedAt,
  });

  test.each([
    [
      'a ticket inside the time that rounds tell counts once',
      [ticket('2026-05-23T00:00:00Z', '2026-05-24T00:00:00Z')],
      [seen('Not Working', '2026-05-22T00:00:00Z'), seen('Operational', '2026-05-27T00:00:00Z')],
      50,
    ],
    [
      'a ticket that goes on after the rounds adds the rest',
      [ticket('2026-05-24T00:00:00Z', '2026-05-29T00:00:00Z')],
      [seen('Not Working', '2026-05-22T00:00:00Z'), seen('Needs Attention', '2026-05-26T00:00:00Z')],
      30,
    ],
    [
      'two open tickets count once, to now',
      [ticket('2026-05-30T00:00:00Z', null), ticket('2026-05-31T00:00:00Z', null)],
      [],
      80,
    ],
    [
      'a ticket with restricted use is no downtime, rounds that say Not Working are',
      [ticket('2026-05-22T00:00:00Z', null, 'Restrictive Use')],
      [seen('Not Working', '2026-05-31T00:00:00Z')],
      90,
    ],
    ['nothing at all is full uptime', [], [seen('Needs Attention', '2026-05-22T00:00:00Z')], 100],
  ] as const)('%s', (_, tickets, rounds, percentage) => {
    const downtimes = [...downtimesFromTickets(tickets), ...downtimesFromRounds(rounds)];
    expect(uptimePercentage({ downtimes, installedOn: '2026-05-22', now, timeZone })).toBe(percentage);
  });

  test('an additional downtime never raises the uptime, and the average is between the lowest and the highest', () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const random = seeded(seed);
      const instant = (): string => new Date(Date.parse(now) + random.int(-500, 20) * dayMs).toISOString();
      const downtimes: Downtime[] = [];
      const percentages: number[] = [];
      for (let more = 0; more < 6; more += 1) {
        const uptime = uptimePercentage({ downtimes, installedOn: null, now, timeZone });
        expect(uptime, `seed ${seed}`).toBeLessThanOrEqual(percentages.at(-1) ?? 100);
        percentages.push(uptime);
        downtimes.push({ from: instant(), to: random.int(0, 3) === 0 ? null : instant() });
      }
      const average = averageUptime(percentages);
      expect(average, `seed ${seed}`).toBeGreaterThanOrEqual(Math.min(...percentages) - 0.005);
      expect(average, `seed ${seed}`).toBeLessThanOrEqual(Math.max(...percentages) + 0.005);
    }
  });
});

describe('The union of downtimes', () => {
  test.each([
    ['nothing', [], 0],
    [
      'neighbours',
      [
        [0, 5],
        [5, 8],
      ],
      8,
    ],
    [
      'nested',
      [
        [0, 10],
        [2, 3],
      ],
      10,
    ],
    [
      'apart and unordered',
      [
        [20, 25],
        [0, 5],
      ],
      10,
    ],
    [
      'empty and reversed',
      [
        [4, 4],
        [9, 2],
      ],
      0,
    ],
  ] as const)('of %s', (_, intervals, covered) => {
    expect(unionMs(intervals.map(([fromMs, toMs]) => ({ fromMs, toMs })))).toBe(covered);
  });

  test('is as long as a brute-force count of covered units', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seeded(seed);
      const intervals = Array.from({ length: random.int(0, 10) }, () => ({
        fromMs: random.int(0, 50),
        toMs: random.int(0, 50),
      }));
      const covered = new Set<number>();
      for (const { fromMs, toMs } of intervals) for (let unit = fromMs; unit < toMs; unit += 1) covered.add(unit);
      expect(unionMs(intervals), `seed ${seed}`).toBe(covered.size);
    }
  });

  test('of intervals inside a window is longer neither than the window nor than their sum', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seeded(seed);
      const windowMs = random.int(1, 1000);
      const intervals = Array.from({ length: random.int(0, 30) }, () => {
        const fromMs = random.int(0, windowMs);
        return { fromMs, toMs: random.int(fromMs, windowMs) };
      });
      const togetherMs = intervals.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
      expect(unionMs(intervals), `seed ${seed}`).toBeLessThanOrEqual(Math.min(windowMs, togetherMs));
    }
  });
});

describe('What counts as down', () => {
  test('a System Down ticket from report to close, no other ticket', () => {
    expect(
      downtimesFromTickets([
        { machineStatus: 'System Down', reportedDate: '2026-05-01', closedDate: null },
        { machineStatus: 'Restrictive Use', reportedDate: '2026-05-01', closedDate: null },
        { machineStatus: 'Problem Intermittent', reportedDate: '2026-05-01', closedDate: null },
      ]),
    ).toEqual([{ from: '2026-05-01', to: null }]);
  });

  test('a Not Working round until the next round with another state', () => {
    const entries = [
      { status: 'Needs Attention', observedAt: '2026-05-03T08:00:00.000Z' },
      { status: 'Not Working', observedAt: '2026-05-01T08:00:00.000Z' },
      { status: 'Not Working', observedAt: '2026-05-05T08:00:00.000Z' },
      { status: 'Not Working', observedAt: '2026-05-02T08:00:00.000Z' },
      { status: 'Operational', observedAt: '2026-04-30T08:00:00.000Z' },
    ] as const;
    expect(downtimesFromRounds(entries)).toEqual([
      { from: '2026-05-01T08:00:00.000Z', to: '2026-05-03T08:00:00.000Z' },
      { from: '2026-05-05T08:00:00.000Z', to: null },
    ]);
    expect(downtimesFromRounds([])).toEqual([]);
  });

  test('rounds result in the same downtimes in any order of arrival', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = seeded(seed);
      const entries = Array.from({ length: random.int(0, 8) }, () => ({
        status: random.pick(roundStatuses),
        observedAt: `2026-05-0${random.int(1, 4)}T08:00:00Z`,
      }));
      expect(downtimesFromRounds(random.shuffle(entries)), `seed ${seed}`).toEqual(downtimesFromRounds(entries));
    }
  });
});
