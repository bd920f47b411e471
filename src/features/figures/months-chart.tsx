import { BarController, BarElement, CategoryScale, Chart, LinearScale, type Plugin, Tooltip } from 'chart.js';
import { Bar } from 'react-chartjs-2';
import type { FigureDetail } from '#contract/calls/figures.ts';
import { formatShortMonth } from '#contract/rules/dates-format.ts';
import type { Figure } from '#contract/rules/figures/figure.ts';
import { ChartFrame, chartKeys } from '#ui/ui/chart-frame.tsx';
import { type TimeUnit, timeUnitOfFigure, timeUnits, valueWords } from '#contract/rules/figures/figure-words.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface MonthsChartProps {
  figure: Figure;
  months: readonly FigureDetail['months'][number][];
}

/** Draws a bar for each month with data, and the target as a dashed line. The table below has the numbers. */
export function MonthsChart({ figure, months }: MonthsChartProps) {
  const { unit, target, title } = figure;
  const time = timeUnitOfFigure(figure, months);
  const perUnit = unit === 'hours' ? timeUnits[time] : 1;
  const line = target === null ? null : target / perUnit;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <ChartFrame>
      {(inks) => (
        <Bar
          key={inks.primary + String(line)}
          aria-label={`${title} by month. Press Enter for the table with the numbers.`}
          {...chartKeys}
          plugins={line === null ? [] : [targetLine(line, inks.warn)]}
          data={{
            labels: months.map(({ month }) => formatShortMonth(month)),
            datasets: [
              {
                label: title,
                data: months.map(({ value }) => (value === null ? null : value / perUnit)),
                backgroundColor: inks.primary,
                borderRadius: 3,
                maxBarThickness: 28,
              },
            ],
          }}
          options={{
            responsive: true,
            maintainAspectRatio: false,
            animation: calm ? false : { duration: 300 },
            plugins: {
              legend: { display: false },
              tooltip: {
                callbacks: {
                  label: ({ parsed }) => valueWords(parsed.y === null ? null : parsed.y * perUnit, unit, time),
                },
              },
            },
            scales: {
              x: { ticks: { color: inks.text }, grid: { display: false } },
              y: {
                beginAtZero: true,
                ...(unit === 'percent' && { suggestedMax: 100 }),
                ticks: {
                  color: inks.text,
                  ...(unit === 'count' && { precision: 0 }),
                  callback: (value) => axisWords(Number(value), unit, time),
                },
                grid: { color: inks.line },
              },
            },
          }}
        />
      )}
    </ChartFrame>
  );
}

/** Formats a value beside the axis; hours appear in the unit in which the bars are drawn. */
function axisWords(value: number, unit: Figure['unit'], time: TimeUnit): string {
  return unit === 'hours' ? `${value.toLocaleString('en-IN')} ${time}` : valueWords(value, unit);
}

/** Draws a dashed line at the target, in the unit of the axis. */
function targetLine(target: number, color: string): Plugin<'bar'> {
  return {
    id: 'target',
    afterDatasetsDraw({ ctx, chartArea: { left, right }, scales: { y } }) {
      if (!y) return;
      const at = y.getPixelForValue(target);
      ctx.save();
      ctx.strokeStyle = color;
      ctx.lineWidth = 2;
      ctx.setLineDash([6, 4]);
      ctx.beginPath();
      ctx.moveTo(left, at);
      ctx.lineTo(right, at);
      ctx.stroke();
      ctx.restore();
    },
  };
}
