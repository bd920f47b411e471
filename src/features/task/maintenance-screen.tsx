import { lazy, Suspense, useCallback, useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { countsByDay } from '#contract/pages/task-list.ts';
import { daysOfWeek } from '#contract/pages/task-load.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { formatLongDay } from '#contract/rules/long-day.ts';
import { upcomingDays, weekEnd } from '#contract/rules/task-status.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { useReplicaAsOf, useToday } from '#ui/engine/use-now.ts';
import { ListFilters } from '#ui/lists/list-filters.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { PrintMenu } from '#ui/ui/print-menu.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkUndo } from './bulk-undo.tsx';
import { monthName } from './calendar-days.ts';
import { CloseTaskDialog } from './close-task-dialog.tsx';
import {
  dayRows,
  isOpenRow,
  monthRows,
  openRows,
  overdueRows,
  type TaskRow,
  upcomingRows,
  weekRows,
} from './task-rows.ts';
import { PlannedNote } from './planned-note.tsx';
import { taskColumns, TaskTable } from './task-table.tsx';
import { type ShownTasks, useShown } from './use-shown.ts';
import { useTaskFilters } from './use-task-filters.ts';

const ExportButton = lazy(async () => ({ default: (await import('#ui/lists/export-button.tsx')).ExportButton }));
const sheetColumns = taskColumns(() => undefined);

const TaskLoad = lazy(async () => ({ default: (await import('./task-load.tsx')).TaskLoad }));
const MonthCalendar = lazy(async () => ({ default: (await import('./month-calendar.tsx')).MonthCalendar }));

/**
 * Shows the maintenance dashboard: a month's calendar beside the tasks of a day, of the month, or the upcoming ones,
 * which are the default. Source: docs/decisions/252-month-shown-and-listed.md.
 */
export function MaintenanceScreen() {
  const today = useToday();
  const asOf = useReplicaAsOf();
  const load = useFirstLoad();
  const query = useListQuery();
  const [closing, setClosing] = useState<TaskRow | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>();
  const [dropped, setDropped] = useState<{ on: LocalDay; nth: number }>();
  const endClosing = useCallback(() => setClosing(null), []);
  const { day, week, month, shown, show } = useShown(today);
  const { filters, isFiltered, lets, counts } = useTaskFilters(query);

  const ofMonth = useView((view) => monthRows(view, month.slice(0, 7), today), [month, today]);
  const all = useView(
    (view) => {
      if (!view.ready) return undefined;
      if (day) return dayRows(view, day, today);
      if (shown === 'overdue') return overdueRows(view, today);
      if (shown === 'week') return weekRows(view, today);
      if (week) return openRows(view, daysOfWeek(week), today);
      return shown === 'month' ? monthRows(view, month.slice(0, 7), today) : upcomingRows(view, today);
    },
    [day, week, shown, month, today],
  );
  const rows = all?.filter(lets);
  const open = rows?.filter(isOpenRow).map(({ id }) => id) ?? [];
  const endTicking = () => {
    setTicked(undefined);
    setDropped(undefined);
  };
  /** Asks to move the task whose link was dropped or, if that one is ticked, all ticked tasks. */
  const drop = (address: string, on: LocalDay) => {
    const id = open.find((each) => address.endsWith(paths.maintenanceClose(each)));
    if (id === undefined) return;
    if (!ticked?.has(id)) setTicked(new Set([id]));
    setDropped({ on, nth: (dropped?.nth ?? 0) + 1 });
  };
  const title = {
    day: day ? `Tasks of ${formatLongDay(day)}` : '',
    month: `Tasks of ${monthName(month)}`,
    overdue: `Overdue Tasks (${rows?.length ?? 0})`,
    week: 'Tasks Due This Week',
    load: week ? `Open Tasks, ${formatSlashDay(week)} to ${formatSlashDay(addDays(week, 6))}` : '',
    upcoming: 'Upcoming Tasks',
  }[shown];

  return (
    <>
      <PageHeader
        title="Maintenance"
        asOf={asOf}
        actions={
          <>
            <ButtonLink to={withQuery(paths.maintenanceYear(), { year: month.slice(0, 4) })} icon="calendar">
              Year {month.slice(0, 4)}
            </ButtonLink>
            <PrintMenu items={printItems({ year: month.slice(0, 4) })} />
          </>
        }
      />
      <BulkUndo />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <ListFilters query={query} filters={filters} />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[24rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
        <Card flush>
          <div className="p-2 sm:p-4">
            <Suspense fallback={<Skeleton className="h-88 w-full" />}>
              <MonthCalendar
                month={month}
                today={today}
                selected={day}
                days={countsByDay(ofMonth.filter(counts))}
                onMonth={(firstDay) => show('month', firstDay)}
                onSelect={(next) => (next ? show('day', next) : show('month', month))}
                onDrop={drop}
              />
            </Suspense>
          </div>
        </Card>
        <Card flush title={title} className="xl:row-span-2" actions={<Shown {...{ shown, month, show }} />}>
          {(shown === 'upcoming' || shown === 'week') && (
            <p className="border-b border-line px-4 py-2 text-sm text-muted">
              Overdue, and due until {formatSlashDay(shown === 'week' ? weekEnd(today) : addDays(today, upcomingDays))}.
            </p>
          )}
          {shown === 'month' && <PlannedNote month={month} lets={counts} />}
          {load.error ? (
            <div className="p-4">
              <Alert tone="danger" action={<Button onClick={load.reload}>Try again</Button>}>
                An unknown error occurred!
              </Alert>
            </div>
          ) : (
            <>
              {ticked ? (
                <BulkBar
                  key={dropped?.nth}
                  dropped={dropped?.on}
                  chosen={open.filter((id) => ticked.has(id))}
                  open={open}
                  onChoose={(ids) => setTicked(new Set(ids))}
                  onDone={endTicking}
                />
              ) : (
                <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
                  <p aria-live="polite" className="text-sm text-muted">
                    {rows && counted(rows.length, 'task')}
                  </p>
                  <span className="flex gap-2">
                    {rows && rows.length > 0 && (
                      <Suspense>
                        <ExportButton name={title} columns={sheetColumns} rows={() => rows} />
                      </Suspense>
                    )}
                    {open.length > 0 && <Button onClick={() => setTicked(new Set())}>Select</Button>}
                  </span>
                </div>
              )}
              <TaskTable
                rows={rows}
                caption={shown === 'day' ? 'Tasks of the day' : title}
                empty={isFiltered ? ['No task matches these filters.', 'Choose other filters.'] : emptyWords[shown]}
                onClose={setClosing}
                ticked={ticked}
                onTick={(id) =>
                  setTicked(
                    (ids) => new Set(ids?.has(id) ? [...ids].filter((other) => other !== id) : [...(ids ?? []), id]),
                  )
                }
              />
            </>
          )}
        </Card>
        <Suspense fallback={<Skeleton className="h-48 w-full" />}>
          <TaskLoad month={month.slice(0, 7)} shown={week} query={query} counts={counts} />
        </Suspense>
      </div>
      {closing && <CloseTaskDialog task={closing} onClose={endClosing} />}
    </>
  );
}

/** The papers about planned work. */
const printItems = ({ year }: { year: string }) => [
  { label: 'Calendar of the year', to: withQuery(paths.printPlanYear(), { year }) },
  { label: 'Overdue and not located', to: paths.printOverdue() },
  { label: 'Calibration and safety registers', to: paths.printCalibration() },
];

const emptyWords: Record<ShownTasks, readonly [string, string]> = {
  day: ['No tasks on this day.', 'Days with tasks are marked in the calendar.'],
  month: ['No tasks in this month.', 'Browse other months to see more.'],
  overdue: ['No overdue tasks.', 'Nothing is overdue today.'],
  week: ['No tasks due this week.', 'Nothing is overdue or due in the next seven days.'],
  load: ['No open tasks in this week.', 'Other weeks and engineers may have work.'],
  upcoming: ['No upcoming tasks.', 'Nothing is overdue or due in the next 30 days.'],
};

interface ShownProps {
  shown: ShownTasks;
  month: LocalDay;
  show: (next: ShownTasks, at: LocalDay) => void;
}

/** Links to the other lists. */
function Shown({ shown, month, show }: ShownProps) {
  return (
    <>
      {shown !== 'month' && <Button onClick={() => show('month', month)}>Show {monthName(month)}</Button>}
      {shown !== 'upcoming' && <Button onClick={() => show('upcoming', month)}>Show upcoming tasks</Button>}
    </>
  );
}
