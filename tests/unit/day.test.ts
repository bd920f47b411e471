import { describe, expect, it } from 'vitest';
import { dayNumber, dayOfRun, daysToVisitAll, drawByDay, shareOfDay } from '#tests/support/day.ts';

describe('a sample drawn by date', () => {
  it.each([
    [150, 4],
    [150, 15],
    [7, 7],
    [7, 20],
    [1, 1],
    [10, 3],
  ])('of %i numbers, %i a day, covers each of them within one turn', (total, size) => {
    const days = daysToVisitAll(total, size);
    for (const start of [0, 20_779]) {
      const visited = new Set(Array.from({ length: days }, (_, at) => drawByDay(start + at, total, size)).flat());
      expect([...visited].toSorted((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, at) => at));
    }
  });

  it('has its full size every day, without duplicates', () => {
    for (let day = 0; day < 40; day += 1) {
      const drawn = drawByDay(day, 10, 3);
      expect(new Set(drawn).size).toBe(3);
      expect(Math.max(...drawn)).toBeLessThan(10);
    }
  });

  it('is the same for everyone on the same day', () => {
    expect(drawByDay(20_779, 150, 4)).toEqual(drawByDay(20_779, 150, 4));
    expect(dayNumber(new Date('2026-11-22T00:00:00Z'))).toBe(20_779);
    expect(dayNumber(new Date('2026-11-22T23:59:59Z'))).toBe(20_779);
  });
});

describe('the share of a day', () => {
  const list = ['a', 'b', 'c'];

  it('differs on the next day, and covers the list within a turn', () => {
    const days = ['6', '7', '8'].map((day) => shareOfDay(list, 1, { WARD_DAY: day }));
    expect(days).toEqual([['a'], ['b'], ['c']]);
  });

  it('is the whole list if the run asks for it', () => {
    expect(shareOfDay(list, 1, { WARD_DAY: '6', WARD_WHOLE: 'yes' })).toEqual(list);
  });
});

describe('the day of a run', () => {
  it('is the day passed to it, otherwise today', () => {
    const now = new Date('2026-11-22T12:00:00Z');
    expect(dayOfRun({ WARD_DAY: '5' }, now)).toBe(5);
    expect(dayOfRun({}, now)).toBe(20_779);
    expect(dayOfRun({ WARD_DAY: '' }, now)).toBe(20_779);
    expect(() => dayOfRun({ WARD_DAY: 'monday' }, now)).toThrow('not a day number');
  });
});
