import { type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icons.tsx';
import { useHeld } from './press.ts';

/** Properties of every labelled field. */
export interface FieldProps {
  label: string;
  /** Help under the field. */
  hint?: ReactNode;
  /** The error, in the documents' words; marks the field invalid. */
  error?: string | undefined;
  required?: boolean | undefined;
  /** Shows the label only to screen readers, if the context already shows it. */
  labelHidden?: boolean | undefined;
}

/** The attributes that connect a control with its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-required'?: true;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/** The look of an input, select or textarea. */
export const controlLook =
  'block min-h-target w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-base text-ink shadow-card transition-colors hover:border-primary aria-invalid:border-2 aria-invalid:border-danger [&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted';

interface FieldFrameProps extends FieldProps {
  id?: string | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Lays out label, control, hint and error; a changed error is announced. */
export function FieldFrame({
  label,
  hint,
  error: latestError,
  required,
  labelHidden,
  id: givenId,
  className,
  children,
}: FieldFrameProps) {
  const error = useHeld(latestError);
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy = cx(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`);
  const control: FieldControl = {
    id,
    ...(required && { 'aria-required': true }),
    ...(error !== undefined && { 'aria-invalid': true }),
    ...(describedBy && { 'aria-describedby': describedBy }),
  };
  return (
    <div className={cx('min-w-0', className)}>
      <div className={cx('mb-1 flex gap-1 text-sm font-semibold', labelHidden && 'sr-only')}>
        <label htmlFor={id}>{label}</label>
        {required && (
          <span aria-hidden="true" className="text-danger">
            *
          </span>
        )}
      </div>
      {children(control)}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <div aria-live="polite">
        {error !== undefined && (
          <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 text-sm font-medium text-danger">
            <Icon name="octagon" size={16} className="mt-0.5" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
