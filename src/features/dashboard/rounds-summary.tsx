import { type ComponentType, useEffect, useState } from 'react';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import type { ChartPoint } from './dashboard-data.ts';

type Chart = ComponentType<{ points: readonly ChartPoint[] }>;

/** Daily Rounds Summary: the chart, loaded on its own, and its numbers as a table. */
export function RoundsSummary({ points }: { points: readonly ChartPoint[] }) {
  const [chart, setChart] = useState<{ Chart: Chart } | 'failed' | null>(null);
  useEffect(() => {
    let left = false;
    import('./rounds-chart.tsx').then(
      ({ RoundsChart }) => {
        if (!left) setChart({ Chart: RoundsChart });
      },
      () => {
        if (!left) setChart('failed');
      },
    );
    return () => {
      left = true;
    };
  }, []);
  return (
    <Card
      title="Daily Rounds Summary"
      actions={
        <ButtonLink variant="ghost" to={paths.dailyRounds()}>
          Daily Rounds
        </ButtonLink>
      }
    >
      {chart === 'failed' && <Alert tone="danger">Failed to load daily rounds chart.</Alert>}
      {chart === null && <Skeleton className="h-64 w-full" />}
      {chart !== null && chart !== 'failed' && <chart.Chart points={points} />}
      <details className="mt-3" open={chart === 'failed'}>
        <summary className="inline-flex min-h-target items-center rounded-tag font-semibold text-primary-ink underline-offset-4 hover:underline">
          Show the numbers as a table
        </summary>
        <PointsTable points={points} />
      </details>
    </Card>
  );
}

function PointsTable({ points }: { points: readonly ChartPoint[] }) {
  return (
    <table className="mt-2 w-full text-right tabular-nums">
      <caption className="sr-only">Round entries of the last 7 days</caption>
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
            <th scope="row" className="py-1.5 text-left font-normal">
              {point.label}
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
