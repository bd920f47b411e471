import { type FocusEvent, type FormEvent, useState } from 'react';

/** What a field says that holds something, but no whole value. */
const wholeValues: Readonly<Record<string, string>> = {
  date: 'Enter a full date that exists: day, month and year.',
  'datetime-local': 'Enter a full date that exists, with hours and minutes.',
  month: 'Enter a month and a year.',
  time: 'Enter hours and minutes.',
};

/** The latest value with a year of four digits, by type of field: without it, browsers accept six. */
const latest: Readonly<Record<string, string>> = {
  date: '9999-12-31',
  'datetime-local': '9999-12-31T23:59',
  month: '9999-12',
};

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
    error: isHalf ? wholeValues[type] : undefined,
    max: latest[type],
    onBlur: look,
    onInvalid: look,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
      if (!currentTarget.validity.badInput) setHalf(false);
    },
  };
}
