import { type ClipboardEvent, type FocusEvent, type FormEvent, useState } from 'react';

/** Errors for a date or time field that is partly filled in. */
const wholeDate = 'Enter a full date that exists: day, month and year.';
const wholeTime = 'Enter hours and minutes.';

/**
 * Finds a form's first partly typed date or time (such as 31 February). The browser reports no value for it, so a form
 * would save it as empty.
 */
export function halfTypedIn(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.elements].find(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.validity.badInput,
  );
}

/** Types a value into a field as its user would, so that the surrounding form is notified. */
function typeInto(field: HTMLInputElement, value: string) {
  // React's own setter would hide the change from React.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * The sentence about a half-typed date or time, said once the field is left or the form is submitted, and what the
 * input needs for it. A pasted date is read in any form: browsers take few or none. Source: docs/product.md P264.
 */
export function useHalfTyped(type: string) {
  const [error, setError] = useState<string>();
  const look = ({ currentTarget }: FocusEvent<HTMLInputElement> | FormEvent<HTMLInputElement>) => {
    if (currentTarget.validity.badInput) setError(type === 'date' ? wholeDate : wholeTime);
  };
  const take = async (field: HTMLInputElement, event: Pick<ClipboardEvent, 'clipboardData' | 'preventDefault'>) => {
    const text = event.clipboardData.getData('text/plain');
    event.preventDefault();
    const { readDay } = await import('#contract/rules/read-day.ts');
    const read = readDay(text);
    if ('day' in read) typeInto(field, read.day);
    else setError(read.problem);
  };
  const listen = ({ currentTarget: field }: FocusEvent<HTMLInputElement>) => {
    const paste = (event: globalThis.ClipboardEvent) => {
      const { clipboardData } = event;
      if (event.target === field || !clipboardData) return;
      void take(field, { clipboardData, preventDefault: () => event.preventDefault() });
    };
    document.addEventListener('paste', paste);
    field.addEventListener('blur', () => document.removeEventListener('paste', paste), { once: true });
  };
  return {
    error,
    // Without a maximum, browsers accept years with six digits.
    max: type === 'date' ? '9999-12-31' : undefined,
    onPaste:
      type === 'date' ? (event: ClipboardEvent<HTMLInputElement>) => void take(event.currentTarget, event) : undefined,
    // Firefox gives a paste to the page, because the parts of a date are not text.
    onFocus: type === 'date' ? listen : undefined,
    onBlur: look,
    onInvalid: look,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
      if (!currentTarget.validity.badInput) setError(undefined);
    },
  };
}
