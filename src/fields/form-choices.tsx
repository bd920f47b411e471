import { Controller, useFormContext } from 'react-hook-form';
import { weekdays } from '#contract/rules/work-days.ts';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import type { FieldName } from './field-name.ts';

interface FormChoicesProps<Body extends object> {
  name: FieldName<Body>;
  legend: string;
  choices: readonly { value: string | number; label: string }[];
  hint?: string | undefined;
}

/** Selects several of a few choices, stored in the order in which they are offered. */
export function FormChoices<Body extends object = object>({ name, legend, choices, hint }: FormChoicesProps<Body>) {
  const { control } = useFormContext();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange }, fieldState }) => {
        const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
        const errorId = `${name}-error`;
        return (
          <fieldset data-field={name} aria-describedby={fieldState.error ? errorId : undefined}>
            <legend className="mb-1 font-semibold">{legend}</legend>
            <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
              {choices.map((choice) => (
                <Checkbox
                  key={choice.value}
                  label={choice.label}
                  checked={chosen.includes(choice.value)}
                  onChange={({ target }) =>
                    onChange(
                      choices
                        .map((each) => each.value)
                        .filter((each) => (each === choice.value ? target.checked : chosen.includes(each))),
                    )
                  }
                />
              ))}
            </div>
            {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
            {fieldState.error?.message !== undefined && (
              <p id={errorId} role="alert" className="text-danger">
                {fieldState.error.message}
              </p>
            )}
          </fieldset>
        );
      }}
    />
  );
}

const days = weekdays.map((label, place) => ({ value: place + 1, label }));

/** Selects the working days of the week: 1 is Monday, 7 is Sunday. */
export function FormWorkDays<Body extends object = object>(field: Omit<FormChoicesProps<Body>, 'choices'>) {
  return <FormChoices<Body> {...field} choices={days} />;
}
