import { type FocusEvent, type FormEvent, useState } from 'react';

/** What a date or time says that holds something, but no whole value. */
const wholeDate = 'Enter a full date that exists: day, month and year.';
const wholeTime = 'Enter hours and minutes.';

/** Finds the first date or time of a form that is half typed (such as 31 February). The browser gives it no value, so a form would save it as empty. */
export function halfTypedIn(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.elements].find(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.validity.badInput,
  );
}

/** The sentence about a half-typed date or time, said once the field is left or the form is submitted, and what the input needs for it. */
export function useHalfTyped(type: string) {
  const [isHalf, setHalf] = useState(false);
  const look = ({ currentTarget }: FocusEvent<HTMLInputElement> | FormEvent<HTMLInputElement>) =>
    setHalf(currentTarget.validity.badInput);
  return {
    error: isHalf ? (type === 'date' ? wholeDate : wholeTime) : undefined,
    // Without it, browsers accept years of six digits.
    max: type === 'date' ? '9999-12-31' : undefined,
    onBlur: look,
    onInvalid: look,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
      if (!currentTarget.validity.badInput) setHalf(false);
    },
  };
}
