import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { Checkbox } from '#ui/ui/checkbox.tsx';

/** A tick of the form around it. */
export function FormCheckbox({ name, ...box }: { name: string } & Omit<ComponentProps<typeof Checkbox>, 'name'>) {
  const { register } = useFormContext();
  return <Checkbox {...box} {...register(name)} />;
}
