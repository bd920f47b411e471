import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { controlLook, FieldFrame, type FieldProps } from './field.tsx';
import { Icon } from './icons.tsx';

/** One choice of a select. */
export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'select'>, 'required' | 'children'> {
  options: readonly SelectOption[];
  /** Label of the empty choice, such as 'Choose a hospital'. */
  placeholder?: string;
  /** Controls next to the select: plus. */
  trailing?: ReactNode;
}

/** Renders the platform's own picker, which is fastest on a phone and with gloves. */
export function SelectField({
  label,
  hint,
  error,
  required,
  labelHidden,
  id,
  className,
  options,
  placeholder,
  trailing,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, required, labelHidden, id, className }}>
      {(control) => (
        <div className="flex items-start gap-2">
          <div className="relative min-w-0 flex-1">
            <select {...select} {...control} className={cx(controlLook, 'appearance-none pr-10 text-ellipsis')}>
              {placeholder !== undefined && <option value="">{placeholder}</option>}
              {options.map((option) => (
                <option key={option.value} value={option.value} disabled={option.disabled}>
                  {option.label}
                </option>
              ))}
            </select>
            <Icon name="chevron-down" className="pointer-events-none absolute top-3 right-3 text-muted" />
          </div>
          {trailing}
        </div>
      )}
    </FieldFrame>
  );
}
