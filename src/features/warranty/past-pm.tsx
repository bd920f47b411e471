import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { counted } from '#contract/rules/counted.ts';
import { warrantyBody } from '#contract/calls/warranty.ts';
import { recordStarts } from '#contract/rules/plan.ts';
import { recordStartNames } from '#contract/rules/plan-words.ts';
import { frequencies, pmDates } from '#contract/rules/schedule.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { RadioGroup } from '#ui/ui/radio-group.tsx';
import { useTerm } from './use-term.ts';
import { warrantyLabels } from './warranty-words.ts';

type WarrantyInput = z.input<typeof warrantyBody>;

/**
 * Asks how to plan PM before today for devices that are new to the warranty; renders nothing if there is none. Source:
 * docs/product.md P84.
 */
export function PastPm() {
  const today = useToday();
  const { control } = useFormContext<WarrantyInput>();
  const { field } = useController({ control, name: 'pastWork' });
  const { jobs, devices } = usePast(today);
  if (jobs === 0 || devices === 0) return null;
  const start = recordStarts.find((each) => each === field.value) ?? 'today';
  return (
    <div className="space-y-4">
      <div>
        <RadioGroup
          label={warrantyLabels.pastWork}
          options={recordStarts.map((value) => ({ value, label: recordStartNames[value] }))}
          value={start}
          onChange={field.onChange}
        />
        <p aria-live="polite" className="mt-1 text-sm text-muted">
          {wordsOf(start, jobs * devices, devices)}
        </p>
      </div>
      {start === 'last-done' && (
        <FormText<WarrantyInput>
          name="lastPmDate"
          label={warrantyLabels.lastPmDate}
          type="date"
          max={today}
          hint="Leave empty to use the date that the register gives for each device."
        />
      )}
    </div>
  );
}

function wordsOf(start: (typeof recordStarts)[number], tasks: number, devices: number): string {
  if (start === 'last-done')
    return 'PM is counted from that day. A device whose PM has been due since then gets one overdue task.';
  const of = devices === 1 ? 'the device' : counted(devices, 'device');
  const many = `${counted(tasks, 'PM task')} of ${of} before today`;
  return start === 'today'
    ? `${many} will not be added, because nobody was asked to do ${tasks === 1 ? 'it' : 'them'}.`
    : `${many} will be added as overdue.`;
}

/** Counts the PM tasks of one device before today, and the devices that are new to the warranty. */
function usePast(today: string): { jobs: number; devices: number } {
  const term = useTerm();
  const [frequency, count, serials] = useWatch<WarrantyInput, ['pmFrequency', 'pmCount', 'selectedSerials']>({
    name: ['pmFrequency', 'pmCount', 'selectedSerials'],
  });
  const { defaultValues } = useFormState<WarrantyInput>();
  const known = new Set(defaultValues?.selectedSerials?.map((serial) => serial?.serialNumber));
  const devices = serials.filter(({ serialNumber }) => !known.has(serialNumber)).length;
  const { data: valid } = warrantyBody.shape.pmCount.safeParse(count);
  if (!term || valid === undefined || !frequencies.includes(frequency)) return { jobs: 0, devices };
  const dates = pmDates({ ...term, frequency, count: valid });
  return { jobs: dates.filter((on) => on < today).length, devices };
}
