// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FigureDetail, FiguresPage } from '#contract/calls/figures.ts';
import { counted, figure } from '#contract/rules/figures/figure.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { FigureScreen } from '#ui/features/figures/figure-screen.tsx';
import { FiguresScreen } from '#ui/features/figures/figures-screen.tsx';
import { paths } from '#ui/paths.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T04:30:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const period = {
  from: '2026-11-01',
  to: '2026-11-30',
  words: 'November 2026',
  isRunning: true,
  firstDay: '2025-01-01',
};
const completion = figure({
  id: 'completion',
  title: 'Completion',
  unit: 'percent',
  value: 87.5,
  rule: 'Done on time, among the tasks due.',
  numerator: counted('job.done', 'done on time', 7),
  denominator: counted('job.due', 'tasks due', 8),
});
const page: FiguresPage = {
  period,
  narrowed: null,
  groups: [{ title: 'Planned work', figures: [completion] }],
  uptime: { value: 99, devices: 3 },
};
const detail: FigureDetail = { period, narrowed: null, figure: completion, months: [], splits: [] };

/** Answers the first request and leaves later ones pending. */
function once<Answer>(answer: Answer) {
  let asked = 0;
  return () => {
    asked += 1;
    return asked === 1 ? answer : new Promise<never>(() => {});
  };
}

it('shows no figure of the previous month under the requested month', async () => {
  drawScreen(<FiguresScreen />, { at: paths.figures(), world: { answers: { figures: once(page) } } });
  await screen.findByText('87.5 %');
  fireEvent.click(screen.getByRole('button', { name: 'Earlier month' }));
  await screen.findByText('Loading figures...');
  expect(screen.queryByText('87.5 %')).toBeNull();
  expect(screen.queryByText('November 2026, up to now')).toBeNull();
});

const openFigure = async () => {
  drawScreen(
    <Routes>
      <Route path="/figures/:figure" element={<FigureScreen />} />
    </Routes>,
    { at: '/figures/completion', world: { answers: { figureDetail: once(detail) } } },
  );
  await screen.findByText('87.5 %');
};

it('shows a single figure of no other month either', async () => {
  await openFigure();
  fireEvent.click(screen.getByRole('button', { name: 'Earlier month' }));
  await screen.findByText('Loading the figure...');
  expect(screen.queryByText('87.5 %')).toBeNull();
});

it('keeps a figure while another split loads, without values of the previous split', async () => {
  await openFigure();
  fireEvent.change(screen.getByLabelText('Split by'), { target: { value: 'department' } });
  await screen.findByText('Loading the comparison...');
  expect(screen.getByText('87.5 %')).toBeDefined();
  expect(screen.queryByText('No data for this split.')).toBeNull();
});
