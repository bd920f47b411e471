import { useEffect, useRef } from 'react';
import { type DefaultValues, useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { counted } from '#contract/rules/counted.ts';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { agreementKinds } from '#contract/records/agreement-terms.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { frequencies, pmDates } from '#contract/rules/schedule.ts';
import { warrantyBody } from '#contract/calls/warranty.ts';
import { whole } from '#contract/rules/read-number.ts';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import type { AgreementForm } from './agreement-form.ts';
import { useTerm } from './use-term.ts';
import { warrantyLabels } from './warranty-words.ts';

type WarrantyInput = z.input<typeof warrantyBody>;

interface WarrantyInputsProps {
  defaults: DefaultValues<AgreementForm>;
  /** A change clears the form for the next record. */
  savedCount: number;
}

/** Renders the fields of a warranty; the makes depend on the equipment type, the end date on start and duration. */
export function WarrantyInputs({ defaults, savedCount }: WarrantyInputsProps) {
  const { reset, getValues, setValue } = useFormContext<AgreementForm>();
  const emptiedFor = useRef(savedCount);
  useEffect(() => {
    if (emptiedFor.current === savedCount) return;
    emptiedFor.current = savedCount;
    reset(defaults);
  }, [savedCount, defaults, reset]);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText<WarrantyInput>
        name="warrantyNumber"
        label="Warranty Number"
        required
        maxLength={255}
        autoComplete="off"
      />
      <FormSelect<WarrantyInput>
        name="kind"
        label={warrantyLabels.kind}
        options={agreementKinds.map((value) => ({ value, label: value }))}
        onChosen={(kind) => {
          if (kind === 'Warranty' || getValues('terms')) return;
          setValue('terms', getValues('removedTerms') ?? blankTerms(), { shouldDirty: true });
          setValue('removedTerms', null);
        }}
      />
      <EquipmentAndMake />
      <FormSelect<WarrantyInput>
        name="pmFrequency"
        label="PM Frequency"
        required
        placeholder="Choose a frequency"
        options={frequencies.map((frequency) => ({ value: frequency, label: capitalised(frequency) }))}
      />
      <PmCount />
      <FormText<WarrantyInput> name="warrantyStartDate" label="Warranty Start Date" type="date" required />
      <FormNumber<WarrantyInput>
        name="warrantyDurationInYear"
        kind={whole}
        label={warrantyLabels.warrantyDurationInYear}
        required
      />
      <FormNumber<WarrantyInput>
        name="warrantyExtraMonths"
        kind={whole}
        label={warrantyLabels.warrantyExtraMonths}
        emptyAs={0}
        hint="In addition to the years: 6 for a year and a half."
      />
      <EndDate />
    </div>
  );
}

function EquipmentAndMake() {
  const { setValue, getValues } = useFormContext<WarrantyInput>();
  const toast = useToast();
  const choices = useOnlineCall('equipmentTypeDropdown');
  const equipmentId = useWatch<WarrantyInput, 'equipmentId'>({ name: 'equipmentId' });
  const makes = choices.data?.find(({ id }) => id === equipmentId)?.makes ?? [];

  // A contract may cover several equipment types and makes, so for contracts both only narrow the search.
  const dropSerials = () => {
    if ((getValues('kind') ?? 'Warranty') !== 'Warranty') return;
    const count = getValues('selectedSerials').length;
    if (count === 0) return;
    setValue('selectedSerials', [], { shouldDirty: true, shouldValidate: true });
    const what = counted(count, 'serial number was', 'serial numbers were');
    toast({ tone: 'info', text: `${what} removed: a warranty covers one equipment and make.` });
  };
  const changeEquipment = () => {
    const hadMake = getValues('makeId') !== '';
    setValue('makeId', '', { shouldDirty: true, shouldValidate: hadMake });
    dropSerials();
  };
  return (
    <>
      {choices.error && (
        <div className="sm:col-span-2">
          <Alert tone="danger" action={<Button onClick={choices.reload}>Try again</Button>}>
            Failed to load equipment.
          </Alert>
        </div>
      )}
      <FormSelect<WarrantyInput>
        name="equipmentId"
        label="Equipment"
        required
        placeholder="Choose an equipment"
        options={(choices.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChosen={changeEquipment}
      />
      <FormSelect<WarrantyInput>
        name="makeId"
        label="Make"
        required
        disabled={equipmentId === ''}
        placeholder={equipmentId === '' ? 'Choose an equipment first' : 'Choose a make'}
        options={makes.map(({ id, name }) => ({ value: id, label: name }))}
        onChosen={dropSerials}
      />
    </>
  );
}

function EndDate() {
  const term = useTerm();
  return (
    <TextField
      label="Warranty End Date"
      readOnly
      value={term ? formatSlashDay(term.end) : ''}
      placeholder="From start and duration"
      hint={term ? 'The last day that is covered.' : 'Start plus duration, minus one day.'}
    />
  );
}

function PmCount() {
  const term = useTerm();
  const [frequency, count] = useWatch<WarrantyInput, ['pmFrequency', 'pmCount']>({ name: ['pmFrequency', 'pmCount'] });
  const { data: valid } = warrantyBody.shape.pmCount.safeParse(count);
  const isComplete = term && frequencies.includes(frequency) && valid !== undefined;
  const dates = isComplete ? pmDates({ ...term, frequency, count: valid }) : [];
  const last = dates.at(-1);
  const plan = last && `${counted(dates.length, 'PM task')} per device, the last on ${formatSlashDay(last)}.`;
  return (
    <FormNumber<WarrantyInput>
      name="pmCount"
      kind={whole}
      label="PM Count"
      required
      hint={plan ?? 'Total number of PM visits for each device.'}
    />
  );
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
