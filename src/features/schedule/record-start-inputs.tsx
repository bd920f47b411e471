import { useEffect, useRef } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { counted } from '#contract/rules/counted.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { firstFrom, type Interval, intervalAfter, type Plan, plannedJobs, recordStarts } from '#contract/rules/plan.ts';
import { recordStartNames } from '#contract/rules/plan-words.ts';
import { numberOf } from '#contract/rules/read-number.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { RadioGroup } from '#ui/ui/radio-group.tsx';
import { dayOf, type ScheduleInput, scheduleLabels as labels } from './schedule-values.ts';
import { useTargets } from './use-targets.ts';

/** Asks for the first due date, and what to do with tasks before today. Source: docs/product.md P84. */
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
              hint: `This date is in the past. The next task is due on ${formatSlashDay(firstFrom(planOf(first, interval), today))}.`,
            })}
        />
      )}
      {start !== undefined && (
        <div>
          <RadioGroup
            label={labels.start}
            options={recordStarts.map((value) => ({ value, label: recordStartNames[value] }))}
            value={start}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
          <p aria-live="polite" className="mt-1 text-sm text-muted">
            {startWords(start, past)}
          </p>
        </div>
      )}
      {isFromLast && <LastDoneInput today={today} last={last} interval={interval} />}
    </>
  );
}

interface LastDoneProps {
  today: LocalDay;
  last: LocalDay | null;
  interval: Interval | null;
}

/** Asks when the work was last done; for a device the field starts with the day that the server knows. */
function LastDoneInput({ today, last, interval }: LastDoneProps) {
  const known = useKnownDay();
  const { getValues, setValue } = useFormContext<ScheduleInput>();
  const filled = useRef('');
  useEffect(() => {
    if (known === undefined) return;
    const typed = getValues('lastDoneOn') ?? '';
    // A typed day stays, even if another device is chosen.
    if (typed !== '' && typed !== filled.current) return;
    filled.current = known ?? '';
    if (typed !== filled.current) setValue('lastDoneOn', filled.current, { shouldDirty: true, shouldValidate: true });
  }, [known, getValues, setValue]);
  const source = last !== null && last === known ? 'As recorded for this device. ' : '';
  return (
    <FormText<ScheduleInput>
      name="lastDoneOn"
      label={labels.lastDoneOn}
      type="date"
      required
      max={today}
      {...(last && interval && { hint: `${source}First due on ${formatSlashDay(intervalAfter(last, interval))}.` })}
    />
  );
}

/**
 * Returns when such work was last done on the chosen device; null if there is no record, undefined until the server
 * answers.
 */
function useKnownDay(): LocalDay | null | undefined {
  const [target, deviceId, kind] = useWatch<ScheduleInput, ['target', 'targetId', 'kind']>({
    name: ['target', 'targetId', 'kind'],
  });
  const isAsked = target === 'device' && Boolean(deviceId) && Boolean(kind);
  const { data } = useOnlineCall('scheduleLastDone', { query: { deviceId, kind } }, { enabled: isAsked });
  // The answer for another device is kept until this device's arrives.
  return isAsked && data?.deviceId === deviceId && data.kind === kind ? data.on : undefined;
}

const planOf = (anchor: LocalDay, interval: Interval): Plan => ({
  anchor,
  offset: 0,
  interval,
  until: null,
  count: null,
});

/** Returns first due day, day last done and interval, as far as they are filled in. */
function useDays(): [first: LocalDay | null, last: LocalDay | null, interval: Interval | null] {
  const [first, last, every, unit] = useWatch<ScheduleInput, ['firstDueOn', 'lastDoneOn', 'every', 'unit']>({
    name: ['firstDueOn', 'lastDoneOn', 'every', 'unit'],
  });
  const count = numberOf(every);
  const isInterval = count !== null && Number.isInteger(count) && count >= 1 && count <= mostEvery;
  return [dayOf(first), dayOf(last), isInterval ? { every: count, unit } : null];
}

/** Longest interval that a form accepts; longer ones are not computed. Source: contract/calls/schedule.ts */
const mostEvery = 3650;

/** Returns the chosen start; undefined if an edit keeps its days, and with them its record. */
function useAsked(): ScheduleInput['start'] {
  const start = useWatch<ScheduleInput, 'start'>({ name: 'start' });
  const isNew = useFormState<ScheduleInput>().defaultValues?.start !== undefined;
  const { dirtyFields } = useFormState<ScheduleInput>();
  const hasNewDays = dirtyFields.firstDueOn || dirtyFields.every || dirtyFields.unit || dirtyFields.basis;
  return isNew || hasNewDays ? (start ?? 'today') : undefined;
}

/** Explains the choice, with the number of tasks that it affects. */
function startWords(start: NonNullable<ScheduleInput['start']>, past: number): string {
  if (start === 'last-done') return 'One interval after it was done; if that day has passed, one task is overdue.';
  if (past === 0) return 'This schedule has no task before today.';
  const tasks = counted(past, 'task');
  return start === 'today'
    ? `${tasks} before today will not be added, because nobody was asked to do ${past === 1 ? 'it' : 'them'}.`
    : `${tasks} before today will be added as overdue.`;
}

/** Counts the tasks before today. */
function usePast(today: LocalDay): number {
  const [target, targetId, basis] = useWatch<ScheduleInput, ['target', 'targetId', 'basis']>({
    name: ['target', 'targetId', 'basis'],
  });
  const devices = useTargets(target).find(({ id }) => id === targetId)?.devices ?? 1;
  const [first, , interval] = useDays();
  if (!first || !interval || first >= today) return 0;
  const before = addDays(today, -1);
  return devices * (basis === 'floating' ? 1 : plannedJobs(planOf(first, interval), { from: null, to: before }).length);
}
