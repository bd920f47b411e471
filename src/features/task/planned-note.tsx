import { counted } from '#contract/rules/counted.ts';
import { type PlannedWorkRow, plannedWork } from '#contract/pages/year-plan.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { addDays, addMonthsKeepingDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { horizonOf } from '#contract/rules/plan.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { monthName } from './calendar-days.ts';

interface PlannedNoteProps {
  /** Any day of the month. */
  month: LocalDay;
  lets: (job: PlannedWorkRow) => boolean;
}

/** Says how much work is planned in a month whose tasks are not all created yet. Source: docs/product.md P81. */
export function PlannedNote({ month, lets }: PlannedNoteProps) {
  const today = useToday();
  const from = `${month.slice(0, 7)}-01`;
  const to = addDays(addMonthsKeepingDay(from, 1), -1);
  const planned = useView((view) => plannedWork(view.all('device'), { from, to }, today), [from, to, today]).filter(
    lets,
  );
  const horizon = horizonOf(today);
  if (to <= horizon) return null;
  const more = counted(planned.length, 'more task is', 'more tasks are');
  return (
    <p className="border-b border-line px-4 py-2 text-sm text-muted">
      Tasks are created up to {formatSlashDay(horizon)}. {more} planned in {monthName(month)}.
    </p>
  );
}
