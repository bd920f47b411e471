import { describe, expect, test } from 'vitest';
import { daysBetween } from '#contract/rules/hospital-day.ts';
import {
  calibrationDates,
  followUpDate,
  frequencies,
  installationTaskDate,
  occurrence,
  pmDates,
} from '#contract/rules/schedule.ts';
import { warrantyEnd } from '#contract/rules/warranty-end.ts';
import { seeded } from './rules-seeded.ts';

describe('3.3 Maintenance comes back by its frequency', () => {
  test.each([
    ['2026-01-31', 'daily', 1, '2026-02-01'],
    ['2026-01-31', 'weekly', 2, '2026-02-14'],
    ['2026-01-31', 'monthly', 1, '2026-02-28'],
    ['2024-01-31', 'monthly', 1, '2024-02-29'],
    ['2026-01-31', 'monthly', 2, '2026-03-31'],
    ['2026-11-30', 'quarterly', 1, '2027-02-28'],
    ['2025-08-31', 'half-yearly', 1, '2026-02-28'],
    ['2024-02-29', 'yearly', 1, '2025-02-28'],
    ['2024-02-29', 'yearly', 4, '2028-02-29'],
  ] as const)('%s %s, time %i, is %s', (start, frequency, k, day) => {
    expect(occurrence(start, frequency, k)).toBe(day);
  });

  test('a warranty of one year with quarterly PM has the dates that fall inside it', () => {
    expect(pmDates({ start: '2026-01-31', frequency: 'quarterly', count: 4, end: '2027-01-30' })).toEqual([
      '2026-04-30',
      '2026-07-31',
      '2026-10-31',
    ]);
  });

  test.each([
    [
      'a PM on the last day still counts',
      { frequency: 'daily', count: 5, end: '2026-01-03' },
      ['2026-01-02', '2026-01-03'],
    ],
    ['PM count 0 makes no task', { frequency: 'monthly', count: 0, end: '2027-01-01' }, []],
    ['a negative count makes no task', { frequency: 'monthly', count: -2, end: '2027-01-01' }, []],
    ['a warranty that ends before the first PM has none', { frequency: 'monthly', count: 3, end: '2026-01-20' }, []],
    ['a warranty that ends before it starts has none', { frequency: 'daily', count: 3, end: '2025-12-31' }, []],
    ['the count limits the dates', { frequency: 'weekly', count: 2, end: '2030-01-01' }, ['2026-01-08', '2026-01-15']],
  ] as const)('%s', (_, warranty, dates) => {
    expect(pmDates({ start: '2026-01-01', ...warranty })).toEqual(dates);
  });

  test('an absurd PM count stops at the end of the warranty', () => {
    expect(pmDates({ start: '2026-01-01', frequency: 'daily', count: 1e9, end: '2026-12-31' })).toHaveLength(364);
  });

  test('calibrations are counted from the installation date', () => {
    expect(calibrationDates({ installationDate: '2025-08-31', frequency: 'half-yearly', count: 3 })).toEqual([
      '2026-02-28',
      '2026-08-31',
      '2027-02-28',
    ]);
    expect(calibrationDates({ installationDate: '2025-08-31', frequency: 'yearly', count: 0 })).toEqual([]);
  });

  test.each([
    ['2026-05-10', '2026-05-10'],
    ['2026-05-11', '2026-05-11'],
    ['2026-05-09', null],
  ])('on 2026-05-10 a device installed on %s gets an Ins task on %s', (installationDate, date) => {
    expect(installationTaskDate({ installationDate, today: '2026-05-10' })).toBe(date);
  });

  test('a breakdown closed with follow-up is visited 7 days later', () => {
    expect(followUpDate('2026-02-25')).toBe('2026-03-04');
    expect(followUpDate('2024-02-25')).toBe('2024-03-03');
  });

  test('dates rise strictly, lie after the start, and never after the end', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seeded(seed);
      const start = occurrence('2020-01-01', 'daily', random.int(0, 3000));
      const end = warrantyEnd(start, random.int(1, 4));
      const dates = pmDates({ start, end, frequency: random.pick(frequencies), count: random.int(0, 60) });
      let previous = start;
      for (const date of dates) {
        expect(daysBetween(previous, date)).toBeGreaterThan(0);
        expect(date <= end).toBe(true);
        previous = date;
      }
    }
  });
});

describe('A warranty ends one day before its years are full', () => {
  test.each([
    ['2026-01-01', 1, '2026-12-31'],
    ['2026-03-01', 1, '2027-02-28'],
    ['2027-03-01', 1, '2028-02-29'],
    ['2024-02-29', 1, '2025-02-27'],
    ['2024-02-29', 4, '2028-02-28'],
    ['2023-02-28', 1, '2024-02-27'],
    ['2026-07-15', 10, '2036-07-14'],
    ['2026-01-31', 1.5, '2027-07-30'],
  ])('from %s for %d years it ends on %s', (start, years, end) => {
    expect(warrantyEnd(start, years)).toBe(end);
  });
});
