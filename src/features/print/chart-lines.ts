import { counted } from '#contract/rules/counted.ts';
import type { PaperChart } from '#contract/pages/papers/paper.ts';
import { daysBetween } from '#contract/rules/hospital-day.ts';

/** Size of the drawing. Units: a tenth of the paper's font size. */
export const chartSize = { width: 210, height: 96 };
/** Margins around the lines: value labels on the left, days below. */
const room = { left: 46, right: 8, top: 10, bottom: 20 };

/** Positions of a chart's lines and marks in the drawing. */
export interface ChartLines {
  points: { x: number; y: number; isOut: boolean }[];
  lower: number | null;
  upper: number | null;
  left: number;
  right: number;
  bottom: number;
}

/**
 * Computes the positions of a chart's points: days from left to right, values upwards; the limits are always in view.
 */
export function chartLines({ points, lower, upper }: PaperChart): ChartLines {
  const [first] = points;
  const last = points.at(-1);
  const days = first && last ? daysBetween(first.on, last.on) : 0;
  const [left, right] = [room.left, chartSize.width - room.right];
  const [top, bottom] = [room.top, chartSize.height - room.bottom];
  const values = [...points.map(({ value }) => value), ...[lower, upper].filter((limit) => limit !== null)];
  const lowest = Math.min(...values);
  const span = Math.max(...values) - lowest;
  const yOf = (value: number) =>
    span === 0 ? (top + bottom) / 2 : bottom - ((value - lowest) / span) * (bottom - top);
  const xOf = (on: string, place: number) => {
    if (days > 0 && first) return left + (daysBetween(first.on, on) / days) * (right - left);
    // If all points are of the same day, they are spread out in order.
    return points.length === 1 ? (left + right) / 2 : left + (place / (points.length - 1)) * (right - left);
  };
  return {
    points: points.map(({ on, value, isOut }, place) => ({ x: xOf(on, place), y: yOf(value), isOut })),
    lower: lower === null ? null : yOf(lower),
    upper: upper === null ? null : yOf(upper),
    left,
    right,
    bottom,
  };
}

/** Describes the chart in words. */
export function chartWords({ points, unit, lower, upper }: PaperChart, title: string): string {
  const outside = points.filter(({ isOut }) => isOut).length;
  const last = points.at(-1);
  const limit = [lower === null ? '' : `lower ${lower}`, upper === null ? '' : `upper ${upper}`].filter(Boolean);
  return [
    `${title}: ${counted(points.length, 'reading')}`,
    last ? `the latest ${last.value}${unit === '' ? '' : ` ${unit}`}` : '',
    limit.length > 0 ? `limits: ${limit.join(', ')}` : 'no limit',
    outside === 0 ? 'none outside' : `${outside} outside`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat('. The numbers are in the table beside it.');
}
