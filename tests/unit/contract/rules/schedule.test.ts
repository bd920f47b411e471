import { describe, expect, test } from 'vitest';
import { addDays, addMonthsKeepingDay, daysBetween, hospitalDay } from '#contract/rules/hospital-day.ts';
import {
  calibrationDates,
  followUpDate,
  frequencies,
  installationTaskDate,
  occurrence,
  pmDates,
} from '#contract/rules/schedule.ts';
import { monthsOf, warrantyEnd, yearsAndMonths } from '#contract/rules/warranty-end.ts';
import { seeded } from './seeded.ts';

describe('3.3 Maintenance recurs by its frequency', () => {
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

  test('a warranty of one year with quarterly PM has the dates within it', () => {
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

  test('dates are strictly ascending, after the start, and never after the end', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seeded(seed);
      const start = occurrence('2020-01-01', 'daily', random.int(0, 3000));
      const end = warrantyEnd(start, random.int(1, 48));
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

describe('Every schedule', () => {
  const lastOf = (month: string) => addDays(addMonthsKeepingDay(`${month}-01`, 1), -1);

  test('keeps the day of the month, or takes the last day of a shorter one', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seeded(seed);
      const start = addDays('1996-01-01', random.int(0, 20_000));
      const frequency = random.pick(['monthly', 'quarterly', 'half-yearly', 'yearly'] as const);
      const date = occurrence(start, frequency, random.int(1, 120));
      const last = lastOf(date.slice(0, 7));
      expect(date.slice(8), `seed ${seed}`).toBe(start.slice(8) <= last.slice(8) ? start.slice(8) : last.slice(8));
    }
  });

  test('has the requested number of calibrations, strictly ascending, all after the installation', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = seeded(seed);
      const installationDate = addDays('2019-12-01', random.int(0, 4000));
      const count = random.int(0, 60);
      const dates = calibrationDates({ installationDate, frequency: random.pick(frequencies), count });
      expect(dates, `seed ${seed}`).toHaveLength(count);
      expect([installationDate, ...dates].every((date, at, all) => at === 0 || (all[at - 1] ?? '') < date)).toBe(true);
    }
  });

  test('with a higher count begins with the same dates: raising the count moves no task', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = seeded(seed);
      const start = addDays('2023-12-01', random.int(0, 1000));
      const warranty = { start, end: warrantyEnd(start, random.int(1, 60)), frequency: random.pick(frequencies) };
      const count = random.int(0, 30);
      const few = pmDates({ ...warranty, count });
      const many = pmDates({ ...warranty, count: count + random.int(0, 30) });
      expect(many.slice(0, few.length), `seed ${seed}`).toEqual(few);
    }
  });

  test("uses the hospital's day, not the UTC day, to decide what is new", () => {
    const atHalfPastMidnight = '2026-05-09T19:00:00Z';
    const installationDate = '2026-05-09';
    const on = (timeZone: string) =>
      installationTaskDate({ installationDate, today: hospitalDay(atHalfPastMidnight, timeZone) });
    expect([on('UTC'), on('Asia/Kolkata')]).toEqual([installationDate, null]);
  });
});

describe('A warranty ends on the day before its months are full', () => {
  test.each([
    ['2026-01-01', [1, 0], '2026-12-31'],
    ['2026-03-01', [1, 0], '2027-02-28'],
    ['2027-03-01', [1, 0], '2028-02-29'],
    ['2024-02-29', [1, 0], '2025-02-27'],
    ['2024-02-29', [4, 0], '2028-02-28'],
    ['2023-02-28', [1, 0], '2024-02-27'],
    ['2026-07-15', [10, 0], '2036-07-14'],
    ['2026-01-31', [1, 6], '2027-07-30'],
    ['2026-01-31', [0, 1], '2026-02-27'],
    ['2026-01-01', [0, 18], '2027-06-30'],
  ] as const)('from %s for years and months %j it ends on %s', (start, [years, months], end) => {
    expect(warrantyEnd(start, monthsOf({ years, months }))).toBe(end);
  });

  test('months are split into whole years and the rest', () => {
    expect([1, 12, 18, 24, 35].map(yearsAndMonths)).toEqual([
      { years: 0, months: 1 },
      { years: 1, months: 0 },
      { years: 1, months: 6 },
      { years: 2, months: 0 },
      { years: 2, months: 11 },
    ]);
    for (let months = 1; months <= 600; months += 1) expect(monthsOf(yearsAndMonths(months))).toBe(months);
  });

  test('the day after its end is the start moved by its years', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = seeded(seed);
      const start = addDays('1996-01-01', random.int(0, 20_000));
      const years = random.int(1, 50);
      expect(addDays(warrantyEnd(start, years * 12), 1), `seed ${seed}`).toBe(occurrence(start, 'yearly', years));
    }
  });
});
