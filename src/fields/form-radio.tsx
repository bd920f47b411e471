import type { ComponentProps } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { RadioGroup } from '#ui/ui/radio-group.tsx';

interface FormRadioProps<Value extends string> extends Omit<
  ComponentProps<typeof RadioGroup<Value>>,
  'value' | 'onChange' | 'error'
> {
  /** The field of the record. */
  name: string;
}

/** A choice of the form around it with all answers in sight. */
export function FormRadio<Value extends string>({ name, options, ...group }: FormRadioProps<Value>) {
  const { control } = useFormContext();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange }, fieldState }) => (
        <RadioGroup
          {...group}
          options={options}
          value={options.find((option) => option.value === value)?.value ?? null}
          error={fieldState.error?.message}
          onChange={onChange}
        />
      )}
    />
  );
}
