import { useMemo, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { isLongerThanMaker } from '#contract/calls/schedule.ts';
import { planBases } from '#contract/rules/plan.ts';
import { intervalUnits } from '#contract/records/plan.ts';
import { basisNames, targetNames, unitNames } from '#contract/rules/plan-words.ts';
import { scheduleTargets } from '#contract/rules/schedule-kinds.ts';
import { taskNames } from '#contract/rules/task-status.ts';
import { plannedTypes } from '#contract/records/values.ts';
import { numberOf, whole } from '#contract/rules/read-number.ts';
import { containsWords, searchWords } from '#contract/rules/text.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { FormRadio } from '#ui/fields/form-radio.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { ComboBox } from '#ui/ui/combo-box.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { RecordStartInputs } from './record-start-inputs.tsx';
import { doerNames, endNames, type ScheduleInput, scheduleLabels as labels } from './schedule-values.ts';
import { type TargetItem, useTargets } from './use-targets.ts';

/** Devices offered at once: a hospital may have 100,000. */
const mostItems = 50;
const units = intervalUnits.map((value) => ({ value, label: unitNames[value] }));

interface ScheduleInputsProps {
  /** The name of the schedule's target, once it can no longer change. */
  targetName?: string | undefined;
}

/** Asks for the schedule's work, target, interval, end and assignee. Source: docs/product.md P80. */
export function ScheduleInputs({ targetName }: ScheduleInputsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {targetName === undefined ? (
          <TargetInputs />
        ) : (
          <TextField label={labels.target} readOnly value={targetName} className="sm:col-span-2" />
        )}
        <FormSelect<ScheduleInput>
          name="kind"
          label={labels.kind}
          required
          placeholder="Choose a kind"
          options={plannedTypes.map((value) => ({ value, label: taskNames[value] }))}
        />
        <FormText<ScheduleInput>
          name="title"
          label={labels.title}
          hint="In your own words, such as “Battery check”."
          maxLength={255}
          autoComplete="off"
        />
      </div>
      <fieldset className="min-w-0 rounded-card border border-line p-4">
        <legend className="px-1 text-sm font-semibold">How often</legend>
        <div className="space-y-5">
          <div className="grid grid-cols-2 gap-5">
            <FormNumber<ScheduleInput> name="every" kind={whole} label={labels.every} required />
            <FormSelect<ScheduleInput> name="unit" label={labels.unit} required options={units} />
          </div>
          <FormRadio<ScheduleInput>
            name="basis"
            label={labels.basis}
            required
            options={planBases.map((value) => ({ value, label: basisNames[value] }))}
          />
          <RecordStartInputs />
          <div className="grid gap-5 sm:grid-cols-2">
            <EndInputs />
            <FormNumber<ScheduleInput>
              name="windowDays"
              kind={whole}
              label={labels.windowDays}
              hint="Days after the due date that still count as on time. Leave empty to use the hospital's rule."
            />
          </div>
        </div>
      </fieldset>
      <DoerInputs />
      <MakerInputs />
    </>
  );
}

function TargetInputs() {
  const { control, setValue } = useFormContext<ScheduleInput>();
  const target = useWatch<ScheduleInput, 'target'>({ name: 'target' });
  const { field, fieldState } = useController({ control, name: 'targetId' });
  const items = useTargets(target);
  const [text, setText] = useState('');
  const shown = useMemo(() => {
    const words = searchWords(text);
    const found = items.filter(({ label, detail }) => containsWords(`${label} ${detail}`, words));
    return found.slice(0, mostItems);
  }, [items, text]);
  const choose = (item: TargetItem | null) => {
    setText('');
    field.onChange(item?.id ?? '');
  };
  return (
    <>
      <FormSelect<ScheduleInput>
        name="target"
        label={labels.target}
        required
        options={scheduleTargets.map((value) => ({ value, label: targetNames[value] }))}
        onChosen={() => setValue('targetId', '', { shouldDirty: true })}
      />
      <div data-field="targetId" onBlur={field.onBlur}>
        <ComboBox
          label={{ device: 'Device', model: 'Model', type: 'Equipment type' }[target]}
          required
          hint="Type part of the name."
          error={fieldState.error?.message}
          items={shown}
          selected={items.find(({ id }) => id === field.value) ?? null}
          onSearch={setText}
          onSelect={choose}
          emptyText="Nothing found."
        />
      </div>
    </>
  );
}

function EndInputs() {
  const ends = useWatch<ScheduleInput, 'ends'>({ name: 'ends' });
  return (
    <div className="space-y-5">
      <FormSelect<ScheduleInput>
        name="ends"
        label={labels.ends}
        options={Object.entries(endNames).map(([value, label]) => ({ value, label }))}
      />
      {ends === 'date' && <FormText<ScheduleInput> name="endsOn" label={labels.endsOn} type="date" required />}
      {ends === 'count' && <FormNumber<ScheduleInput> name="count" kind={whole} label={labels.count} required />}
    </div>
  );
}

function DoerInputs() {
  const doneBy = useWatch<ScheduleInput, 'doneBy'>({ name: 'doneBy' });
  const choices = useOnlineCall('deviceDropdown');
  const procedures = useView((view) => [...view.all('procedure')].sort((a, b) => inNaturalOrder(a.name, b.name)));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormSelect<ScheduleInput>
        name="procedureId"
        label={labels.procedureId}
        hint="The procedure used for this work. Without one, the procedures of the model and the type are offered."
        placeholder="None"
        options={procedures.map(({ id, name }) => ({ value: id, label: name }))}
        className="sm:col-span-2"
      />
      <FormSelect<ScheduleInput>
        name="doneBy"
        label={labels.doneBy}
        options={Object.entries(doerNames).map(([value, label]) => ({ value, label }))}
      />
      {doneBy === 'vendor' && (
        <FormSelect<ScheduleInput>
          name="vendorId"
          label={labels.vendorId}
          required
          placeholder="Choose a vendor"
          options={(choices.data?.vendors ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </div>
  );
}

function MakerInputs() {
  const [typedEvery, unit, typedMakers, makerUnit] = useWatch<
    ScheduleInput,
    ['every', 'unit', 'makerEvery', 'makerUnit']
  >({
    name: ['every', 'unit', 'makerEvery', 'makerUnit'],
  });
  const every = numberOf(typedEvery) ?? 0;
  const isLonger = every > 0 && isLongerThanMaker({ every, unit, makerEvery: numberOf(typedMakers), makerUnit });
  return (
    <fieldset className="min-w-0 rounded-card border border-line p-4">
      <legend className="px-1 text-sm font-semibold">Maker's recommendation</legend>
      <div className="space-y-5">
        <div className="grid grid-cols-2 items-end gap-5">
          <FormNumber<ScheduleInput> name="makerEvery" kind={whole} label={labels.makerEvery} />
          <FormSelect<ScheduleInput> name="makerUnit" label={labels.makerUnit} options={units} />
        </div>
        {isLonger && (
          <>
            <p className="text-sm">
              The interval in use is longer than the maker recommends. Enter a reason, who approved it, and a review
              date.
            </p>
            <div className="grid gap-5 sm:grid-cols-2">
              <FormText<ScheduleInput>
                name="longerReason"
                label={labels.longerReason}
                required
                maxLength={255}
                className="sm:col-span-2"
              />
              <FormText<ScheduleInput> name="longerApprover" label={labels.longerApprover} required maxLength={255} />
              <FormText<ScheduleInput> name="reviewOn" label={labels.reviewOn} type="date" required />
            </div>
          </>
        )}
      </div>
    </fieldset>
  );
}
