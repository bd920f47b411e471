// @vitest-environment happy-dom
import type { ChartData, Plugin } from 'chart.js';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { counted, figure } from '#contract/rules/figures/figure.ts';
import { MonthsChart } from '#ui/features/figures/months-chart.tsx';

interface Drawn {
  tabIndex: number;
  'aria-label': string;
  data: ChartData<'bar'>;
  plugins: Plugin<'bar'>[];
}

let drawn: Drawn | null = null;
vi.mock('react-chartjs-2', () => ({
  Bar: (props: Drawn) => {
    drawn = props;
    return null;
  },
}));
afterEach(() => {
  cleanup();
  drawn = null;
});

/** Returns the bars and the position of the target line, on an axis where a value equals its height. */
function draw(values: readonly number[], target: number | null) {
  const turnaround = figure({
    id: 'turnaround',
    title: 'Turnaround',
    unit: 'hours',
    value: values.at(-1) ?? null,
    target,
    rule: 'From the report.',
    numerator: counted('turnaround.measured', 'back in use', 4),
    denominator: counted('ticket.reported', 'tickets reported', 5),
  });
  const months = values.map((value, place) => ({
    month: `2026-0${place + 1}`,
    label: `Month ${place + 1}`,
    value,
    numerator: null,
    denominator: null,
  }));
  render(<MonthsChart figure={turnaround} months={months} />);
  const lines: number[] = [];
  const ctx = {
    save: () => {},
    beginPath: () => {},
    setLineDash: () => {},
    moveTo: (_x: number, y: number) => lines.push(y),
    lineTo: (_x: number, y: number) => lines.push(y),
    stroke: () => {},
    restore: () => {},
  };
  const scales = { y: { getPixelForValue: (value: number) => value } };
  for (const { afterDatasetsDraw } of drawn?.plugins ?? []) {
    afterDatasetsDraw?.({ ctx, chartArea: { left: 0, right: 10 }, scales } as never, {}, {}, false);
  }
  return { bars: drawn?.data.datasets[0]?.data, lines };
}

it.each([
  ['days', [48, 96], 72, { bars: [2, 4], lines: [3, 3] }],
  ['minutes', [0.5, 1], 0.75, { bars: [30, 60], lines: [45, 45] }],
  ['hours', [12, 36], 24, { bars: [12, 36], lines: [24, 24] }],
  ['hours without a target', [12, 36], null, { bars: [12, 36], lines: [] }],
])('P149 draws the target in the unit of the bars: %s', (_unit, values, target, shown) => {
  const { bars, lines } = draw(values, target);
  expect(bars?.map((bar) => Math.round(Number(bar) * 1000) / 1000)).toEqual(shown.bars);
  expect(lines.map((line) => Math.round(line * 1000) / 1000)).toEqual(shown.lines);
});

it('can be focused and says how to reach the numbers', () => {
  draw([3], null);
  expect(drawn?.tabIndex).toBe(0);
  expect(drawn?.['aria-label']).toBe('Turnaround by month. Press Enter for the table with the numbers.');
});
