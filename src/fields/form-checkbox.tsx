import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import type { FieldName } from './field-name.ts';

/** Binds a checkbox to the surrounding form. */
export function FormCheckbox<Body extends object = object>({
  name,
  ...box
}: { name: FieldName<Body> } & Omit<ComponentProps<typeof Checkbox>, 'name'>) {
  const { register } = useFormContext();
  return <Checkbox {...box} {...register(name)} />;
}
