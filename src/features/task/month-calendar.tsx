import { createContext, useContext, useMemo, useState } from 'react';
import { DayButton, type DayButtonProps, DayPicker } from 'react-day-picker';
import type { TaskCounts } from '#contract/pages/task-list.ts';
import { type TaskStatus, taskStatuses } from '#contract/rules/task-status.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { formatLongDay } from '#contract/rules/long-day.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { cx } from '#ui/ui/class-names.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { dateOfDay, dayOfDate } from './calendar-days.ts';
import { stateSigns } from './state-signs.ts';

interface MonthCalendarProps {
  /** Any day of the month. */
  month: LocalDay;
  today: LocalDay;
  selected: LocalDay | undefined;
  /** Days with tasks, and the number in each state. */
  days: ReadonlyMap<LocalDay, TaskCounts>;
  onMonth: (firstDay: LocalDay) => void;
  onSelect: (day: LocalDay | undefined) => void;
  /** Called with the address of a task whose link is dropped on a day from today on. */
  onDrop: (address: string, day: LocalDay) => void;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const step =
  'inline-flex size-target items-center justify-center rounded-control text-primary-ink hover:bg-primary-soft';

const Days = createContext<Pick<MonthCalendarProps, 'days' | 'today' | 'onDrop'>>({
  days: new Map(),
  today: '',
  onDrop: () => undefined,
});

const signOrder = [
  'Overdue',
  'Action Required',
  'Upcoming',
  'Closed',
  'Cancelled',
] as const satisfies readonly TaskStatus[];
const most = 99;

/** Lists the states that a day's tasks are in, such as "2 overdue". */
function countWords(counts: TaskCounts | undefined): string[] {
  return taskStatuses.flatMap((status) => {
    const count = counts?.[status] ?? 0;
    return count === 0 ? [] : [`${count} ${status.toLowerCase()}`];
  });
}

/** The data of a link that is dragged. */
const linkType = 'text/uri-list';

/** Shows a day with its counts below the number; they are drawn by CSS, because the button's name already says them. */
function CountedDay(props: DayButtonProps) {
  const { days, today, onDrop } = useContext(Days);
  const [isOver, setOver] = useState(false);
  const day = dayOfDate(props.day.date);
  const counts = days.get(day);
  return (
    <DayButton
      {...props}
      className={cx(props.className, isOver && 'bg-primary-soft')}
      onDragOver={(event) => {
        if (day < today || !event.dataTransfer.types.includes(linkType)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.getData(linkType), day);
      }}
    >
      {props.children}
      <span aria-hidden="true" className="flex flex-wrap justify-center gap-x-1 text-xs leading-tight">
        {signOrder.map((status) => {
          const count = counts?.[status] ?? 0;
          if (count === 0) return null;
          return (
            <span
              key={status}
              data-count={`${stateSigns[status].sign}${count > most ? `${most}+` : count}`}
              className={cx(
                'before:content-[attr(data-count)] in-[[data-selected]]:text-on-primary',
                stateSigns[status].look,
              )}
            />
          );
        })}
      </span>
    </DayButton>
  );
}

/** Formats weekday and day: `Saturday, 1 Nov 2026`, which includes the visible number. */
function dayWords(day: LocalDay): string {
  return `${formatLongDay(day).split(',', 1).join()}, ${formatShortDay(day)}`;
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' | undefined }) {
  return <Icon name={orientation === 'left' ? 'chevron-left' : 'chevron-right'} />;
}

/** Shows the days of a month; days with tasks are marked, for screen readers too. Source: docs/product.md P33. */
export function MonthCalendar({ month, today, selected, days, onMonth, onSelect, onDrop }: MonthCalendarProps) {
  const marked = useMemo(() => ({ days, today, onDrop }), [days, today, onDrop]);
  return (
    <Days value={marked}>
      <DayPicker
        mode="single"
        month={dateOfDay(month)}
        today={dateOfDay(today)}
        selected={selected === undefined ? undefined : dateOfDay(selected)}
        onSelect={(date) => onSelect(date && dayOfDate(date))}
        onMonthChange={(date) => onMonth(dayOfDate(date))}
        navLayout="around"
        modifiers={{
          tasks: (date) => days.has(dayOfDate(date)),
          open: (date) => isOpen(days.get(dayOfDate(date))),
        }}
        modifiersClassNames={{
          tasks: '[&>button]:font-bold',
          open: '[&>button]:bg-primary-soft [&>button]:text-primary-ink',
          today: '[&>button]:border-primary',
          selected: '[&>button]:bg-primary! [&>button]:text-on-primary!',
        }}
        formatters={{ formatWeekdayName: (date) => weekdays[date.getDay()] ?? '' }}
        labels={{
          labelNav: () => 'Months',
          labelPrevious: () => 'Prev Month',
          labelNext: () => 'Next Month',
          labelDayButton: (date, { today: isToday, tasks, selected: isSelected }) => {
            const words = [
              `${isToday ? 'Today, ' : ''}${dayWords(dayOfDate(date))}`,
              ...(isSelected ? ['selected'] : []),
              ...(tasks ? [...countWords(days.get(dayOfDate(date))), 'has tasks'] : []),
            ];
            return words.join(', ');
          },
        }}
        components={{ Chevron, DayButton: CountedDay }}
        classNames={{
          root: 'relative',
          month: 'grid grid-cols-[auto_1fr_auto] items-center gap-y-2',
          month_caption: 'text-center text-lg font-bold',
          button_previous: step,
          button_next: step,
          month_grid: 'col-span-3 w-full table-fixed border-collapse',
          weekday: 'h-9 text-center text-sm font-semibold text-muted',
          day: 'p-0 text-center sm:p-0.5',
          day_button:
            'inline-flex min-h-15 w-full max-w-16 flex-col items-center justify-start rounded-control pt-1.5 border-2 border-transparent hover:border-primary',
          outside: 'invisible',
        }}
      />
      <p className="flex flex-wrap justify-center gap-x-4 pt-2 text-sm text-muted">
        {signOrder.map((status) => (
          <span key={status}>
            <span aria-hidden="true" className={cx('font-bold', stateSigns[status].look)}>
              {stateSigns[status].sign}
            </span>{' '}
            {status}
          </span>
        ))}
      </p>
    </Days>
  );
}

function isOpen(counts: TaskCounts | undefined): boolean {
  return counts !== undefined && counts.Overdue + counts['Action Required'] + counts.Upcoming > 0;
}
