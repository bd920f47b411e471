import type { ComponentPropsWithRef, FormEvent, KeyboardEvent } from 'react';
import { halfTypedIn } from './half-typed.ts';

/** Submits on Enter while the button is disabled, which browsers ignore, so that the form can say what is missing. */
function submitByEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { currentTarget: form, target } = event;
  // A field with its own use for Enter marks it as handled; during text composition, Enter accepts the text.
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement) || target.type === 'file' || target.form !== form) return;
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button?.disabled) return;
  event.preventDefault();
  form.requestSubmit();
}

interface FormProps extends Omit<ComponentPropsWithRef<'form'>, 'noValidate' | 'onKeyDown' | 'onSubmit'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Renders a form with its own validation messages, even on Enter while its button is disabled. Ignores key and submit
 * events of a form in a dialog, which React forwards. A partly typed date is not submitted as empty: the form focuses
 * its field.
 */
export function Form({ children, onSubmit, ...form }: FormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears Enter in its fields, as the browser does
    <form
      {...form}
      noValidate
      onKeyDown={submitByEnter}
      onSubmit={(event) => {
        if (event.target !== event.currentTarget) return;
        const halfTyped = halfTypedIn(event.currentTarget);
        if (!halfTyped) return onSubmit(event);
        event.preventDefault();
        halfTyped.checkValidity();
        halfTyped.focus();
      }}
    >
      {children}
    </form>
  );
}
