import { useSearchParams } from 'react-router-dom';
import { mondayOf } from '#contract/pages/task-load.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { dayOfQuery } from './calendar-days.ts';

/** What the list shows; `load` is a week of the load table, `week` what is due within seven days. */
export type ShownTasks = 'day' | 'load' | 'month' | 'overdue' | 'week' | 'upcoming';

/** The values of `status` in the URL for lists to which the dashboard links. */
const linkedLists = ['overdue', 'week'] as const;
/** Returns what the address lists (a day, a week, a month, or the upcoming tasks) and the month that the calendar shows. */
export function useShown(today: LocalDay) {
  const [params, setParams] = useSearchParams();
  const day = dayOfQuery(params.get('day') ?? '');
  const dayOfWeek = dayOfQuery(params.get('week') ?? '');
  const week = dayOfWeek && mondayOf(dayOfWeek);
  const named = dayOfQuery(`${params.get('month') ?? ''}-01`);
  const linked = linkedLists.find((list) => list === params.get('status'));
  const open: ShownTasks = linked ?? 'upcoming';
  const other: ShownTasks = week ? 'load' : named ? 'month' : open;
  const show = (next: ShownTasks, at: LocalDay) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        for (const name of ['day', 'week', 'month', 'page']) changed.delete(name);
        if (linked) changed.delete('status');
        if (next === 'day') changed.set('day', at);
        if (next !== 'upcoming') changed.set('month', at.slice(0, 7));
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    day,
    week: day ? undefined : week,
    month: named ?? day ?? week ?? today,
    shown: day ? ('day' as const) : other,
    show,
  };
}
