import { lazy, Suspense, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { daysWithTasks } from '#contract/pages/task-list.ts';
import { formatLongDay } from '#contract/rules/long-day.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { useReplicaAsOf, useToday } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { dayOfQuery } from './calendar-days.ts';
import { CloseTaskDialog } from './close-task-dialog.tsx';
import { dayRows, overdueRows, type TaskRow, upcomingRows } from './task-rows.ts';
import { TaskTable } from './task-table.tsx';

const MonthCalendar = lazy(async () => ({ default: (await import('./month-calendar.tsx')).MonthCalendar }));

/** The maintenance dashboard: the month, the upcoming tasks or those of one day, and their closing. */
export function MaintenanceScreen() {
  const [params, setParams] = useSearchParams();
  const today = useToday();
  const asOf = useReplicaAsOf();
  const load = useFirstLoad();
  const [closing, setClosing] = useState<TaskRow | null>(null);
  const endClosing = useCallback(() => setClosing(null), []);
  const day = dayOfQuery(params.get('day') ?? '');
  const month = dayOfQuery(`${params.get('month') ?? ''}-01`) ?? day ?? today;
  const days = useView((view) => daysWithTasks(view.all('task')));
  const isOverdueOnly = !day && params.get('status') === 'overdue';
  const rows = useView(
    (view) => {
      if (!view.ready) return undefined;
      if (day) return dayRows(view, day, today);
      return isOverdueOnly ? overdueRows(view, today) : upcomingRows(view, today);
    },
    [day, isOverdueOnly, today],
  );

  const show = (next: { day: LocalDay | undefined; month: LocalDay }) =>
    setParams(
      { ...(next.day !== undefined && { day: next.day }), month: next.month.slice(0, 7) },
      { replace: true, preventScrollReset: true },
    );

  return (
    <>
      <PageHeader title="Maintenance" asOf={asOf} />
      <div className="grid items-start gap-5 xl:grid-cols-[24rem_minmax(0,1fr)]">
        <Card flush>
          <div className="p-2 sm:p-4">
            <Suspense fallback={<Skeleton className="h-88 w-full" />}>
              <MonthCalendar
                month={month}
                today={today}
                selected={day}
                days={days}
                onMonth={(firstDay) => show({ day, month: firstDay })}
                onSelect={(next) => show({ day: next, month: next ?? month })}
              />
            </Suspense>
          </div>
        </Card>
        <Card
          flush
          title={titleOf(day, isOverdueOnly, rows?.length ?? 0)}
          actions={
            (day ?? isOverdueOnly) && (
              <Button onClick={() => show({ day: undefined, month })}>Show upcoming tasks</Button>
            )
          }
        >
          {load.error ? (
            <div className="p-4">
              <Alert tone="danger" action={<Button onClick={load.reload}>Try again</Button>}>
                An unknown error occurred!
              </Alert>
            </div>
          ) : (
            <TaskTable rows={rows} isDay={day !== undefined} onClose={setClosing} />
          )}
        </Card>
      </div>
      {closing && <CloseTaskDialog task={closing} onClose={endClosing} />}
    </>
  );
}

function titleOf(day: LocalDay | undefined, isOverdueOnly: boolean, count: number): string {
  if (day) return `Tasks of ${formatLongDay(day)}`;
  return isOverdueOnly ? `Overdue Tasks (${count})` : 'Upcoming Tasks';
}
