import { describe, expect, test } from 'vitest';
import {
  deviceStatus,
  isUnderMaintenanceTile,
  latestObservation,
  roundStatusOf,
  tiles,
  type DeviceStatus,
} from '#contract/rules/device-status.ts';
import { type Observation, roundStatuses } from '#contract/records/observation.ts';
import { seeded } from './seeded.ts';

describe('3.1 Device status', () => {
  test.each([
    [true, null, 'Under Maintenance'],
    [true, 'Operational', 'Under Maintenance'],
    [true, 'Not Working', 'Under Maintenance'],
    [false, null, 'Operational'],
    [false, 'Operational', 'Operational'],
    [false, 'Needs Attention', 'Needs Attention'],
    [false, 'Not Working', 'Not Working'],
  ] as const)('open ticket %s and latest round %s show %s', (hasOpenTicket, latestRoundStatus, status) => {
    expect(deviceStatus({ hasOpenTicket, latestRoundStatus })).toBe(status);
  });

  test.each([
    ['Under Maintenance', true],
    ['Not Working', true],
    ['Needs Attention', false],
    ['Operational', false],
  ] as const)('%s counts as under maintenance: %s', (status, counts) => {
    expect(isUnderMaintenanceTile(status)).toBe(counts);
  });

  test('the tiles of no devices are zero', () => {
    expect(tiles([])).toEqual({ totalEquipment: 0, operational: 0, underMaintenance: 0 });
  });

  test('the two tiles add up to the total', () => {
    const all: DeviceStatus[] = ['Under Maintenance', ...roundStatuses];
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = seeded(seed);
      const statuses = Array.from({ length: random.int(0, 50) }, () => random.pick(all));
      const counted = tiles(statuses);
      expect(counted.operational + counted.underMaintenance).toBe(counted.totalEquipment);
      expect(counted.totalEquipment).toBe(statuses.length);
    }
  });
});

const round = (
  status: Observation['status'],
  observedAt: string,
  templateId = 'icu',
  day = '2026-05-10',
): Observation => ({
  status,
  observedAt,
  templateId,
  day,
});

describe('Two rounds for one template and day', () => {
  test('a device without rounds has no observation', () => {
    expect(latestObservation([])).toBeNull();
    expect(roundStatusOf([])).toBeNull();
  });

  test.each<[string, Observation[], { status: string; observedAt: string; flagged: boolean }]>([
    [
      'the later counts when they agree',
      [round('Operational', '2026-05-10T08:00:00Z'), round('Operational', '2026-05-10T09:00:00Z')],
      { status: 'Operational', observedAt: '2026-05-10T09:00:00.000Z', flagged: false },
    ],
    [
      'the worse counts, flagged, when they differ within 2 hours',
      [round('Not Working', '2026-05-10T08:00:00Z'), round('Operational', '2026-05-10T09:00:00Z')],
      { status: 'Not Working', observedAt: '2026-05-10T08:00:00.000Z', flagged: true },
    ],
    [
      'the later is flagged as well when it is the worse',
      [round('Operational', '2026-05-10T08:00:00Z'), round('Needs Attention', '2026-05-10T09:00:00Z')],
      { status: 'Needs Attention', observedAt: '2026-05-10T09:00:00.000Z', flagged: true },
    ],
    [
      'exactly 2 hours is within 2 hours',
      [round('Not Working', '2026-05-10T08:00:00Z'), round('Operational', '2026-05-10T10:00:00Z')],
      { status: 'Not Working', observedAt: '2026-05-10T08:00:00.000Z', flagged: true },
    ],
    [
      'after more than 2 hours the later counts alone',
      [round('Not Working', '2026-05-10T08:00:00Z'), round('Operational', '2026-05-10T10:00:00.001Z')],
      { status: 'Operational', observedAt: '2026-05-10T10:00:00.001Z', flagged: false },
    ],
    [
      'offsets do not hide which is later',
      [round('Not Working', '2026-05-10T13:30:00+05:30'), round('Operational', '2026-05-10T11:00:00Z')],
      { status: 'Operational', observedAt: '2026-05-10T11:00:00.000Z', flagged: false },
    ],
    [
      'a round of another template does not contradict',
      [round('Not Working', '2026-05-10T08:00:00Z'), round('Operational', '2026-05-10T09:00:00Z', 'theatre')],
      { status: 'Operational', observedAt: '2026-05-10T09:00:00.000Z', flagged: false },
    ],
    [
      'a round of the day before does not contradict',
      [
        round('Not Working', '2026-05-10T18:00:00Z', 'icu', '2026-05-10'),
        round('Operational', '2026-05-10T19:00:00Z', 'icu', '2026-05-11'),
      ],
      { status: 'Operational', observedAt: '2026-05-10T19:00:00.000Z', flagged: false },
    ],
    [
      'at one instant the worse counts',
      [round('Operational', '2026-05-10T08:00:00Z'), round('Not Working', '2026-05-10T08:00:00Z')],
      { status: 'Not Working', observedAt: '2026-05-10T08:00:00.000Z', flagged: true },
    ],
    [
      'only what lies within 2 hours of the latest competes',
      [
        round('Not Working', '2026-05-10T07:30:00Z'),
        round('Needs Attention', '2026-05-10T09:00:00Z'),
        round('Operational', '2026-05-10T10:00:00Z'),
      ],
      { status: 'Needs Attention', observedAt: '2026-05-10T09:00:00.000Z', flagged: true },
    ],
  ])('%s', (_, observations, counting) => {
    expect(latestObservation(observations)).toEqual(counting);
    expect(latestObservation(observations.toReversed())).toEqual(counting);
    expect(roundStatusOf(observations)).toBe(counting.status);
  });

  test('I11 every order of arrival results in the same status, time and flag', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seeded(seed);
      const observations = Array.from({ length: random.int(1, 8) }, () => {
        const day = `2026-05-1${random.int(0, 1)}`;
        const time = `${String(random.int(0, 5)).padStart(2, '0')}:${random.pick(['00', '30'])}:00`;
        return round(
          random.pick(roundStatuses),
          `${day}T${time}${random.pick(['Z', '+00:30'])}`,
          random.pick(['a', 'b']),
          day,
        );
      });
      const expected = latestObservation(observations);
      for (let at = 0; at < 5; at += 1) {
        expect(latestObservation(random.shuffle(observations)), `seed ${seed}`).toEqual(expected);
      }
    }
  });
});
