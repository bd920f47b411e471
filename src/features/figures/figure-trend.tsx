/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a drawing in the colours of the theme cannot be an img */
import type { FigureTrends } from '#contract/calls/figures.ts';
import type { Figure } from '#contract/rules/figures/figure.ts';
import { changeWords, timeUnitOfFigure, valueWords } from '#contract/rules/figures/figure-words.ts';
import { periodWords } from '#contract/rules/figures/period.ts';
import { addDays, addMonthsKeepingDay } from '#contract/rules/hospital-day.ts';
import { cx } from '#ui/ui/class-names.ts';
import { toneText } from '#ui/ui/tone.ts';
import { targetWords } from './figure-words.ts';
import { lineOf, placeOf, sparkHeight, sparkWidth } from './spark-line.ts';

interface FigureTrendProps {
  figure: Figure;
  /** Undefined until it has loaded, and without network; its place is reserved. */
  trends: FigureTrends | undefined;
}

/**
 * Shows the months of a figure as a line, coloured by its target, and the change against the period before. Source:
 * docs/product.md P293.
 */
export function FigureTrend({ figure, trends }: FigureTrendProps) {
  const { unit, target, soFar } = figure;
  const { value } = soFar ?? figure;
  const trend = trends?.figures.find(({ id }) => id === figure.id);
  const months = trend?.months ?? [];
  const known = months.filter((month) => month.value !== null);
  const time = timeUnitOfFigure(figure, [figure, ...known]);
  const change =
    trend && trends?.before ? changeWords(value, { value: trend.before, words: trends.before }, unit, time) : null;
  const words = ({ month, value: of }: (typeof known)[number]) =>
    `${valueWords(of, unit, time)} in ${monthWords(month)}`;
  const [first, last] = [known[0], known.at(-1)];
  const tone = targetWords({ value, target, unit })?.tone;
  const place = placeOf([...known.map((month) => month.value ?? 0), ...(target === null ? [] : [target])]);
  return (
    <div className="mt-1 min-h-16">
      {first && last && first !== last && (
        <svg
          role="img"
          aria-label={`${figure.title} by month: ${words(first)}, ${words(last)}`}
          viewBox={`0 0 ${sparkWidth} ${sparkHeight}`}
          preserveAspectRatio="none"
          className={cx('h-10 w-full', tone ? toneText[tone] : 'text-primary')}
        >
          {target !== null && (
            <line
              x1="0"
              x2={sparkWidth}
              y1={place(target)}
              y2={place(target)}
              vectorEffect="non-scaling-stroke"
              strokeDasharray="4 4"
              stroke="currentColor"
              className="text-muted"
            />
          )}
          <path
            d={lineOf(
              months.map((month) => month.value),
              place,
            )}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      )}
      {change !== null && <p className="text-sm text-muted">{change}</p>}
    </div>
  );
}

/** Formats 2026-11 as November 2026. */
function monthWords(month: string): string {
  const from = `${month}-01`;
  return periodWords({ from, to: addDays(addMonthsKeepingDay(from, 1), -1) });
}
