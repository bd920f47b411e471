import { Link } from 'react-router-dom';
import { buildTaskLoad, daysOfWeek, weeksOfMonth } from '#contract/pages/task-load.ts';
import { counted } from '#contract/rules/counted.ts';
import { formatShortDay, formatSlashDay } from '#contract/rules/dates-format.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { technicianMe, technicianNone } from '#contract/rules/list-filter.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import type { ListQuery } from '#ui/lists/list-query.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { Card } from '#ui/ui/card.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { monthName } from './calendar-days.ts';
import { openRows, type TaskRow } from './task-rows.ts';

interface TaskLoadProps {
  /** The month whose weeks are shown (yyyy-MM). */
  month: string;
  /** The Monday of the week that the list shows. */
  shown: LocalDay | undefined;
  query: ListQuery;
  /** Whether the filters, except the state, let a task through. */
  counts: (task: TaskRow) => boolean;
}

/** Shows how many open tasks each engineer has in the weeks of a month; each count opens its tasks. */
export function TaskLoad({ month, shown, query, counts }: TaskLoadProps) {
  const today = useToday();
  const { userId, userRole } = useSignedIn();
  const weeks = weeksOfMonth(month);
  const { ready, rows, technicians } = useView(
    (view) => ({
      ready: view.ready,
      rows: openRows(view, { from: weeks[0] ?? today, to: daysOfWeek(weeks.at(-1) ?? today).to }, today),
      technicians: view.all('technician'),
    }),
    [month, today],
  );
  const filtered = query.filter('technician') !== '';
  const load = buildTaskLoad(rows.filter(counts), weeks, filtered ? [] : technicians);
  const linkTo = (technicianId: string | null, week: LocalDay) => {
    const own = technicianId === userId && userRole === 'BME' ? technicianMe : technicianId;
    return withQuery(paths.maintenance(), {
      week,
      month,
      technician: own ?? technicianNone,
      department: query.filter('department'),
      type: query.filter('type'),
      vendor: query.filter('vendor'),
    });
  };
  if (!ready) return null;
  return (
    <Card flush title="Load by Engineer and Week">
      <p className="px-4 pt-2 text-sm text-muted">Open tasks of {monthName(`${month}-01`)}, in weeks from Monday.</p>
      {load.length === 0 ? (
        <p className="p-4">No open tasks in these weeks.</p>
      ) : (
        <section
          aria-label={`Engineers and weeks of ${monthName(`${month}-01`)}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways is reached by keyboard
          tabIndex={0}
          className="relative overflow-x-auto"
        >
          <table className="w-full min-w-[22rem] table-fixed text-sm">
            <thead className="text-muted">
              <tr>
                <th scope="col" className="py-2 pl-4 text-left">
                  Engineer
                </th>
                {weeks.map((week) => (
                  <th key={week} scope="col" className="w-11 py-2 text-center font-medium">
                    <span className="sr-only">Week of {formatShortDay(week)}</span>
                    <span aria-hidden="true">{formatSlashDay(week).slice(0, 5)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {load.map(({ technicianId, name, counts: ofWeeks }) => (
                <tr key={technicianId} className="border-t border-line">
                  <th scope="row" className="py-1 pr-1 pl-4 text-left font-normal wrap-anywhere">
                    {technicianId === null ? 'Nobody' : name}
                  </th>
                  {ofWeeks.map((count, place) => {
                    const week = weeks[place] ?? '';
                    return (
                      <td key={week} className="text-center">
                        {count === 0 ? (
                          <span className="text-muted">0</span>
                        ) : (
                          <Link
                            to={linkTo(technicianId, week)}
                            aria-label={`${counted(count, 'open task')}, ${technicianId === null ? 'nobody' : name}, ${formatShortDay(week)} to ${formatShortDay(daysOfWeek(week).to)}`}
                            className={cx(
                              'inline-flex size-target items-center justify-center font-semibold text-primary-ink underline',
                              week === shown && 'rounded-field bg-sunken',
                            )}
                          >
                            {count}
                          </Link>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}
