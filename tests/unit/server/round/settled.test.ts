import { describe, expect, test } from 'vitest';
import { currentObservation } from '#contract/rules/device-status.ts';
import { roundStatuses } from '#contract/records/observation.ts';
import { downtimesFromRounds } from '#contract/rules/uptime.ts';
import { isSettled } from '#server/round/observe.ts';
import { seeded } from '#tests/unit/contract/rules/seeded.ts';

const known = { latestStatus: 'Operational', latestAt: '2026-05-01 06:00:00+00', isLatestFlagged: false } as const;
const fresh = { status: 'Operational', observedAt: '2026-05-01T10:00:00.001Z' };

describe('Docs 343: entries that do not depend on earlier ones', () => {
  test.each([
    ['a device that was and is working', {}, {}, true],
    ['a device without rounds', { latestStatus: null, latestAt: null }, {}, false],
    ['a device that was not working', { latestStatus: 'Not Working' }, {}, false],
    ['a device that is not working now', {}, { status: 'Not Working' }, false],
    ['a device with contradicting entries', { isLatestFlagged: true }, {}, false],
    ['an entry within the hours of a contradiction', {}, { observedAt: '2026-05-01T10:00:00.000Z' }, false],
    ['an older entry', {}, { observedAt: '2026-04-30T10:00:00.000Z' }, false],
  ] as const)('%s', (_case, before, entry, expected) => {
    expect(isSettled({ ...known, ...before }, { ...fresh, ...entry })).toBe(expected);
  });

  test('give the same result as all entries together', () => {
    let settled = 0;
    for (let seed = 1; seed <= 3000; seed += 1) {
      const random = seeded(seed);
      const entry = (fromHour: number, toHour: number) => ({
        deviceId: 'd',
        status: random.pick(roundStatuses),
        observedAt: new Date(Date.UTC(2026, 4, 1, 0, random.int(fromHour, toHour) * 30)).toISOString(),
        templateId: random.pick(['a', 'b']),
        day: '2026-05-01',
      });
      const earlier = Array.from({ length: random.int(0, 6) }, () => entry(0, 12));
      const latest = currentObservation(earlier);
      const next = entry(6, 30);
      const before = {
        latestStatus: latest?.status ?? null,
        latestAt: latest?.observedAt ?? null,
        isLatestFlagged: latest?.flagged ?? false,
      };
      if (!isSettled(before, next)) continue;
      settled += 1;
      expect(currentObservation([...earlier, next]), `seed ${seed}`).toEqual(currentObservation([next]));
      expect(downtimesFromRounds([...earlier, next]), `seed ${seed}`).toEqual(downtimesFromRounds(earlier));
      const latestMs = Math.max(...earlier.map(({ observedAt }) => Date.parse(observedAt)));
      const newest = earlier.filter(({ observedAt }) => Date.parse(observedAt) === latestMs);
      expect(newest.some(({ status }) => status === 'Not Working')).toBe(false);
    }
    expect(settled).toBeGreaterThan(100);
  });
});
