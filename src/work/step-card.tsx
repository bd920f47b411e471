import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { methodWords } from '#contract/pages/certificate.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { hasLimit, isMeasured, limitProblem, limitWords, quantity, unitOf } from '#contract/rules/procedure.ts';
import type { LookAnswer, MeasuredStep, Step } from '#contract/records/procedure.ts';
import type { EarlierReading } from '#contract/rules/test-result.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { Button } from '#ui/ui/button.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { RadioGroup, type RadioOption } from '#ui/ui/radio-group.tsx';
import { TextAreaField, TextField } from '#ui/ui/text-field.tsx';
import { type DraftAnswer, numberIn, numberProblem } from './test-draft.ts';

const lookOptions: readonly RadioOption<LookAnswer>[] = [
  { value: 'ok', label: 'OK', icon: 'check', tone: 'ok' },
  { value: 'not-ok', label: 'Not OK', icon: 'octagon', tone: 'danger' },
  { value: 'na', label: 'Not applicable', icon: 'minus', tone: 'neutral' },
];

interface StepCardProps {
  step: Step;
  number: number;
  answer: DraftAnswer;
  earlier: EarlierReading | undefined;
  onChange: (change: Partial<DraftAnswer>) => void;
  /** Called on Enter in a number field, and on a tap on OK. */
  onNext?: (() => void) | undefined;
  /** The step's photos; empty in a preview. */
  photos: ReactNode;
}

/**
 * Shows one step as it is done at the device: instructions, limits, the previous value, and immediately whether the
 * reading passes.
 */
export function StepCard({ step, number, answer, earlier, onChange, onNext, photos }: StepCardProps) {
  const isFailed = step.kind === 'look' ? answer.look === 'not-ok' : isMeasured(step) && isOutside(step, answer);
  const isAdjusted = isMeasured(step) && !isFailed && isFoundOutside(step, answer);
  return (
    <section aria-labelledby={`step-${step.id}`} data-step={step.id} className="space-y-3">
      <div>
        <h2 id={`step-${step.id}`} className="text-lg leading-snug font-bold wrap-anywhere">
          <span className="text-muted">{number}.</span> {step.title}
        </h2>
        {step.detail !== '' && <p className="mt-0.5 whitespace-pre-wrap text-muted wrap-anywhere">{step.detail}</p>}
      </div>
      {step.kind === 'look' && (
        <RadioGroup
          label={step.title}
          labelHidden
          options={lookOptions}
          value={answer.look}
          onChange={(look) => onChange({ look })}
          onPointed={(look) => look === 'ok' && onNext?.()}
        />
      )}
      {isMeasured(step) && (
        <Measure step={step} answer={answer} earlier={earlier} onChange={onChange} onNext={onNext} />
      )}
      {(step.kind === 'text' || isFailed || isAdjusted || answer.text !== '') && (
        <TextAreaField
          label={step.kind === 'text' ? 'Text' : isAdjusted ? 'What may this have affected?' : 'Note'}
          hint={isAdjusted ? 'Found out of limits. It may have been so since the last test.' : undefined}
          labelHidden={step.kind === 'text'}
          required={step.kind === 'text' && step.isRequired}
          rows={2}
          maxLength={4000}
          value={answer.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )}
      {(step.kind === 'photo' || isFailed || answer.photos.length > 0) && photos}
    </section>
  );
}

function isOutside(step: MeasuredStep, { found, left }: DraftAnswer): boolean {
  const value = numberIn(left) ?? numberIn(found);
  return value !== null && value !== undefined && limitProblem(step, value) !== null;
}

function isFoundOutside(step: MeasuredStep, { found }: DraftAnswer): boolean {
  const value = numberIn(found);
  return typeof value === 'number' && limitProblem(step, value) !== null;
}

type MeasureProps = Pick<StepCardProps, 'answer' | 'earlier' | 'onChange' | 'onNext'> & { step: MeasuredStep };

function Measure({ step, answer, earlier, onChange, onNext }: MeasureProps) {
  const [isAdjusting, setAdjusting] = useState(false);
  const unit = unitOf(step);
  const showsLeft = isAdjusting || answer.left !== '' || isFoundOutside(step, answer);
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onNext?.();
  };
  const field = (name: 'found' | 'left', label: string) => (
    <TextField
      label={unit === '' ? label : `${label} (${unit})`}
      // The iPhone's numeric keypad has no minus key.
      inputMode={(step.lower ?? 0) < 0 ? 'text' : 'decimal'}
      autoComplete="off"
      enterKeyHint="next"
      value={answer[name]}
      error={numberProblem(answer[name])}
      onChange={(event) => onChange({ [name]: event.target.value })}
      onKeyDown={enter}
      className="max-w-56 grow"
    />
  );
  return (
    <div className="space-y-2">
      {step.kind === 'electrical' && <p className="text-sm text-muted">{methodWords(step)}</p>}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span>
          Limits: <strong>{limitWords(step)}</strong>
          {step.source !== '' && <span className="text-muted"> ({step.source})</span>}
        </span>
        {earlier && (
          <span className="text-muted">
            Last time: {quantity(earlier.value, unit)} on {formatSlashDay(earlier.on)}
          </span>
        )}
      </p>
      {!step.isConfirmed && <Badge tone="warn">Limit not confirmed</Badge>}
      <div className="flex flex-wrap items-end gap-3">
        {field('found', 'As found')}
        {showsLeft && field('left', 'As left')}
        {!showsLeft && answer.found !== '' && (
          <Button variant="ghost" icon="wrench" onClick={() => setAdjusting(true)}>
            Enter as left
          </Button>
        )}
      </div>
      <Verdict step={step} answer={answer} />
    </div>
  );
}

function Verdict({ step, answer }: { step: MeasuredStep; answer: DraftAnswer }) {
  const value = numberIn(answer.left) ?? numberIn(answer.found);
  const problem = typeof value === 'number' ? limitProblem(step, value) : null;
  return (
    <output className="block min-h-7">
      {typeof value === 'number' && !hasLimit(step) && <span className="text-muted">No limit set</span>}
      {typeof value === 'number' && hasLimit(step) && (
        <span className={cx('flex items-start gap-1.5 font-semibold', problem === null ? 'text-ok' : 'text-danger')}>
          <Icon name={problem === null ? 'check-circle' : 'octagon'} className="mt-0.5" />
          <span className="min-w-0 wrap-anywhere">
            {problem === null ? 'Within the limits' : `Out of limits: ${problem}`}
          </span>
        </span>
      )}
    </output>
  );
}
