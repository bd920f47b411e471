import type { ComponentProps } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '#ui/ui/text-field.tsx';
import type { FieldName } from './field-name.ts';

interface NamedField<Body extends object> {
  name: FieldName<Body>;
}

/** Returns the error of a field, once it has been touched or submitted. */
function useFieldError(name: string): string | undefined {
  const { getFieldState, formState } = useFormContext();
  return getFieldState(name, formState).error?.message;
}

/** Binds one line of text, a number, a date or a password to the surrounding form. */
export function FormText<Body extends object = object>({
  name,
  ...field
}: NamedField<Body> & Omit<ComponentProps<typeof TextField>, 'name' | 'error'>) {
  const { register, control } = useFormContext();
  const isTime = field.type === 'time';
  // The style sheet hides the time that WebKit shows in an empty field.
  const isBlank = useWatch({ control, name, disabled: !isTime }) === '' && isTime;
  return <TextField {...field} {...register(name)} data-blank={isBlank ? '' : undefined} error={useFieldError(name)} />;
}

/** Binds several lines of text to the surrounding form. */
export function FormTextArea<Body extends object = object>({
  name,
  ...field
}: NamedField<Body> & Omit<ComponentProps<typeof TextAreaField>, 'name' | 'error'>) {
  const { register } = useFormContext();
  return <TextAreaField {...field} {...register(name)} error={useFieldError(name)} />;
}
