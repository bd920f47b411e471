import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js';
import { Bar } from 'react-chartjs-2';
import type { RoundChart } from '#contract/pages/round-chart.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { ChartFrame, chartKeys } from '#ui/ui/chart-frame.tsx';
import { chartHeight, dayLabel } from './chart-range.ts';

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

type ChartPoint = RoundChart[number];

/** With more days, the three bars of a day are stacked so that they stay wide enough to see. */
const mostDaysSideBySide = 10;

interface RoundsChartProps {
  points: readonly ChartPoint[];
  words: string;
  /** Includes devices that work; otherwise only the exceptions. */
  isAll: boolean;
  /** Called when a bar is pressed; the table below has the same links. */
  onDay: (day: LocalDay) => void;
}

/**
 * Draws the days as bars; stripes and dots, as well as colour, distinguish the series. The table below has the same
 * numbers.
 */
export function RoundsChart({ points, words, isAll, onDay }: RoundsChartProps) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const stacked = points.length > mostDaysSideBySide;
  return (
    <ChartFrame height={chartHeight}>
      {(inks) => (
        <Bar
          aria-label={`Round entries of ${words}. Press Enter for the table with the numbers.`}
          {...chartKeys}
          data={{
            labels: points.map(({ label }) => dayLabel(label)),
            datasets: [
              ...(isAll ? [series('Operational', points, (point) => point.operational, inks.ok)] : []),
              series('Needs Attention', points, (point) => point.needsAttention, pattern(inks.warn, drawStripes)),
              series('Not Working', points, (point) => point.notWorking, pattern(inks.danger, drawDots)),
            ],
          }}
          options={{
            responsive: true,
            onClick: (_event, [bar]) => {
              const day = bar && points[bar.index]?.label;
              if (day) onDay(day);
            },
            onHover: ({ native }, bars) => {
              if (native?.target instanceof HTMLElement) native.target.style.cursor = bars.length > 0 ? 'pointer' : '';
            },
            maintainAspectRatio: false,
            animation: calm ? false : { duration: 300 },
            plugins: { legend: { position: 'bottom', labels: { color: inks.text, boxWidth: 18, padding: 16 } } },
            scales: {
              x: { stacked, ticks: { color: inks.text }, grid: { display: false } },
              y: { stacked, beginAtZero: true, ticks: { color: inks.text, precision: 0 }, grid: { color: inks.line } },
            },
          }}
        />
      )}
    </ChartFrame>
  );
}

function series(
  label: string,
  points: readonly ChartPoint[],
  countOf: (point: ChartPoint) => number,
  backgroundColor: string | CanvasPattern,
) {
  return { label, data: points.map(countOf), backgroundColor, borderRadius: 3, maxBarThickness: 28 };
}

/** Width and height of a pattern tile. Units: px. */
const tilePx = 8;

function pattern(color: string, draw: (context: CanvasRenderingContext2D) => void): string | CanvasPattern {
  const tile = document.createElement('canvas');
  tile.width = tilePx;
  tile.height = tilePx;
  const context = tile.getContext('2d');
  if (!context) return color;
  context.fillStyle = color;
  context.fillRect(0, 0, tilePx, tilePx);
  context.globalCompositeOperation = 'destination-out';
  draw(context);
  return context.createPattern(tile, 'repeat') ?? color;
}

function drawStripes(context: CanvasRenderingContext2D) {
  context.lineWidth = 2;
  context.beginPath();
  for (const start of [-tilePx, 0, tilePx]) {
    context.moveTo(start, tilePx);
    context.lineTo(start + tilePx, 0);
  }
  context.stroke();
}

function drawDots(context: CanvasRenderingContext2D) {
  context.beginPath();
  context.arc(tilePx / 2, tilePx / 2, 1.6, 0, 2 * Math.PI);
  context.fill();
}
