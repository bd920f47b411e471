import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { firstFrom, type Interval, intervalAfter, type Plan, plannedJobs, recordStarts } from '#contract/rules/plan.ts';
import { recordStartNames } from '#contract/rules/plan-words.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { RadioGroup } from '#ui/ui/radio-group.tsx';
import { dayOf, type ScheduleInput, scheduleLabels as labels } from './schedule-values.ts';
import { useTargets } from './use-targets.ts';

/** The first due date, and what becomes of the jobs that lie before today. Source: docs/product.md P84. */
export function RecordStartInputs() {
  const today = useToday();
  const start = useAsked();
  const { control } = useFormContext<ScheduleInput>();
  const { field, fieldState } = useController({ control, name: 'start' });
  const past = usePast(today);
  const isFromLast = start === 'last-done';
  const [first, last, interval] = useDays();
  return (
    <>
      {!isFromLast && (
        <FormText<ScheduleInput>
          name="firstDueOn"
          label={labels.firstDueOn}
          type="date"
          required
          {...(first &&
            start === 'today' &&
            first < today &&
            interval && {
              hint: `Lies in the past: the next job is due on ${formatSlashDay(firstFrom(planOf(first, interval), today))}.`,
            })}
        />
      )}
      {start !== undefined && (
        <RadioGroup
          label={past === null ? labels.start : `${labels.start}: ${past} lie in the past`}
          options={recordStarts.map((value) => ({ value, label: recordStartNames[value] }))}
          value={start}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
      {isFromLast && (
        <FormText<ScheduleInput>
          name="lastDoneOn"
          label={labels.lastDoneOn}
          type="date"
          required
          max={today}
          {...(last && interval && { hint: `First due on ${formatSlashDay(intervalAfter(last, interval))}.` })}
        />
      )}
    </>
  );
}

const planOf = (anchor: LocalDay, interval: Interval): Plan => ({
  anchor,
  offset: 0,
  interval,
  until: null,
  count: null,
});

/** First due day, day last done and interval, as far as they are typed. */
function useDays(): [first: LocalDay | null, last: LocalDay | null, interval: Interval | null] {
  const [first, last, every, unit] = useWatch<ScheduleInput, ['firstDueOn', 'lastDoneOn', 'every', 'unit']>({
    name: ['firstDueOn', 'lastDoneOn', 'every', 'unit'],
  });
  const isInterval = Number.isInteger(every) && every >= 1 && every <= mostEvery;
  return [dayOf(first), dayOf(last), isInterval ? { every, unit } : null];
}

/** Beyond the longest interval that a form takes nothing is worked out. Source: contract/calls/schedule.ts */
const mostEvery = 3650;

/** What is chosen; undefined where nothing is asked: an edit that keeps its days keeps its record. */
function useAsked(): ScheduleInput['start'] {
  const start = useWatch<ScheduleInput, 'start'>({ name: 'start' });
  const isNew = useFormState<ScheduleInput>().defaultValues?.start !== undefined;
  const { dirtyFields } = useFormState<ScheduleInput>();
  const hasNewDays = dirtyFields.firstDueOn || dirtyFields.every || dirtyFields.unit || dirtyFields.basis;
  return isNew || hasNewDays ? (start ?? 'today') : undefined;
}

/** How many jobs lie before today: in words, null while none do. */
function usePast(today: LocalDay): string | null {
  const [target, targetId, basis] = useWatch<ScheduleInput, ['target', 'targetId', 'basis']>({
    name: ['target', 'targetId', 'basis'],
  });
  const devices = useTargets(target).find(({ id }) => id === targetId)?.devices ?? 1;
  const [first, , interval] = useDays();
  if (!first || !interval || first >= today) return null;
  const ofDevice =
    basis === 'floating'
      ? 1
      : plannedJobs(planOf(first, interval), { from: null, to: today }).filter(({ on }) => on < today).length;
  const all = ofDevice * devices;
  return all === 1 ? '1 job would' : `${all.toLocaleString('en-IN')} jobs`;
}
