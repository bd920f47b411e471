import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { SelectField } from '#ui/ui/select-field.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { type AskedRange, chartRanges, type ChartDays, customRange, daysOfRange } from './chart-range.ts';

const options = [...chartRanges, customRange].map(({ value, label }) => ({ value, label }));

/** Keeps the chart's range in the URL, so that a colleague who opens the link sees the same chart. */
export function useChartRange(today: LocalDay) {
  const [params, setParams] = useSearchParams();
  const asked: AskedRange = {
    range: params.get('range') ?? chartRanges[0].value,
    fromDate: params.get('fromDate') ?? '',
    toDate: params.get('toDate') ?? '',
    series: params.get('series') ?? '',
  };
  const days = daysOfRange(asked, today);
  const ask = (next: Partial<AskedRange>) =>
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(next)) {
          if (value === '') current.delete(name);
          else current.set(name, value);
        }
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return { asked, days, ask };
}

interface ChartRangeFieldsProps {
  asked: AskedRange;
  days: ChartDays | string;
  today: LocalDay;
  onAsk: (next: Partial<AskedRange>) => void;
  /** Other choices besides the range. */
  children: ReactNode;
}

/** Selects the chart's range; custom dates show two date fields. */
export function ChartRangeFields({ asked, days, today, onAsk, children }: ChartRangeFieldsProps) {
  const choose = (range: string) => {
    if (range !== customRange.value) onAsk({ range, fromDate: '', toDate: '' });
    else if (typeof days !== 'string') onAsk({ range, fromDate: days.from, toDate: days.to });
  };
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <SelectField
        label="Range"
        labelHidden
        value={asked.range}
        options={options}
        onChange={(event) => choose(event.target.value)}
        className="grow basis-40"
      />
      {asked.range === customRange.value && (
        <>
          <TextField
            label="From"
            type="date"
            max={today}
            value={asked.fromDate}
            error={typeof days === 'string' ? days : undefined}
            onChange={(event) => onAsk({ fromDate: event.target.value })}
            className="grow basis-40"
          />
          <TextField
            label="To"
            type="date"
            max={today}
            value={asked.toDate}
            onChange={(event) => onAsk({ toDate: event.target.value })}
            className="grow basis-40"
          />
        </>
      )}
      {children}
    </div>
  );
}
