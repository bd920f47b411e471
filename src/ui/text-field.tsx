import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { controlLook, FieldFrame, type FieldProps } from './field.tsx';
import { useHalfTyped } from './half-typed.ts';

interface TextFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'type' | 'required' | 'children'> {
  type?: 'text' | 'email' | 'password' | 'date' | 'time' | 'tel' | 'url';
  /** Shown inside the field before the text, such as ₹. */
  prefix?: string;
  /** Controls next to the input: Scan, plus. */
  trailing?: ReactNode;
}

/**
 * Renders one line of text, a number, a date or a password (which can be revealed). A number is text with an
 * `inputMode`, because the browser's number field drops a decimal comma and reacts to the mouse wheel.
 */
export function TextField({
  label,
  hint,
  error,
  required,
  labelHidden,
  id,
  className,
  type = 'text',
  prefix,
  trailing,
  ...input
}: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const { error: halfTyped, max, onBlur, ...half } = useHalfTyped(type);
  const isPassword = type === 'password';
  return (
    <FieldFrame {...{ label, hint, error: halfTyped ?? error, required, labelHidden, id, className }}>
      {(control) => (
        <div className="flex items-start gap-2">
          <div className="relative min-w-0 flex-1">
            {prefix && (
              <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-muted">
                {prefix}
              </span>
            )}
            <input
              max={max}
              {...half}
              {...input}
              {...control}
              onBlur={(event) => {
                onBlur(event);
                input.onBlur?.(event);
              }}
              type={isPassword && shown ? 'text' : type}
              className={cx(controlLook, prefix && 'pl-8', isPassword && 'pr-12')}
            />
            {isPassword && (
              <IconButton
                icon={shown ? 'eye-off' : 'eye'}
                label={shown ? 'Hide typed text' : 'Show typed text'}
                onClick={() => setShown(!shown)}
                className="absolute inset-y-0 right-0"
              />
            )}
          </div>
          {trailing}
        </div>
      )}
    </FieldFrame>
  );
}

interface TextAreaFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'textarea'>, 'required' | 'children'> {}

/** Renders several lines of text; grows with the text if the browser supports it. */
export function TextAreaField({
  label,
  hint,
  error,
  required,
  labelHidden,
  id,
  className,
  rows = 3,
  ...textarea
}: TextAreaFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, required, labelHidden, id, className }}>
      {(control) => (
        <textarea
          {...textarea}
          {...control}
          rows={rows}
          // A box sized by its content ignores `rows` while it is empty.
          style={{ minHeight: `calc(${rows * 1.5}rem + 1.125rem)` }}
          className={cx(controlLook, 'field-sizing-content max-h-80')}
        />
      )}
    </FieldFrame>
  );
}
