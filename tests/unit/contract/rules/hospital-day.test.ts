import { afterEach, describe, expect, test } from 'vitest';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { formatLongDay } from '#contract/rules/long-day.ts';
import {
  addDays,
  addMonthsKeepingDay,
  daysBetween,
  hospitalDay,
  hospitalTime,
  isLocalDay,
  startOfHospitalDay,
} from '#contract/rules/hospital-day.ts';
import { seeded } from './seeded.ts';

const kolkata = 'Asia/Kolkata';

describe('A day is the day of the hospital', () => {
  test.each([
    ['2026-03-01T18:29:59.999Z', kolkata, '2026-03-01'],
    ['2026-03-01T18:30:00Z', kolkata, '2026-03-02'],
    ['2026-03-02T00:00:00+05:30', kolkata, '2026-03-02'],
    ['2026-12-31T18:30:00Z', kolkata, '2027-01-01'],
    ['2026-07-01T03:59:59Z', 'America/New_York', '2026-06-30'],
    ['2026-01-01T04:59:59Z', 'America/New_York', '2025-12-31'],
    ['2026-01-01T10:00:00Z', 'Pacific/Kiritimati', '2026-01-02'],
    ['2026-01-01T10:00:00Z', 'UTC', '2026-01-01'],
  ])('%s in %s is %s', (instant, timeZone, day) => {
    expect(hospitalDay(instant, timeZone)).toBe(day);
    expect(hospitalDay(new Date(instant), timeZone)).toBe(day);
  });

  test.each([
    ['2026-03-01T18:29:59.999Z', kolkata, '23:59'],
    ['2026-03-01T18:30:00Z', kolkata, '00:00'],
    ['2026-07-01T03:59:59Z', 'America/New_York', '23:59'],
    ['2026-01-01T10:07:00Z', 'UTC', '10:07'],
  ])('%s in %s is at %s', (instant, timeZone, time) => {
    expect(hospitalTime(instant, timeZone)).toBe(time);
  });

  test('instants around a clock change are not confused with a cached neighbour', () => {
    const days = ['2010-11-07T02:30:59Z', '2010-11-07T02:31:00Z', '2010-11-07T02:29:00Z'];
    expect(days.map((instant) => hospitalDay(instant, 'America/St_Johns'))).toEqual([
      '2010-11-07',
      '2010-11-06',
      '2010-11-06',
    ]);
    expect(hospitalDay('2025-11-02T04:59:59Z', 'America/Havana')).toBe('2025-11-02');
    expect(hospitalDay('2025-11-02T05:00:00Z', 'America/Havana')).toBe('2025-11-02');
    expect(hospitalDay('2018-11-04T02:59:59Z', 'America/Sao_Paulo')).toBe('2018-11-03');
    expect(hospitalDay('2018-11-04T03:00:00Z', 'America/Sao_Paulo')).toBe('2018-11-04');
  });

  test('since 2000 every clock change is at a whole minute', () => {
    const week = 7 * 86_400_000;
    for (const timeZone of [
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Pyongyang',
      'Antarctica/Casey',
      'Asia/Gaza',
    ]) {
      const shown = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
      const offset = (ms: number) => shown.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value;
      let changes = 0;
      for (let at = Date.UTC(2000, 0, 1); at < Date.UTC(2031, 0, 1); at += week) {
        if (offset(at) === offset(at + week)) continue;
        let [before, after] = [at, at + week];
        while (after - before > 1000) {
          const middle = before + Math.floor((after - before) / 2000) * 1000;
          if (offset(middle) === offset(before)) before = middle;
          else after = middle;
        }
        expect(after % 60_000).toBe(0);
        changes += 1;
      }
      expect(changes).toBeGreaterThan(0);
    }
  });

  test('an invalid instant is refused', () => {
    expect(() => hospitalDay('yesterday', kolkata)).toThrow(RangeError);
  });
});

describe('A hospital day begins at its first instant', () => {
  test.each([
    ['2026-03-02', kolkata, '2026-03-01T18:30:00.000Z', 'no clock change'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 'forward at 02:00 that day'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z', 'the day after forward'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 'back at 03:00 that day'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z', 'the day after back'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 'midnight is skipped'],
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z', 'the hour before midnight comes twice'],
    ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z', 'midnight comes twice'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 'the zone left the day out'],
  ])('%s in %s begins at %s (%s)', (day, timeZone, instant) => {
    expect(startOfHospitalDay(day, timeZone).toISOString()).toBe(instant);
  });

  test.each(['Asia/Kolkata', 'Europe/Berlin', 'America/Sao_Paulo', 'America/New_York', 'Africa/Cairo', 'Asia/Beirut'])(
    'in %s the first instant is in the day and the millisecond before it is not',
    (timeZone) => {
      const random = seeded(11);
      for (let at = 0; at < 300; at += 1) {
        const day = addDays('2010-01-01', random.int(0, 6000));
        const start = startOfHospitalDay(day, timeZone);
        expect(hospitalDay(start, timeZone)).toBe(day);
        expect(hospitalDay(new Date(start.getTime() - 1), timeZone)).toBe(addDays(day, -1));
      }
    },
  );
});

describe('Days move without a clock', () => {
  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-05-05', 0, '2026-05-05'],
  ])('%s moved by %i days is %s', (day, days, moved) => {
    expect(addDays(day, days)).toBe(moved);
    expect(daysBetween(day, moved)).toBe(days);
  });

  test.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-01-31', 2, '2025-03-31'],
    ['2025-08-31', 1, '2025-09-30'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2025-11-30', 3, '2026-02-28'],
    ['2025-12-15', 1, '2026-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -13, '2024-12-15'],
    ['2099-12-31', 2, '2100-02-28'],
  ])('%s moved by %i months keeps the day or takes the last: %s', (day, months, moved) => {
    expect(addMonthsKeepingDay(day, months)).toBe(moved);
  });

  test.each([
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '26-01-01',
    '2026-1-1',
    '',
    '2026-01-01T00:00:00Z',
  ])('"%s" is not a day', (text) => {
    expect(isLocalDay(text)).toBe(false);
    expect(() => addDays(text, 1)).toThrow(RangeError);
  });
});

describe('Steps and texts of days on this machine', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  // Clock changes in both directions, a zone that crosses UTC in summer, and one that skipped 30 December 2011.
  test.each(['UTC', 'Asia/Kolkata', 'America/New_York', 'Atlantic/Azores', 'Pacific/Apia'])(
    'are correct in %s',
    (machine) => {
      process.env['TZ'] = machine;
      expect(addDays('2011-12-29', 1)).toBe('2011-12-30');
      expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
      expect(addDays('2026-11-01', -1)).toBe('2026-10-31');
      expect(addMonthsKeepingDay('2026-08-31', 6)).toBe('2027-02-28');
      expect(addMonthsKeepingDay('2024-02-29', -12)).toBe('2023-02-28');
      expect(daysBetween('2011-12-29', '2011-12-31')).toBe(2);
      expect(daysBetween('2026-02-01', '2026-07-01')).toBe(150);
      expect(formatLongDay('2011-12-30')).toBe('Friday, 30 Dec 2011');
      expect(formatShortDay('2026-03-08')).toBe('8 Mar 2026');
    },
  );
});
