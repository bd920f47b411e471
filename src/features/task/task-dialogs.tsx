import { type ReactNode, useState } from 'react';
import { attemptTaskBody, cancelTaskBody } from '#contract/calls/task/attempt.ts';
import { moveTaskBody } from '#contract/calls/task/work.ts';
import type { Schema } from '#contract/define.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { attemptLabels } from '#contract/rules/work-events.ts';
import { type AttemptReason, attemptReasons } from '#contract/records/work-event.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { TextAreaField, TextField } from '#ui/ui/text-field.tsx';

/** Shown if work is moved to a day in the past. */
const pastDay = 'Please choose today or a later day.';

/** Manages a small form's values, and shows its errors after the first attempt to save. */
function useSmallForm<V extends Record<string, string>>(schema: Schema, first: V, more: (values: V) => Partial<V>) {
  const [values, setValues] = useState(first);
  const [tried, setTried] = useState(false);
  const { error, success } = schema.safeParse({ taskId: 'any', ...values });
  const further = more(values);
  const isRight = success && Object.keys(further).length === 0;
  const field = <N extends keyof V & string>(name: N) => ({
    value: values[name],
    error: tried ? (error?.issues.find(({ path }) => path[0] === name)?.message ?? further[name]) : undefined,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  const submit = (save: (values: V) => void) => (isRight ? save(values) : setTried(true));
  return { field, submit };
}

interface SmallFormProps {
  title: string;
  saveLabel: string;
  /** Label of the button that changes nothing. */
  leaveLabel?: string;
  danger?: boolean;
  onClose: () => void;
  onSave: () => void;
  children: ReactNode;
}

function SmallForm({ title, saveLabel, leaveLabel = 'Cancel', danger, onClose, onSave, children }: SmallFormProps) {
  return (
    <Dialog
      open
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{leaveLabel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={onSave}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <div className="space-y-4">{children}</div>
    </Dialog>
  );
}

interface ActProps<Values> {
  title: string;
  onClose: () => void;
  onSave: (values: Values) => void;
}

/** The values of the move form. */
export interface Move {
  to: string;
  reason: string;
  approver: string;
}

/** Asks for a new day, the reason, and who approved it. Source: docs/product.md P75. */
export function MoveDialog({ title, to: first = '', onClose, onSave }: ActProps<Move> & { to?: LocalDay | undefined }) {
  const today = useToday();
  const { field, submit } = useSmallForm(moveTaskBody, { to: first, reason: '', approver: '' }, ({ to, approver }) => ({
    ...(to < today && { to: pastDay }),
    ...(approver.trim() === '' && { approver: 'Please say who approved it.' }),
  }));
  return (
    <SmallForm title={title} saveLabel="Move" onClose={onClose} onSave={() => submit(onSave)}>
      <TextField label="New Date" type="date" required min={today} {...field('to')} />
      <TextAreaField label="Reason" required rows={2} {...field('reason')} />
      <TextField label="Approved By" required {...field('approver')} />
    </SmallForm>
  );
}

/** The values of the attempt form. */
export interface Attempt {
  reason: AttemptReason;
  note: string;
  next: string;
}

/** Asks why work could not be done, and when to try again. Source: docs/product.md P74. */
export function AttemptDialog({ title, onClose, onSave }: ActProps<Attempt>) {
  const today = useToday();
  const first: Record<keyof Attempt, string> = { reason: '', note: '', next: '' };
  const { field, submit } = useSmallForm(attemptTaskBody, first, ({ next }) => (next < today ? { next: pastDay } : {}));
  const save = ({ reason, ...rest }: typeof first) => {
    const known = attemptReasons.find((one) => one === reason);
    if (known) onSave({ ...rest, reason: known });
  };
  return (
    <SmallForm title={title} saveLabel="Save" onClose={onClose} onSave={() => submit(save)}>
      <SelectField
        label="Why it could not be done"
        required
        placeholder="Choose the reason"
        options={attemptReasons.map((value) => ({ value, label: attemptLabels[value] }))}
        {...field('reason')}
      />
      <TextField label="Next Try" type="date" required min={today} {...field('next')} />
      <TextAreaField label="Note" rows={2} {...field('note')} />
    </SmallForm>
  );
}

/** Asks why work will not be done. Source: docs/product.md P76. */
export function CancelDialog({ title, onClose, onSave }: ActProps<{ reason: string }>) {
  const { field, submit } = useSmallForm(cancelTaskBody, { reason: '' }, () => ({}));
  return (
    <SmallForm title={title} saveLabel={title} leaveLabel="Keep" danger onClose={onClose} onSave={() => submit(onSave)}>
      <p>A cancelled task is not done and will not be scheduled again.</p>
      <TextAreaField label="Reason" required rows={2} {...field('reason')} />
    </SmallForm>
  );
}
