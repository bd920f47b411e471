import {
  type FigurePeriod,
  figureSpan,
  isFault,
  nextPeriod,
  type PeriodFault,
  periodWords,
} from '#contract/rules/figures/period.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { IconButton } from '#ui/ui/button.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import type { AskedFigures } from './figure-question.ts';

const options = [
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'year', label: 'Year' },
  { value: 'custom', label: 'Custom dates' },
] as const satisfies readonly { value: FigurePeriod; label: string }[];

interface PeriodFieldsProps {
  question: AskedFigures;
  ask: (changes: Partial<AskedFigures>) => void;
  today: LocalDay;
  /** The first day of the hospital's record, if known. */
  firstDay: LocalDay;
  /** Why the period has no figures. */
  fault: PeriodFault | null;
}

/** Selects the period: its length, and which one by steps or dates; an invalid period is reported at its field. */
export function PeriodFields({ question, ask, today, firstDay, fault }: PeriodFieldsProps) {
  const { period } = question;
  const span = figureSpan(question, today, firstDay);
  const choose = (chosen: string) => {
    const next = options.find(({ value }) => value === chosen)?.value ?? 'month';
    const days = isFault(span) ? { from: today, to: today } : span;
    ask({ period: next, at: undefined, ...(next === 'custom' ? days : { from: undefined, to: undefined }) });
  };
  return (
    <div className="mb-5 flex flex-wrap items-start gap-3">
      <SelectField
        label="Period"
        value={period}
        options={options}
        onChange={(event) => choose(event.target.value)}
        className="basis-40 max-sm:grow"
      />
      {period === 'custom' ? (
        <>
          <TextField
            label="From"
            type="date"
            max={today}
            value={question.from ?? ''}
            error={fault?.field === 'from' ? fault.sentence : undefined}
            onChange={(event) => ask({ from: event.target.value })}
            className="basis-44 max-sm:grow"
          />
          <TextField
            label="To"
            type="date"
            value={question.to ?? ''}
            error={fault?.field === 'to' ? fault.sentence : undefined}
            onChange={(event) => ask({ to: event.target.value })}
            className="basis-44 max-sm:grow"
          />
        </>
      ) : (
        <div className="max-sm:basis-full">
          <p className="mb-1 text-sm font-semibold max-sm:sr-only">Shown</p>
          <div className="flex items-center gap-1 max-sm:flex-wrap">
            <IconButton
              icon="chevron-left"
              label={`Earlier ${period}`}
              variant="secondary"
              disabled={fault !== null || (!isFault(span) && span.from <= firstDay)}
              onClick={() => !isFault(span) && ask({ at: nextPeriod(period, span, -1) })}
            />
            <span
              aria-live="polite"
              className="min-w-0 px-2 text-center max-sm:basis-24 sm:min-w-44 font-semibold max-sm:grow"
            >
              {isFault(span) ? '—' : periodWords(span)}
            </span>
            <IconButton
              icon="chevron-right"
              label={`Later ${period}`}
              variant="secondary"
              disabled={fault !== null || (!isFault(span) && span.to >= today)}
              onClick={() => !isFault(span) && ask({ at: nextPeriod(period, span, 1) })}
            />
          </div>
          {fault && (
            <p role="alert" className="mt-1 text-danger">
              {fault.sentence}{' '}
              <button
                type="button"
                className="min-h-target font-semibold text-primary-ink underline underline-offset-4"
                onClick={() => ask({ at: undefined })}
              >
                Show the current {period}
              </button>
            </p>
          )}
        </div>
      )}
    </div>
  );
}
