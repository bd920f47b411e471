import { useState } from 'react';
import {
  confirmed,
  electricalStandard,
  electricalUnit,
  electricalWords,
  isMeasured,
  remeasured,
  stillToConfirm,
} from '#contract/rules/procedure.ts';
import {
  appliedParts,
  electricalMethods,
  type MeasuredStep,
  protectionClasses,
  type Step,
} from '#contract/records/procedure.ts';
import { writeNumber } from '#contract/rules/read-number.ts';
import { CreateDialog } from '#ui/forms/online/create-dialog.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { TextAreaField, TextField } from '#ui/ui/text-field.tsx';
import { numberIn, numberProblem } from '../../../work/test-draft.ts';
import { protectionWords, stepLabels, stepWords } from './step-words.ts';

interface StepDialogProps {
  step: Step;
  /** The problem with the step, as the contract words it. */
  problem: string | undefined;
  onChange: (step: Step) => void;
  onClose: () => void;
}

/** Edits the fields of one step; every change is stored in the procedure's draft. */
export function StepDialog({ step, problem, onChange, onClose }: StepDialogProps) {
  /** The limits whose text is not a number. */
  const [wrong, setWrong] = useState<ReadonlySet<LimitName>>(new Set());
  const [isAsked, setAsked] = useState(false);
  const mark = (name: LimitName, isWrong: boolean) =>
    setWrong((now) => new Set([...now].filter((one) => one !== name).concat(isWrong ? [name] : [])));
  return (
    <CreateDialog title={`${stepWords[step.kind]} step`} onClose={onClose}>
      <div className="space-y-4">
        <TextField
          label={stepLabels.title}
          required
          data-autofocus
          maxLength={255}
          value={step.title}
          error={step.title.trim() === '' ? problem : undefined}
          onChange={(event) => onChange({ ...step, title: event.target.value })}
        />
        <TextAreaField
          label={stepLabels.detail}
          rows={2}
          maxLength={4000}
          value={step.detail}
          onChange={(event) => onChange({ ...step, detail: event.target.value })}
        />
        {step.kind === 'electrical' && (
          <ElectricalFields
            step={step}
            onChange={(next) => {
              // Choosing another measurement resets its limits.
              setWrong(new Set());
              onChange(next);
            }}
          />
        )}
        {problem !== undefined && step.title.trim() !== '' && <Alert tone="danger">{problem}</Alert>}
        {isMeasured(step) && <LimitFields key={step.id} step={step} onChange={onChange} onWrong={mark} />}
        {(step.kind === 'photo' || step.kind === 'text') && (
          <Checkbox
            label={stepLabels.isRequired}
            checked={step.isRequired}
            onChange={(event) => onChange({ ...step, isRequired: event.target.checked })}
          />
        )}
        {isAsked && wrong.size > 0 && <Alert tone="danger">Please correct the numbers.</Alert>}
        <div className="flex justify-end">
          <Button variant="primary" onClick={() => (wrong.size === 0 ? onClose() : setAsked(true))}>
            Done
          </Button>
        </div>
      </div>
    </CreateDialog>
  );
}

type LimitName = 'nominal' | 'lower' | 'upper';

interface FieldsProps<S extends Step> {
  step: S;
  onChange: (step: Step) => void;
}

const optionsOf = <T extends string>(values: readonly T[], words: (value: T) => string) =>
  values.map((value) => ({ value, label: words(value) }));

function ElectricalFields({ step, onChange }: FieldsProps<Extract<Step, { kind: 'electrical' }>>) {
  const pick = <T extends string>(values: readonly T[], text: string, otherwise: T): T =>
    values.find((value) => value === text) ?? otherwise;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={stepLabels.method}
        className="sm:col-span-2"
        value={step.method}
        options={optionsOf(electricalMethods, (method) => electricalWords[method])}
        onChange={(event) => {
          onChange(remeasured(step, { method: pick(electricalMethods, event.target.value, step.method) }));
        }}
      />
      <SelectField
        label={stepLabels.protectionClass}
        value={step.protectionClass}
        options={optionsOf(protectionClasses, protectionWords)}
        onChange={(event) =>
          onChange(
            remeasured(step, { protectionClass: pick(protectionClasses, event.target.value, step.protectionClass) }),
          )
        }
      />
      <SelectField
        label={stepLabels.appliedPart}
        value={step.appliedPart}
        options={optionsOf(appliedParts, (one) => (one === 'none' ? 'None' : one))}
        onChange={(event) =>
          onChange(remeasured(step, { appliedPart: pick(appliedParts, event.target.value, step.appliedPart) }))
        }
      />
    </div>
  );
}

interface LimitFieldsProps extends FieldsProps<MeasuredStep> {
  onWrong: (name: LimitName, isWrong: boolean) => void;
}

function LimitFields({ step, onChange, onWrong }: LimitFieldsProps) {
  const unit = step.kind === 'electrical' ? electricalUnit(step.method) : step.unit;
  return (
    <>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {step.kind === 'reading' && (
          <TextField
            label={stepLabels.unit}
            maxLength={20}
            value={step.unit}
            onChange={(event) => onChange({ ...step, unit: event.target.value })}
          />
        )}
        {(['nominal', 'lower', 'upper'] as const).map((name) => (
          <NumberInput
            // The key resets the input when a measurement brings its own limit.
            key={
              step.kind === 'electrical' ? [name, step.method, step.protectionClass, step.appliedPart].join(' ') : name
            }
            label={stepLabels[name]}
            unit={unit}
            value={step[name]}
            onChange={(value, isWrong) => {
              onWrong(name, isWrong);
              onChange({ ...step, [name]: value });
            }}
          />
        ))}
      </div>
      <TextField
        label={stepLabels.source}
        hint="For example: IEC 62353, or the page of the maker’s manual."
        maxLength={255}
        value={step.source}
        onChange={(event) => onChange({ ...step, source: event.target.value })}
      />
      {step.kind === 'electrical' && !step.isConfirmed && step.source === electricalStandard && (
        <p className="text-sm text-muted">Please confirm this limit with your edition of the standard.</p>
      )}
      <Checkbox
        label={stepLabels.isConfirmed}
        checked={step.isConfirmed}
        onChange={(event) => onChange(event.target.checked ? confirmed(step) : stillToConfirm(step))}
      />
      {step.kind === 'reading' && (
        <Checkbox
          label={stepLabels.needsTester}
          checked={step.needsTester}
          onChange={(event) => onChange({ ...step, needsTester: event.target.checked })}
        />
      )}
    </>
  );
}

interface NumberInputProps {
  label: string;
  unit: string;
  value: number | null;
  /** While the text is not a number, called with the initial value: a partly typed number must not become a limit. */
  onChange: (value: number | null, isWrong: boolean) => void;
}

function NumberInput({ label, unit, value, onChange }: NumberInputProps) {
  const [first] = useState(value);
  const [text, setText] = useState(value === null ? '' : writeNumber(value));
  return (
    <TextField
      label={unit === '' ? label : `${label} (${unit})`}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={numberProblem(text)}
      onChange={(event) => {
        setText(event.target.value);
        const next = numberIn(event.target.value);
        onChange(next === undefined ? first : next, next === undefined);
      }}
    />
  );
}
