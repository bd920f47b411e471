import { lazy, Suspense, useRef, useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { buildRoundChart, type RoundChart } from '#contract/pages/round-chart.ts';
import { Link, useNavigate } from 'react-router-dom';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { useLazyPart } from '#ui/ui/use-lazy-part.ts';
import { useNear } from '#ui/ui/use-near.ts';
import { usePrinting } from '#ui/ui/use-printing.ts';
import { chartHeight, type ChartDays, dayLabel } from './chart-range.ts';
import { ChartRangeFields, useChartRange } from './chart-range-fields.tsx';
import { Panel, PanelFailed, panelLink } from './panel.tsx';

const chartFailed = 'Failed to load daily rounds chart.';

const ExportButton = lazy(async () => ({ default: (await import('#ui/lists/export-button.tsx')).ExportButton }));
const sheetColumns = [
  { header: 'Day', value: ({ label }: RoundChart[number]) => ({ day: label }) },
  { header: 'Operational', value: (point: RoundChart[number]) => point.operational },
  { header: 'Needs Attention', value: (point: RoundChart[number]) => point.needsAttention },
  { header: 'Not Working', value: (point: RoundChart[number]) => point.notWorking },
];

interface ChartProps {
  points: RoundChart;
  words: string;
  /** Includes devices that work; otherwise only the exceptions. */
  isAll: boolean;
  onDay: (day: LocalDay) => void;
}

/** Loaded separately: no other screen needs the chart, and on a phone it is far below the fold. */
const loadChart = async () => (await import('./rounds-chart.tsx')).RoundsChart;

const roundsOf = (day: LocalDay) => withQuery(paths.submittedRounds(), { on: day });

const usePoints = ({ from, to }: Pick<ChartDays, 'from' | 'to'>): RoundChart =>
  useView((view) => buildRoundChart(view.all('round'), { from, to }), [from, to]);

/** Shows Daily Rounds Summary: the chart of the chosen days, loaded separately, and its numbers as a table. */
export function RoundsSummary() {
  const today = useToday();
  const { asked, days, ask } = useChartRange(today);
  const isAll = asked.series === 'all';
  return (
    <Card
      title="Daily Rounds Summary"
      flush
      actions={
        <ButtonLink variant="ghost" className={panelLink} to={paths.rounds()}>
          Daily Rounds
        </ButtonLink>
      }
    >
      <div className="px-4 py-2 sm:px-5">
        <ChartRangeFields asked={asked} days={days} today={today} onAsk={ask}>
          {typeof days !== 'string' && <ExportDays days={days} />}
          <Checkbox
            label="Show Operational too"
            checked={isAll}
            onChange={(event) => ask({ series: event.target.checked ? 'all' : '' })}
          />
        </ChartRangeFields>
        {typeof days !== 'string' && <ChartOfDays days={days} isAll={isAll} />}
      </div>
    </Card>
  );
}

function ExportDays({ days: { from, to } }: { days: ChartDays }) {
  const points = usePoints({ from, to });
  return (
    <Suspense>
      <ExportButton name={`Daily Rounds ${from} to ${to}`} columns={sheetColumns} rows={() => points} />
    </Suspense>
  );
}

function ChartOfDays({ days, isAll }: { days: ChartDays; isAll: boolean }) {
  const { from, to, words } = days;
  const points = usePoints({ from, to });
  const place = useRef<HTMLDivElement>(null);
  // The chart loads when it is near the viewport, and then stays.
  const isNear = useNear(place, { stays: true, within: 25 });
  const { Part: Chart, failed, retry } = useLazyPart(loadChart, isNear);
  const isPrinting = usePrinting();
  const [isTableOpen, setTableOpen] = useState(false);
  const navigate = useNavigate();
  const exceptions = points.reduce((sum, point) => sum + point.needsAttention + point.notWorking, 0);
  return (
    <>
      <p className="text-muted">
        {counted(exceptions, 'exception')} in {words}
      </p>
      {failed && <PanelFailed text={chartFailed} onRetry={retry} />}
      {!failed && !Chart && (
        <div ref={place} className={cx(chartHeight, 'print:hidden')}>
          {isNear && <Skeleton className="h-full w-full" />}
        </div>
      )}
      {Chart && (
        <Panel failed={chartFailed} place={`${from} ${to}`}>
          <Chart points={points} words={words} isAll={isAll} onDay={(day) => void navigate(roundsOf(day))} />
        </Panel>
      )}
      <details
        open={failed || isPrinting || isTableOpen}
        onToggle={({ currentTarget }) => {
          if (!isPrinting && !failed) setTableOpen(currentTarget.open);
        }}
      >
        <summary className="inline-flex min-h-target items-center rounded-tag font-semibold text-primary-ink underline-offset-4 hover:underline">
          Show the numbers as a table
        </summary>
        <div className="overflow-x-auto">
          <PointsTable points={points} words={words} />
        </div>
      </details>
    </>
  );
}

function PointsTable({ points, words }: Pick<ChartProps, 'points' | 'words'>) {
  return (
    <table className="mt-2 w-full text-right">
      <caption className="sr-only">Round entries of {words}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-muted">
          <th scope="col" className="py-1.5 text-left font-semibold">
            Day
          </th>
          <th scope="col" className="px-2 font-semibold">
            Operational
          </th>
          <th scope="col" className="px-2 font-semibold">
            Needs Attention
          </th>
          <th scope="col" className="font-semibold">
            Not Working
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.label} className="border-b border-line last:border-0">
            <th scope="row" className="text-left font-normal">
              <Link
                to={roundsOf(point.label)}
                className="inline-flex min-h-target items-center text-primary-ink underline underline-offset-4"
              >
                {dayLabel(point.label)}
              </Link>
            </th>
            <td className="px-2">{point.operational}</td>
            <td className="px-2">{point.needsAttention}</td>
            <td>{point.notWorking}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
