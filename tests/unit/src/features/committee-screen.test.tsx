// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FiguresPage } from '#contract/calls/figures.ts';
import { periodWords } from '#contract/rules/figures/period.ts';
import { addDays, addMonthsKeepingDay } from '#contract/rules/hospital-day.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { CommitteePaperScreen } from '#ui/features/print/committee-screen.tsx';
import { paths } from '#ui/paths.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T04:30:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Simulates a server whose hospital's record starts on a day, and which refuses earlier months. */
const recordFrom = (firstDay: string) => (input: unknown) => {
  const { at } = (input as { query: { at: string } }).query;
  const from = `${at}-01`;
  const to = addDays(addMonthsKeepingDay(from, 1), -1);
  if (to < firstDay) throw new Error(`The record begins on ${firstDay}.`);
  const period = { from, to, words: periodWords({ from, to }), isRunning: at === '2026-11', firstDay };
  return { period, narrowed: null, groups: [], uptime: { value: null, devices: 0 } } satisfies FiguresPage;
};

test.each([
  ['2026-11-09', ['November 2026'], 'November 2026, up to now, with the three months before'],
  ['2026-10-30', ['November 2026', 'October 2026'], 'October 2026, with the three months before'],
])('a record that begins on %s offers %j', async (firstDay, months, period) => {
  drawScreen(<CommitteePaperScreen />, {
    at: paths.printCommittee(),
    world: { answers: { figures: recordFrom(firstDay) } },
  });
  await screen.findByText(period);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(months);
  expect(screen.queryByText(/The record begins/)).toBeNull();
});
