import { type ComponentProps, useId } from 'react';
import { FormText } from './form-text.tsx';

/** A line of text with suggestions: any text is taken. */
export function FormSuggest({
  suggestions,
  ...field
}: { suggestions: readonly string[] } & Omit<ComponentProps<typeof FormText>, 'list'>) {
  const listId = useId();
  return (
    <>
      <FormText {...field} list={listId} autoComplete="off" />
      <datalist id={listId}>
        {suggestions.map((text) => (
          <option key={text}>{text}</option>
        ))}
      </datalist>
    </>
  );
}
