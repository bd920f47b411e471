import type { ComponentProps } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { RadioGroup } from '#ui/ui/radio-group.tsx';
import type { FieldName } from './field-name.ts';

interface FormRadioProps<Body extends object> extends Omit<
  ComponentProps<typeof RadioGroup<string>>,
  'value' | 'onChange' | 'error'
> {
  name: FieldName<Body>;
}

/** Binds a choice to the surrounding form, with all answers visible. */
export function FormRadio<Body extends object = object>({ name, options, ...group }: FormRadioProps<Body>) {
  const { control } = useFormContext();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange }, fieldState }) => (
        <div data-field={name} className="contents">
          <RadioGroup
            {...group}
            options={options}
            value={options.find((option) => option.value === value)?.value ?? null}
            error={fieldState.error?.message}
            onChange={onChange}
          />
        </div>
      )}
    />
  );
}
