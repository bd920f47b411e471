import { describe, expect, test } from 'vitest';
import {
  completionFigures,
  frequencyDays,
  type JobFacts,
  type JobState,
  jobState,
  unitDays,
  windowEnd,
} from '#contract/rules/figures/completion.ts';
import { type CompletionWindow, defaultFigureSettings } from '#contract/rules/figures/settings.ts';

describe('the deadline up to which a job counts as done on time', () => {
  test.each<[string, CompletionWindow, string, number | null, string]>([
    ['calendar month', 'calendar-month', '2026-02-03', 365, '2026-02-28'],
    ['calendar month of a leap year', 'calendar-month', '2028-02-03', 30, '2028-02-29'],
    ['calendar month, due on its last day', 'calendar-month', '2026-12-31', 91, '2026-12-31'],
    ['daily work', 'last-event', '2026-11-10', 1, '2026-11-30'],
    ['monthly work', 'last-event', '2026-11-10', 30, '2026-11-30'],
    ['quarterly work', 'last-event', '2026-11-25', 91, '2026-12-05'],
    ['half-yearly work', 'last-event', '2026-11-10', 182, '2026-11-30'],
    ['yearly work', 'last-event', '2026-12-20', 365, '2027-01-19'],
    ['work of two years', 'last-event', '2026-11-10', 730, '2026-12-25'],
    ['work that does not come back', 'last-event', '2026-11-10', null, '2026-11-30'],
    ['20 % of a week', 'percent', '2026-11-10', 7, '2026-11-11'],
    ['20 % of a month', 'percent', '2026-11-10', 30, '2026-11-16'],
    ['20 % of a quarter', 'percent', '2026-11-10', 91, '2026-11-28'],
    ['20 % of a year is at most 28 days', 'percent', '2026-11-10', 365, '2026-12-08'],
    ['20 % of nothing', 'percent', '2026-11-10', null, '2026-11-30'],
  ])('%s', (_name, window, due, intervalDays, end) => {
    expect(windowEnd({ due, intervalDays, windowDays: null }, window)).toBe(end);
  });

  test("a schedule's own window takes precedence over the hospital's", () => {
    expect(windowEnd({ due: '2026-11-10', intervalDays: 365, windowDays: 3 }, 'percent')).toBe('2026-11-13');
    expect(windowEnd({ due: '2026-11-10', intervalDays: 365, windowDays: 0 }, 'calendar-month')).toBe('2026-11-10');
  });
});

describe('a job has one of four states', () => {
  const job: JobFacts = { due: '2026-11-10', intervalDays: 30, windowDays: null, closedOn: null, attempted: false };
  test.each<[Partial<JobFacts>, JobState]>([
    [{}, 'open'],
    [{ attempted: true }, 'attempted'],
    [{ closedOn: '2026-11-30' }, 'done'],
    [{ closedOn: '2026-11-30', attempted: true }, 'done'],
    [{ closedOn: '2026-09-01' }, 'done'],
    [{ closedOn: '2026-12-01' }, 'late'],
    [{ closedOn: '2026-12-01', attempted: true }, 'late'],
  ])('%j is %s', (facts, state) => {
    expect(jobState({ ...job, ...facts }, 'calendar-month')).toBe(state);
  });
});

describe('completion', () => {
  const soFar = { due: 4, done: 3, excused: 1 };
  const facts = { done: 6, late: 1, attempted: 2, open: 1, excused: 2, soFar, moved: 0, cancelled: 0 };

  test('open work stays in the denominator, and credit is shown separately', () => {
    const [completion, credit] = completionFigures(facts, { ...defaultFigureSettings, completionTarget: 90 }, false);
    expect(completion).toMatchObject({ value: 60, target: 90, numerator: { amount: 6 }, denominator: { amount: 10 } });
    expect(credit).toMatchObject({ value: 80, target: null, numerator: { rows: 8 }, denominator: { rows: 10 } });
  });

  test('the four states add up to the jobs due', () => {
    const [completion] = completionFigures(facts, defaultFigureSettings, false);
    expect(completion?.parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(completion?.denominator?.rows);
  });

  test('moved and cancelled work is listed separately', () => {
    const [completion] = completionFigures({ ...facts, moved: 2, cancelled: 3 }, defaultFigureSettings, false);
    expect(completion?.parts.slice(4).map(({ set, rows }) => [set, rows])).toEqual([
      ['job.moved', 2],
      ['job.cancelled', 3],
    ]);
    expect(completion?.value).toBe(60);
  });

  test('a running period has two numbers: due so far, and total', () => {
    const [completion, credit] = completionFigures(facts, defaultFigureSettings, true);
    expect([completion?.value, completion?.soFar?.value]).toEqual([60, 75]);
    expect([credit?.value, credit?.soFar?.value]).toEqual([80, 100]);
    expect(completion?.soFar).toMatchObject({
      numerator: { rows: 3 },
      denominator: { set: 'job.due-so-far', rows: 4 },
    });
    expect(completionFigures(facts, defaultFigureSettings, false).map((each) => each.soFar)).toEqual([null, null]);
  });

  test('no jobs are no data, neither 0 nor 100 %', () => {
    const none = { done: 0, late: 0, attempted: 0, open: 0, excused: 0, soFar, moved: 0, cancelled: 4 };
    expect(completionFigures(none, defaultFigureSettings, false).map(({ value }) => value)).toEqual([null, null]);
  });

  test('only open jobs give 0 %', () => {
    const none = { done: 0, late: 0, attempted: 0, open: 3, excused: 0, soFar, moved: 0, cancelled: 0 };
    expect(completionFigures(none, defaultFigureSettings, false).map(({ value }) => value)).toEqual([0, 0]);
  });
});

test('a frequency is as long as the equivalent schedule', () => {
  expect(Math.floor(unitDays.month)).toBe(frequencyDays.monthly);
  expect(Math.floor(3 * unitDays.month)).toBe(frequencyDays.quarterly);
  expect(Math.floor(6 * unitDays.month)).toBe(frequencyDays['half-yearly']);
  expect(Math.floor(12 * unitDays.month)).toBe(frequencyDays.yearly);
});
