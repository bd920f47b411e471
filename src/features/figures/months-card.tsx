import type { FigureDetail } from '#contract/calls/figures.ts';
import type { Figure } from '#contract/rules/figures/figure.ts';
import { ExportButton } from '#ui/lists/export-button.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { ErrorBoundary } from '#ui/ui/error-boundary.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { useLazyPart } from '#ui/ui/use-lazy-part.ts';
import { timeUnitOfFigure, valueWords } from '#contract/rules/figures/figure-words.ts';

type Month = FigureDetail['months'][number];

const sheetColumns = [
  { header: 'Month', value: ({ label }: Month) => label },
  { header: 'Value', value: ({ value }: Month) => value },
  { header: 'Numerator', value: ({ numerator }: Month) => numerator?.amount ?? null },
  { header: 'Denominator', value: ({ denominator }: Month) => denominator?.amount ?? null },
];

const loadChart = async () => (await import('./months-chart.tsx')).MonthsChart;

/** Shows a figure's months as a chart, which is loaded separately, and as a table. */
export function MonthsCard({ figure, months }: { figure: Figure; months: readonly Month[] }) {
  const { Part: Chart, failed, retry } = useLazyPart(loadChart);
  const failure = (again: () => void) => (
    <p className="text-muted">
      The chart could not be drawn. <Button onClick={again}>Try again</Button>
    </p>
  );
  return (
    <Card title="By month">
      {failed && failure(retry)}
      {!failed && !Chart && <Skeleton className="h-64 w-full" />}
      {Chart && (
        <ErrorBoundary fallback={failure} place={figure.id}>
          <Chart figure={figure} months={months} />
        </ErrorBoundary>
      )}
      <details className="mt-3" open={failed}>
        <summary className="inline-flex min-h-target items-center rounded-tag font-semibold text-primary-ink underline-offset-4 hover:underline">
          Show the numbers as a table
        </summary>
        <MonthsTable figure={figure} months={months} />
      </details>
      <ExportButton name={`${figure.title} by month`} columns={sheetColumns} rows={() => months} />
    </Card>
  );
}

function MonthsTable({ figure, months }: { figure: Figure; months: readonly Month[] }) {
  const amount = (part: Month['numerator']) => (part === null ? '' : part.amount.toLocaleString('en-IN'));
  const time = timeUnitOfFigure(figure, months);
  return (
    <div className="mb-3 overflow-x-auto">
      <table className="mt-2 w-full text-right">
        <caption className="sr-only">{figure.title} by month</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-1.5 text-left font-semibold">
              Month
            </th>
            <th scope="col" className="px-2 font-semibold">
              Value
            </th>
            <th scope="col" className="px-2 font-semibold">
              {figure.numerator?.label}
            </th>
            <th scope="col" className="font-semibold">
              {figure.denominator?.label}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, label, value, numerator, denominator }) => (
            <tr key={month} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 text-left font-normal">
                {label}
              </th>
              <td className="px-2 whitespace-nowrap">{valueWords(value, figure.unit, time)}</td>
              <td className="px-2">{amount(numerator)}</td>
              <td>{amount(denominator)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
