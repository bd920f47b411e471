import type { ComponentProps } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { TextField } from '#ui/ui/text-field.tsx';
import type { FieldName } from './field-name.ts';

/**
 * A number of the form around it: a number in the record, null while the field is empty. With `emptyAs` the record says that number
 * instead, and the field stays empty for it, so that none has one form in the record.
 */
export function FormNumber<Body extends object = object>({
  name,
  emptyAs = null,
  ...field
}: { name: FieldName<Body>; emptyAs?: number | null } & Omit<
  ComponentProps<typeof TextField>,
  'name' | 'error' | 'type' | 'value' | 'onChange'
>) {
  const { control } = useFormContext();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <TextField
          placeholder={emptyAs?.toString()}
          {...field}
          ref={ref}
          name={name}
          type="number"
          inputMode="decimal"
          value={typeof value === 'number' && value !== emptyAs ? value : ''}
          error={fieldState.error?.message}
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.value === '' ? emptyAs : target.valueAsNumber)}
        />
      )}
    />
  );
}
