import type { PaperChart } from '#contract/pages/papers/paper.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { chartLines, chartSize, chartWords } from './chart-lines.ts';

/**
 * Draws readings over time for print: black lines that stay sharp at every size. Values outside the limits are crosses,
 * those inside are dots; limits are dashed. Source: docs/decisions/322-charts-on-paper.md.
 */
export function ReadingChart({ chart, title }: { chart: PaperChart; title: string }) {
  const { points, lower, upper, left, right, bottom } = chartLines(chart);
  const [first] = chart.points;
  const last = chart.points.at(-1);
  const low = points.toSorted((a, b) => b.y - a.y)[0];
  const lowest = Math.min(...chart.points.map(({ value }) => value));
  const line = (y: number, name: string, value: number) => (
    <g key={name}>
      <path d={`M${left} ${y}H${right}`} strokeDasharray="4 3" stroke="#555" strokeWidth={1} />
      <text x={left - 4} y={y + 3} textAnchor="end">
        {shortNumber(value)}
      </text>
    </g>
  );
  return (
    <svg
      viewBox={`0 0 ${chartSize.width} ${chartSize.height}`}
      className="paper-chart"
      {...{ role: 'img', 'aria-label': chartWords(chart, title) }}
    >
      <path d={`M${left} 4V${bottom + 3}H${right}`} fill="none" stroke="#000" strokeWidth={1} />
      {lower === null && low && (
        <text x={left - 4} y={low.y + 3} textAnchor="end">
          {shortNumber(lowest)}
        </text>
      )}
      {lower !== null && chart.lower !== null && line(lower, 'lower', chart.lower)}
      {upper !== null && chart.upper !== null && line(upper, 'upper', chart.upper)}
      <path
        d={points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')}
        fill="none"
        stroke="#000"
        strokeWidth={1.4}
      />
      {points.map(({ x, y, isOut }, place) =>
        isOut ? (
          <path
            // oxlint-disable-next-line react/no-array-index-key -- points of a paper keep no state
            key={place}
            d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`}
            stroke="#000"
            strokeWidth={2}
          />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- points of a paper keep no state
          <circle key={place} cx={x} cy={y} r={2.6} />
        ),
      )}
      {first && (
        <text
          x={chart.points.length === 1 ? (left + right) / 2 : left}
          y={chartSize.height - 4}
          textAnchor={chart.points.length === 1 ? 'middle' : 'start'}
        >
          {formatShortDay(first.on)}
        </text>
      )}
      {last && chart.points.length > 1 && (
        <text x={right} y={chartSize.height - 4} textAnchor="end">
          {formatShortDay(last.on)}
        </text>
      )}
    </svg>
  );
}

/** Formats a number so that it fits beside the axis. */
function shortNumber(value: number): string {
  return value.toLocaleString('en-IN', { maximumSignificantDigits: 5 });
}
