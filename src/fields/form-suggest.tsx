import { type ComponentProps, useId } from 'react';
import { FormText } from './form-text.tsx';

/** Binds a line of text with suggestions to the surrounding form; any text is accepted. */
export function FormSuggest<Body extends object = object>({
  suggestions,
  ...field
}: { suggestions: readonly string[] } & Omit<ComponentProps<typeof FormText<Body>>, 'list'>) {
  const listId = useId();
  return (
    <>
      <FormText<Body> {...field} list={listId} autoComplete="off" />
      <datalist id={listId}>
        {suggestions.map((text) => (
          <option key={text}>{text}</option>
        ))}
      </datalist>
    </>
  );
}
