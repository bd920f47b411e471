import type { ComponentProps } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { MultiSelect } from '#ui/ui/multi-select.tsx';
import type { FieldName } from './field-name.ts';

interface FormMultiSelectProps<Body extends object> extends Omit<
  ComponentProps<typeof MultiSelect>,
  'name' | 'error' | 'value' | 'onChange' | 'onBlur'
> {
  /** The field of the record: one text of comma-separated values. */
  name: FieldName<Body>;
}

/** Several choices of the form around it, kept as one text such as `Manufacturer, Vendor`. */
export function FormMultiSelect<Body extends object = object>({ name, ...field }: FormMultiSelectProps<Body>) {
  const { control } = useFormContext();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <MultiSelect
          {...field}
          name={name}
          value={typeof value === 'string' ? value.split(',').map((part: string) => part.trim()) : []}
          error={fieldState.error?.message}
          onBlur={onBlur}
          onChange={(chosen) => onChange(chosen.join(', '))}
        />
      )}
    />
  );
}
