import { DayPicker } from 'react-day-picker';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { formatLongDay } from '#contract/rules/long-day.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { dateOfDay, dayOfDate } from './calendar-days.ts';

interface MonthCalendarProps {
  /** Any day of the month shown. */
  month: LocalDay;
  today: LocalDay;
  selected: LocalDay | undefined;
  /** Days that carry tasks, with how many of them are open. */
  days: ReadonlyMap<LocalDay, number>;
  onMonth: (firstDay: LocalDay) => void;
  onSelect: (day: LocalDay | undefined) => void;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const step =
  'inline-flex size-target items-center justify-center rounded-control text-primary-ink hover:bg-primary-soft';

/** Weekday and day: `Saturday, 1 Nov 2026`, which holds the number as it is drawn. */
function dayWords(day: LocalDay): string {
  return `${formatLongDay(day).split(',', 1).join()}, ${formatShortDay(day)}`;
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' | undefined }) {
  return <Icon name={orientation === 'left' ? 'chevron-left' : 'chevron-right'} />;
}

/** A month of days; those with tasks are marked and say so. Source: docs/product.md P33. */
export function MonthCalendar({ month, today, selected, days, onMonth, onSelect }: MonthCalendarProps) {
  return (
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
        open: (date) => (days.get(dayOfDate(date)) ?? 0) > 0,
      }}
      modifiersClassNames={{
        tasks:
          '[&>button]:font-bold [&>button]:after:absolute [&>button]:after:bottom-1 [&>button]:after:size-1.5 [&>button]:after:rounded-full [&>button]:after:border [&>button]:after:border-current',
        open: '[&>button]:bg-primary-soft [&>button]:text-primary-ink [&>button]:after:bg-current',
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
            ...(tasks ? ['has tasks'] : []),
          ];
          return words.join(', ');
        },
      }}
      components={{ Chevron }}
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
          'relative inline-flex min-h-target w-full max-w-16 items-center justify-center rounded-control border-2 border-transparent tabular-nums hover:border-primary',
        outside: 'invisible',
      }}
    />
  );
}
