import type { ComponentProps } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { MultiSelect } from '#ui/ui/multi-select.tsx';
import type { FieldName } from './field-name.ts';

interface FormMultiSelectProps<Body extends object> extends Omit<
  ComponentProps<typeof MultiSelect>,
  'name' | 'error' | 'value' | 'onChange' | 'onBlur'
> {
  /** The record's field: a text of comma-separated values. */
  name: FieldName<Body>;
}

/** Binds several choices to the surrounding form, stored as one text such as `Manufacturer, Vendor`. */
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
