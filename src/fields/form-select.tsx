import type { ComponentProps } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { SelectField } from '#ui/ui/select-field.tsx';
import type { FieldName } from './field-name.ts';

interface FormSelectProps<Body extends object> extends Omit<
  ComponentProps<typeof SelectField>,
  'name' | 'error' | 'value' | 'onChange' | 'onBlur' | 'ref'
> {
  name: FieldName<Body>;
  /** Called when the user chooses, for fields that depend on this one. */
  onChosen?: (value: string) => void;
}

/** Binds a drop-down to the surrounding form; the value is kept while its options are still loading. */
export function FormSelect<Body extends object = object>({ name, onChosen, ...field }: FormSelectProps<Body>) {
  const { control } = useFormContext();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <SelectField
          {...field}
          ref={ref}
          name={name}
          value={typeof value === 'string' ? value : ''}
          error={fieldState.error?.message}
          onBlur={onBlur}
          onChange={(event) => {
            onChange(event);
            onChosen?.(event.target.value);
          }}
        />
      )}
    />
  );
}
