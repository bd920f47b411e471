import { describe, expect, it } from 'vitest';
import { roundDay } from '#contract/rules/round-day.ts';

const zone = 'Asia/Kolkata';
const at = '2026-11-23T05:00:00.000Z';

describe('5.1: the day of a round', () => {
  it.each([
    ['is the day that was said where the clocks agree', '2026-11-23', at, '2026-11-23'],
    ['is the corrected one where the clock is a day fast', '2026-11-24', '2026-11-24T05:00:00.000Z', '2026-11-23'],
    ['is the corrected one where the clock is a day slow', '2026-11-22', '2026-11-22T05:00:00.000Z', '2026-11-23'],
    ['stands where the app has corrected it already', '2026-11-23', '2026-11-24T05:00:00.000Z', '2026-11-23'],
    ['stays that of an earlier round that was continued', '2026-11-21', at, '2026-11-21'],
    ['is never after today, whatever was said', '2027-01-01', at, '2026-11-23'],
    ['is never after today, even without the time at which it was made', '2026-11-24', null, '2026-11-23'],
    ['is the day of the hospital, not of UTC', '2026-11-22', '2026-11-22T18:29:59.000Z', '2026-11-23'],
  ])('%s', (_name, said, madeAt, day) => {
    expect(roundDay(said, { madeAt, at }, zone)).toBe(day);
  });
});
